import type { TableResource } from '../resource.ts'
import { valueAt } from '../pointer.ts'
import { unsentFilters } from '../filterRows.ts'
import { hasPages } from '../resolveList.ts'
import { itemsOf, objectOf, typeOf } from '../input.ts'
import { isMaskedField } from '../personal.ts'
import type { FieldSchema } from '../schema.ts'
import {
  entriesOf,
  joinNames,
  type Finding,
  type Rule,
  type Rules,
  foundUnless,
  foundIf,
  strangers,
} from './problem.ts'
import { leavesOf } from '../binding.ts'

/** URL parameters that already have a meaning. A filter is a parameter under its own name. */
const taken = ['page', 'sort', 'filter', 'tab', 'search', 'private', 'view', 'first']

/** Types that have a form control. */
const drawn = ['string', 'integer', 'number', 'boolean', 'array']

/** True for a value that lists hold themselves, as it is: no mask, and no moment of which a day is asked. */
const isHeld = ({ list, record }: TableResource, filter: string): boolean => {
  const schema = Object.hasOwn(record.properties, filter) ? record.properties[filter] : undefined
  const isPlain = objectOf(list.filters[filter] ?? {}).format === undefined
  return list.paging === 'client' && schema !== undefined && isPlain && !isMaskedField(schema)
}

/** How several values are chosen: from an enum, whose texts are joined by a comma in the address. */
function severalProblems(schema: FieldSchema): readonly string[] {
  const { enum: listed } = itemsOf(objectOf(schema))
  if (typeOf(schema) !== 'array') return []
  if (!Array.isArray(listed)) return [`has no control: several values are chosen from an enum, so give its items one`]
  const joined = listed.map(String).find((text) => text.includes(','))
  return joined === undefined
    ? []
    : [`has the choice '${joined}', whose comma can't be told apart in an address: let it have one value`]
}

const isSetByMenu = ({ list }: TableResource, filter: string): boolean =>
  (list.filterMenu?.sections ?? []).some(({ options }) =>
    'fromExtra' in options ? options.sets === filter : options.some(({ sets }) => Object.hasOwn(sets, filter)),
  )

function problemsWith(definition: TableResource, filter: string): readonly string[] {
  const { filters } = definition.list
  const schema = filters[filter]
  if (schema === undefined) return [`is no filter; declared are: ${joinNames(Object.keys(filters))}`]
  return [
    ...severalProblems(schema),
    ...(drawn.includes(String(valueAt(schema, '/type')))
      ? []
      : [`has no control: its type is none of ${joinNames(drawn)}`]),
    ...(taken.includes(filter) ? [`cannot be part of an address: '${filter}' means something else there`] : []),
    ...(!unsentFilters(definition).includes(filter) || isHeld(definition, filter)
      ? []
      : [`is never sent: map { filter: '${filter}' } in the query that reads the list`]),
    ...(isSetByMenu(definition, filter) ? [`is set by the filter menu too: one of the two would be ignored`] : []),
  ]
}

const formFieldsAreFilters: Rule<TableResource> = (definition) => {
  const names = (definition.list.filterForm?.fields ?? []).map(({ filter }) => filter)
  return names.flatMap((filter, index): readonly Finding[] => {
    const where = `${definition.name}.list.filter.${filter}`
    const problems = problemsWith(definition, filter)
    return [...problems, ...(names.indexOf(filter) === index ? [] : ['stands twice'])].map((message) => ({
      where,
      message,
    }))
  })
}

/** `several` is for filters of several values. */
const severalFit: Rule<TableResource> = ({ name, bindings, list }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    leavesOf({ ...query, ...body }).flatMap(([wire, source]) => {
      const schema = 'filter' in source ? list.filters[source.filter] : undefined
      if (!('filter' in source) || source.several === undefined || schema === undefined) return []
      const where = `${name}.bindings.${binding}.${wire}`
      const message = `writes several values, and filter '${source.filter}' has one: remove 'several', or make it a list`
      return typeOf(schema) === 'array' ? [] : [{ where, message }]
    }),
  )

const filterRules: Rules<TableResource> = [
  ['invalid-filter', formFieldsAreFilters],
  ['invalid-filter', severalFit],
]

const clientPaging: Rule<TableResource> = ({ name, list: { columns, paging, sort, sortable }, dialect }) => {
  if (dialect !== null) return []
  const where = `${name}.list.sort`
  if (sort === undefined) {
    const field = columns.find((column) => column.field !== undefined)?.field ?? 'id'
    const message = `is missing: client paging needs a stable order, such as sort: '${field}'`
    return paging === 'client' ? [{ where, message }] : []
  }
  if (sortable.includes(sort.field)) return []
  return sortable.length === 0
    ? [{ where, message: `does nothing: the call sends no order; map { sort: '-field' } in its query, or remove it` }]
    : [
        {
          where,
          message: `is by '${sort.field}', which the service does not order by; there are: ${joinNames(sortable)}`,
        },
      ]
}

const SEVERAL = `give each of them the same 'several'`

/** Several fields are written alike in all parameters of an order, and so that the service can tell them apart. */
const ordersAreWritten: Rule<TableResource> = ({ name, bindings }) => {
  const orders = ['list', 'listFiltered'].flatMap((binding) => {
    const { query, body } = bindings[binding] ?? {}
    return leavesOf({ ...query, ...body }).flatMap(([wire, source]) =>
      'sort' in source ? [{ where: `${name}.bindings.${binding}.${wire}`, ...source }] : [],
    )
  })
  const [first] = orders
  return orders.flatMap(({ where, sort, several }): readonly Finding[] => [
    ...foundUnless(
      several === first?.several,
      where,
      `orders by ${several === undefined ? 'one field' : 'several fields'}, unlike ${first?.where}: ${SEVERAL}`,
    ),
    ...foundIf(
      several === 'comma' && (sort === 'json' || sort.includes(',')),
      where,
      `writes '${sort}' with commas in between, which cannot be told apart: use several: 'repeat'`,
    ),
  ])
}

/** A filtered list that sends no page would answer with the first one again and again. */
const pagesAreSent: Rule<TableResource> = ({ name, list, bindings, dialect }) => {
  const filtered = dialect === null && list.paging === 'server' ? bindings['listFiltered'] : undefined
  return foundUnless(
    filtered === undefined || hasPages(filtered),
    `${name}.bindings.listFiltered`,
    `sends no page, and the list has pages: map { param: 'page' } in its query as bindings.list does`,
  )
}

/** The dialect pages, orders and counts, so it needs an initial order. */
const collectionIsPaged: Rule<TableResource> = ({ name, list, dialect }) => {
  if (dialect === null) return []
  const sorts = list.columns.flatMap(({ field, isSortable }) => (isSortable && field !== undefined ? [field] : []))
  return foundUnless(
    list.sort !== undefined && ['id', ...sorts].includes(list.sort.field),
    `${name}.list.sort`,
    `names no column to begin with: a collection is read in an order; there are: ${joinNames(sorts)}`,
  )
}

/** A file is read page after page by the list's own call. */
const exportIsRead: Rule<TableResource> = ({ name, kind, list, dialect }) =>
  foundUnless(
    list.export === undefined || (kind === 'list' && dialect === null && list.layout === 'table'),
    `${name}.list.export`,
    `saves only a table that the list's own call reads: remove it from ${kind === 'nested' ? 'records that are part of another' : dialect === null ? 'cards' : 'a collection with a dialect'}`,
  )

const searchIsSent: Rule<TableResource> = ({ name, list, bindings, dialect }) => {
  if (list.search === undefined || dialect !== null) return []
  if (list.paging === 'client') {
    return list.search.field === undefined
      ? [{ where: `${name}.list.search.field`, message: `is missing: client paging searches its fields` }]
      : []
  }
  const { query, body } = bindings['list'] ?? {}
  const isSent = leavesOf({ ...query, ...body }).some(([, source]) => 'param' in source && source.param === 'search')
  if (isSent && list.search.field !== undefined) {
    return [{ where: `${name}.list.search.field`, message: `is not used: the service searches, remove it` }]
  }
  return foundUnless(
    isSent || list.search.field !== undefined,
    `${name}.list.search`,
    `is never sent: map { param: 'search' } in the query of bindings.list, or name a field to search here`,
  )
}

const sourcesExist: Rule<TableResource> = ({ name, bindings, list }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    leavesOf({ ...query, ...body }).flatMap(([wire, source]) =>
      strangers(
        `${name}.bindings.${binding}.${wire}`,
        'filter' in source ? [source.filter] : [],
        Object.keys(list.filters),
        (filter) => `takes filter '${filter}', declared are: `,
      ),
    ),
  )

const filterMenuExists: Rule<TableResource> = ({ name, list }) =>
  (list.filterMenu?.sections ?? []).flatMap((section) => {
    const where = `${name}.list.filterMenu.${section.name}`
    const declared = Object.keys(list.filters)
    if ('fromExtra' in section.options) {
      return foundUnless(
        declared.includes(section.options.sets),
        where,
        `sets filter '${section.options.sets}', declared are: ${joinNames(declared, section.options.sets)}`,
      )
    }
    return section.options.flatMap((option) =>
      strangers(
        `${where}.${option.value}`,
        Object.keys(option.sets),
        declared,
        (filter) => `sets filter '${filter}', declared are: `,
      ),
    )
  })

/** A tab leads to a place in the list, so a person must be able to choose its filters as well. */
const tabsAreFilters: Rule<TableResource> = ({ name, list: { tabs, filterForm } }) => {
  const fields = (filterForm?.fields ?? []).map(({ filter }) => filter)
  return tabs.flatMap(({ label, form }) =>
    strangers(
      `${name}.list.tabs.${label}`,
      Object.keys(form),
      fields,
      (filter) =>
        `sets '${filter}' as no choice of the filter menu does, and it is no field of the filter form; there are: `,
    ),
  )
}

/** Rules about paging, search and filters. */
export const listRules: Rules<TableResource> = [
  ['invalid-sort', clientPaging],
  ['invalid-sort', collectionIsPaged],
  ['invalid-sort', ordersAreWritten],
  ['page-not-sent', pagesAreSent],
  ['no-export', exportIsRead],
  ['unsent-search', searchIsSent],
  ['unknown-filter', sourcesExist],
  ['unknown-filter', filterMenuExists],
  ['unknown-filter', tabsAreFilters],
  ...filterRules,
]
