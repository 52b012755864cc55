import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ClaimList } from '../../language/claim.ts'
import type { ListResource } from '../../language/resource.ts'
import { type Failure, failureOf } from '../data/failure.ts'
import { readFailureText } from '../data/readFailureText.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { readDetailAhead } from '../query/detailQuery.ts'
import { useQueueNotices } from './queueNotices.ts'
import { type Claims, claimWhile, newestChange } from './useClaims.ts'
import { type Found, isToDecide, type Left, leftIn, leftThen, listedWaiting, useWorkOf } from './work.ts'

/** Details that are read for one search of a record with work, and how many of them at once. */
const MOST_READ = 16
const AT_ONCE = 4

/**
 * What was found in a record counts for this time, in ms, after its detail was read; less where one was finished, and before it
 * is said that nothing is left.
 */
const LOOK_MS = 10 * 60_000
const FINISHED_LOOK_MS = 30_000
const LAST_LOOK_MS = 4 * 60_000

const looksKey = ({ name }: ListResource, id: string) => ['console', 'hasWork', name, id] as const

/** Says that nothing is left, and how many records wait for someone else or are done. */
function endText(idle: number, done: number, isAfterWork: boolean): string {
  const waiting = `${idle}${isAfterWork ? ' more' : ''} ${idle === 1 ? 'waits' : 'wait'} for someone else`
  if (isAfterWork) return `That was the last one left in this list.${idle === 0 ? '' : ` ${waiting}.`}`
  const counts = [
    ...(idle === 0 ? [] : [waiting]),
    ...(done === 0 ? [] : [`${done} ${done === 1 ? 'is' : 'are'} done`]),
  ]
  if (counts.length === 0) return 'Nothing in this list is free: others have it, or it is done.'
  return `Nothing left to decide in this list: ${counts.join(', ')}.`
}

const cutText = (count: number): string =>
  `Looked at ${count} ${count === 1 ? 'record' : 'records'}: all wait for someone else. Press Start in the list to look further.`

const unreadText = (failure: Failure): string =>
  `The next records could not be looked into, so none was claimed. ${readFailureText(failure)}`

/**
 * Looks into records ahead of the person, as ones that are not shown yet. Each is read once in ten minutes at most, after
 * each change by someone else, and once something else waits for approval there.
 */
function useLook(definition: ListResource, list: ClaimList | undefined) {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  const { isNeeded, workOf } = useWorkOf(definition)
  const lookKey = (id: string) => {
    const waiting = listedWaiting(client, definition, id)?.map((approval) => approval.id)
    return [...looksKey(definition, id), newestChange(list, id), waiting] as const
  }
  const isKnown = (id: string, within = LOOK_MS): boolean => {
    const state = client.getQueryState(lookKey(id))
    return state?.data !== undefined && Date.now() - state.dataUpdatedAt < within
  }
  const look = async (id: string, within = LOOK_MS): Promise<Found> => {
    if (!isNeeded) return true
    try {
      return await client.fetchQuery({
        queryKey: lookKey(id),
        queryFn: async () => workOf(await readDetailAhead(definition, id, { client, provider }), true),
        staleTime: within,
        gcTime: LOOK_MS,
      })
    } catch (error) {
      if (failureOf(error).kind === 'notFound') return false
      // Its page says what is wrong with a record that can't be read. What was found before counts for its whole time.
      return isKnown(id) ? client.getQueryData<Found>(lookKey(id)) : undefined
    }
  }
  /** Why a record could not be looked into for now. Its page can still be read where only too many were read ahead. */
  const tooManyFor = (id: string): Failure | undefined => {
    const error = client.getQueryState(lookKey(id))?.error
    const failure = error == null ? undefined : failureOf(error)
    return failure?.status === 429 && failure.code !== 'READ_AHEAD_LIMITED' ? failure : undefined
  }
  return { isNeeded, isKnown, look, tooManyFor }
}

/** A record that was claimed, and those of the given ones that were passed over because nothing waits on them. */
interface Claimed {
  readonly id: string
  readonly idle: readonly string[]
  /** The tab of its page where the work is done. */
  readonly tab: string | undefined
}

/** The first of several records that the person may have and can do something about, claimed. */
export interface ClaimNext {
  /**
   * Resolves with the record; `undefined` when there is none or after a failure, which it says.
   *
   * @param ids records that no one else has, in order; one that was finished is for what came after
   * @param isFree false once the person has begun something else: then none is claimed
   * @param isAfterWork true when the person has just finished with a record
   */
  readonly claimNext: (
    ids: readonly string[],
    isFree: () => boolean,
    isAfterWork?: boolean,
  ) => Promise<Claimed | undefined>
  /** What a record that the person has worked on has left to decide; nothing where the console does not know that. */
  readonly leftOn: (id: string) => Promise<Left>
  /** Tells whether anything is to decide about a record, as far as the console knows. */
  readonly hasWork: (id: string) => Promise<boolean>
  /** The tab of a record's page where its work is done. */
  readonly tabOf: (id: string) => Promise<string | undefined>
  /** Looks into a record again the next time: the person has worked on it. */
  readonly forget: (id: string) => void
}

interface Searched {
  /** The record that was claimed, null where none was, undefined after a failure. */
  readonly id: string | null | undefined
  /** Those that were passed over because nothing waits on them. */
  readonly idle: readonly string[]
  /** The number of details that were read, and true where more of them would have been too many. */
  readonly reads: number
  readonly isCut: boolean
  /** Why a record could not be looked into, as too much was read: no record after it may be claimed. */
  readonly tooMany?: Failure | undefined
}

interface Search extends ReturnType<typeof useLook> {
  readonly claim: (ids: readonly string[]) => ReturnType<Claims['change']>
  readonly isFree: () => boolean
  /** What was left of a record when it was finished. */
  readonly leftOf: (id: string) => readonly string[] | undefined
}

/** Claims the first of several records that has work. What was found in one counts for a time, in ms. */
async function search(
  ids: readonly string[],
  withinMs: number,
  { leftOf, claim, isFree, isNeeded, isKnown, look, tooManyFor }: Search,
  readBefore = 0,
): Promise<Searched> {
  const looked = (id: string) => (leftOf(id) === undefined ? withinMs : FINISHED_LOOK_MS)
  const idle: string[] = []
  let reads = readBefore
  const step = isNeeded ? AT_ONCE : ids.length
  for (let at = 0; at < ids.length && isFree(); at += step) {
    const some = ids.slice(at, at + step)
    const unknown = isNeeded ? some.filter((id) => !isKnown(id, looked(id))).length : 0
    if (unknown > 0 && reads >= MOST_READ) return { id: null, idle, reads, isCut: true }
    reads += unknown
    const looks = await Promise.all(some.map((each) => look(each, looked(each))))
    const refusals = some.map((each, index) => (looks[index] === undefined ? tooManyFor(each) : undefined))
    const tooMany = refusals.find((each) => each !== undefined)
    const read = tooMany === undefined ? some : some.slice(0, refusals.indexOf(tooMany))
    const able = read.filter((each, index) => isToDecide(looks[index], leftOf(each)))
    const id = able.length === 0 ? null : await claim(able)
    const seen = typeof id === 'string' ? some.slice(0, some.indexOf(id)) : read
    idle.push(...seen.filter((each) => !able.includes(each)))
    if (id !== null) return { id, idle, reads, isCut: false }
    if (tooMany !== undefined) return { id, idle, reads, isCut: true, tooMany }
  }
  return { id: isFree() ? null : undefined, idle, reads, isCut: false }
}

/**
 * Claims the next record of a queue. Where the console knows which records have something to decide, others are passed
 * over: their details are read ahead, a few at a time and a bounded number for each call.
 */
export function useClaimNext(definition: ListResource, claims: Claims): ClaimNext {
  const { list } = claims
  const client = useQueryClient()
  const { sayNone } = useQueueNotices()
  const looks = useLook(definition, list)
  const { isNeeded, look } = looks
  const tabOf = async (id: string) => {
    const work = isNeeded && (await look(id))
    return (typeof work === 'object' ? work.tab : undefined) ?? definition.show?.workTab
  }
  const claimNext: ClaimNext['claimNext'] = async (ids, isFree, isAfterWork = false) => {
    const leftOf = (id: string) => leftThen(list?.claims.find((claim) => claim.id === id))
    const claim = (able: readonly string[]) => claimWhile(isFree, claims, able)
    const tools = { ...looks, leftOf, claim, isFree }
    let found = await search(ids, LOOK_MS, tools)
    const isLast = found.id === null && !found.isCut && !isAfterWork
    if (isLast && isNeeded) found = await search(ids, LAST_LOOK_MS, tools, found.reads)
    const { id, idle, isCut, tooMany } = found
    if (typeof id === 'string') return { id, idle, tab: await tabOf(id) }
    if (id === undefined) return undefined
    const waiting = idle.filter((each) => leftOf(each) === undefined).length
    // The end of the work stays until it is dismissed: the notice of the last decision would replace it.
    if (tooMany !== undefined) sayNone(unreadText(tooMany), isAfterWork)
    else sayNone(isCut ? cutText(idle.length) : endText(waiting, idle.length - waiting, isAfterWork), isAfterWork)
    return undefined
  }
  const forget = useCallback(
    (id: string) => client.removeQueries({ queryKey: looksKey(definition, id) }),
    [client, definition],
  )
  const leftOn = async (id: string) => {
    forget(id)
    return isNeeded ? leftIn(await look(id)) : { what: false, parts: undefined }
  }
  const hasWork = async (id: string) => (await look(id)) !== false
  return { claimNext, leftOn, hasWork, tabOf, forget }
}
