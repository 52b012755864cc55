import { coerceRecord } from './coerceRecord.ts'
import { fieldsOfId } from './recordId.ts'
import type { Resource, NestedResource } from './resource.ts'
import type { ResolvedList } from './list.ts'
import { holds } from './predicate.ts'
import { isValues, pointerOf, stepsOf, valueAt, valuesAt, type Values } from './pointer.ts'
import type { Pointer, Scalar } from './schema.ts'
import { unreadableAt, unreadableBelow, withUnreadable, type UnreadablePlaces } from './unreadable.ts'
import type { Evidence, Newest } from './show.ts'
import { OWNER } from './operations.ts'

/** A record in the form that screens and actions use. */
export interface PageRecord {
  readonly id: string | number
  readonly [field: string]: unknown
}

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

/** The requested field of the item with the highest number (D-62). Items without a number are never the newest. */
function newestOf(detail: unknown, { path, newestBy, when, field: take }: Newest): unknown {
  const items = itemsAt(detail, path).filter(
    (item) =>
      isNumeric(item[newestBy]) && Object.entries(when).every(([field, wanted]) => isSame(item[field] ?? null, wanted)),
  )
  return items.toSorted((one, other) => Number(other[newestBy]) - Number(one[newestBy]))[0]?.[take]
}

/** Why it is not known which item is the newest, or what it has. */
function newestUnread(detail: unknown, { path, newestBy, when, field }: Newest): string | undefined {
  const asked = [newestBy, field, ...Object.keys(when)]
  const unread = Object.entries(unreadableBelow(detail, path)).find(([place]) => {
    const [, member] = stepsOf(place as Pointer)
    return member === undefined || asked.includes(member)
  })
  return unreadableAt(detail, path) ?? unread?.[1]
}

/**
 * The record of a page, by the fields of the resource's list: the requested id, the detail itself if it is one record of
 * the list, and what `show.record` finds in it. Actions and further reads of the page use it.
 */
export function readRecord(definition: Resource, detail: unknown, id: string | number): PageRecord {
  const { show, record, detail: own } = definition
  const whole = own === null ? coerceRecord(detail, record) : undefined
  const sources = Object.entries(show?.record ?? {})
  const fields = sources.map(([field, source]) => {
    const found = typeof source === 'string' ? valueAt(detail, source) : source && newestOf(detail, source)
    return [field, coerceRecord(found, record.properties[field])] as const
  })
  const unreadable = sources.flatMap(([field, source]) => {
    const why = typeof source === 'string' ? unreadableAt(detail, source) : newestUnread(detail, source)
    return why === undefined ? [] : [[pointerOf([field]), why] as const]
  })
  const found = { ...(isValues(whole) ? whole : {}), ...fieldsOfId(definition, id), ...Object.fromEntries(fields), id }
  return withUnreadable(found, Object.fromEntries(unreadable))
}

/**
 * The record of a page with the fields that only its row of the list has, and what could not be read of that; without them
 * while the row is unknown.
 */
export const withRow = (record: PageRecord, fields: readonly string[], row: Values | undefined): PageRecord =>
  row === undefined
    ? record
    : withUnreadable(
        { ...record, ...Object.fromEntries(fields.map((field) => [field, row[field]])) },
        unreadableBelow(row, ''),
      )

/** True when some item at the place meets the condition. */
export const isFound = ({ path, when }: Evidence, answer: unknown): boolean =>
  valuesAt(answer, path)
    .filter(isValues)
    .some((item) => holds(when, item))

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

/** The records of a part, and the number of unreadable items in the answer. */
export interface PartRecords {
  readonly records: readonly PageRecord[]
  readonly unreadable: number
}

const carriedInto = ({ partOf }: NestedResource, parent: PageRecord): Values => ({
  ...Object.fromEntries(Object.entries(partOf.include).map(([field, own]) => [field, parent[own]])),
  [OWNER]: parent.id,
})

/** What could not be read of the fields that a part takes from its parent. */
const unreadableInto = ({ partOf }: NestedResource, parent: PageRecord): UnreadablePlaces =>
  Object.fromEntries(
    Object.entries(partOf.include).flatMap(([field, own]) => {
      const why = unreadableAt(parent, pointerOf([own]))
      return why === undefined ? [] : [[pointerOf([field]), why]]
    }),
  )

/** What a new record of a part has before the service has it: what comes from its parent. */
export const newInPart = (part: NestedResource, parent: PageRecord): PageRecord => ({
  ...carriedInto(part, parent),
  id: '',
})

/**
 * The records of a part: the items of its parent's answer, identified by the part's key, with the fields included from
 * the parent's record and the parent's id as `OWNER`, in the part's order. An item without its key can't have actions
 * and is only counted.
 */
export function readPart(part: NestedResource, detail: unknown, parent: PageRecord): PartRecords {
  const { path, key } = part.partOf
  const found = valueAt(detail, path)
  const items: readonly unknown[] = Array.isArray(found) ? found : []
  const carried = carriedInto(part, parent)
  const unreadable = unreadableInto(part, parent)
  const records = items.flatMap((item, index): readonly PageRecord[] => {
    const id = isValues(item) ? keyIn(item, key) : undefined
    const own = withUnreadable(coerceRecord(item, part.record), unreadableBelow(detail, `${path}/${index}` as Pointer))
    return id === undefined || !isValues(own) ? [] : [withUnreadable({ ...carried, ...own, id }, unreadable)]
  })
  const unread = unreadableAt(detail, path) === undefined ? items.length - records.length : 1
  return { records: ordered(records, part.list.sort), unreadable: unread }
}
