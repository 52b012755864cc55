import type { JSONSchema } from 'json-schema-to-ts'
import type { Resource, TableResource } from '../resource.ts'
import { valueAt } from '../pointer.ts'
import { entriesOf, joinNames, type Problem, type Rule } from './problem.ts'
import { leavesOf } from './sources.ts'

/** Parameters of an address that mean something already: a filter is one by its own name. */
const taken = ['page', 'sort', 'filter', 'tab', 'search', 'private']

/** Types of which a form can make a control. */
const drawn = ['string', 'integer', 'number', 'boolean']

const isSent = ({ bindings, dialect }: TableResource, filter: string): boolean =>
  dialect !== null ||
  entriesOf(bindings).some(([, { query, body }]) =>
    leavesOf({ ...query, ...body }).some(([, source]) => 'filter' in source && source.filter === filter),
  )

const isSetByMenu = ({ list }: TableResource, filter: string): boolean =>
  (list.filterMenu?.sections ?? []).some(({ options }) =>
    'fromExtra' in options ? options.sets === filter : options.some(({ sets }) => Object.hasOwn(sets, filter)),
  )

function problemsWith(definition: TableResource, filter: string): readonly string[] {
  const { filters } = definition.list
  const schema: JSONSchema | undefined = filters[filter]
  if (schema === undefined) return [`is no filter; declared are: ${joinNames(Object.keys(filters))}`]
  return [
    ...(drawn.includes(String(valueAt(schema, '/type')))
      ? []
      : [`has no control: its type is none of ${joinNames(drawn)}`]),
    ...(taken.includes(filter) ? [`cannot stand in an address: '${filter}' means something else there`] : []),
    ...(isSent(definition, filter)
      ? []
      : [`is never sent: map { filter: '${filter}' } in the query that reads the list`]),
    ...(isSetByMenu(definition, filter) ? [`is set by the filter menu too: one of the two would be ignored`] : []),
  ]
}

const formFieldsAreFilters: Rule<TableResource> = (definition) => {
  const names = (definition.list.filterForm?.fields ?? []).map(({ filter }) => filter)
  return names.flatMap((filter, index): readonly Problem[] => {
    const where = `${definition.name}.list.filters.${filter}`
    const problems = problemsWith(definition, filter)
    return [...problems, ...(names.indexOf(filter) === index ? [] : ['stands twice'])].map((message) => ({
      where,
      message,
    }))
  })
}

const addressesOf = ({ path, aliases }: Resource): readonly string[] => (path === null ? [] : [path, ...aliases])

/** Two lists at one address would be one list. */
const addressesDiffer: Rule<TableResource> = (definition, all) =>
  addressesOf(definition).flatMap((address) => {
    const owner = all.find((other) => other.name !== definition.name && addressesOf(other).includes(address))
    return owner === undefined
      ? []
      : [{ where: `${definition.name}.path`, message: `is '${address}', which leads to ${owner.name}` }]
  })

/** Rules about filter forms, and about the addresses that filters and lists stand in. */
export const filterRules: readonly Rule<TableResource>[] = [formFieldsAreFilters, addressesDiffer]
