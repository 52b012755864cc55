import type { ListState } from './useListState.ts'
import type { Records } from './useRecords.ts'

/** Which of a list's sights is shown where the records stand (X3). No two of them look the same. */
export type ListSight =
  'loading' | 'rows' | 'empty' | 'noMatch' | 'allHidden' | 'beyond' | 'failed' | 'forbidden' | 'unknownFilter'

/** Chooses the sight. Rows that are there stay, also when reading them again has failed. */
export function sightOf(
  { page, filter, search, unknownFilter }: Pick<ListState, 'page' | 'filter' | 'search' | 'unknownFilter'>,
  { rows, facts, failure }: Pick<Records, 'rows' | 'facts' | 'failure'>,
): ListSight {
  if (unknownFilter !== undefined) return 'unknownFilter'
  if (rows === undefined) {
    if (failure === undefined) return 'loading'
    return failure.kind === 'forbidden' ? 'forbidden' : 'failed'
  }
  if (rows.length > 0) return 'rows'
  if (facts.totalPages !== undefined && page > facts.totalPages) return 'beyond'
  if (facts.hidden > 0) return 'allHidden'
  if (page > 1) return 'beyond'
  return filter !== undefined || search !== '' ? 'noMatch' : 'empty'
}
