import { coerceRecord } from './coerceRecord.ts'
import type { NestedResource, ResolvedList } from './resource.ts'
import { OWNER } from './owner.ts'
import { valueAt } from './pointer.ts'
import { isValues } from './readRecord.ts'
import type { PageRecord } from './readRecord.ts'

const keyIn = (item: Readonly<Record<string, unknown>>, key: string): string | number | undefined => {
  const value = item[key]
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined
}

const isNumber = (value: unknown): value is number => typeof value === 'number'

const textOf = (value: unknown): string => (typeof value === 'string' || isNumber(value) ? String(value) : '')

const compare = (one: unknown, other: unknown): number =>
  isNumber(one) && isNumber(other) ? one - other : textOf(one).localeCompare(textOf(other), 'en', { numeric: true })

const ordered = (records: readonly PageRecord[], sort: ResolvedList['sort']): readonly PageRecord[] => {
  if (sort === undefined) return records
  const direction = sort.order === 'DESC' ? -1 : 1
  return records.toSorted((one, other) => direction * compare(one[sort.field], other[sort.field]))
}

/** The records of a part, and how many items of the answer could not be read as such. */
export interface PartRecords {
  readonly records: readonly PageRecord[]
  readonly unreadable: number
}

/**
 * The records of a part: the items of its parent's answer, identified by the part's key, with the fields carried from
 * the parent's record and the parent's id as `OWNER`, in the part's order. An item without its key cannot be acted upon and is only counted.
 */
export function readPart(part: NestedResource, detail: unknown, parent: PageRecord): PartRecords {
  const { path, key, include } = part.partOf
  const found = valueAt(detail, path)
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  const carried = Object.fromEntries(Object.entries(include).map(([field, own]) => [field, parent[own]]))
  const records = items.filter(isValues).flatMap((item): readonly PageRecord[] => {
    const id = keyIn(item, key)
    return id === undefined
      ? []
      : [{ ...carried, ...(coerceRecord(item, part.record) as typeof item), id, [OWNER]: parent.id }]
  })
  return { records: ordered(records, part.list.sort), unreadable: items.length - records.length }
}
