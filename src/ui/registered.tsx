import type { ComponentType, ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazyComponent.tsx'

/** Fetches the code of a component when it is first drawn: `async () => (await import('./File.tsx')).File`. */
export type Load<P> = () => Promise<ComponentType<P>>

const failed = (retry: () => void) => (
  <EmptyState kind="failed" title="This part of the page could not be shown." action={{ label: 'Retry', run: retry }} />
)

/** A component that says so where it throws, so that the page around it stays alive. */
export const guarded =
  <P extends object>(Content: ComponentType<P>): ComponentType<P> =>
  (props) => (
    <ErrorBoundary fallback={failed}>
      <Content {...props} />
    </ErrorBoundary>
  )

/** A registered component in its place: where its code does not come or throws, it says so and the page stays alive. */
export const registered = <P extends object>(load: Load<P>, waiting: ReactNode): ComponentType<P> =>
  guarded(lazyComponent(load, waiting))

/**
 * What an input or a filter of the console's own is drawn from. Its label, its sentence and its validation stay the
 * framework's. The control takes `id` and `name`: its label and the focus find it by them.
 */
export interface InputProps {
  readonly id: string
  readonly name: string
  readonly label: string
  /** What is typed or chosen, as text. */
  readonly value: string
  readonly placeholder?: string | undefined
  /** One of these is chosen, where the definition lists them. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[] | undefined
  /** Offered while typing; others are taken too. */
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
  /** Its registered name. */
  readonly widget: string
}

/** An input or a filter of the console's own, by its registered name. */
export const OwnInput = ({ kind, widget, ...props }: OwnInputProps) => {
  const Own = own[kind][widget]
  return Own === undefined ? null : <Own {...props} />
}
