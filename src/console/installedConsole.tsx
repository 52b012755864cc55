import type { ComponentType } from 'react'
import type { ConsoleModel } from '../../language/registry.ts'
import { registerFormats } from '../format/consoleFormats.ts'
import { registerCoercions } from '../format/consoleCoercions.ts'
import { setConsoleModel } from '../model/consoleModel.ts'
import { lazyComponent, lazyPage, lazyText } from '../ui/lazyComponent.tsx'
import { guarded, registered, registerInputs, type Load } from '../ui/registered.tsx'
import type {
  AnyExtensions,
  BannerTextProps,
  BlockExtension,
  BlockProps,
  CellProps,
  ConsoleRoute,
  FactsProps,
  FormatNoteProps,
  MenuArrangement,
  PageProps,
  RecordDialog,
  RecordDialogProps,
  RecordPage,
  RecordPageProps,
  SlotProps,
  SlotsExtension,
} from './extensions.ts'

interface Drawn {
  readonly Block: ComponentType<BlockProps>
  readonly dialog:
    | { readonly Content: ComponentType<RecordDialogProps>; readonly link: RecordDialog['link'] }
    | undefined
}

/** The input to the framework: a console's definitions and names as data, and the code behind the names. */
export interface ConsoleParts {
  readonly model: ConsoleModel
  readonly extensions: AnyExtensions
}

/** A component whose code loads with the record's page, so nothing on the page moves later. */
interface Early<P extends object> {
  readonly Own: ComponentType<P>
  readonly preload: () => Promise<void>
}

export interface InstalledConsole {
  readonly cells: Readonly<Record<string, ComponentType<CellProps>>>
  readonly slots: Readonly<Record<string, Slots>>
  readonly pages: Readonly<Record<string, ComponentType<PageProps>>>
  readonly blocks: Readonly<Record<string, Drawn>>
  readonly facts: Readonly<Record<string, Early<FactsProps>>>
  readonly notes: Readonly<Record<string, Early<FormatNoteProps>>>
  readonly history: NonNullable<AnyExtensions['history']>
  readonly hasWork: NonNullable<AnyExtensions['hasWork']>
  readonly hasOnlyWork: NonNullable<AnyExtensions['hasOnlyWork']>
  readonly bannerTexts: Readonly<Record<string, Readonly<Record<string, ComponentType<BannerTextProps>>>>>
  readonly menu: MenuArrangement
  readonly recordPages: readonly (Omit<RecordPage, 'page'> & { readonly Page: ComponentType<RecordPageProps> })[]
  readonly routes: readonly (Omit<ConsoleRoute, 'page'> & { readonly Page: ComponentType })[]
}

function early<P extends object>(load: Load<P>): Early<P> {
  const Content = lazyComponent(load, null)
  return { Own: guarded(Content), preload: Content.preload }
}

const notesOf = (formats: NonNullable<AnyExtensions['formats']>): InstalledConsole['notes'] =>
  Object.fromEntries(
    Object.entries(formats).flatMap(([name, { note }]) => (note === undefined ? [] : [[name, early(note)] as const])),
  )

const blockRoom = <div className="cs-widget-room" aria-busy="true" />
const dialogRoom = <p className="cs-muted">Loading</p>

const drawn = ({ block, dialog }: BlockExtension): Drawn => ({
  Block: registered(block, blockRoom),
  dialog: dialog && { Content: registered(dialog.content, dialogRoom), link: dialog.link },
})

const mapValues = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

type SlotComponents = Readonly<Record<string, ComponentType<SlotProps>>>

interface Slots {
  readonly list: SlotComponents
  readonly show: SlotComponents
  readonly form: SlotComponents
}

const loadedSlots = (places: Readonly<Record<string, Load<SlotProps>>> = {}): SlotComponents =>
  mapValues(places, (load) => registered(load, null))

const slotsOf = ({ list, show, form }: SlotsExtension): Slots => ({
  list: loadedSlots(list),
  show: loadedSlots(show),
  form: loadedSlots(form),
})

const drawDeclared = ({ text, draw }: BannerTextProps) => draw(text)

/** A banner whose own text fails to load, or throws, has the declared one. */
const bannerTextsOf = (texts: Readonly<Record<string, Load<BannerTextProps>>>) =>
  mapValues(texts, (load) =>
    guarded(
      lazyText(load, drawDeclared, ({ waiting }) => waiting),
      drawDeclared,
    ),
  )

/** A page of the console's own may use any definition. */
const ownPage = <P extends object>(load: Load<P>): ComponentType<P> =>
  lazyPage(async () => (await Promise.all([load(), import('virtual:wholeModel')]))[0])

/** Throws for an unknown name, which would otherwise go unnoticed. */
function assertResources({ definitions, screens }: ConsoleModel, named: readonly string[]): void {
  const stray = named.filter((name) => ![...definitions, ...screens].some((definition) => definition.name === name))
  if (stray.length > 0) throw new Error(`No resource is called ${stray.join(', ')}: correct what is registered for it`)
}

let installed: InstalledConsole | undefined

/** Sets the console that this page runs, once, before anything is drawn. */
export function installConsole({ model, extensions }: ConsoleParts): void {
  const {
    coercions = {},
    formats = {},
    abbreviations = [],
    cells = {},
    pages = {},
    blocks = {},
    facts = {},
  } = extensions
  const {
    inputs = {},
    filters = {},
    slots = {},
    history = {},
    hasWork = {},
    hasOnlyWork = {},
    bannerTexts = {},
    recordPages = [],
    routes = [],
  } = extensions
  const { menu = { groups: [] } } = extensions
  assertResources(model, [
    ...Object.keys(slots),
    ...Object.keys(history),
    ...Object.keys(hasWork),
    ...Object.keys(hasOnlyWork),
    ...Object.keys(bannerTexts),
    ...recordPages.map(({ resource }) => resource),
    ...menu.groups.flatMap(({ screens }) => screens),
    ...Object.keys(menu.bar ?? {}),
  ])
  registerInputs(inputs, filters)
  registerCoercions(coercions)
  registerFormats(formats, abbreviations)
  setConsoleModel(model)
  installed = {
    cells: mapValues(cells, (load) => registered(load, null)),
    slots: mapValues(slots, slotsOf),
    pages: mapValues(pages, ownPage),
    blocks: mapValues(blocks, drawn),
    facts: mapValues(facts, early),
    notes: notesOf(formats),
    history,
    hasWork,
    hasOnlyWork,
    bannerTexts: mapValues(bannerTexts, bannerTextsOf),
    menu,
    recordPages: recordPages.map(({ page, ...rest }) => ({ ...rest, Page: ownPage(page) })),
    routes: routes.map(({ page, ...rest }) => ({ ...rest, Page: ownPage(page) })),
  }
}

export function installedConsole(): InstalledConsole {
  if (installed === undefined)
    throw new Error('No console is installed: call startConsole, or installConsole in a test')
  return installed
}

/** Loads the console's code for a record's page. Code that fails to load is requested again where it is drawn. */
export const loadRecordParts = async (): Promise<void> => {
  const { facts, notes } = installedConsole()
  await Promise.allSettled([...Object.values(facts), ...Object.values(notes)].map(({ preload }) => preload()))
}

/** The console's note below values of a format, if it has one. */
export const FormatNote = ({ format, item }: FormatNoteProps & { readonly format: string | undefined }) => {
  const Note = installedConsole().notes[format ?? '']?.Own
  return Note === undefined ? null : <Note item={item} />
}
