import type { ListResource } from '../../language/resource.ts'
import { isPersonalFilter } from '../../language/personal.ts'
import { listPathOf, recordPathOf } from '../model/consoleModel.ts'
import type { Sort } from '../../language/sort.ts'
import { choiceOf, type FilterChoice } from '../../language/filterChoice.ts'
import { filtersThatAre, formFields, readAddress, strayFilter } from './formFilters.ts'
import type { FormFilters } from './formFilters.ts'
import { sortIn, sortText } from './listOrder.ts'

/** The part of a list's state that its address carries (D-44). It never holds the search or a personal value. */
export interface ListPlace {
  readonly page: number
  readonly filter: FilterChoice | undefined
  /** The filters of its form. Each is a parameter under its own name. */
  readonly form: FormFilters
  /** A filter in the address that does not exist or does not accept the value. */
  readonly unknownFilter: string | undefined
  /** Why the filter does not accept the value. */
  readonly refusal: string | undefined
  /** Names of the active personal filters. The address does not hold their values. */
  readonly hiddenFilters: readonly string[]
  readonly sort: Sort
  /** Id of the saved view that this place came from. */
  readonly savedView?: string | undefined
  /** The queue through the list has its oldest records first. */
  readonly isOldestFirst?: boolean | undefined
}

const LAST_PAGE = 1_000_000

function pageIn({ list }: ListResource, text: string | null): number {
  if (list.layout === 'cards') return 1
  const page = /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1
  return page <= LAST_PAGE ? page : 1
}

/** The names of personal filters in the `private` parameter; other names are ignored. */
function hiddenFiltersIn(definition: ListResource, text: string | null): readonly string[] {
  const named = (text ?? '').split(',')
  return formFields(definition)
    .map(({ filter }) => filter)
    .filter((filter) => named.includes(filter) && isPersonalFilter(definition, filter))
}

/**
 * Reads `?title=Emma&page=3&filter=state:SUSPENDED&sort=title:desc`. Unknown parameters are ignored. A value that a
 * filter does not accept is reported, and so is a field that is no filter, because without it this would be a different list.
 */
export function parseListUrl(definition: ListResource, query: string): ListPlace {
  const params = new URLSearchParams(query)
  const named = params.get('filter') ?? ''
  const filter = named === '' ? undefined : choiceOf(definition, named)
  const { filters, refusals } = readAddress(definition, params)
  const [refused] = Object.entries(refusals)
  return {
    page: pageIn(definition, params.get('page')),
    filter,
    form: filters,
    unknownFilter: named !== '' && filter === undefined ? named : (refused?.[0] ?? strayFilter(definition, params)),
    refusal: refused?.[1],
    hiddenFilters: hiddenFiltersIn(definition, params.get('private')),
    sort: sortIn(definition, params.get('sort')),
    savedView: params.get('view') ?? undefined,
    isOldestFirst: params.get('first') === 'oldest',
  }
}

/** True for the query of a link to a saved view, which says nothing about the list itself. */
export const isSavedViewLink = (query: string): boolean => /^\?view=[^&]+$/.test(query)

const readable = (value: string): string => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',')

/**
 * The query string of a place, without defaults: the empty string for the plain list. A personal filter appears by name
 * only.
 */
export function formatListUrl(
  definition: ListResource,
  { page, filter, form, sort, hiddenFilters, savedView, isOldestFirst }: Omit<ListPlace, 'unknownFilter' | 'refusal'>,
): string {
  const hidden = [...new Set([...Object.keys(filtersThatAre(definition, 'personal', form)), ...hiddenFilters])]
  const order = sortText(definition, sort)
  const parts = [
    savedView === undefined ? '' : `view=${readable(savedView)}`,
    ...Object.entries(filtersThatAre(definition, 'plain', form)).map(
      ([name, value]) => `${readable(name)}=${readable(String(value))}`,
    ),
    hidden.length === 0 ? '' : `private=${readable(hidden.join(','))}`,
    page > 1 ? `page=${page}` : '',
    filter === undefined ? '' : `filter=${readable(filter.key)}`,
    order === '' ? '' : `sort=${readable(order)}`,
    isOldestFirst === true ? 'first=oldest' : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** The address of a record: its page, or its list narrowed to its id where that has such a filter. */
export function recordAddress(definition: ListResource, id: string | number): string | undefined {
  const page = recordPathOf(definition, id)
  if (page !== undefined || !formFields(definition).some(({ filter }) => filter === 'id')) return page
  return `${listPathOf(definition)}${formatListUrl(definition, { ...parseListUrl(definition, ''), form: { id } })}`
}

/**
 * The same query without an invalid `page` or one that has no meaning there; `undefined` when the query is fine. The
 * rest keeps its spelling.
 */
export function withoutStrayPage(query: string, page: number): string | undefined {
  const said = new URLSearchParams(query).get('page')
  if (said === null || said === String(page)) return undefined
  const parts = query.replace(/^\?/, '').split('&')
  const rest = parts.filter((part) => !new URLSearchParams(part).has('page')).join('&')
  return rest === '' ? '' : `?${rest}`
}
