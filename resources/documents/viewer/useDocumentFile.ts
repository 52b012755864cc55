import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { valueAt } from '../../../language/pointer.ts'
import { isImage } from '../../../src/actions/useActions.ts'
import { useConsoleProvider } from '../../../src/data/useConsoleProvider.ts'
import { failureOf, sessionOver, type Failure } from '../../../src/data/failure.ts'
import type { Row } from '../../../src/model/columns.ts'

export type DocumentFile =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly content: Blob }
  /** The file is not an image of a known type, so it is not shown. */
  | { readonly state: 'noPicture' }
  | { readonly state: 'failed'; readonly failure: Failure; readonly retry: () => void }

const KEY = 'documentFile'

/** Drops every fetched file when the viewer closes. */
export function useForgetFiles(): void {
  const client = useQueryClient()
  useEffect(() => () => client.removeQueries({ queryKey: [KEY] }), [client])
}

/** Fetches a document's file into memory only, once while the viewer is open. */
export function useDocumentFile(resource: string, record: Row): DocumentFile {
  const provider = useConsoleProvider()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [KEY, resource, String(record.id)],
    queryFn: async ({ signal }): Promise<Blob> => {
      const answer = await provider.download(resource, { name: 'download', record, isShown: true, signal })
      const content = valueAt(answer.data, '/blob')
      if (!(content instanceof Blob)) throw sessionOver()
      return content
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (data !== undefined) {
    return isImage(data) ? { state: 'ready', content: data } : { state: 'noPicture' }
  }
  const failure = error === null || isFetching ? undefined : failureOf(error)
  if (failure === undefined || failure.kind === 'sessionOver') return { state: 'loading' }
  return { state: 'failed', failure, retry: () => void refetch() }
}
