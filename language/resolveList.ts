import { isEqual, set } from './pointer.ts'
import type { Column as AuthoredColumn, FilterSection as AuthoredSection, ListDefinition } from './authored/list.ts'
import type { FilterField, FilterMenu, FilterSection, ListTab, ResolvedList } from './list.ts'
import { leavesOf, type Source } from './binding.ts'
import { isNumberFormat } from './format.ts'
import { isPageParameter } from './paging.ts'
import { inWordsOf } from './input.ts'
import { displayOf, labelsOf, templateOf } from './resolveFact.ts'
import type { ResolvedBinding, ResolvedColumn } from './resource.ts'
import { lookupsOf, referenceOf } from './reference.ts'
import { filterValues, severalFormat } from './several.ts'
import { schemaAt, type FieldSchema, type FilterValue, type ObjectSchema } from './schema.ts'
import { sortableFields } from './simpleRest.ts'
import { fieldsOf } from './sort.ts'

type Authored = ListDefinition<string, string>
type Filters = ResolvedList['filters']
type Labels = Readonly<Record<string, string>>

const annotationsOf = (schema: FieldSchema | undefined) => (typeof schema === 'object' ? schema : {})

const isNumber = (types: readonly unknown[]): boolean =>
  (types.includes('integer') || types.includes('number')) && !types.includes('string')

const stateLabelsOf = (labels: Labels | undefined): readonly [yes: string, no: string] | undefined =>
  labels && [labels['true'] ?? 'Yes', labels['false'] ?? 'No']

/** A column before the defaults that depend on its neighbors. */
type Column = Omit<ResolvedColumn, 'link'>

interface Known {
  /** The fields that the call names as those that the service orders by. */
  readonly named?: readonly string[] | undefined
  /** The fields that identify a record. */
  readonly ids?: readonly string[] | undefined
}

/** The link of a column that opens a block. */
const viewOf = ({ label = '', widget }: AuthoredColumn<string, string>): ResolvedColumn['view'] =>
  widget === undefined ? undefined : { label: 'View', title: label, widget }

const resolveColumn =
  (record: ObjectSchema, sortable: readonly string[], { named = [], ids = [] }: Known = {}) =>
  (authored: Authored['columns'][number]): Column => {
    const column: AuthoredColumn<string, string> = typeof authored === 'string' ? { field: authored } : authored
    const { path = '', display, toggle, count, fallback = [], actions = [] } = column
    const [field, ...and] = [column.field ?? []].flat()
    const id = column.id ?? field ?? ''
    const property = field === undefined ? undefined : record.properties[field]
    const value = schemaAt(property, path)
    const { type, title = annotationsOf(property).title, decimals, truncate, tones } = annotationsOf(value)
    const labels = labelsOf(value)
    const isRowNumber = display === 'rowNumber'
    const written = isRowNumber ? 'text' : (display ?? displayOf(value))
    const reference = display === undefined ? referenceOf(value) : undefined
    const isId = field === 'id' || ids.includes(field ?? '')
    const isPlainNumber = written === 'text' && toggle === undefined && !isId && isNumber([type].flat())
    const isNumeric = type !== 'array' && (isNumberFormat(written) || isPlainNumber)
    // Ordered by ids, names would seem to have no order. So an author says it when the service orders them by name.
    const isOrdered = reference === undefined || named.includes(field ?? '')
    return {
      id,
      label: column.label ?? title ?? '',
      display: written.includes('{') ? 'text' : written,
      path,
      and,
      fallback,
      actions,
      isNumeric: isNumeric && reference === undefined,
      isSortable: field !== undefined && toggle === undefined && isOrdered && sortable.includes(field),
      ...set<Partial<ResolvedColumn>>({
        field,
        number: isRowNumber ? true : undefined,
        hint: column.hint,
        template: field === undefined ? undefined : templateOf(value, written),
        widget: field === undefined ? undefined : column.widget,
        labels: toggle === undefined && written !== 'yesNo' ? labels : undefined,
        decimals: written === 'decimal' ? decimals : undefined,
        emptyText: column.emptyText,
        truncate,
        reference,
        lookups: lookupsOf(value),
        tones: written === 'status' ? tones : undefined,
        count: count && { ...count, label: annotationsOf(record.properties[count.field]).title ?? '' },
        toggle: toggle && { on: toggle[0], off: toggle[1], ...set({ stateLabels: stateLabelsOf(labels) }) },
        view: field === undefined ? viewOf(column) : undefined,
      }),
    }
  }

/** The first column with a value of its own links to the record's page, if records have one. */
function linked(columns: readonly Column[], hasPage: boolean): readonly ResolvedColumn[] {
  const first = columns.findIndex(
    ({ field, toggle, reference }) => field !== undefined && toggle === undefined && reference === undefined,
  )
  return columns.map((column, index) => (hasPage && index === first ? { ...column, link: 'record' } : column))
}

const sectionOf =
  (declared: Filters) =>
  ({ name, title, options = {}, path, filter }: AuthoredSection): FilterSection => {
    if (path !== undefined) return { name, title, options: { fromExtra: name, sets: filter ?? '' } }
    const choices = Object.entries(options).flatMap(([value, filters]) => {
      if (typeof filters === 'string') return []
      const { search, ...sets } = filters
      const older = Object.keys(options).filter((name) => options[name] === value)
      return {
        value,
        sets: filterValues(sets, declared),
        ...set({
          aliases: older.length === 0 ? undefined : older,
          clearsSearch: search === '' ? true : undefined,
        } as const),
      }
    })
    return { name, title, options: choices }
  }

const menuOf = (sections: Authored['filterMenu'], filters: Filters): FilterMenu | undefined =>
  sections && { label: 'Filter', all: 'ALL', sections: sections.map(sectionOf(filters)) }

type Sets = Readonly<Record<string, FilterValue>>

const isSame = (one: Sets, other: Sets): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => isEqual(other[name], value))

/** The choice of the menu that sets just these filters, as in the URL. */
function choiceThatSets(sections: FilterMenu['sections'], sets: Sets): string | undefined {
  for (const { name, options } of sections) {
    if ('fromExtra' in options) {
      const [value] = [sets[options.sets] ?? []].flat()
      if (value !== undefined && Object.keys(sets).length === 1) return `${name}:${value}`
      continue
    }
    const found = options.find((option) => isSame(sets, { ...option.sets, ...(option.clearsSearch && { search: '' }) }))
    if (found !== undefined) return `${name}:${found.value}`
  }
  return undefined
}

const tabsOf = (
  tabs: Authored['tabs'] = {},
  { sections = [] }: Partial<FilterMenu> = {},
  filters: Filters,
): readonly ListTab[] =>
  Object.entries(tabs).map(([label, written]) => {
    const sets = filterValues(written, filters)
    const filter = choiceThatSets(sections, sets)
    return filter === undefined ? { label, form: sets } : { label, filter, form: {} }
  })

/** Filters with a title are fields of the filter form. */
function formOf(filters: ResolvedList['filters']): ResolvedList['filterForm'] {
  const fields = Object.entries(filters).flatMap(([filter, schema]): readonly FilterField[] => {
    const { title, examples, widget } = annotationsOf(schema)
    return title === undefined
      ? []
      : [
          {
            filter,
            label: title,
            ...set({ suggestions: examples?.map(String), widget, reference: referenceOf(schema) }),
          },
        ]
  })
  return fields.length === 0 ? undefined : { label: 'Filter', fields }
}

/** An order as its author writes it: a field, after a '-' from the highest value down. */
const orderOf = (written: string): NonNullable<ResolvedList['sort']> =>
  written.startsWith('-') ? { field: written.slice(1), order: 'DESC' } : { field: written, order: 'ASC' }

/** Pause after typing: the server is asked less often than local data. */
const debounceMs = { client: 100, server: 500 } as const

function searchOf(search: Authored['search'], paging: ResolvedList['paging']): ResolvedList['search'] {
  if (search === undefined) return undefined
  const { field, placeholder, schema, submit, hint = '', required = '' } = search
  const shared = set({ field, placeholder, schema })
  return submit === undefined
    ? { ...shared, debounceMs: debounceMs[paging] }
    : {
        ...shared,
        debounceMs: 0,
        submit: { label: submit, prompt: hint, required, invalid: annotationsOf(schema).message?.pattern ?? required },
      }
}

const sends = (binding: ResolvedBinding | undefined, test: (source: Source) => boolean): boolean =>
  leavesOf({ ...binding?.query, ...binding?.body }).some(([, source]) => test(source))

/** True when a call says which page it reads. */
export const hasPages = (binding: ResolvedBinding | undefined): boolean => sends(binding, isPageParameter)

const ordersIn = (binding: ResolvedBinding | undefined) =>
  leavesOf({ ...binding?.query, ...binding?.body }).flatMap(([, source]) => ('sort' in source ? [source] : []))

/** The fields by which the service orders the records, where the call names them. */
function namedIn(binding: ResolvedBinding | undefined): readonly string[] | undefined {
  const fields = ordersIn(binding).find((source) => source.fields !== undefined)?.fields
  return fields && fieldsOf(fields)
}

/**
 * The fields by which the reader may order the records. Lists that the provider holds whole can be ordered by any
 * field; server lists only when their dialect or their call sends the order.
 */
function sortableIn(
  record: ObjectSchema,
  { paging, dialect, binding }: Reading & Pick<ResolvedList, 'paging'>,
): readonly string[] {
  if (dialect === null && paging === 'client') return Object.keys(record.properties)
  const isSent = dialect !== null || ordersIn(binding).length > 0
  return isSent ? (namedIn(binding) ?? sortableFields(record)) : []
}

/** True when the call can order by several fields: each of its parameters for the order takes several. */
const ordersBySeveral = (binding: ResolvedBinding | undefined): boolean => {
  const orders = ordersIn(binding)
  return orders.length > 0 && orders.every((source) => severalFormat(source) !== undefined)
}

interface Reading {
  readonly binding: ResolvedBinding | undefined
  readonly dialect: 'simple-rest' | null
  readonly hasPage: boolean
  readonly idFields?: readonly string[]
}

const whole: Reading = { binding: undefined, dialect: null, hasPage: false }

/**
 * The display of the records as a list. The server pages it when the call has a parameter for that; otherwise the
 * provider does.
 */
export function resolveList(record: ObjectSchema, list: Authored, reading = whole): ResolvedList {
  const { binding, dialect, hasPage, idFields: ids } = reading
  const paging = dialect !== null || hasPages(binding) ? 'server' : 'client'
  const { pageCount, total, next } = binding?.response ?? {}
  const isUncounted = paging === 'server' && dialect === null && (pageCount ?? total ?? next) === undefined
  const sortable = sortableIn(record, { ...reading, paging })
  const { phoneColumns = [], perPage, find = {}, display = 'table', emptyText, failure } = list
  const filters = Object.fromEntries(
    Object.entries(list.filter ?? {}).map(([name, schema]) => [name, inWordsOf(schema, record.properties[name])]),
  )
  const filterMenu = menuOf(list.filterMenu, filters)
  return {
    columns: linked(list.columns.map(resolveColumn(record, sortable, { named: namedIn(binding), ids })), hasPage),
    phoneColumns,
    sortable,
    sortsBySeveral: ordersBySeveral(binding),
    paging,
    perPage,
    filters,
    find,
    tabs: tabsOf(list.tabs, filterMenu, filters),
    layout: display,
    emptyText,
    ...set<Partial<ResolvedList>>({
      pages: isUncounted ? 'untilShort' : undefined,
      sort: list.sort === undefined ? undefined : orderOf(list.sort),
      search: searchOf(list.search, paging),
      filterMenu,
      filterForm: formOf(filters),
      export: list.export,
      back: list.back && { label: 'Back', to: list.back },
      status: list.status === undefined ? undefined : { field: list.status, ok: 'green', bad: 'red' },
      hideWithout: list.exists,
      failed: display === 'cards' ? 'empty' : failure === undefined ? undefined : { notice: failure },
      page: list.widget,
    }),
  }
}
