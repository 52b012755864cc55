import type { ListResource } from '../../language/resource.ts'
import { Slot } from '../console/Slot.tsx'
import { NOT_CONFIGURED } from '../data/permissions.ts'
import { recordsWord } from '../model/consoleModel.ts'
import { formFields } from '../query/formFilters.ts'
import { isFurtherTry } from '../query/typedSearch.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { hiddenText, unreadText } from './ListFooter.tsx'
import type { ListState } from './useListState.ts'
import type { Records } from './useRecords.ts'
import type { ListViewState } from './viewStateOf.ts'

interface EmptyStatesProps {
  readonly definition: ListResource
  readonly viewState: Exclude<ListViewState, 'loading' | 'rows' | 'failed' | 'forbidden' | 'refused'>
  readonly state: ListState
  readonly records: Pick<Records, 'facts'>
}

const UnknownFilter = ({ refusal, reset }: Pick<ListState, 'refusal' | 'reset'>) => {
  const action = { label: 'Show all', run: reset }
  return refusal === undefined ? (
    <EmptyState kind="lost" title="This filter does not exist" action={action}>
      Nothing was asked for: the address names a filter that this list does not have.
    </EmptyState>
  ) : (
    <EmptyState kind="lost" title="This filter cannot be used" action={action}>
      <span>Nothing was asked for: the address gives a filter a value that it does not take.</span>
      <span>{refusal}.</span>
    </EmptyState>
  )
}

/** The labels of the named filters in a sentence: 'Number and Name'. */
const labelsOf = (definition: ListResource, names: readonly string[]): string =>
  formFields(definition)
    .filter(({ filter }) => names.includes(filter))
    .map(({ label }) => label)
    .join(' and ')

const pressFilterForm = () => document.querySelector<HTMLElement>('[data-filter-form]')?.click()

/**
 * Shown when the value of a personal filter is lost. Nothing is read then: without the filter it would be a different
 * list.
 */
const FilterLost = ({ definition, state }: Pick<EmptyStatesProps, 'definition' | 'state'>) => {
  const { lost, form, setForm } = state
  const [filters, are, values, them] =
    lost.length === 1 ? ['filter', 'is', 'Its value is', 'it'] : ['filters', 'are', 'Their values are', 'them']
  const title = `The ${labelsOf(definition, lost)} ${filters} ${are} not kept when the page is reloaded`
  return (
    <EmptyState kind="lost" title={title} action={{ label: `Enter ${them} again`, run: pressFilterForm }}>
      <span>Nothing was asked for. {values} personal and never part of an address.</span>
      <Button look="plain" onClick={() => setForm(form)}>
        Show without {them}
      </Button>
    </EmptyState>
  )
}

const Beyond = ({ state, records }: Pick<EmptyStatesProps, 'state' | 'records'>) => {
  const last = records.facts.totalPages ?? 1
  const page = last < state.page ? last : 1
  return (
    <EmptyState
      kind="lost"
      title={`There is no page ${state.page}`}
      action={{ label: `Go to page ${page}`, run: () => state.correctPage(page) }}
    />
  )
}

/** What narrows the list: 'search', 'filter' or 'search and filter'. */
const narrowedBy = ({ search, filter, form }: ListState): string => {
  const isFiltered = filter !== undefined || Object.keys(form).length > 0
  return [...(search === '' ? [] : ['search']), ...(isFiltered ? ['filter'] : [])].join(' and ')
}

/**
 * Shown where the answer has records, and none that is shown. Where some could not be read it is not known that there are
 * none, nor that none matches.
 */
const AllHidden = ({ definition, state, records: { facts } }: Omit<EmptyStatesProps, 'viewState'>) => {
  const hidden = facts.hidden > 0 && `${hiddenText(definition, facts.hidden)}. Other pages may have rows.`
  if (facts.dropped === 0)
    return (
      <EmptyState kind="hidden" title="Every row of this page is hidden">
        {hidden}
      </EmptyState>
    )
  const narrowed = narrowedBy(state)
  const reset = narrowed !== '' && { action: { label: `Reset ${narrowed}`, run: state.reset } }
  return (
    <EmptyState kind="failed" title={unreadText(facts.dropped, 'record')} {...reset}>
      <span>
        The answer has no other {recordsWord(definition)}
        {narrowed !== '' && ` for this ${narrowed}`}.
      </span>
      {hidden}
    </EmptyState>
  )
}

/** That there is none, as the beginning of a sentence: a text that is a sentence itself cannot go on. */
const noneOf = (definition: ListResource): string =>
  /[.!?]$/.test(definition.list.emptyText) ? `No ${recordsWord(definition)}` : definition.list.emptyText

/** What the page shows instead of rows where nothing has failed. */
export const EmptyStates = ({ definition, viewState, state, records }: EmptyStatesProps) => {
  const { list } = definition
  switch (viewState) {
    case 'unknownFilter':
      return <UnknownFilter refusal={state.refusal} reset={state.reset} />
    case 'filterLost':
      return <FilterLost definition={definition} state={state} />
    case 'notConfigured':
      return <EmptyState kind="hidden" title={NOT_CONFIGURED} />
    case 'notSearched':
      return <EmptyState kind="hidden" title={list.search?.submit?.prompt ?? list.emptyText} />
    case 'beyond':
      return <Beyond state={state} records={records} />
    case 'allHidden':
      return <AllHidden {...{ definition, state, records }} />
    case 'noMatch':
      return (
        <EmptyState
          kind="empty"
          title="Nothing matches"
          action={{ label: `Reset ${narrowedBy(state)}`, run: state.reset }}
        >
          {noneOf(definition)} for this {narrowedBy(state)}
          {isFurtherTry(state) && `, nor for “${state.sent}”`}.
        </EmptyState>
      )
    case 'empty':
      return (
        <Slot page="list" place="empty" definition={definition}>
          <EmptyState kind="empty" title={list.emptyText} />
        </Slot>
      )
  }
}
