import { isOrdered, type ListResource } from '../../../language/resource.ts'
import type { SavedView, SavedViewContent } from '../../../language/savedView.ts'
import { choiceOf } from '../../../language/filterChoice.ts'
import { filtersThatAre, formFields, readAddress } from '../../query/formFilters.ts'
import { formatListUrl, parseListUrl, type ListPlace } from '../../query/listUrl.ts'
import type { ColumnIds } from '../useColumns.ts'

/** The part of a list's place that a view keeps: no page, no search and no personal value. */
export const queryOf = (
  definition: ListResource,
  { filter, form, sort }: Pick<ListPlace, 'filter' | 'form' | 'sort'>,
) =>
  formatListUrl(definition, {
    page: 1,
    filter,
    form: filtersThatAre(definition, 'plain', form),
    sort,
    hiddenFilters: [],
  })

/** The columns that a view keeps; `null` for those of the definition. */
export function columnsOf({ list }: ListResource, { hidden, order }: ColumnIds): SavedViewContent['columns'] {
  if (hidden.length + order.length === 0) return null
  const all = list.columns.map(({ id }) => id)
  const placed = [...order, ...all.filter((id) => !order.includes(id))]
  return placed.filter((id) => !hidden.includes(id))
}

export interface SavedViewPlace {
  readonly query: string
  readonly columns: ColumnIds
  /** What the view has, but the list no longer: 'the column “utm”', 'the filter “kind”'. */
  readonly dropped: readonly string[]
}

const sortsDropped = (definition: ListResource, text: string | null): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((order) => order.split(':')[0] ?? '')
    .filter((field) => field !== '' && !(isOrdered(definition) && definition.list.sortable.includes(field)))

/** Reads a view, without what the definition no longer has. */
export function placeOfSavedView(definition: ListResource, { query, columns }: SavedViewContent): SavedViewPlace {
  const params = new URLSearchParams(query)
  const labels = new Map(formFields(definition).map(({ filter, label }) => [filter, label]))
  const { refusals } = readAddress(definition, params)
  const named = params.get('filter')
  const filters = [...params.keys()].filter((name) =>
    name === 'filter'
      ? named !== null && choiceOf(definition, named) === undefined
      : name !== 'sort' && (!labels.has(name) || refusals[name] !== undefined),
  )
  const sorts = sortsDropped(definition, params.get('sort'))
  for (const name of [...filters, ...(sorts.length > 0 ? ['sort'] : [])]) params.delete(name)
  const all = definition.list.columns.map(({ id }) => id)
  const shown = columns?.filter((id) => all.includes(id)) ?? all
  return {
    query: queryOf(definition, parseListUrl(definition, params.toString())),
    columns:
      columns === null ? { hidden: [], order: [] } : { hidden: all.filter((id) => !shown.includes(id)), order: shown },
    dropped: [
      ...filters.map((name) => `the filter “${name === 'filter' ? (named ?? '') : (labels.get(name) ?? name)}”`),
      ...sorts.map((field) => `the order by “${field}”`),
      ...(columns ?? []).filter((id) => !all.includes(id)).map((id) => `the column “${id}”`),
    ],
  }
}

/** The query of a view's place in the address: the view's id comes first. */
export const addressOf = ({ id }: Pick<SavedView, 'id'>, query: string): string =>
  `?view=${id}${query.replace('?', '&')}`
