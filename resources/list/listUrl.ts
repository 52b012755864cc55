import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { choiceOf } from './filterChoice.ts'
import type { FilterChoice } from './filterChoice.ts'

/** Direction and field of a list's order. */
export interface Sort {
  readonly field: string
  readonly order: 'ASC' | 'DESC'
}

/** The part of a list's state that its address carries (D-44). What was searched is never in it. */
export interface ListPlace {
  readonly page: number
  readonly filter: FilterChoice | undefined
  /** A filter that the address names and that does not exist. */
  readonly unknownFilter: string | undefined
  readonly sort: Sort
}

const LAST_PAGE = 1_000_000

/** The order of a list that says nothing else. Server lists keep the server's order; a sort is still required. */
export const defaultSort = (definition: AnyDefinition): Sort => definition.list.sort ?? { field: 'id', order: 'ASC' }

function pageIn(text: string | null): number {
  const page = /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1
  return page <= LAST_PAGE ? page : 1
}

function sortIn(definition: AnyDefinition, text: string | null): Sort {
  const [field = '', order] = (text ?? '').split(':')
  const isSortable = definition.list.paging === 'client' && Object.hasOwn(definition.record.properties, field)
  if (!isSortable || (order !== 'asc' && order !== 'desc')) return defaultSort(definition)
  return { field, order: order === 'asc' ? 'ASC' : 'DESC' }
}

/** Reads `?page=3&filter=state:SUSPENDED&sort=ticker:desc`. What it does not know or cannot read is left aside. */
export function parseListUrl(definition: AnyDefinition, query: string): ListPlace {
  const params = new URLSearchParams(query)
  const named = params.get('filter') ?? ''
  const filter = named === '' ? undefined : choiceOf(definition, named)
  return {
    page: pageIn(params.get('page')),
    filter,
    unknownFilter: named !== '' && filter === undefined ? named : undefined,
    sort: sortIn(definition, params.get('sort')),
  }
}

const readable = (value: string): string => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')

/** The address of a place, defaults left out: the empty string for the plain list. */
export function formatListUrl(definition: AnyDefinition, { page, filter, sort }: ListPlace): string {
  const usual = defaultSort(definition)
  const isUsual = sort.field === usual.field && sort.order === usual.order
  const parts = [
    page > 1 ? `page=${page}` : '',
    filter === undefined ? '' : `filter=${readable(filter.key)}`,
    isUsual ? '' : `sort=${readable(`${sort.field}:${sort.order.toLowerCase()}`)}`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
