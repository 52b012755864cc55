import { useRef } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from './Chip.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { filterGroups } from './filterChoice.ts'
import { FilterMenu } from './FilterMenu.tsx'
import { FilterForm } from './form/FilterForm.tsx'
import { FormChips } from './form/FormChips.tsx'
import type { FormFilters } from './form/formFilters.ts'
import { SearchBox } from './SearchBox.tsx'
import { SubmitSearch } from './SubmitSearch.tsx'
import type { HiddenColumns } from './useHiddenColumns.ts'
import type { ListState } from './useListState.ts'

interface FilterRowProps {
  readonly definition: ListResource
  readonly state: ListState
  readonly extras: unknown
  /** The choice of columns, where there are columns. */
  readonly columns?: HiddenColumns | undefined
  /** Reads again: what was searched has been submitted once more. */
  readonly retry: () => void
}

const Search = ({ definition, state, retry }: Pick<FilterRowProps, 'definition' | 'state' | 'retry'>) => {
  const options = definition.list.search
  const { search, setSearch, submitSearch, page } = state
  if (options === undefined) return null
  if (options.submit === undefined) return <SearchBox options={options} search={search} onSearch={setSearch} />
  const submit = (wanted: string) => (wanted === search && page === 1 ? retry() : submitSearch(wanted))
  return <SubmitSearch options={options} submit={options.submit} search={search} onSearch={submit} />
}

/** Whether there is anything by which a list is narrowed. */
export const canNarrow = ({ list: { search, filterMenu, filterForm } }: ListResource): boolean =>
  search !== undefined || filterMenu !== undefined || filterForm !== undefined

/** What narrows the list: search, filters, each active filter as a chip that takes it away, and Reset. */
export const FilterRow = ({ definition, state, extras, columns, retry }: FilterRowProps) => {
  const { filterMenu, filterForm } = definition.list
  const { filter, form, search, lost, setFilter, setForm, reset } = state
  const row = useRef<HTMLDivElement>(null)
  const isNarrowed = filter !== undefined || search !== '' || Object.keys(form).length > 0 || lost.length > 0
  // Chips and Reset go away with what they take away: the focus goes to where it came from.
  const focusControl = () =>
    row.current?.querySelector<HTMLElement>('[data-filter-form], .cs-submit-search input')?.focus()
  const removeFrom = (filters: FormFilters) => {
    focusControl()
    setForm(filters, lost)
  }
  const resetAll = () => {
    focusControl()
    reset()
  }
  return (
    <div className="cs-filter-row" ref={row}>
      <Search definition={definition} state={state} retry={retry} />
      {filterMenu !== undefined && (
        <FilterMenu menu={filterMenu} groups={filterGroups(definition, extras)} current={filter} onChoose={setFilter} />
      )}
      {filterForm !== undefined && (
        <FilterForm definition={definition} filters={form} wanted={lost[0]} onApply={setForm} />
      )}
      {filter !== undefined && (
        <Chip section={filter.section} value={filter.value} onRemove={() => setFilter(undefined)} />
      )}
      <FormChips definition={definition} filters={form} onChange={removeFrom} />
      {isNarrowed && (
        <Button look="plain" onClick={resetAll}>
          Reset
        </Button>
      )}
      {columns !== undefined && (
        <div className="cs-filter-end">
          <ColumnMenu definition={definition} choice={columns} />
        </div>
      )}
    </div>
  )
}
