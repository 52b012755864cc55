import type { SortFields, SortFormat } from './binding.ts'
import { stepsOf } from './pointer.ts'
import type { ListResource, Resource } from './resource.ts'
import type { ObjectSchema } from './schema.ts'

/** An order by one field, as react-admin names it. */
export interface Order {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

export interface Sort extends Order {
  /** The order of records that are equal by the first field, where the service orders by several. */
  readonly thenBy?: readonly Order[]
}

/** Fields that a list may be ordered by at once. */
export const MOST_ORDERS = 3

/** The order by each field, the first one first. */
export const ordersOf = ({ field, order, thenBy = [] }: Sort): readonly [Order, ...Order[]] => [
  { field, order },
  ...thenBy,
]

/** The order by one field in a list's address, `opened:desc`; none for a text that is no order of the list. */
export function orderIn({ record }: ListResource, text: string): readonly Order[] {
  const [field = '', order, ...more] = text.split(':')
  const isOrder = (order === 'asc' || order === 'desc') && more.length === 0
  if (!isOrder || !Object.hasOwn(record.properties, field)) return []
  return [{ field, order: order === 'asc' ? 'ASC' : 'DESC' }]
}

/** How a call writes the order. */
interface Written {
  readonly sort: SortFormat
  readonly fields?: SortFields
}

const isNamed = (fields: SortFields): fields is Exclude<SortFields, readonly string[]> => !Array.isArray(fields)

/** The fields that a call orders by. */
export const fieldsOf = (fields: SortFields): readonly string[] => (isNamed(fields) ? Object.keys(fields) : fields)

/** The upstream's name of a field: the one that its call gives it, the steps of its `path` with dots between them, or its own. */
function wireName(field: string, fields: SortFields, { properties }: ObjectSchema): string {
  const named = isNamed(fields) ? fields[field] : undefined
  if (named !== undefined) return named
  const schema = properties[field]
  return typeof schema === 'object' && schema.path !== undefined ? stepsOf(schema.path).join('.') : field
}

/** The order by one field as the upstream writes it. */
export function sortText(
  { sort: format, fields = [] }: Written,
  { field, order }: Order,
  record: ObjectSchema,
): string {
  const name = wireName(field, fields, record)
  if (format === 'json') return JSON.stringify([name, order])
  if (format === '-field') return order === 'DESC' ? `-${name}` : name
  const written = format.replace('ASC', order).replace('asc', order.toLowerCase())
  return written.replace('field', () => name)
}

/** Every order by one field that a list may be asked for, as the upstream writes it. */
export const sortTexts = (written: Written, { list, record }: Resource): readonly string[] => {
  const orders = (list?.sortable ?? []).flatMap((field) => [
    sortText(written, { field, order: 'ASC' }, record),
    sortText(written, { field, order: 'DESC' }, record),
  ])
  return [...new Set(orders)]
}
