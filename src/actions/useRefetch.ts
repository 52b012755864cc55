import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Resource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Row } from '../model/columns.ts'
import { sessionOver } from '../data/failure.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { freshRow } from './outcomeNotice.ts'
import type { RefetchRecord } from './useActions.ts'

const NOT_LISTED = 'No list on this page shows it.'

/**
 * Reads a record again: as its page or part does, else with the lists on screen, else by its id. Rejects if that is not
 * possible.
 */
export function useRefetch(definition: Resource, own: RefetchRecord | undefined): RefetchRecord {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const { name, bindings } = definition
  const hasDetail = definition.kind === 'list' && bindings['getOne'] !== undefined
  // The row may be on another page of the list now.
  const isReadWhole = definition.kind === 'list' && definition.list.paging === 'client'
  const byId = useCallback<RefetchRecord>(
    async (record) => {
      const since = Date.now()
      await client.invalidateQueries({ queryKey: [name] })
      const row = freshRow(client, name, record.id, since)
      if (row !== undefined) return row
      if (hasDetail) {
        const { data } = await provider.getOne<Row>(name, { id: record.id })
        // react-admin resolves a call whose session ended with nothing.
        if (valueAt(data, '/id') === undefined) throw sessionOver()
        const { readRecord } = await import('../../language/readRecord.ts')
        const fresh = readRecord(definition, data, record.id)
        // What only the list has, such as a switch, would pass for unchanged.
        if (Object.keys(record).some((field) => !Object.hasOwn(fresh, field))) throw new Error(NOT_LISTED)
        return fresh
      }
      if (!isReadWhole) throw new Error(NOT_LISTED)
      const { data } = await provider.getMany<Row>(name, { ids: [record.id] })
      // react-admin resolves a call whose session ended with no list.
      if (!Array.isArray(data)) throw sessionOver()
      return data[0]
    },
    [client, provider, definition, name, hasDetail, isReadWhole],
  )
  return own ?? byId
}
