import type { ListResource } from '../../language/resource.ts'
import { hasWords } from '../../language/searchWords.ts'
import type { Row } from '../model/columns.ts'
import type { ListParams } from './listQuery.ts'
import { sentSearch, triesOf, wordsOf } from './typedSearch.ts'

/** The records that the first try of a text finds; where only one of its words is sent, those that have all of them. */
export async function firstFound(
  definition: ListResource,
  text: string,
  read: (meta: ListParams['meta']) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  for (const sent of triesOf(text)) {
    const { words } = wordsOf({ search: text, sent })
    const rows = await read({ search: sentSearch(definition, sent), ...(words !== undefined && { words }) })
    const found = words === undefined ? rows : rows.filter((row) => hasWords(definition.list, row, words))
    if (found.length > 0) return found
  }
  return []
}
