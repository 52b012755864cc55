import type { TableResource } from '../resource.ts'
import { hasPages } from '../resolveList.ts'
import { MOST_RECORDS } from '../simpleRest.ts'
import { joinNames, type Finding, type Rule, type Rules, foundUnless, foundIf } from './problem.ts'
import { leavesOf } from '../binding.ts'

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

/** A page is asked for by its size, and a list that is held whole is shown in pages of it. */
const pageSize: Rule<TableResource> = ({ name, list: { perPage } }) =>
  foundUnless(
    Number.isInteger(perPage) && perPage >= 1 && perPage <= MOST_RECORDS,
    `${name}.list.perPage`,
    `is ${JSON.stringify(perPage)}, which is no size of a page: give a whole number from 1 to ${MOST_RECORDS}`,
  )

/** Rules about paging, orders and search. */
export const listRules: Rules<TableResource> = [
  ['invalid-page-size', pageSize],
  ['invalid-sort', clientPaging],
  ['invalid-sort', collectionIsPaged],
  ['invalid-sort', ordersAreWritten],
  ['page-not-sent', pagesAreSent],
  ['no-export', exportIsRead],
  ['unsent-search', searchIsSent],
]
