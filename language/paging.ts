import type { ListParameter, Source } from './binding.ts'
import { coerce } from './coerceRecord.ts'
import { filled, type RequestValues } from './requestValues.ts'
import type { ObjectSchema } from './schema.ts'
import type { Values } from './pointer.ts'

type Sources = Readonly<Record<string, Source>>
/** Lists that their service does not count are counted up to about this many records, everywhere. */
export const MOST_COUNTED = 150

const pageParameters: readonly ListParameter[] = ['cursor', 'page', 'pageIndex', 'offset', 'startIndex']

export const isPageParameter = (source: Source): source is Extract<Source, { readonly param: ListParameter }> =>
  'param' in source && pageParameters.includes(source.param)

/** The source if it says which page is read, or what of it does inside a nested object. */
function pageSource(source: Source): Source | undefined {
  if (!('nested' in source)) return isPageParameter(source) ? source : undefined
  const nested = pageSources(source.nested)
  return Object.keys(nested).length === 0 ? undefined : { nested }
}

const pageSources = (sources: Sources): Sources =>
  Object.fromEntries(
    Object.entries(sources).flatMap(([wire, source]) => {
      const own = pageSource(source)
      return own === undefined ? [] : [[wire, own]]
    }),
  )

/** The page of a list, its first being 1; for a list that is read by a cursor, the cursor that came with the page before. */
export type PagePlace = Required<Pick<RequestValues, 'page' | 'perPage'>> & Pick<RequestValues, 'cursor'>

/** The values of a request that say which page is read, by wire names. */
export const pageValues = (sources: Sources, place: PagePlace, record: ObjectSchema): Values =>
  filled(pageSources(sources), place, record)

/** What an answer tells about the rest of its list. */
export interface PageFacts extends Pick<PagePlace, 'page' | 'perPage'> {
  /** The number of records in the answer, also of those that cannot be read or are not shown. */
  readonly records: number
  /** The number of pages; `null` when the service does not tell. */
  readonly pageCount: number | null
  /** The number of records in the list. */
  readonly total?: number | undefined
  /** The cursor or mark of the next page; '' on the last page, `undefined` when the service does not tell. */
  readonly next?: string | undefined
}

/** The number of pages as an answer has it, at least 1; `null` for a value that is none. */
export function pageCountOf(value: unknown): number | null {
  const count = coerce(value, 'number')
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 ? Math.max(1, count) : null
}

/** The number of pages that an answer tells, by itself or by its total. */
export const pagesIn = ({ pageCount, total, perPage }: Omit<PageFacts, 'page' | 'records'>): number | null =>
  pageCount ?? (total === undefined ? null : Math.max(1, Math.ceil(total / perPage)))

/** True when a list goes on. Where the service tells nothing about that, it does after every full page. */
export function hasNextPage(facts: PageFacts): boolean {
  const { page, perPage, records, next } = facts
  if (next !== undefined) return next !== ''
  const pages = pagesIn(facts)
  return pages === null ? records >= perPage : page < pages
}

/** Records of one file. A list with more is cut, and the file says so. */
export const MOST_EXPORTED = 100_000

/**
 * One line of a list that is read for a file: a page as the list's own answer, then as the last line how many records
 * there were, or why the rest is missing. Without a last line the connection broke.
 */
export type ExportedLine =
  | { readonly page: unknown }
  /** `isCut`: the list has more records than one file may have. */
  | { readonly records: number; readonly isCut: boolean }
  | { readonly failure: { readonly code: string; readonly message: string } }
