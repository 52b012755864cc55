import { hasWords } from '../../language/searchWords.ts'
import { isFurtherTry, isPartOf } from '../query/typedSearch.ts'
import type { ListPlaceHere } from './useListPlace.ts'
import type { FrameRecords } from './useRecords.ts'

interface Found {
  /** True where all records have all words, though not all are sent. */
  readonly isMeant: boolean
  /** Says what was searched for instead of the typed text; `undefined` where that makes no difference. */
  readonly text?: string
}

/** What was found where a service finds nothing by the typed text itself. */
export function foundBy({ definition, state }: ListPlaceHere, { rows = [], facts, hasNextPage }: FrameRecords): Found {
  const { search, sent, page } = state
  if (!isFurtherTry(state)) return { isMeant: false }
  const text = `Nothing matches “${search}”. These match “${sent}”.`
  if (!isPartOf(state)) return { isMeant: false, text }
  const meant = rows.filter((row) => hasWords(definition.list, row, search))
  if (meant.length === rows.length) return { isMeant: true }
  if (page === 1 && hasNextPage !== true && (facts.totalPages ?? 1) <= 1) return { isMeant: false, text }
  const first =
    meant.length === 0
      ? `None on this page has all words of “${search}”.`
      : `On each page, those with all words of “${search}” come first.`
  return { isMeant: false, text: `These match “${sent}”. ${first}` }
}
