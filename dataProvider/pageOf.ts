import { once } from '../language/once.ts'
import type { ResolvedList } from '../language/list.ts'
import type { ConsoleRecord } from './types.ts'

/** The parameters of a list that is searched, sorted and paged in the browser. */
export interface PageRequest {
  readonly search: string | undefined
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | undefined
  readonly page: number
  readonly perPage: number
}

/** One page of all records; `page` is the page actually returned. */
export interface Page {
  readonly rows: readonly ConsoleRecord[]
  readonly page: number
  readonly totalPages: number
  readonly total: number
}

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

/** True for a value that says nothing. */
export const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const compared = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(textOf(a), textOf(b))

const sorted = (rows: readonly ConsoleRecord[], sort: PageRequest['sort']): readonly ConsoleRecord[] => {
  if (sort === undefined) return rows
  const sign = sort.order === 'DESC' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [a[sort.field], b[sort.field]]
    // Rows without a value stay last in both directions, because people sort for the values.
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right))
    return sign * compared(left, right)
  })
}

function found(rows: readonly ConsoleRecord[], list: ResolvedList, search: string): readonly ConsoleRecord[] {
  const wanted = search.trim().toLocaleLowerCase('en')
  const fields = [list.search?.field ?? []].flat()
  if (fields.length === 0 || wanted === '') return rows
  const has = (value: unknown): boolean => !isMissing(value) && textOf(value).toLocaleLowerCase('en').includes(wanted)
  return rows.filter((row) => fields.some((field) => has(row[field])))
}

/**
 * Searches, sorts and cuts all records of a list to the requested page. A page beyond the last returns the last, so
 * deleting the only row of a page never shows an empty one. An invalid page number returns the first page.
 */
export function pageOf(
  all: readonly ConsoleRecord[],
  list: ResolvedList,
  { search, sort, ...asked }: PageRequest,
): Page {
  const rows = sorted(found(all, list, search ?? ''), sort)
  const page = Math.trunc(asked.page) || 1
  const perPage = Math.max(1, Math.trunc(asked.perPage) || list.perPage)
  const totalPages = Math.max(1, Math.ceil(rows.length / perPage))
  const given = Math.min(Math.max(1, page), totalPages)
  return { rows: rows.slice((given - 1) * perPage, given * perPage), page: given, totalPages, total: rows.length }
}
