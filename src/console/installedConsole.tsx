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

/** A console with its registered components ready to be drawn. */
export interface InstalledConsole {
  readonly cells: Readonly<Record<string, ComponentType<CellProps>>>
  readonly pages: Readonly<Record<string, ComponentType<PageProps>>>
  readonly blocks: Readonly<Record<string, Drawn>>
  readonly recordPages: readonly (Omit<RecordPage, 'page'> & { readonly Page: ComponentType<RecordPageProps> })[]
  readonly routes: readonly (Omit<ConsoleRoute, 'page'> & { readonly Page: ComponentType })[]
}

/** A registered component in its place: where its code does not come or throws, it says so and the page stays alive. */
function slot<P extends object>(load: Load<P>, waiting: ReactNode): ComponentType<P> {
  const Content = lazyComponent(load, waiting)
  const failed = (retry: () => void) => (
    <EmptyState
      kind="failed"
      title="This part of the page could not be shown."
      action={{ label: 'Retry', run: retry }}
    />
  )
  return (props) => (
    <ErrorBoundary fallback={failed}>
      <Content {...props} />
    </ErrorBoundary>
  )
}

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
  const { formats, cells, pages, blocks, recordPages, routes } = extensions
  registerFormats(formats, model.registry.abbreviations ?? [])
  setConsoleModel(model)
  installed = {
    cells: mapValues(cells, (load) => slot(load, null)),
    pages: mapValues(pages, (load) => lazyPage(load)),
    blocks: mapValues(blocks, drawn),
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
