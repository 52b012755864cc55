import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { listPathOf } from '../model/consoleModel.ts'
import { entryMemoryOf } from '../query/entryMemory.ts'
import { filtersThatAre, type FormFilters, noFilters } from '../query/formFilters.ts'
import { formatListUrl, parseListUrl } from '../query/listUrl.ts'

interface Wanted {
  readonly search?: string
  readonly filters?: FormFilters
}

/**
 * Opens a list with a search or filters. Searched text and personal filters are handed over in memory: no address has
 * them.
 */
export function useOpenList() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    (definition: ListResource, { search = '', filters = noFilters }: Wanted) => {
      const entry = crypto.randomUUID()
      entryMemoryOf(client).write(entry, { search, filters: filtersThatAre(definition, 'personal', filters) })
      const query = formatListUrl(definition, { ...parseListUrl(definition, ''), form: filters })
      void navigate({ pathname: listPathOf(definition), search: query }, { state: { entry } })
    },
    [client, navigate],
  )
}
