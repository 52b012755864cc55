import type { SortFormat } from './binding.ts'
import { stepsOf } from './pointer.ts'
import type { Resource } from './resource.ts'
import type { ObjectSchema } from './schema.ts'

/** The order of a list, as react-admin names it. */
export interface Sort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

/** The upstream's name of a field: the steps of its `path`, with dots between them, or its own name. */
function wireName(field: string, { properties }: ObjectSchema): string {
  const schema = properties[field]
  return typeof schema === 'object' && schema.path !== undefined ? stepsOf(schema.path).join('.') : field
}

/** The order as the upstream writes it. */
export function sortText(format: SortFormat, { field, order }: Sort, record: ObjectSchema): string {
  const name = wireName(field, record)
  if (format === 'json') return JSON.stringify([name, order])
  if (format === '-field') return order === 'DESC' ? `-${name}` : name
  const written = format.replace('ASC', order).replace('asc', order.toLowerCase())
  return written.replace('field', () => name)
}

/** Every order that a list may be asked for, as the upstream writes it. */
export const sortTexts = (format: SortFormat, { list, record }: Resource): readonly string[] => {
  const orders = (list?.sortable ?? []).flatMap((field) => [
    sortText(format, { field, order: 'ASC' }, record),
    sortText(format, { field, order: 'DESC' }, record),
  ])
  return [...new Set(orders)]
}
