import type { ResolvedList } from './list.ts'
import type { Values } from './pointer.ts'

/** The search and the filters that find the row of a record in its list, and which page of it is read. */
export interface RowQuery {
  readonly page?: number
  readonly search?: string
  readonly filters: Values
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')

/** True when `find` names the search and not a filter. */
export const isSearch = (name: string, { search }: Pick<ResolvedList, 'search'>): boolean =>
  name === 'search' && search !== undefined

/**
 * How the row of a record is found, as the list's `find` says. A list that is read whole needs nothing. `undefined`
 * when the record has no value to find it by.
 */
export function rowQueryOf(list: ResolvedList, record: Values): RowQuery | undefined {
  const found = Object.entries(list.find).map(
    ([name, fields]) => [name, fields.map((field) => record[field]).find(isText)] as const,
  )
  const isFindable = list.paging === 'client' || found.length > 0
  if (!isFindable || found.some(([, value]) => value === undefined)) return undefined
  const search = found.find(([name]) => isSearch(name, list))?.[1]
  const filters = Object.fromEntries(found.filter(([name]) => !isSearch(name, list)))
  return { filters, ...(search === undefined ? {} : { search: String(search) }) }
}
