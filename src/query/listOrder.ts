import { isOrdered, type ListResource } from '../../language/resource.ts'
import { MOST_ORDERS, type Order, orderIn, ordersOf, type Sort } from '../../language/sort.ts'

/** The default order of a list. A list in the server's order needs one too, because the read requires a sort. */
export const defaultSort = (definition: ListResource): Sort => definition.list.sort ?? { field: 'id', order: 'ASC' }

const sortOf = ([first, ...thenBy]: readonly [Order, ...Order[]]): Sort =>
  thenBy.length === 0 ? first : { ...first, thenBy }

/** True for an order that the list's address can have. */
export const isSortText = (definition: ListResource, text: string): boolean =>
  isOrdered(definition) && text.split(',').every((each) => orderIn(definition, each).length > 0)

/** The order in a list's address, `opened:desc,name:asc`; the default one for a text that is none. */
export function sortIn(definition: ListResource, text: string | null): Sort {
  const texts = (text ?? '').split(',').slice(0, definition.list.sortsBySeveral ? MOST_ORDERS : 1)
  const [first, ...thenBy] = texts.map((each) => orderIn(definition, each))
  const [order] = first ?? []
  return isOrdered(definition) && order !== undefined ? sortOf([order, ...thenBy.flat()]) : defaultSort(definition)
}

/** The order as a list's address has it; '' for the default one. */
export function sortText(definition: ListResource, sort: Sort): string {
  const written = (each: Sort): string =>
    ordersOf(each)
      .map(({ field, order }) => `${field}:${order.toLowerCase()}`)
      .join(',')
  return written(sort) === written(defaultSort(definition)) ? '' : written(sort)
}

/**
 * The order after a press of a column's title. By one field: the other direction, else ascending. With `isAdded` the
 * field follows those before it: ascending, then descending, then no more.
 */
export function pressedSort(sort: Sort, field: string, isAdded: boolean): Sort {
  const orders = ordersOf(sort)
  const [main, ...more] = orders
  if (!isAdded) return { field, order: main.field === field && main.order === 'ASC' ? 'DESC' : 'ASC' }
  const known = orders.find((each) => each.field === field)
  const others = orders.filter((each) => each.field !== field)
  if (known === undefined) return sortOf([main, ...more.slice(0, MOST_ORDERS - 2), { field, order: 'ASC' }])
  const [first, ...rest] = others
  if (known.order === 'DESC' && first !== undefined) return sortOf([first, ...rest])
  const turned: Order = { field, order: known.order === 'ASC' ? 'DESC' : 'ASC' }
  const [head = turned, ...tail] = orders.map((each) => (each === known ? turned : each))
  return sortOf([head, ...tail])
}
