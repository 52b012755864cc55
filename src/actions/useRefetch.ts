import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Resource } from '../../language/resource.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { freshRow } from './outcomeNotice.ts'
import type { RefetchRecord } from './useActions.ts'

/**
 * Reads a record again: as its page or part does, else with the lists on screen, else by its id. Rejects if that is not
 * possible.
 */
export function useRefetch(definition: Resource, own: RefetchRecord | undefined): RefetchRecord {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const { name } = definition
  const byId = useCallback<RefetchRecord>(
    async (record) => {
      const since = Date.now()
      await client.invalidateQueries({ queryKey: [name] })
      const row = freshRow(client, name, record.id, since)
      if (row !== undefined) return row
      const { readUnlisted } = await import('./readUnlisted.ts')
      return readUnlisted(provider, definition, record)
    },
    [client, provider, definition, name],
  )
  return own ?? byId
}
