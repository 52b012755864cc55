import { objectOf } from '../../language/input.ts'
import type { ResolvedColumn, Resource, TableResource } from '../../language/resource.ts'
import { pointerOf, valueAt, type Values } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'
import { UNREADABLE, unreadableAt } from '../../language/unreadable.ts'
import { holds, isPresent } from '../../language/predicate.ts'
import { fillTemplate } from '../../language/template.ts'
import { formatColumn, NOTHING } from '../format/formatValue.ts'

/** A record of a list, as the provider returns it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string | number }

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'id')

/** The record with an id in the answer of a list. */
export function rowIn(answer: unknown, id: string): Row | undefined {
  const rows = valueAt(answer, '/data')
  const known: readonly unknown[] = Array.isArray(rows) ? rows : []
  return known.filter(isRow).find((row) => String(row.id) === id)
}

/** Title of a field; `undefined` when its schema has none. */
function titleOf(definition: TableResource, field: string): string | undefined {
  const title = valueAt(definition.record.properties[field], '/title')
  return typeof title === 'string' ? title : undefined
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The value a column shows for a record: its field's, or the first fallback when that is empty (D-160). */
export function columnValue({ field, path, fallback }: ResolvedColumn, record: Row): unknown {
  if (field === undefined) return undefined
  const own = valueAt(record[field], path)
  if (fallback.length === 0 || !isEmpty(own)) return own
  const other = fallback.find((each) => !isEmpty(record[each.field]) && holds(each.when, record))
  return other === undefined ? own : record[other.field]
}

/** Why a column's own value could not be read; `undefined` for one that is there or missing. */
export const unreadableText = ({ field, path }: ResolvedColumn, record: Row): string | undefined =>
  field === undefined ? undefined : unreadableAt(record, `${pointerOf([field])}${path}` as Pointer)

/**
 * The text of a column for a record. Showing, naming and comparing all use this text. It contains the value and its
 * `and` fields, in the column's format, or the column's text for a missing value. What could not be read says so.
 */
export function columnText(column: ResolvedColumn, record: Row): string {
  const own = columnValue(column, record)
  const first = isEmpty(own) && unreadableText(column, record) !== undefined ? UNREADABLE : formatColumn(column, own)
  if (column.and.length === 0) return first
  const others = column.and.map((field) =>
    unreadableAt(record, pointerOf([field])) === undefined ? formatColumn(column, record[field]) : UNREADABLE,
  )
  const texts = [first, ...others].filter((text) => !isNothing(column, text))
  return texts.join(' ') || formatColumn(column, undefined)
}

/** The words for a field's value: as its column writes it, or without one as its schema says. */
export function fieldText({ list, record }: Resource, field: string, value: unknown): string {
  const { display = 'text', labels, decimals } = objectOf(record.properties[field] ?? {})
  const column = list?.columns.find((each) => each.field === field && each.path === '')
  return formatColumn(column ?? { display, labels, decimals }, value)
}

/** Fills the templates that people read, with the words for each value. */
export const filledText =
  (definition: Resource) =>
  (template: string, values: Values): string =>
    fillTemplate(template, values, (field, value) => fieldText(definition, field, value))

/** The number next to a column's value, where it is to be shown: what could not be read may be some. */
export function countOf({ count }: ResolvedColumn, record: Row): string | undefined {
  if (count === undefined || !holds(count.when, record)) return undefined
  if (unreadableAt(record, pointerOf([count.field])) !== undefined) return UNREADABLE
  const value = Number(record[count.field] ?? 0)
  return value > 0 ? String(value) : undefined
}

/** True when a column's text means that there is no value. */
export const isNothing = ({ emptyText: blank = NOTHING }: ResolvedColumn, text: string): boolean => text === blank

/** Title of a field as a status: 'Approved' → 'Approved' or 'Not approved'. */
export function statusText(definition: TableResource, field: string, isOk: boolean): string {
  const title = titleOf(definition, field) ?? field
  return isOk ? title : `Not ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** Whether a field is true, in a word, or that it is not known. */
export function yesOrNo(record: Row, field: string): string {
  if (unreadableAt(record, pointerOf([field])) !== undefined) return UNREADABLE
  return isPresent(record[field]) ? (record[field] === true ? 'Yes' : 'No') : NOTHING
}

/** True when a column shows a value of the record, or that it could not be read. */
export const hasText = (column: ResolvedColumn, record: Row): boolean => !isNothing(column, columnText(column, record))
