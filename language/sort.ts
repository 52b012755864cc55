import type { SortFormat } from './binding.ts'
import { stepsOf } from './pointer.ts'
import type { Resource } from './resource.ts'
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

/** The upstream's name of a field: the steps of its `path`, with dots between them, or its own name. */
function wireName(field: string, { properties }: ObjectSchema): string {
  const schema = properties[field]
  return typeof schema === 'object' && schema.path !== undefined ? stepsOf(schema.path).join('.') : field
}

/** The order by one field as the upstream writes it. */
export function sortText(format: SortFormat, { field, order }: Order, record: ObjectSchema): string {
  const name = wireName(field, record)
  if (format === 'json') return JSON.stringify([name, order])
  if (format === '-field') return order === 'DESC' ? `-${name}` : name
  const written = format.replace('ASC', order).replace('asc', order.toLowerCase())
  return written.replace('field', () => name)
}

/** Every order by one field that a list may be asked for, as the upstream writes it. */
export const sortTexts = (format: SortFormat, { list, record }: Resource): readonly string[] => {
  const orders = (list?.sortable ?? []).flatMap((field) => [
    sortText(format, { field, order: 'ASC' }, record),
    sortText(format, { field, order: 'DESC' }, record),
  ])
  return [...new Set(orders)]
}
