import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import { pointerOf, valueAt } from '../../language/pointer.ts'
import type { Pointer } from '../../language/schema.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import { holds } from '../../language/predicate.ts'
import { formatColumn, NOTHING } from '../format/formatValue.ts'

/** A record of a list, as the provider returns it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string | number }

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'id')

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

const besides = ({ and: fields }: ResolvedColumn, record: Row): readonly unknown[] =>
  fields.map((field) => record[field]).filter((value) => !isEmpty(value))

/**
 * The text of a column for a record. Showing, naming and comparing all use this text. It contains the value and its
 * `and` fields, in the column's format, or the column's text for a missing value.
 */
export function columnText(column: ResolvedColumn, record: Row): string {
  const value = columnValue(column, record)
  if (column.and.length === 0) return formatColumn(column, value)
  const texts = [value, ...besides(column, record)].filter((each) => !isEmpty(each))
  return texts.map((each) => formatColumn(column, each)).join(' ') || formatColumn(column, undefined)
}

/** True when a column's text means that there is no value. */
export const isNothing = ({ emptyText: blank = NOTHING }: ResolvedColumn, text: string): boolean => text === blank

/** Title of a field as a status: 'Approved' → 'Approved' or 'Not approved'. */
export function statusText(definition: TableResource, field: string, isOk: boolean): string {
  const title = titleOf(definition, field) ?? field
  return isOk ? title : `Not ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}

/** True when a column shows a value of the record, or that it could not be read. */
export const hasText = (column: ResolvedColumn, record: Row): boolean =>
  !isNothing(column, columnText(column, record)) || unreadableText(column, record) !== undefined
