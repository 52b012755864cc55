import type { RaRecord } from 'ra-core'
import type { ResolvedList } from '../language/list.ts'
import { hasWords } from '../language/searchWords.ts'
import type { ListAnswer } from './types.ts'

/** The records that have all words; all of them where none has, or where nothing is asked. */
export function withWords<R extends RaRecord>(
  list: ResolvedList,
  rows: readonly R[],
  words: string | undefined,
): readonly R[] {
  const found = words === undefined ? [] : rows.filter((row) => hasWords(list, row, words))
  return found.length === 0 ? rows : found
}

/** A page whose records with all words come first; alone where the list has no other page. */
export function pageWithWords<R extends RaRecord>(
  list: ResolvedList,
  answer: ListAnswer<R>,
  words: string | undefined,
): ListAnswer<R> {
  const { data, total, pageInfo } = answer
  const found = withWords(list, data, words)
  if (found.length === data.length) return answer
  if (pageInfo.hasNextPage || pageInfo.hasPreviousPage)
    return { ...answer, data: [...found, ...data.filter((row) => !found.includes(row))] }
  return { ...answer, data: [...found], ...(total !== undefined && { total: found.length }) }
}
