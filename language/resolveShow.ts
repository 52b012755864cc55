import type {
  Banner as AuthoredBanner,
  Block as AuthoredBlock,
  ShowDefinition,
  Tab as AuthoredTab,
} from './authored/show.ts'
import type { ListDefinition } from './authored/list.ts'
import { pointerOf, set } from './pointer.ts'
import { resolveFact } from './resolveFact.ts'
import type { ResolvedRead } from './resource.ts'
import { schemaAt, type ObjectSchema, type Pointer } from './schema.ts'
import type { Banner, Block, Newest, Tab, ResolvedShow } from './show.ts'

type Authored = ShowDefinition
type Column = ListDefinition<string, string>['columns'][number]
type Reads = Readonly<Record<string, ResolvedRead>>

/** How often a waiting page refreshes itself, in ms. */
const REFRESH_MS = 3000

interface Schemas {
  readonly detail: ObjectSchema
  readonly reads: Reads
}

const isBlock = (block: Authored['blocks'][number]): block is AuthoredBlock =>
  block.kind !== 'tabs' && block.kind !== 'banner'

const detailOnly = [{ name: 'getOne', label: '' }] as const

const resolveBlock =
  ({ detail, reads }: Schemas) =>
  (block: AuthoredBlock): Block => {
    if (block.kind === 'facts') {
      const { title, exists, widget } = block
      const facts = block.facts.map((fact) => resolveFact(fact, detail))
      return { kind: 'fields', facts, ...set({ title, exists, widget }) }
    }
    if (block.kind !== 'table') return block
    const { binding = detailOnly, path, columns, ...own } = block
    const read = binding.map(({ name, label }) => ({ name: name === 'getOne' ? 'detail' : name, label }))
    const [first] = read
    const answer = first === undefined || first.name === 'detail' ? detail : reads[first.name]?.schema
    const items = schemaAt(answer, `${path}/*`)
    return { ...own, path, read, columns: columns.map((fact) => resolveFact(fact, items)) }
  }

const resolveTab =
  (schemas: Schemas) =>
  ({ binding, ...tab }: AuthoredTab): Tab => ({
    ...tab,
    ...set({ read: binding }),
    blocks: tab.blocks.map(resolveBlock(schemas)),
  })

const resolveBanner =
  (tabs: readonly AuthoredTab[]) =>
  ({ tab, kind: _banner, when, ...own }: AuthoredBanner): Banner => {
    const label = `Go to ${tabs.find(({ name }) => name === tab)?.label ?? ''}`
    const evidence = when.map(({ binding, ...found }) => ({ ...found, ...set({ read: binding }) }))
    return { ...own, when: evidence, ...set({ link: tab === undefined ? undefined : { label, tab } }) }
  }

/** The list's fields that the detail has under the same name, and those for which the page names a place. */
const resolveRecord = (
  own: Authored['record'] = {},
  record: ObjectSchema,
  detail: ObjectSchema,
): ResolvedShow['record'] => {
  const shared = Object.keys(record.properties).filter(
    (field) => field !== 'id' && Object.hasOwn(detail.properties, field),
  )
  const places = { ...Object.fromEntries(shared.map((field) => [field, pointerOf([field])])), ...own }
  return Object.fromEntries(
    Object.entries(places).flatMap(([field, source]): readonly (readonly [string, Pointer | Newest])[] => {
      if (source === undefined) return []
      if (typeof source === 'string') return [[field, source]]
      return [[field, { path: source.path, newestBy: source.sort.slice(1), when: source.when, field: source.field }]]
    }),
  )
}

const statusOf = (status: Pointer | undefined, detail: ObjectSchema) => {
  const schema = status === undefined ? undefined : schemaAt(detail, status)
  const { tones = '', labels, display } = typeof schema === 'object' ? schema : {}
  const isWords = display === 'words' ? (true as const) : undefined
  return status === undefined ? undefined : { path: status, tones, ...set({ labels, isWords }) }
}

const switchOf = (column: Column, actions: readonly string[]) => {
  if (typeof column === 'string' || column.toggle === undefined || typeof column.field !== 'string') return []
  const { field, toggle } = column
  return toggle.some((action) => actions.includes(action)) ? [{ field, toggle }] : []
}

/** The page of a record. Blocks listed before the tabs are drawn above them, and blocks after the tabs below. */
export function resolveShow(
  show: Authored,
  record: ObjectSchema,
  { detail, reads, columns }: Schemas & Pick<ListDefinition<string, string>, 'columns'>,
): ResolvedShow {
  const schemas = { detail, reads }
  const { exists, title, facts, actions = [], blocks, poll } = show
  const switches = columns.flatMap((column) => switchOf(column, actions))
  const place = blocks.findIndex(({ kind }) => kind === 'tabs')
  const above = place < 0 ? blocks : blocks.slice(0, place)
  const below = place < 0 ? [] : blocks.slice(place)
  const tabs = blocks.flatMap((block) => (block.kind === 'tabs' ? block.tabs : []))
  return {
    exists,
    record: resolveRecord(show.record, record, detail),
    header: {
      title,
      facts: facts.map((fact) => resolveFact(fact, detail)),
      actions: actions.filter((action) => !switches.some(({ toggle }) => toggle.includes(action))),
      switches: switches.map(({ field }) => field),
      ...set({ status: statusOf(show.status, detail) }),
    },
    banners: blocks.flatMap((block) => (block.kind === 'banner' ? [resolveBanner(tabs)(block)] : [])),
    summary: above.filter(isBlock).map(resolveBlock(schemas)),
    tabs: tabs.map(resolveTab(schemas)),
    below: below.filter(isBlock).map(resolveBlock(schemas)),
    ...set({
      page: show.widget,
      workTab: show.workTab,
      refresh: poll && { when: poll, everyMs: REFRESH_MS },
    }),
  }
}
