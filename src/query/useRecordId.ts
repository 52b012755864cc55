import { useCallback } from 'react'
import { isValues } from '../../language/pointer.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import type { Row } from '../model/columns.ts'
import { consoleModel, listResource } from '../model/consoleModel.ts'
import { sentSearch } from './typedSearch.ts'

/** One page is enough, because the search puts exact matches first. */
export const FIRST_PAGE = { page: 1, perPage: 50 } as const

const has = (record: Row, text: string): boolean =>
  Object.values(record).some((value) => typeof value === 'string' && value.toLowerCase() === text.toLowerCase())

/** True for a text that cannot be the id of a record, which is a number. */
function isOther({ record }: NonNullable<ReturnType<typeof listResource>>, text: string): boolean {
  const { id } = record.properties
  return isValues(id) && id['type'] === 'integer' && !/^\d+$/.test(text)
}

/** The lists whose records have a page and are searched by text. */
export const searchedLists = (): readonly string[] =>
  consoleModel().definitions.flatMap((each) =>
    each.kind === 'list' && each.recordPath !== null && each.list.search !== undefined ? [each.name] : [],
  )

/**
 * Finds the id of a record from what is typed: the id itself, or a value that only this record of its list has, such as
 * its number at a service. `undefined` where there is no such record, or the list can't be read.
 */
export function useRecordId() {
  const provider = useConsoleProvider()
  return useCallback(
    async (resource: string, text: string): Promise<string | undefined> => {
      const definition = listResource(resource)
      if (definition === undefined || !isOther(definition, text)) return text
      if (definition.list.search === undefined) return undefined
      const sort = { field: 'id', order: 'ASC' } as const
      const sent = sentSearch(definition, text)
      const meta = { search: sent }
      const params = { pagination: FIRST_PAGE, sort, filter: {}, meta }
      const answer = await provider.getList<Row>(resource, params).catch(() => undefined)
      const [found, ...others] = (answer?.data ?? []).filter((record) => has(record, text) || has(record, sent))
      return found === undefined || others.length > 0 ? undefined : String(found.id)
    },
    [provider],
  )
}
