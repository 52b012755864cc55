import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { draftsIn } from '../data/drafts.ts'
import type { ListResource } from '../../language/resource.ts'
import type { ClaimList } from '../../language/claim.ts'
import type { Direction, QueuePlace, StepOptions, Turns } from '../queue/useRecordQueue.ts'
import { useQueueNotices } from './queueNotices.ts'
import { useClaimNext, type ClaimNext } from './useClaimNext.ts'
import { claimableIn, passedText, passedTo, standingIn, useSayOpened, type Claims } from './useClaims.ts'
import { isMoreLeft, type Left } from './work.ts'

interface TurnsOptions {
  readonly definition: ListResource
  readonly id: string
  readonly queue: QueuePlace | undefined
  readonly claims: Claims
  readonly isWorking: boolean
  /** Asks whether a record is done that has something left to decide. */
  readonly askIfDone: (left: Left) => void
}

/** How a claim ends. A record with more to decide comes back `later`. */
type Ending = 'done' | 'skip' | 'later'

/** Ends the person's claim of a record; of one that is done, with what is left of it where that is known. False after a failure. */
async function endClaim({ list, change }: Claims, id: string, end: Ending, left: Left | undefined): Promise<boolean> {
  // A claim that a colleague has got meanwhile is not this person's to end.
  if (list !== undefined && standingIn(list)(id) === 'theirs') return true
  const known = end === 'done' && left?.parts !== undefined && { left: left.parts }
  return (await change({ change: end, ids: [id], ...known })) !== undefined
}

/** Says that a record comes again, and what is left of it. */
function laterText(name: string, left: Left | undefined): string {
  const what = typeof left?.what === 'string' ? ` (${left.what})` : ''
  return `More is left to decide about ${name}${what}: back after the others, and under My records.`
}

/** How a person goes on to another record of the queue, which becomes theirs. */
interface OwnTurns extends Turns {
  /** Keeps the claim of this record when the person goes to another one. */
  readonly keep: () => void
  /** Calls the record done with something left, without asking. */
  readonly endAsDone: (left: Left) => void
}

/** Gives a record back that the person leaves for another one of the queue, if nothing was done or typed there. */
function useReturn({ definition: { name }, id, claims: { list, change } }: TurnsOptions) {
  const client = useQueryClient()
  const isDone = useRef(false)
  const isLeaving = useRef(false)
  const isOwn = list?.claims.some(
    (claim) => claim.id === id && claim.userId === list.userId && claim.state === 'held' && claim.way === 'claimed',
  )
  const giveBack = useRef<() => void>(undefined)
  useEffect(() => {
    giveBack.current = isOwn === true ? () => void change({ change: 'release', ids: [id] }) : undefined
  })
  // An action on the record makes what was read of it out of date.
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const isInvalid = event.type === 'updated' && event.action.type === 'invalidate'
        if (isInvalid && event.query.queryKey[0] === name) isDone.current = true
      }),
    [client, name],
  )
  // Once the page is left: something unsaved may keep the person there.
  useEffect(
    () => () => {
      if (isLeaving.current && !isDone.current && draftsIn(client).isEmpty()) giveBack.current?.()
    },
    [client],
  )
  const keep = () => {
    isDone.current = true
  }
  const leave = () => {
    isLeaving.current = true
  }
  return { keep, leave }
}

/** The first of several records that no colleague works on, and those before it. */
function firstFree(ids: readonly string[], list: ClaimList | undefined, say: (text: string) => void) {
  const others = list?.claims.filter(({ state, userId }) => state === 'held' && userId !== list.userId) ?? []
  const index = ids.findIndex((each) => others.every((claim) => claim.id !== each))
  const id = ids[index]
  if (id === undefined) say('Someone else works on each of the records there.')
  return id === undefined ? undefined : { id, tab: undefined, passed: ids.slice(0, index) }
}

/** Claims the next record of a queue, or the previous one, that no colleague has. */
function claimNeighbors(
  { list, change }: Claims,
  { claimNext, hasWork, tabOf }: Pick<ClaimNext, 'claimNext' | 'hasWork' | 'tabOf'>,
  say: (text: string) => void,
) {
  const next = async ({ following }: QueuePlace) => {
    if (list === undefined) return undefined
    const standing = standingIn(list)
    const ids = following.filter((each) => standing(each) !== 'theirs' && standing(each) !== 'done')
    if (ids.length === 0) {
      say('No record after this one is free.')
      return undefined
    }
    const found = await claimNext(ids)
    return found && { id: found.id, tab: found.tab, passed: following.slice(0, following.indexOf(found.id)) }
  }

  /** Goes back to what the person has seen before. What is done, or has nothing to decide, stays as it is. */
  const previous = async ({ preceding }: QueuePlace) => {
    if (list === undefined) return undefined
    const standing = standingIn(list)
    for (const each of preceding.filter((known) => standing(known) !== 'theirs')) {
      const isShown = standing(each) === 'done' || !(await hasWork(each))
      const found = isShown ? each : await change({ change: 'claim', ids: [each] })
      if (found === undefined) return undefined
      if (found !== null)
        return { id: found, tab: await tabOf(found), passed: preceding.slice(0, preceding.indexOf(each)) }
    }
    say('Someone else has or has finished each record before this one.')
    return undefined
  }
  return { next, previous }
}

/** Goes through a queue as someone who works on its records: what a colleague has is passed over, the rest is claimed. */
export function useTurns(options: TurnsOptions): OwnTurns {
  const { definition, id, queue, claims, isWorking, askIfDone } = options
  const { list } = claims
  const { sayNone, endNotices } = useQueueNotices()
  const sayOf = useSayOpened(definition, id)
  const { keep, leave } = useReturn(options)
  const { claimNext, leftOn, hasWork, tabOf, forget } = useClaimNext(definition, claims)
  const neighbors = claimNeighbors(claims, { claimNext, hasWork, tabOf }, sayNone)
  const isBusy = useRef(false)

  const move = async (towards: Direction, options?: StepOptions) => {
    if (queue === undefined || isBusy.current) return
    isBusy.current = true
    const there = towards === 'next' ? queue.following : queue.preceding
    const to = isWorking ? await neighbors[towards](queue) : firstFree(there, list, sayNone)
    isBusy.current = false
    if (to === undefined) return
    leave()
    endNotices()
    const passed = list === undefined ? '' : passedText(to.passed, list)
    const way = towards === 'previous' && ({ isBack: true } as const)
    queue.step(to.id, { ...options, tab: to.tab, passed, ...(isWorking && { resume: true, isTurn: true }), ...way })
  }

  /** Ends the claim of this record, and goes on. Resolves with false if it stays here. */
  const finish = async (end: Ending, left: Left | undefined): Promise<boolean> => {
    if (list === undefined) return false
    forget(id)
    if (!(await endClaim(claims, id, end, left))) return false
    if (queue === undefined) {
      sayOf((name) => (end === 'done' ? `Done with ${name}.` : `Skipped ${name}.`))
      return false
    }
    const others = claimableIn([...queue.following, ...queue.preceding.toReversed()], list)
    const next = await claimNext(end === 'later' ? [...others, id] : others, true)
    if (next === undefined || next.id === id) return false
    if (end === 'later') sayOf((name) => laterText(name, left), true)
    endNotices()
    const isAgain = ['skipped', 'later'].includes(standingIn(list)(next.id))
    queue.step(next.id, { resume: true, tab: next.tab, passed: passedTo(next, queue.following, list), isAgain })
    return true
  }

  // No key moves on while this does: the record is free in between.
  const moveOn = async (as?: 'done' | 'skip', confirmed?: Left, decided: readonly string[] = []) => {
    if (isBusy.current) return false
    isBusy.current = true
    const left = as === 'skip' ? undefined : (confirmed ?? (await leftOn(id)))
    const isLeft = left !== undefined && isMoreLeft(left, decided)
    const isAsked = as === 'done' && isLeft && confirmed === undefined
    const isHere = isLeft && decided.length > 0
    if (isAsked) askIfDone(left)
    else if (isHere) queue?.step(id, { resume: true, tab: await tabOf(id) })
    const isGone = !isAsked && !isHere && (await finish(as ?? (isLeft ? 'later' : 'done'), left))
    isBusy.current = false
    return isGone
  }

  return {
    keep,
    endAsDone: (left) => void moveOn('done', left),
    move: (towards, options) => void move(towards, options),
    goOn: (decided) => moveOn(undefined, undefined, decided),
    end: (as) => void moveOn(as),
  }
}
