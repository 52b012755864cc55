import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { Icon } from '../parts/Icon.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import { filterGroups } from './filterChoice.ts'
import { FilterMenu } from './FilterMenu.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { HiddenColumns } from './useHiddenColumns.ts'
import type { ListState } from './useListState.ts'

interface FilterRowProps {
  readonly definition: AnyDefinition
  readonly state: ListState
  readonly extras: unknown
  readonly columns: HiddenColumns
}

/** What narrows the list: search, filter, each active filter as a chip that takes it away, and Reset. */
export const FilterRow = ({ definition, state, extras, columns }: FilterRowProps) => {
  const { search: options, filterMenu } = definition.list
  const { filter, search, setFilter, setSearch, reset } = state
  const isNarrowed = filter !== undefined || search !== ''
  return (
    <div className="cs-filter-row">
      {options !== undefined && <SearchBox options={options} search={search} onSearch={setSearch} />}
      {filterMenu !== undefined && (
        <FilterMenu menu={filterMenu} groups={filterGroups(definition, extras)} current={filter} onChoose={setFilter} />
      )}
      {filter !== undefined && (
        <button
          type="button"
          className="cs-chip"
          aria-label={`Remove filter ${filter.section}: ${filter.value}`}
          onClick={() => setFilter(undefined)}
        >
          <span className="cs-chip-section">{filter.section}</span>
          {filter.value}
          <Icon name="close" />
        </button>
      )}
      {isNarrowed && (
        <button type="button" className="cs-button cs-button--plain" onClick={reset}>
          Reset
        </button>
      )}
      <div className="cs-filter-end">
        <ColumnMenu definition={definition} choice={columns} />
      </div>
    </div>
  )
}
