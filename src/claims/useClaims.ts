import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNotify } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import type { ClaimParams } from '../../dataProvider/types.ts'
import { claimStates, type Claim, type ClaimList } from '../../language/claim.ts'
import { isValues } from '../../language/pointer.ts'
import { failureOf } from '../data/failure.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'

/** How often the claims of all gateways are read, in ms. */
const EVERY_MS = 15_000

const isClaim = (value: unknown): value is Claim => {
  if (!isValues(value)) return false
  const { id, userId, name, state, changedAt, expiresAt } = value
  const numbers = [userId, changedAt, expiresAt].every((each) => typeof each === 'number')
  return numbers && typeof id === 'string' && typeof name === 'string' && claimStates.some((known) => known === state)
}

const isList = (value: unknown): value is ClaimList => {
  if (!isValues(value)) return false
  const { userId, mayWork, claims, colleagues } = value
  const isWhole = typeof userId === 'number' && typeof mayWork === 'boolean' && Array.isArray(colleagues)
  return isWhole && Array.isArray(claims) && claims.every(isClaim)
}

function listIn({ data }: { readonly data: unknown }): ClaimList {
  if (!isList(data)) throw unexpectedAnswer('The answer is not a list of claims.')
  return data
}

type Change = NonNullable<ClaimParams['change']>

/** What was said about the records of others: that one was handed to the person, or taken over from them. */
function useMoves(resource: string, list: ClaimList | undefined): void {
  const notify = useNotify()
  const before = useRef<ClaimList>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = list
    if (last === undefined || list === undefined) return
    const wasMine = (id: string) => last.claims.some((claim) => claim.id === id && claim.userId === list.userId)
    for (const { id, userId, way, name, before: holder, state } of list.claims) {
      if (state !== 'held' || wasMine(id) === (userId === list.userId)) continue
      const taken = way === 'taken' && userId !== list.userId
      const handed = way === 'handed' && userId === list.userId
      const text = taken ? `${name} took over record ${id} from you.` : `${holder ?? ''} handed record ${id} to you.`
      const definition = listResource(resource)
      const to = definition && recordPathOf(definition, id)
      const link = to === undefined ? undefined : { to, label: `record ${id}` }
      if (taken || handed) notify(text, { type: 'info', messageArgs: { _: text }, autoHideDuration: null, link })
    }
  }, [resource, list, notify])
}

/** Who works on which record of a resource, and the function that claims, hands over and ends. */
export interface Claims {
  readonly list: ClaimList | undefined
  /** Answers the record that the change was about; `null` when none was free; `undefined` after a failure, which it says. */
  readonly change: (change: Change) => Promise<string | null | undefined>
}

/** Reads the claims of a resource while the page is visible. */
export function useClaims(resource: string): Claims {
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const notify = useNotify()
  const key = useMemo(() => ['console', 'claims', resource], [resource])
  const { data: list } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => listIn(await provider.claims(resource, { signal })),
    refetchInterval: EVERY_MS,
    retry: false,
  })
  useMoves(resource, list)
  const change = useCallback(
    async (body: Change) => {
      try {
        const answer = listIn(await provider.claims(resource, { change: body }))
        client.setQueryData(key, answer)
        return answer.changed
      } catch (error) {
        const { kind, message } = failureOf(error)
        if (kind !== 'sessionOver') notify(message, { type: 'error', messageArgs: { _: message } })
        void client.invalidateQueries({ queryKey: key })
        return undefined
      }
    },
    [provider, client, key, notify, resource],
  )
  return { list, change }
}

/** The records of a queue that are free, in its order; those that the person has skipped come last. */
export function freeIn(ids: readonly string[], { claims, userId }: ClaimList): readonly string[] {
  const states = new Map(claims.map((claim) => [claim.id, claim.userId === userId ? claim.state : 'held']))
  const put = (id: string) => states.get(id) === 'skipped'
  return [...ids.filter((id) => !states.has(id)), ...ids.filter(put)]
}
