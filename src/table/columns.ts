import type { AnyColumn, AnyDefinition } from '../../language/defineResource.ts'
import { valueAt } from '../../language/pointer.ts'
import { holds } from '../../language/predicate.ts'
import type { Pointer } from '../../language/schema.ts'
import { formatColumn, NOTHING } from '../format/formatValue.ts'

/** A record of a list, as the provider gives it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string | number }

/** One column with every default filled in. */
export interface ResolvedColumn extends Omit<AnyColumn, 'actions'> {
  readonly id: string
  readonly label: string
  readonly format: string
  readonly at: Pointer
  readonly actions: readonly string[]
  readonly isNumeric: boolean
  /** Server lists keep the server's order; what the provider holds whole can be ordered by any field. */
  readonly isSortable: boolean
}

const typeOf = (definition: AnyDefinition, field: string | undefined): unknown =>
  field === undefined ? undefined : valueAt(definition.record.properties[field], '/type')

function titleOf(definition: AnyDefinition, field: string | undefined): string | undefined {
  const title = field === undefined ? undefined : valueAt(definition.record.properties[field], '/title')
  return typeof title === 'string' ? title : undefined
}

function resolve(definition: AnyDefinition, declared: string | AnyColumn): ResolvedColumn {
  const column: AnyColumn = typeof declared === 'string' ? { field: declared } : declared
  const { field, format } = column
  const id = column.id ?? field ?? ''
  const type = [typeOf(definition, field)].flat()
  const isNumber = field !== 'id' && (type.includes('integer') || type.includes('number')) && !type.includes('string')
  return {
    ...column,
    id,
    label: column.label ?? titleOf(definition, field) ?? id,
    format: format ?? 'text',
    at: column.at ?? '',
    actions: column.actions ?? [],
    isNumeric:
      format === 'number' || format === 'decimal' || (format === undefined && column.toggle === undefined && isNumber),
    isSortable: definition.list.paging === 'client' && field !== undefined && column.toggle === undefined,
  }
}

/** The columns of a definition in their order. */
export const resolveColumns = (definition: AnyDefinition): readonly ResolvedColumn[] =>
  definition.list.columns.map((column) => resolve(definition, column))

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The value a column shows of a record: its field's, or, where that is empty, of the first to stand in (D-160). */
export function columnValue({ field, at, or }: ResolvedColumn, record: Row): unknown {
  if (field === undefined) return undefined
  const own = valueAt(record[field], at)
  if (or === undefined || !isEmpty(own)) return own
  const other = or.find((each) => !isEmpty(record[each.field]) && holds(each.when, record))
  return other === undefined ? own : record[other.field]
}

const besides = ({ with: fields = [] }: ResolvedColumn, record: Row): readonly unknown[] =>
  fields.map((field) => record[field]).filter((value) => !isEmpty(value))

/**
 * What a column says of a record, as everybody who shows, names or compares it writes it: its value and those that come
 * with it, in the column's words and places, or its text for what is missing.
 */
export function columnText(column: ResolvedColumn, record: Row): string {
  const value = columnValue(column, record)
  if (column.with === undefined) return formatColumn(column, value)
  const texts = [value, ...besides(column, record)].filter((each) => !isEmpty(each))
  return texts.map((each) => formatColumn(column, each)).join(' ') || formatColumn(column, undefined)
}

/** Whether a column's text stands for nothing. */
export const isNothing = ({ blank = NOTHING }: ResolvedColumn, text: string): boolean => text === blank

/** Title of a field as a status: 'Approved' → 'Approved' or 'Not approved'. */
export function statusText(definition: AnyDefinition, field: string, isOk: boolean): string {
  const title = titleOf(definition, field) ?? field
  return isOk ? title : `Not ${title.charAt(0).toLowerCase()}${title.slice(1)}`
}
