import type { TableResource } from '../resource.ts'
import type { Source } from '../binding.ts'
import { filterRules } from './filterRules.ts'
import { entriesOf, joinNames, type Rule } from './problem.ts'
import { leavesOf } from './sources.ts'

const clientPaging: Rule<TableResource> = ({ name, list, dialect }) => {
  if (dialect !== null) return []
  if (list.paging === 'client') {
    return list.sort === undefined
      ? [{ where: `${name}.list.sort`, message: `is missing: client paging needs a stable order` }]
      : []
  }
  return list.sort === undefined
    ? []
    : [{ where: `${name}.list.sort`, message: `does nothing: a server list keeps the server's order; remove it` }]
}

/** The dialect pages, orders and counts: it needs an order to begin with. */
const collectionIsPaged: Rule<TableResource> = ({ name, list, dialect }) => {
  if (dialect === null) return []
  const sorts = list.columns.flatMap(({ field, isSortable }) => (isSortable && field !== undefined ? [field] : []))
  return list.sort !== undefined && ['id', ...sorts].includes(list.sort.field)
    ? []
    : [
        {
          where: `${name}.list.sort`,
          message: `names no column to begin with: a collection is read in an order; there are: ${joinNames(sorts)}`,
        },
      ]
}

const hasSource = (sources: Readonly<Record<string, Source>> | undefined, test: (source: Source) => boolean): boolean =>
  Object.values(sources ?? {}).some(test)

const searchIsSent: Rule<TableResource> = ({ name, list, bindings, dialect }) => {
  if (list.search === undefined || dialect !== null) return []
  if (list.paging === 'client') {
    return list.search.field === undefined
      ? [{ where: `${name}.list.search.field`, message: `is missing: client paging searches one field` }]
      : []
  }
  return hasSource(bindings['list']?.query, (source) => 'param' in source && source.param === 'search')
    ? []
    : [
        {
          where: `${name}.list.search`,
          message: `is never sent: map { param: 'search' } in the query of bindings.list`,
        },
      ]
}

const sourcesExist: Rule<TableResource> = ({ name, bindings, list }) =>
  entriesOf(bindings).flatMap(([binding, { query, body }]) =>
    leavesOf({ ...query, ...body }).flatMap(([wire, source]) =>
      'filter' in source && list.filters[source.filter] === undefined
        ? [
            {
              where: `${name}.bindings.${binding}.${wire}`,
              message: `takes filter '${source.filter}', declared are: ${joinNames(Object.keys(list.filters))}`,
            },
          ]
        : [],
    ),
  )

const filterMenuExists: Rule<TableResource> = ({ name, list }) =>
  (list.filterMenu?.sections ?? []).flatMap((section) => {
    const where = `${name}.list.filterMenu.${section.name}`
    const declared = Object.keys(list.filters)
    if ('fromExtra' in section.options) {
      return declared.includes(section.options.sets)
        ? []
        : [{ where, message: `sets filter '${section.options.sets}', declared are: ${joinNames(declared)}` }]
    }
    return section.options.flatMap((option) =>
      Object.keys(option.sets)
        .filter((filter) => !declared.includes(filter))
        .map((filter) => ({
          where: `${where}.${option.value}`,
          message: `sets filter '${filter}', declared are: ${joinNames(declared)}`,
        })),
    )
  })

/** Rules about paging, search and filters. */
export const listRules: readonly Rule<TableResource>[] = [
  clientPaging,
  collectionIsPaged,
  searchIsSent,
  sourcesExist,
  filterMenuExists,
  ...filterRules,
]
