import { ListContext } from 'ra-core'
import type { ListControllerResult } from 'ra-core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Row } from '../model/columns.ts'
import type { FormFilters } from '../query/formFilters.ts'
import type { ListPlaceHere } from './useListPlace.ts'
import type { FrameRecords } from './useRecords.ts'

type Id = Row['id']

const isFilled = (value: unknown): value is FormFilters[string] =>
  typeof value === 'boolean' || typeof value === 'number' || (typeof value === 'string' && value !== '')

/** The list's filters as react-admin names them: those of its form, and what is searched as `q`. */
function filtersOf({ definition, state }: ListPlaceHere) {
  const { form, search } = state
  // A filter that the form does not declare would be written into the address.
  const known = new Set(definition.list.filterForm?.fields.map(({ filter }) => filter))
  const setFilters = ({ q, ...wanted }: Readonly<Record<string, unknown>>) => {
    const searched = typeof q === 'string' ? q : ''
    const filters: Record<string, FormFilters[string]> = {}
    for (const [name, value] of Object.entries(wanted)) if (known.has(name) && isFilled(value)) filters[name] = value
    if (searched === search) state.setForm(filters)
    else state.setSearch(searched)
  }
  return { filterValues: { ...form, ...(search === '' ? {} : { q: search }) }, setFilters }
}

interface ListRecordsProps {
  readonly place: ListPlaceHere
  readonly records: FrameRecords
  /** The rows are those of the place before. */
  readonly isStale: boolean
  readonly children: ReactNode
}

function useListContextValue({
  place,
  records,
  isStale,
}: Omit<ListRecordsProps, 'children'>): ListControllerResult<Row> {
  const { definition, state } = place
  const { rows, facts, failure, hasNextPage = false, retry } = records
  const { name, label, list } = definition
  const [selectedIds, select] = useState<readonly Id[]>([])
  const { filterValues, setFilters } = filtersOf(place)
  const common = {
    resource: name,
    defaultTitle: label,
    sort: state.sort,
    setSort: state.setSort,
    page: state.page,
    setPage: state.setPage,
    perPage: list.perPage,
    // The number of rows is the definition's: there is nothing to choose.
    setPerPage: () => undefined,
    hasNextPage,
    hasPreviousPage: state.page > 1,
    filterValues,
    setFilters,
    displayedFilters: {},
    showFilter: () => undefined,
    hideFilter: (filter: string) => setFilters({ ...filterValues, [filter]: '' }),
    selectedIds: [...selectedIds],
    onSelect: (ids: readonly Id[]) => select(ids),
    onToggleItem: (id: Id) => select((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    onUnselectItems: () => select([]),
    onSelectAll: () => select((rows ?? []).map((row) => row.id)),
    // react-admin's own export knows no columns, and its files run what looks like a formula.
    exporter: false as const,
    refetch: retry,
    isLoading: rows === undefined && failure === undefined,
    isFetching: isStale,
    isPlaceholderData: isStale,
  }
  const none = { data: undefined, total: undefined, meta: undefined }
  if (rows !== undefined) {
    const meta = { totalPages: facts.totalPages }
    return { ...common, data: [...rows], total: facts.total ?? rows.length, meta, error: null, isPending: false }
  }
  return failure === undefined
    ? { ...common, ...none, error: null, isPending: true }
    : { ...common, ...none, error: new Error(failure.message), isPending: false }
}

/**
 * The console's list as react-admin's list context, so that `useListContext` works in whatever is drawn inside. The
 * address and what is searched stay where the console keeps them.
 */
export const ListRecords = ({ children, ...list }: ListRecordsProps) => (
  <ListContext value={useListContextValue(list)}>{children}</ListContext>
)
