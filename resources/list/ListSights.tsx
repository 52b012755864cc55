import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { FailedSight, Sight } from '../parts/Sight.tsx'
import type { ListSight } from './sightOf.ts'
import type { ListState } from './useListState.ts'
import type { Records } from './useRecords.ts'

interface ListSightsProps {
  readonly definition: AnyDefinition
  readonly sight: Exclude<ListSight, 'loading' | 'rows'>
  readonly state: ListState
  readonly records: Records
}

/** '3 rows without status hidden' (D-41). */
export const hiddenText = (definition: AnyDefinition, hidden: number): string =>
  `${hidden} ${hidden === 1 ? 'row' : 'rows'} without ${definition.list.hideWithout ?? 'value'} hidden`

/** What stands in place of the rows when there are none: each reason is a sight of its own. */
export const ListSights = ({ definition, sight, state, records }: ListSightsProps) => {
  const { failure, facts, retry } = records
  if (sight === 'failed' || sight === 'forbidden') {
    return failure === undefined ? null : (
      <FailedSight title={`${definition.label} could not be read.`} failure={failure} retry={retry} />
    )
  }
  if (sight === 'unknownFilter') {
    return (
      <Sight kind="lost" title="This filter does not exist" action={{ label: 'Show all', run: state.reset }}>
        Nothing was asked for: the address names a filter that this list does not have.
      </Sight>
    )
  }
  if (sight === 'allHidden') {
    return (
      <Sight kind="hidden" title="Every row of this page is hidden">
        {hiddenText(definition, facts.hidden)}. Other pages may have rows.
      </Sight>
    )
  }
  if (sight === 'beyond') {
    const last = facts.totalPages ?? 1
    const page = last < state.page ? last : 1
    return (
      <Sight
        kind="lost"
        title={`There is no page ${state.page}`}
        action={{ label: `Go to page ${page}`, run: () => state.correctPage(page) }}
      />
    )
  }
  if (sight === 'noMatch') {
    return (
      <Sight kind="empty" title="Nothing matches" action={{ label: 'Reset search and filter', run: state.reset }}>
        {definition.list.empty} for this search and filter.
      </Sight>
    )
  }
  return <Sight kind="empty" title={definition.list.empty} />
}
