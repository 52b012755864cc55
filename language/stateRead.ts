import type { ListResource } from './resource.ts'
import type { ResolvedList } from './list.ts'
import type { Values } from './pointer.ts'

/** The fields of a record that its detail gives: all if the detail is one record of the list, else `show.record`. */
export const detailFields = ({ detail, idFields, record, show }: ListResource): readonly string[] => [
  ...new Set(['id', ...idFields, ...Object.keys((detail === null ? record.properties : show?.record) ?? {})]),
]

/** How the current state of a record is read: its detail, and its row of the list for the fields that only that has. */
export interface StateRead {
  readonly hasDetail: boolean
  readonly fromRow: readonly string[]
}

/** The read that gives the current values of these fields of a record. */
export function stateReadOf(definition: ListResource, fields: readonly string[]): StateRead {
  const hasDetail = definition.bindings['getOne'] !== undefined
  const known = hasDetail ? detailFields(definition) : []
  return { hasDetail, fromRow: fields.filter((field) => !known.includes(field)) }
}

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
