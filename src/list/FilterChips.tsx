import type { ListResource } from '../../language/resource.ts'
import { heldFilters } from '../query/filterTexts.ts'
import type { FormFilters } from '../query/formFilters.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { References } from '../values/References.tsx'
import type { ListState } from './useListState.ts'
import './filterChips.css'

interface Narrowing {
  readonly key: string
  readonly label: string
  readonly text: string
  /** The text is the id of a record of this resource. */
  readonly reference?: string | undefined
  readonly remove: () => void
}

/** What narrows the list: its search, the choice of its menu, and the filters of its form. */
function narrowingsOf(definition: ListResource, state: ListState): readonly Narrowing[] {
  const { search, filter, form, lost, setSearch, submitSearch, setFilter, setForm } = state
  const clearSearch = definition.list.search?.submit === undefined ? setSearch : submitSearch
  const without = (name: string): FormFilters =>
    Object.fromEntries(Object.entries(form).filter(([other]) => other !== name))
  return [
    ...(search === '' ? [] : [{ key: 'search', label: 'Search', text: search, remove: () => clearSearch('') }]),
    ...(filter === undefined
      ? []
      : [{ key: 'filter', label: filter.section, text: filter.value, remove: () => setFilter(undefined) }]),
    ...heldFilters(definition, form).map(({ name, ...held }) => ({
      ...held,
      key: `form.${name}`,
      remove: () => setForm(without(name), lost),
    })),
  ]
}

interface FilterChipsProps {
  readonly definition: ListResource
  readonly state: ListState
  /** Moves the focus to a control that stays: what was pressed disappears. */
  readonly focusControl: () => void
}

/**
 * What narrows a list, each as a chip that removes it, 'State: Lent', and a button that removes all. The chips are one
 * stop of the Tab key; arrows move between them.
 */
export const FilterChips = ({ definition, state, focusControl }: FilterChipsProps) => {
  const { filterForm, search } = definition.list
  const narrowings = narrowingsOf(definition, state)
  const all = filterForm !== undefined || search?.submit !== undefined ? 'Reset' : 'Clear all'
  const hasAll = all === 'Reset' || narrowings.length > 1
  const pressing = (press: () => void) => () => {
    focusControl()
    press()
  }
  return (
    <Toolbar className="cs-chip-line" label="Active filters">
      {narrowings.map(({ key, label, text, reference, remove }) => (
        <Button
          key={key}
          className="cs-chip"
          title={reference === undefined ? text : undefined}
          onClick={pressing(remove)}
        >
          <span className="cs-ellipsis">
            <span className="cs-visually-hidden">{key === 'search' ? 'Remove ' : 'Remove filter '}</span>
            <span className="cs-muted">{label}: </span>
            {reference === undefined ? text : <References resource={reference} value={text} isPlain />}
          </span>
          <Icon name="close" />
        </Button>
      ))}
      {hasAll && (
        <Button look="plain" onClick={pressing(state.reset)}>
          {all}
        </Button>
      )}
    </Toolbar>
  )
}
