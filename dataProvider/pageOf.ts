import { once } from '../language/once.ts'
import type { ResolvedList } from '../language/resource.ts'
import type { ConsoleRecord } from './types.ts'

/** What is asked of a list that is searched, sorted and paged in the browser. */
export interface PageRequest {
  readonly search: string | undefined
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' } | undefined
  readonly page: number
  readonly perPage: number
}

/** One page out of all records; `page` is the page really given. */
export interface Page {
  readonly rows: readonly ConsoleRecord[]
  readonly page: number
  readonly totalPages: number
  readonly total: number
}

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === ''

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const compared = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator().compare(textOf(a), textOf(b))

const sorted = (rows: readonly ConsoleRecord[], sort: PageRequest['sort']): readonly ConsoleRecord[] => {
  if (sort === undefined) return rows
  const sign = sort.order === 'DESC' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [a[sort.field], b[sort.field]]
    // Rows without a value stay last in both directions: they are the ones nobody sorts for.
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right))
    return sign * compared(left, right)
  })
}

const found = (rows: readonly ConsoleRecord[], field: string | undefined, search: string): readonly ConsoleRecord[] => {
  const wanted = search.trim().toLocaleLowerCase('en')
  if (field === undefined || wanted === '') return rows
  return rows.filter((row) => !isMissing(row[field]) && textOf(row[field]).toLocaleLowerCase('en').includes(wanted))
}

/**
 * Searches, sorts and cuts all records of a list to the wanted page. A page beyond the last gives the last, so that
 * deleting the only row of a page never shows an empty one; what is no page number at all gives the first.
 */
export function pageOf(
  all: readonly ConsoleRecord[],
  list: ResolvedList,
  { search, sort, ...asked }: PageRequest,
): Page {
  const rows = sorted(found(all, list.search?.field, search ?? ''), sort)
  const page = Math.trunc(asked.page) || 1
  const perPage = Math.max(1, Math.trunc(asked.perPage) || list.perPage)
  const totalPages = Math.max(1, Math.ceil(rows.length / perPage))
  const given = Math.min(Math.max(1, page), totalPages)
  return { rows: rows.slice((given - 1) * perPage, given * perPage), page: given, totalPages, total: rows.length }
}
