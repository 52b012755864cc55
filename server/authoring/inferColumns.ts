import type { ResourceDefinition } from '../../language/authored/definition.ts'
import { wordsOf } from '../../language/personalNames.ts'
import type { FieldSchema, ObjectSchema } from '../../language/schema.ts'
import { type Findings, titleOf } from './inferField.ts'

type Columns = ResourceDefinition['list']['columns']

const MOST_COLUMNS = 8

const nameLike = /(^| )(name|title|label|subject|number|reference|code)$/

const isColumn = (schema: FieldSchema | undefined): boolean =>
  typeof schema === 'object' &&
  schema.properties === undefined &&
  schema.items === undefined &&
  schema.truncate === undefined

/** The field that names a record. */
export const namingOf = ({ properties }: ObjectSchema): string | undefined =>
  Object.keys(properties).find((name) => isColumn(properties[name]) && nameLike.test(wordsOf(name)))

/** Says which fields no column shows, and how one of them would be. */
export function hintAtColumns(
  { record: { properties }, list: { columns } }: ResourceDefinition,
  { decide }: Findings,
): void {
  const shown = columns.map((column) => (typeof column === 'string' ? column : column.field))
  const hidden = Object.keys(properties).filter((name) => !shown.includes(name))
  const nested = hidden.flatMap((field) => {
    const schema = properties[field]
    const [inner] = Object.keys((typeof schema === 'object' ? schema.properties : undefined) ?? {})
    return inner === undefined ? [] : [{ field, inner }]
  })[0]
  if (hidden.length === 0) return
  const example =
    nested === undefined
      ? ''
      : `; a part of one is a column as { id: '${nested.field}_${nested.inner}', field: '${nested.field}', path: '/${nested.inner}', label: '${titleOf(`${nested.field} ${nested.inner}`)}' }`
  decide.push(`no column shows ${hidden.join(', ')}${example}`)
}

/** The first fields that fit: what names a record, then the others in their order, then what is one level inside. */
export function columnsOf({ properties }: ObjectSchema): Columns {
  const plain = Object.keys(properties).filter((name) => isColumn(properties[name]))
  const naming = namingOf({ type: 'object', properties })
  const own = [...(naming === undefined ? [] : [naming]), ...plain.filter((name) => name !== naming)]
  const inner = Object.entries(properties).flatMap(([field, schema]) =>
    Object.entries((typeof schema === 'object' ? schema.properties : undefined) ?? {})
      .filter(([name, member]) => isColumn(member) && nameLike.test(wordsOf(name)) && /^\w+$/.test(name))
      .map(([name]) => ({
        id: `${field}_${name}`,
        field,
        path: `/${name}` as const,
        label: titleOf(`${field} ${name}`),
      })),
  )
  return [...own, ...inner].slice(0, MOST_COLUMNS)
}

/** What a list that is read whole is searched by: the text that names a record, unless it is personal. */
export function searchOf([first]: Columns, { properties }: ObjectSchema): ResourceDefinition['list']['search'] {
  const schema = typeof first === 'string' ? properties[first] : undefined
  if (typeof first !== 'string' || typeof schema !== 'object') return undefined
  return schema.pii === undefined && schema.type === 'string' && nameLike.test(wordsOf(first))
    ? { field: first, placeholder: `Search by ${titleOf(first).toLowerCase()}` }
    : undefined
}

/** What a list that is read whole is ordered by: its id, or its first column. */
export function sortedBy([first]: Columns, { properties }: ObjectSchema): string {
  if (Object.hasOwn(properties, 'id')) return 'id'
  return typeof first === 'string' ? first : ([first?.field ?? []].flat()[0] ?? '')
}
