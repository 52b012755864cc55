import type { ResolvedColumn, TableResource } from '../resource.ts'
import { fieldsOfPredicate } from './answers.ts'
import { joinNames, type Problem, type Rule } from './problem.ts'

/** The fields that a column reads beside its own. */
const extraFieldsOf = ({ and, fallback }: ResolvedColumn): readonly string[] => [
  ...and,
  ...fallback.flatMap(({ field, when }) => [field, ...fieldsOfPredicate(when)]),
]

type Finding = (column: ResolvedColumn, definition: TableResource) => string | undefined

const strayBeside: Finding = (column, { record }) => {
  const stray = extraFieldsOf(column).find((field) => !Object.hasOwn(record.properties, field))
  return stray === undefined
    ? undefined
    : `reads '${stray}', which is no field; fields are: ${joinNames(Object.keys(record.properties))}`
}

const besideNothing: Finding = (column) =>
  column.field === undefined && extraFieldsOf(column).length > 0
    ? `has no field that 'and' could follow or 'fallback' replace`
    : undefined

const numbered: Finding = ({ number, field }) =>
  number === true && field !== undefined ? `is the row's number and reads '${field}': give it no field` : undefined

const placed: Finding = ({ decimals }) => {
  if (decimals === undefined) return undefined
  const most = typeof decimals === 'number' ? decimals : decimals.upTo
  return Number.isInteger(most) && most >= 0 && most <= 20
    ? undefined
    : `has ${most} decimals: say a number from 0 to 20`
}

const cutShort: Finding = ({ truncate }) =>
  truncate === undefined || (Number.isInteger(truncate) && truncate > 0)
    ? undefined
    : `is truncated at ${truncate}: say a whole number above 0`

const findings: readonly Finding[] = [strayBeside, besideNothing, numbered, placed, cutShort]

const columnWriting: Rule<TableResource> = (definition) =>
  definition.list.columns.flatMap((column): readonly Problem[] => {
    const where = `${definition.name}.list.columns.${column.id}`
    return findings
      .map((find) => find(column, definition))
      .filter((message) => message !== undefined)
      .map((message) => ({ where, message }))
  })

/** Rules about how a column writes what it reads. */
export const writingRules: readonly Rule<TableResource>[] = [columnWriting]
