import type { Upload } from '../../language/binding.ts'
import { objectOf } from '../../language/input.ts'
import { lookupOf } from '../../language/reference.ts'
import type { ListResource } from '../../language/resource.ts'
import { rowQueryOf } from '../../language/stateRead.ts'
import type { Row } from '../model/columns.ts'
import { listResource } from '../model/consoleModel.ts'
import { recordName } from '../model/rowModel.ts'
import { listParamsOf, type ListParams } from '../query/listQuery.ts'
import { parseListUrl } from '../query/listUrl.ts'
import { type TableLine, WHOLE_LINE } from './tableFile.ts'

/** What the records of a list say of a line. */
export interface LineMark {
  /** The column that it is about, or the line as a whole. */
  readonly column: string
  readonly text: string
  /** True if the line should be looked at before it is sent. */
  readonly isWarning: boolean
}

/** The lines that one call asks about. */
interface LineGroup {
  readonly params: ListParams
  readonly lines: readonly TableLine[]
}

/** The comparison of a table's lines with the records of a list. */
export interface LineCheck {
  readonly definition: ListResource
  readonly groups: readonly LineGroup[]
  /** What the records that were found say of a line. */
  readonly judge: (rows: readonly Row[], line: TableLine) => LineMark | undefined
  /** What the lines with a warning have in common: '2 lines …'. */
  readonly warning: string
}

const lower = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''

const AMOUNTS: readonly unknown[] = ['decimal', 'money', 'number']

/** True if a field has the same value as a text; amounts are compared as numbers. */
function hasValue({ record }: ListResource, row: Row, field: string, text: string): boolean {
  const isAmount = AMOUNTS.includes(objectOf(record.properties[field] ?? {}).display)
  return isAmount ? lower(row[field]) !== '' && Number(row[field]) === Number(text) : lower(row[field]) === lower(text)
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
  const keyOf = ({ cells }: TableLine) => columns.map((column) => lower(cells[column])).join('\n')
  const place = parseListUrl(definition, '')
  return [...Map.groupBy(lines, keyOf).values()].flatMap((group) => {
    const asked = group[0] && askedFor(group[0])
    if (asked === undefined) return []
    const params = listParamsOf(definition, { ...place, search: asked.search ?? '' })
    return [{ params: { ...params, filter: asked.filters }, lines: group }]
  })
}

/** Looks up the values of a column by which records are found. */
function lookup(definition: ListResource, column: string, field: string, lines: readonly TableLine[]): LineCheck {
  const valueOf = ({ cells }: TableLine) => cells[column] ?? ''
  return {
    definition,
    groups: groupsOf(definition, lines, [column], (line) =>
      valueOf(line) === '' ? undefined : { search: valueOf(line), filters: {} },
    ),
    warning: `not found in ${definition.label}`,
    judge: (rows, line) => {
      const found = rows.filter((row) => lower(row[field]) === lower(valueOf(line)))
      return found.length === 0
        ? { column, text: `Not found in ${definition.label}`, isWarning: true }
        : { column, text: found.map((row) => recordName(definition, row)).join(', '), isWarning: false }
    },
  }
}

/** Looks for records with the same values. */
function duplicates(
  definition: ListResource,
  fields: Readonly<Record<string, string>>,
  lines: readonly TableLine[],
): LineCheck {
  const valuesOf = ({ cells }: TableLine) =>
    Object.entries(fields).flatMap(([field, column]) => {
      const text = cells[column] ?? ''
      return text === '' ? [] : [[field, text] as const]
    })
  const asked = Object.values(definition.list.find).flatMap((found) => found.flatMap((field) => fields[field] ?? []))
  return {
    definition,
    groups: groupsOf(definition, lines, asked, (line) =>
      rowQueryOf(definition.list, Object.fromEntries(valuesOf(line))),
    ),
    warning: `already in ${definition.label}`,
    judge: (rows, line) => {
      const values = valuesOf(line)
      const same = rows.filter((row) => values.every(([field, text]) => hasValue(definition, row, field, text)))
      return same.length === 0
        ? undefined
        : {
            column: WHOLE_LINE,
            text: `Already in ${definition.label}: ${same.map(({ id }) => id).join(', ')}`,
            isWarning: true,
          }
    },
  }
}

/** What the lines of a table are compared with, as its columns and its upload declare. */
export function checksOf({ rows = {}, duplicates: repeated = {} }: Upload, lines: readonly TableLine[]) {
  const lookups = Object.entries(rows).flatMap(([column, { schema }]) => {
    const of = lookupOf(schema)
    const definition = of && listResource(of.resource)
    return of === undefined || definition === undefined ? [] : [lookup(definition, column, of.field, lines)]
  })
  const repeats = Object.entries(repeated).flatMap(([name, fields]) => {
    const definition = listResource(name)
    return definition === undefined ? [] : [duplicates(definition, fields, lines)]
  })
  return [...lookups, ...repeats].filter(({ groups }) => groups.length > 0)
}
