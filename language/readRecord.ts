import { coerceRecord } from './coerceRecord.ts'
import type { Resource } from './resource.ts'
import { holds } from './predicate.ts'
import { valueAt } from './pointer.ts'
import type { Scalar } from './schema.ts'
import type { Evidence, Newest } from './show.ts'
import { valuesAt } from './valuesAt.ts'

type Values = Readonly<Record<string, unknown>>

/** A record as screens and actions work with it. */
export interface PageRecord {
  readonly id: string | number
  readonly [field: string]: unknown
}

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const itemsAt = (detail: unknown, pointer: Newest['path']): readonly Values[] => {
  const found = valueAt(detail, pointer)
  return Array.isArray(found) ? found.filter(isValues) : []
}

const isSame = (value: unknown, wanted: Scalar): boolean =>
  typeof value === 'string' && typeof wanted === 'string'
    ? value.toUpperCase() === wanted.toUpperCase()
    : value === wanted

const isNumeric = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) && Number.isFinite(Number(value))

/** The wanted field of the item with the highest number (D-62); items without a number are never the newest. */
function newestOf(detail: unknown, { path, newestBy, when, field: take }: Newest): unknown {
  const items = itemsAt(detail, path).filter(
    (item) =>
      isNumeric(item[newestBy]) && Object.entries(when).every(([field, wanted]) => isSame(item[field] ?? null, wanted)),
  )
  return items.toSorted((one, other) => Number(other[newestBy]) - Number(one[newestBy]))[0]?.[take]
}

/**
 * The record of a page, by the fields of the resource's list: the id asked for, and what `show.record` finds in the
 * detail. What actions and further reads of the page are given.
 */
export function readRecord({ show, record }: Resource, detail: unknown, id: string | number): PageRecord {
  const fields = Object.entries(show?.record ?? {}).map(([field, source]) => [
    field,
    typeof source === 'string' ? valueAt(detail, source) : source && newestOf(detail, source),
  ])
  return { id, ...(coerceRecord(Object.fromEntries(fields), record) as Values) }
}

/** Whether some item at the place meets the condition. */
export const isFound = ({ path, when }: Evidence, answer: unknown): boolean =>
  valuesAt(answer, path)
    .filter(isValues)
    .some((item) => holds(when, item))
