import { leavesOf } from './binding.ts'
import { objectOf, typeOf } from './input.ts'
import type { TableResource } from './resource.ts'
import type { Values } from './pointer.ts'

/** The filters that no call sends. A list that is held whole is filtered by them here. */
export const unsentFilters = ({ list, bindings, dialect }: Pick<TableResource, 'list' | 'bindings' | 'dialect'>) => {
  const sources = Object.values(bindings).flatMap(({ query, body }) => leavesOf({ ...query, ...body }))
  const sent = sources.flatMap(([, source]) => ('filter' in source ? [source.filter] : []))
  return dialect === null ? Object.keys(list.filters).filter((filter) => !sent.includes(filter)) : []
}

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLocaleLowerCase('en') : '')

/** True when a value is what a filter asks for: equal to it or to one of several, or a text that contains it. */
function isMet(value: unknown, wanted: unknown, isText: boolean): boolean {
  if (Array.isArray(wanted)) return wanted.some((each) => isMet(value, each, isText))
  if (Array.isArray(value)) return value.some((each) => isMet(each, wanted, isText))
  return isText ? lower(value).includes(lower(wanted)) : value === wanted
}

/** The records that meet the filters that no call sends, each by the field of its name. */
export function filterRows<R extends Values>(
  rows: readonly R[],
  definition: Parameters<typeof unsentFilters>[0],
  filters: Values,
): readonly R[] {
  const unsent = Object.entries(filters).filter(([name]) => unsentFilters(definition).includes(name))
  return rows.filter((row) =>
    unsent.every(([name, wanted]) => {
      const schema = objectOf(definition.list.filters[name] ?? {})
      return isMet(row[name], wanted, typeOf(schema) === 'string' && schema.enum === undefined)
    }),
  )
}
