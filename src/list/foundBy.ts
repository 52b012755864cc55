import { hasOnlyPart, hasWords } from '../../language/searchWords.ts'
import { isFurtherTry, isPartOf, partText } from '../query/typedSearch.ts'
import type { ListPlaceHere } from './useListPlace.ts'
import type { FrameRecords } from './useRecords.ts'

interface Found {
  /** True where all records have what was typed: all words, and a number as a whole. */
  readonly isMeant: boolean
  /** Says how what was found differs from the typed text; `undefined` where it does not. */
  readonly text?: string
}

/** Tells if a service has found what was typed, or something with a part of it. */
export function foundBy({ definition, state }: ListPlaceHere, { rows = [], facts, hasNextPage }: FrameRecords): Found {
  const { search, sent, page } = state
  if (!isFurtherTry(state)) {
    const isOpened = definition.recordPath !== null && rows.length > 0
    const isMeant = !isOpened || rows.some((row) => !hasOnlyPart(row, search))
    return isMeant ? { isMeant } : { isMeant, text: partText(search) }
  }
  const text = `Nothing matches “${search}”. These match “${sent}”.`
  if (!isPartOf(state)) return { isMeant: true, text }
  const meant = rows.filter((row) => hasWords(definition.list, row, search))
  if (meant.length === rows.length) return { isMeant: true }
  if (page === 1 && hasNextPage !== true && (facts.totalPages ?? 1) <= 1) return { isMeant: false, text }
  const first =
    meant.length === 0
      ? `None on this page has all words of “${search}”.`
      : `On each page, those with all words of “${search}” come first.`
  return { isMeant: false, text: `These match “${sent}”. ${first}` }
}
