import { formatKinds } from './format.ts'
import type { ResolvedColumn, TableResource } from './resource.ts'
import type { FieldSchema } from './schema.ts'

const isChoice = (schema: FieldSchema | undefined): boolean => typeof schema === 'object' && schema.enum !== undefined

/** Texts name records. Numbers, moments and states do not, which many records may share. */
const isName = ({ field, display, reference, isNumeric }: ResolvedColumn, definition: TableResource): boolean =>
  field !== undefined &&
  field !== 'id' &&
  !definition.idFields.includes(field) &&
  !isNumeric &&
  reference === undefined &&
  formatKinds[display] === undefined &&
  !isChoice(definition.record.properties[field])

/**
 * The column that names a record: the first of `phoneColumns`, else the one that links to the record, else the first
 * that is neither an id, nor a number, a moment or one of a few choices.
 */
export const namingColumn = (definition: TableResource): ResolvedColumn | undefined => {
  const columns = definition.list.columns
  const brief = columns.find(({ id }) => id === definition.list.phoneColumns[0])
  return (
    brief ??
    columns.find(({ link }) => link === 'record') ??
    columns.find((column) => isName(column, definition)) ??
    columns[0]
  )
}
