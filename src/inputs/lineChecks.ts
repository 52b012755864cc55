import type { Upload } from '../../language/binding.ts'
import { lookupsOf } from '../../language/reference.ts'
import type { ListResource } from '../../language/resource.ts'
import { rowQueryOf } from '../../language/rowQuery.ts'
import { formatValue } from '../format/formatValue.ts'
import type { Row } from '../model/columns.ts'
import { listResource } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import { listParamsOf, type ListParams } from '../query/listQuery.ts'
import { parseListUrl, recordAddress } from '../query/listUrl.ts'
import { comparable, isNumber, type TableLine, usableLines, WHOLE_LINE } from './checkTable.ts'

/** A record that a mark names, and its address, where it has one. */
interface MarkedRecord {
  readonly name: string
  readonly to: string | undefined
}

export interface LineMark {
  readonly text: string
  /** The records in the text, in its order. */
  readonly records?: readonly MarkedRecord[]
  /** True if it is so whatever other records there are. */
  readonly isFinal?: boolean
  /** For a line to look at before it is sent: what such lines have in common, as in '2 lines …'. */
  readonly warning?: string
}

interface LineGroup {
  readonly params: ListParams
  readonly lines: readonly TableLine[]
}

export interface LineCheck {
  readonly definition: ListResource
  /** The column that its marks are about, or the line as a whole. */
  readonly column: string
  readonly groups: readonly LineGroup[]
  /** What the records that were found say of a line. */
  readonly judge: (rows: readonly Row[], line: TableLine) => LineMark | undefined
}

/** How far amounts may differ that are near each other, as a share of the larger one. */
const NEAR = 0.01

const isNear = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  Math.abs(one - other) <= NEAR * Math.max(Math.abs(one), Math.abs(other))

const isSame = (one: unknown, other: unknown): boolean => comparable(undefined, one) === comparable(undefined, other)

/** A field of a record with the text that a line has for it. */
type Compared = readonly [field: string, text: string]

/**
 * How much a record is like a line. It is much like it if the texts are the same, and of the amounts one is the same or all
 * are near.
 */
function likeness(definition: ListResource, row: Row, compared: readonly Compared[]): 'same' | 'near' | undefined {
  const { properties } = definition.record
  const pairs = compared.map(([field, text]) => {
    const schema = properties[field]
    return [schema, comparable(schema, row[field]), comparable(schema, text)] as const
  })
  const different = pairs.filter(([, one, other]) => one !== other)
  if (different.length === 0) return 'same'
  if (different.some(([schema]) => !isNumber(schema))) return undefined
  const isOneSame = different.length < pairs.filter(([schema]) => isNumber(schema)).length
  return isOneSame || different.every(([, one, other]) => isNear(one, other)) ? 'near' : undefined
}

interface Asked {
  readonly search?: string
  readonly filters: Readonly<Record<string, unknown>>
}

/** The lines by the values of some columns, of which the first says what is asked; those that nothing is asked for are left out. */
function groupsOf(
  definition: ListResource,
  lines: readonly TableLine[],
  columns: readonly string[],
  askedFor: (line: TableLine) => Asked | undefined,
): readonly LineGroup[] {
  const keyOf = ({ cells }: TableLine) => columns.map((column) => comparable(undefined, cells[column])).join('\n')
  const place = parseListUrl(definition, '')
  return [...Map.groupBy(lines, keyOf).values()].flatMap((group) => {
    const asked = group[0] && askedFor(group[0])
    if (asked === undefined) return []
    const params = listParamsOf(definition, { ...place, search: asked.search ?? '' })
    return [{ params: { ...params, filter: asked.filters }, lines: group }]
  })
}

/** The lines in which nothing is wrong with the value of a column. */
export const linesWith = (column: string, lines: readonly TableLine[]): readonly TableLine[] =>
  lines.filter(({ faults }) => faults[column] === undefined && faults[WHOLE_LINE] === undefined)

function markOf(text: string, definition: ListResource, rows: readonly Row[], nameOf: (row: Row) => string) {
  const records = rows.map((row) => ({ name: nameOf(row), to: recordAddress(definition, row.id) }))
  return { text: `${text}${records.map(({ name }) => name).join(', ')}`, records, isFinal: true }
}

/** Looks up the values of a column by which records are found. */
function lookup(definition: ListResource, column: string, field: string, lines: readonly TableLine[]): LineCheck {
  const valueOf = ({ cells }: TableLine) => cells[column] ?? ''
  return {
    definition,
    column,
    groups: groupsOf(definition, lines, [column], (line) =>
      valueOf(line) === '' ? undefined : { search: valueOf(line), filters: {} },
    ),
    judge: (rows, line) => {
      const found = rows.filter((row) => isSame(row[field], valueOf(line)))
      return found.length === 0
        ? { text: `Not found in ${definition.label}`, warning: `not found in ${definition.label}` }
        : markOf('', definition, found, (row) => recordName(definition, row))
    },
  }
}

/** Looks for records with the same values, or much like them. */
function duplicates(
  definition: ListResource,
  fields: Readonly<Record<string, string>>,
  rows: NonNullable<Upload['rows']>,
  lines: readonly TableLine[],
): LineCheck {
  const valuesOf = ({ cells }: TableLine) =>
    Object.entries(fields).flatMap(([field, column]): readonly Compared[] => {
      const text = cells[column] ?? ''
      return text === '' ? [] : [[field, text]]
    })
  const asked = Object.values(definition.list.find).flatMap((found) => found.flatMap((field) => fields[field] ?? []))
  const amountsOf = (row: Row) =>
    Object.entries(fields)
      .filter(([field]) => isNumber(definition.record.properties[field]))
      .map(([field, column]) => `${rows[column]?.label ?? column} ${formatValue('decimal', row[field])}`)
  return {
    definition,
    column: WHOLE_LINE,
    groups: groupsOf(definition, lines, asked, (line) =>
      rowQueryOf(definition.list, Object.fromEntries(valuesOf(line))),
    ),
    judge: (found, line) => {
      const values = valuesOf(line)
      const groups = Map.groupBy(found, (row) => likeness(definition, row, values))
      const same = groups.get('same') ?? []
      const [near, ...others] = groups.get('near') ?? []
      const { label } = definition
      const idOf = ({ id }: Row) => String(id)
      if (same.length > 0)
        return { ...markOf(`Already in ${label}: `, definition, same, idOf), warning: `already in ${label}` }
      if (near === undefined) return undefined
      const more = others.length === 0 ? '' : `, and ${others.length} more`
      const { text, records } = markOf('Much like ', definition, [near], idOf)
      return {
        text: `${text} in ${label} (${amountsOf(near).join(', ')})${more}`,
        records,
        warning: `much like one in ${label}`,
      }
    },
  }
}

/**
 * What the lines of a table are compared with, as its columns and its upload declare. A value is looked up wherever it is
 * right, also in a line that has another fault; only usable lines can repeat a record.
 */
export function checksOf({ rows = {}, duplicates: repeated = {} }: Upload, lines: readonly TableLine[]) {
  const usable = usableLines(lines)
  const lookups = Object.entries(rows).flatMap(([column, { schema }]) => {
    const [of] = lookupsOf(schema) ?? []
    const definition = of && listResource(of.resource)
    return of === undefined || definition === undefined
      ? []
      : [lookup(definition, column, of.field, linesWith(column, lines))]
  })
  const repeats = Object.entries(repeated).flatMap(([name, fields]) => {
    const definition = listResource(name)
    return definition === undefined ? [] : [duplicates(definition, fields, rows, usable)]
  })
  return [...lookups, ...repeats].filter(({ groups }) => groups.length > 0)
}
