import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useCallback, useEffect, useState } from 'react'
import type { ApprovalRow } from '../../language/approval.ts'
import { type Claim, isLeft } from '../../language/claim.ts'
import { readRecord } from '../../language/readRecord.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Work } from '../console/extensions.ts'
import { installedConsole } from '../console/installedConsole.tsx'
import { useWaitingRows, waitingKey, waitingMarks } from '../data/useGrants.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import type { Row } from '../model/columns.ts'

/** What is to decide about a record. `undefined` where it could not be read. */
export type Found = boolean | Work | undefined

const LATELY_MS = 20_000

/** What waits for approval on a record, as the list of its resource was last read; undefined where it was not. */
export const listedWaiting = (client: QueryClient, { name }: ListResource, id: string) =>
  client.getQueryData<readonly ApprovalRow[]>(waitingKey(name))?.filter(({ subject }) => subject?.id === id)

/**
 * What waits for approval on a record. What its list has read does not say whether a request can still be approved, so that it
 * is read of the record itself.
 */
async function waitingOn(client: QueryClient, definition: ListResource, id: string): Promise<readonly ApprovalRow[]> {
  const queryKey = waitingKey(definition.name, id)
  const list = { queryKey: waitingKey(definition.name), staleTime: Infinity }
  // The first read may be under way.
  if (client.getQueryState(list.queryKey) !== undefined) await client.prefetchQuery(list)
  const listed = listedWaiting(client, definition, id)
  if (listed === undefined) return client.getQueryData<readonly ApprovalRow[]>(queryKey) ?? []
  if (listed.length === 0) return []
  return client.fetchQuery<readonly ApprovalRow[]>({ queryKey, staleTime: LATELY_MS }).catch(() => listed)
}

/**
 * Tells what there is to decide about a record, if the console knows that of the resource.
 *
 * @param id the record of the page, which reads what waits on it; absent for records that are looked into
 */
export function useWorkOf(definition: ListResource, id?: string) {
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const { permissions } = usePermissions<readonly string[]>()
  const read = useWaitingRows(definition.name, id)
  const shown = id === undefined ? undefined : read
  const load = installedConsole().hasWork[definition.name]
  const workOf = useCallback(
    async (detail: Row, isPrefetch: boolean, then?: readonly string[]): Promise<boolean | Work> => {
      if (load === undefined) return true
      const record = readRecord(definition, detail, detail.id)
      const readPart = async (name: string) =>
        (await provider.read(definition.name, { name, record, ...(isPrefetch && { isPrefetch }) })).data
      const waiting = shown ?? (await waitingOn(client, definition, String(detail.id)))
      return (await load())(detail, {
        read: readPart,
        permissions: [...(permissions ?? []), ...waitingMarks(waiting)],
        leftThen: then,
      })
    },
    [client, definition, load, provider, permissions, shown],
  )
  return { isNeeded: load !== undefined, workOf }
}

/** What is left to decide about a record: in words, or true. Its parts are unknown where they could not be read. */
export interface Left {
  readonly what: string | boolean
  readonly parts: readonly string[] | undefined
}

const partsOf = (work: boolean | Work): readonly string[] =>
  typeof work === 'object' ? work.parts : work ? ['something'] : []

/** What a look found, as what is left. */
export function leftIn(work: Found): Left {
  const parts = work === undefined ? undefined : partsOf(work)
  const what = typeof work === 'object' ? work.text : (work ?? true)
  return { what, parts: parts !== undefined && isLeft(parts) ? parts : undefined }
}

/** True when more is left than what the person has just decided. A part that is not known is more. */
export const isMoreLeft = ({ what, parts }: Left, decided: readonly string[]): boolean =>
  what !== false && parts?.every((part) => decided.includes(part)) !== true

/** What was left of a record that someone has finished; `undefined` for any other, and where that is not known. */
export const leftThen = (claim: Claim | undefined): readonly string[] | undefined =>
  claim?.state === 'done' ? (claim.left ?? undefined) : undefined

/** True when there is something to decide, and not only what was left when the record was finished. */
export const isToDecide = (work: Found, then: readonly string[] | undefined): boolean =>
  then === undefined ? work !== false : work !== undefined && partsOf(work).some((part) => !then.includes(part))

/** What has come to a record since it was finished: in words, or true. */
export function useOpenAgain(definition: ListResource, detail: Row, done: Claim): string | true | undefined {
  const { isNeeded, workOf } = useWorkOf(definition, done.id)
  const [work, setWork] = useState<Found>()
  const then = leftThen(done)
  const isAsked = isNeeded && then !== undefined
  useEffect(() => {
    if (!isAsked) return undefined
    let isCurrent = true
    const set = (found: Found) => {
      if (isCurrent) setWork(found)
    }
    workOf(detail, false, then).then(set, () => set(undefined))
    return () => {
      isCurrent = false
    }
  }, [isAsked, workOf, detail, then])
  if (then === undefined || !isToDecide(work, then)) return undefined
  return typeof work === 'object' ? work.text : true
}
