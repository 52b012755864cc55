import type { ComponentType, ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazyComponent.tsx'

/** Fetches a component's code when it is first drawn: `async () => (await import('./File.tsx')).File`. */
export type Load<P> = () => Promise<ComponentType<P>>

const failed = (_props: object, retry: () => void) => (
  <EmptyState kind="failed" title="This part of the page could not be shown." action={{ label: 'Retry', run: retry }} />
)

/** Wraps a component so that an error in it shows a message and the page around it keeps working. */
export const guarded =
  <P extends object>(
    Content: ComponentType<P>,
    fallback: (props: P, retry: () => void) => ReactNode = failed,
  ): ComponentType<P> =>
  (props) => (
    <ErrorBoundary fallback={(retry) => fallback(props, retry)}>
      <Content {...props} />
    </ErrorBoundary>
  )

/** A registered component. If its code fails to load or throws, it shows a message and the page keeps working. */
export const registered = <P extends object>(load: Load<P>, waiting: ReactNode): ComponentType<P> =>
  guarded(lazyComponent(load, waiting))

/**
 * The props of an input or a filter that the console draws itself. The framework keeps its label, its error text and
 * its validation. The control must use `id` and `name`, because its label and the focus find it by them.
 */
export interface InputProps {
  readonly id: string
  readonly name: string
  readonly label: string
  /** The typed or chosen text. */
  readonly value: string
  readonly placeholder?: string | undefined
  /** The allowed values, if the definition lists them. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | undefined
  /** Offered while typing; other values are allowed too. */
  readonly suggestions?: readonly string[] | undefined
  readonly isRequired: boolean
  readonly isInvalid: boolean
  readonly isOff: boolean
  /** Id of the line that explains it, for assistive technology. */
  readonly describedBy: string | undefined
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
}

type Inputs = Readonly<Record<string, ComponentType<InputProps>>>

let own: { readonly inputs: Inputs; readonly filters: Inputs } = { inputs: {}, filters: {} }

const room = <div className="cs-input" aria-busy="true" />

const loaded = (loads: Readonly<Record<string, Load<InputProps>>>): Inputs =>
  Object.fromEntries(Object.entries(loads).map(([name, load]) => [name, registered(load, room)]))

/** Sets the inputs and filters of the console that this page runs, once, before anything is drawn. */
export function registerInputs(
  inputs: Readonly<Record<string, Load<InputProps>>>,
  filters: Readonly<Record<string, Load<InputProps>>>,
): void {
  own = { inputs: loaded(inputs), filters: loaded(filters) }
}

interface OwnInputProps extends InputProps {
  readonly kind: 'inputs' | 'filters'
  readonly widget: string
}

/** An input or a filter that the console draws itself, by its registered name. */
export const OwnInput = ({ kind, widget, ...props }: OwnInputProps) => {
  const Own = own[kind][widget]
  return Own === undefined ? null : <Own {...props} />
}
