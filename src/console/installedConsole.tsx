import type { ComponentType, ReactNode } from 'react'
import type { ConsoleModel } from '../../language/registry.ts'
import { registerFormats } from '../format/consoleFormats.ts'
import { setConsoleModel } from '../model/consoleModel.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyComponent, lazyPage } from '../ui/lazyComponent.tsx'
import type {
  BlockExtension,
  BlockProps,
  CellProps,
  ConsoleRoute,
  Extensions,
  FactsProps,
  FormatNoteProps,
  Load,
  PageProps,
  RecordDialog,
  RecordDialogProps,
  RecordPage,
  RecordPageProps,
} from './extensions.ts'

interface Drawn {
  readonly Block: ComponentType<BlockProps>
  readonly dialog:
    { readonly Content: ComponentType<RecordDialogProps>; readonly link: RecordDialog['link'] } | undefined
}

/** What a console hands to the framework: its definitions and names as data, and the code behind the names. */
export interface ConsoleParts {
  readonly model: ConsoleModel
  readonly extensions: Extensions
}

/** A component whose code comes with the record's page, so that nothing on it moves. */
interface Early<P extends object> {
  readonly Own: ComponentType<P>
  readonly preload: () => Promise<void>
}

/** A console with its registered components ready to be drawn. */
export interface InstalledConsole {
  readonly cells: Readonly<Record<string, ComponentType<CellProps>>>
  readonly pages: Readonly<Record<string, ComponentType<PageProps>>>
  readonly blocks: Readonly<Record<string, Drawn>>
  readonly facts: Readonly<Record<string, Early<FactsProps>>>
  /** What is drawn below values, by format. */
  readonly notes: Readonly<Record<string, Early<FormatNoteProps>>>
  readonly recordPages: readonly (Omit<RecordPage, 'page'> & { readonly Page: ComponentType<RecordPageProps> })[]
  readonly routes: readonly (Omit<ConsoleRoute, 'page'> & { readonly Page: ComponentType })[]
}

const failed = (retry: () => void) => (
  <EmptyState kind="failed" title="This part of the page could not be shown." action={{ label: 'Retry', run: retry }} />
)

const guarded =
  <P extends object>(Content: ComponentType<P>): ComponentType<P> =>
  (props) => (
    <ErrorBoundary fallback={failed}>
      <Content {...props} />
    </ErrorBoundary>
  )

/** A registered component in its place: where its code does not come or throws, it says so and the page stays alive. */
const slot = <P extends object>(load: Load<P>, waiting: ReactNode): ComponentType<P> =>
  guarded(lazyComponent(load, waiting))

function early<P extends object>(load: Load<P>): Early<P> {
  const Content = lazyComponent(load, null)
  return { Own: guarded(Content), preload: Content.preload }
}

const notesOf = (formats: Extensions['formats']): InstalledConsole['notes'] =>
  Object.fromEntries(
    Object.entries(formats).flatMap(([name, { note }]) => (note === undefined ? [] : [[name, early(note)] as const])),
  )

const blockRoom = <div className="cs-widget-room" aria-busy="true" />
const dialogRoom = <p className="cs-muted">Loading</p>

const drawn = ({ block, dialog }: BlockExtension): Drawn => ({
  Block: slot(block, blockRoom),
  dialog: dialog && { Content: slot(dialog.content, dialogRoom), link: dialog.link },
})

const mapValues = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

let installed: InstalledConsole | undefined

/** Sets the console that this page runs, once, before anything is drawn. */
export function installConsole({ model, extensions }: ConsoleParts): void {
  const { formats, abbreviations = [], cells, pages, blocks, facts, recordPages, routes } = extensions
  registerFormats(formats, abbreviations)
  setConsoleModel(model)
  installed = {
    cells: mapValues(cells, (load) => slot(load, null)),
    pages: mapValues(pages, (load) => lazyPage(load)),
    blocks: mapValues(blocks, drawn),
    facts: mapValues(facts, early),
    notes: notesOf(formats),
    recordPages: recordPages.map(({ page, ...rest }) => ({ ...rest, Page: lazyPage(page) })),
    routes: routes.map(({ page, ...rest }) => ({ ...rest, Page: lazyPage(page) })),
  }
}

/** The console that this page runs. */
export function installedConsole(): InstalledConsole {
  if (installed === undefined)
    throw new Error('No console is installed: call startConsole, or installConsole in a test')
  return installed
}

/**
 * Fetches the console's code that a record's page is drawn with. What does not come now is asked for again where it is
 * drawn.
 */
export const loadRecordParts = async (): Promise<void> => {
  const { facts, notes } = installedConsole()
  await Promise.allSettled([...Object.values(facts), ...Object.values(notes)].map(({ preload }) => preload()))
}
