import type { ListResource } from '../../language/resource.ts'
import type { FilterMenu as FilterMenuDefinition } from '../../language/list.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { FilterChoice } from '../../language/filterChoice.ts'
import { type FilterGroup, filterGroups } from '../query/filterChoice.ts'
import { useRef, type ReactNode } from 'react'
import { afterPaint, lazyComponent } from '../ui/lazyComponent.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { ListState } from './useListState.ts'

/** A separate chunk: few lists ask for a whole text, and none of these has rows before. */
const SubmitSearch = lazyComponent(async () => (await import('./SubmitSearch.tsx')).SubmitSearch, null)

/** A separate chunk: few lists have a form. */
const FilterForm = lazyComponent(async () => (await import('./FilterForm.tsx')).FilterForm, null)

/** A separate chunk: a list is seldom narrowed when it opens, and its place is kept until the chips are there. */
const FilterChips = lazyComponent(async () => {
  await afterPaint()
  return (await import('./FilterChips.tsx')).FilterChips
}, null)

interface FilterMenuProps {
  readonly menu: FilterMenuDefinition
  readonly groups: readonly FilterGroup[]
  readonly current: FilterChoice | undefined
  readonly onChoose: (choice: FilterChoice | undefined) => void
}

/**
 * Adds the active choice to its section when the section does not offer it, such as a state the server no longer lists.
 */
const withCurrent = ({ title, choices }: FilterGroup, current: FilterChoice | undefined): readonly FilterChoice[] =>
  current !== undefined && current.section === title && !choices.some(({ key }) => key === current.key)
    ? [...choices, current]
    : choices

/** The list's one filter menu: "everything" first, then its sections. Only one choice is active at a time. */
const FilterMenu = ({ menu, groups, current, onChoose }: FilterMenuProps) => (
  <Menu label={menu.label} icon="filter" isActive={current !== undefined}>
    {(close) => {
      const choose = (choice: FilterChoice | undefined) => () => {
        close()
        onChoose(choice)
      }
      const all = (
        <MenuItem kind="radio" isChecked={current === undefined} onChoose={choose(undefined)}>
          {menu.all}
        </MenuItem>
      )
      return groups.map((group, index) => (
        <fieldset className="cs-menu-section" key={group.name} aria-label={group.title}>
          <p className="cs-meta cs-menu-title" aria-hidden="true">
            {group.title}
          </p>
          {index === 0 && all}
          {withCurrent(group, current).map((choice) => (
            <MenuItem key={choice.key} kind="radio" isChecked={choice.key === current?.key} onChoose={choose(choice)}>
              {choice.value}
            </MenuItem>
          ))}
        </fieldset>
      ))
    }}
  </Menu>
)

interface FilterRowProps {
  readonly definition: ListResource
  readonly state: ListState
  readonly extras: unknown
  readonly tools: ReactNode
  /** Reads again after the same search was submitted once more. */
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

/** True when the list has a search or a filter. */
export const canNarrow = ({ list: { search, filterMenu, filterForm } }: ListResource): boolean =>
  search !== undefined || filterMenu !== undefined || filterForm !== undefined

/** The search, the filters, and a chip for each active one that removes it. A search alone needs none. */
export const FilterRow = ({ definition, state, extras, tools, retry }: FilterRowProps) => {
  const { filterMenu, filterForm } = definition.list
  const { filter, form, search, lost, setFilter, setForm } = state
  const row = useRef<HTMLDivElement>(null)
  const isSearchAlone =
    filterMenu === undefined && filterForm === undefined && definition.list.search?.submit === undefined
  // The box itself shows the search, and clears it.
  const hasSearchChip = search !== '' && !isSearchAlone
  const isNarrowed = filter !== undefined || hasSearchChip || Object.keys(form).length > 0 || lost.length > 0
  const focusControl = () => row.current?.querySelector<HTMLElement>('[data-filter-form], search input')?.focus()
  return (
    <div
      className={`cs-row cs-filter-row ${isSearchAlone ? 'cs-filter-row--search' : ''}`}
      ref={row}
      data-explain={definition.name}
    >
      <Search definition={definition} state={state} retry={retry} />
      {filterMenu !== undefined && (
        <FilterMenu menu={filterMenu} groups={filterGroups(definition, extras)} current={filter} onChoose={setFilter} />
      )}
      {filterForm !== undefined && (
        <FilterForm definition={definition} filters={form} wanted={lost[0]} onApply={setForm} />
      )}
      {isNarrowed && (
        <div className="cs-chips">
          <FilterChips {...{ definition, state, focusControl }} />
        </div>
      )}
      {tools}
    </div>
  )
}
