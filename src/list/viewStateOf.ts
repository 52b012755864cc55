import type { ListResource } from '../../language/resource.ts'
import type { Failure } from '../data/failure.ts'
import { isUnsearched } from '../query/listQuery.ts'
import type { ListState } from './useListState.ts'
import type { Records } from './useRecords.ts'

/** The view state of a list: what shows in the place of the records (X3). No two view states look the same. */
export type ListViewState =
  | 'loading'
  | 'rows'
  | 'empty'
  | 'noMatch'
  | 'allHidden'
  | 'beyond'
  | 'failed'
  | 'refused'
  | 'forbidden'
  | 'unknownFilter'
  | 'filterLost'
  | 'notConfigured'
  | 'notSearched'

interface Place {
  readonly definition: ListResource
  readonly state: Pick<ListState, 'page' | 'filter' | 'form' | 'search' | 'unknownFilter' | 'lost'>
  /** True when this environment cannot serve the list. */
  readonly isOff: boolean
}

/** True when the list may be read at this place. */
export const isReadable = ({ definition, state, isOff }: Place): boolean =>
  !isOff && state.unknownFilter === undefined && state.lost.length === 0 && !isUnsearched(definition, state.search)

/** True when the service answered that the requested thing does not exist. An outage is no refusal. */
const isRefusal = ({ kind, code }: Failure): boolean => kind === 'notFound' || code === 'UPSTREAM_REFUSED'

function failedViewState({ list }: ListResource, failure: Failure): ListViewState {
  if (failure.kind === 'forbidden') return 'forbidden'
  if (failure.code === 'NOT_CONFIGURED') return 'notConfigured'
  return typeof list.failed === 'object' && isRefusal(failure) ? 'refused' : 'failed'
}

/** Chooses the view state. Loaded rows stay on screen, even when reading them again has failed. */
export function viewStateOf(
  place: Place,
  { rows, facts, failure }: Pick<Records, 'rows' | 'facts' | 'failure'>,
): ListViewState {
  const { definition, state, isOff } = place
  const { page, filter, form, search, unknownFilter, lost } = state
  if (isOff) return 'notConfigured'
  if (unknownFilter !== undefined) return 'unknownFilter'
  if (lost.length > 0) return 'filterLost'
  if (isUnsearched(definition, search)) return 'notSearched'
  if (rows === undefined) return failure === undefined ? 'loading' : failedViewState(definition, failure)
  if (rows.length > 0) return 'rows'
  if (facts.totalPages !== undefined && page > facts.totalPages) return 'beyond'
  if (facts.hidden + facts.dropped > 0) return 'allHidden'
  if (page > 1) return 'beyond'
  const isNarrowed = filter !== undefined || search !== '' || Object.keys(form).length > 0
  return isNarrowed ? 'noMatch' : 'empty'
}
