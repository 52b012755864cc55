import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { draftsIn } from '../data/drafts.ts'
import type { EndClaim } from '../data/pageWarning.ts'
import type { ListResource } from '../../language/resource.ts'
import type { ClaimList } from '../../language/claim.ts'
import type { Direction, QueuePlace, StepOptions, Turns } from '../queue/useRecordQueue.ts'
import { useIsHere } from '../ui/useIsHere.ts'
import { useUndisturbed } from '../ui/useUndisturbed.ts'
import { useQueueNotices } from './queueNotices.ts'
import { useClaimNext, type ClaimNext } from './useClaimNext.ts'
import { claimableIn, claimWhile, passedText, passedTo, standingIn, useSayOpened, type Claims } from './useClaims.ts'
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

/**
 * Ends the person's claim of a record; of one that is done, with what is left of it where that is known. What a colleague has
 * taken over and given back is claimed first. False after a failure.
 */
async function endClaim({ list, change }: Claims, id: string, end: Ending, left: Left | undefined): Promise<boolean> {
  // A claim that a colleague has got meanwhile is not this person's to end.
  if (list !== undefined && standingIn(list)(id) === 'theirs') return true
  if (list?.claims.every((claim) => claim.id !== id) === true) {
    const claimed = await change({ change: 'claim', ids: [id] })
    if (claimed !== id) return claimed === null
  }
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
  readonly end: EndClaim
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
      if (isLeaving.current && !isDone.current && draftsIn(client).isEmpty('forms/')) giveBack.current?.()
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

/** A record to go on to, and how the person comes there. */
interface Step extends Pick<StepOptions, 'tab' | 'passed' | 'isAgain'> {
  readonly id: string
}

const isLeftForLater = (list: ClaimList, id: string): boolean => ['skipped', 'later'].includes(standingIn(list)(id))

/** The first of several records that no colleague works on. */
function firstFree(ids: readonly string[], list: ClaimList | undefined, say: (text: string) => void): Step | undefined {
  const others = list?.claims.filter(({ state, userId }) => state === 'held' && userId !== list.userId) ?? []
  const index = ids.findIndex((each) => others.every((claim) => claim.id !== each))
  const id = ids[index]
  if (id === undefined) say('Someone else works on each of the records there.')
  return id === undefined ? undefined : { id, passed: list === undefined ? '' : passedText(ids.slice(0, index), list) }
}

/** Claims the next record of a queue, or the previous one, that no colleague has. After the last one those left for later come again. */
function claimNeighbors(claims: Claims, { claimNext, hasWork, tabOf }: ClaimNext, say: (text: string) => void) {
  const next = async (
    { following, preceding }: QueuePlace,
    list: ClaimList,
    isFree: () => boolean,
  ): Promise<Step | undefined> => {
    const standing = standingIn(list)
    const ahead = following.filter((each) => standing(each) !== 'theirs' && standing(each) !== 'done')
    const ids = [...ahead, ...preceding.toReversed().filter((each) => isLeftForLater(list, each))]
    if (ids.length === 0) {
      say('No record after this one is free.')
      return undefined
    }
    const found = await claimNext(ids, isFree)
    if (found === undefined) return undefined
    const { id, tab } = found
    const at = following.indexOf(id)
    return { id, tab, passed: passedText(following.slice(0, Math.max(0, at)), list), isAgain: at < 0 }
  }

  /** Goes back to what the person has seen before. What is done, or has nothing to decide, stays as it is. */
  const previous = async (
    { preceding }: QueuePlace,
    list: ClaimList,
    isFree: () => boolean,
  ): Promise<Step | undefined> => {
    const standing = standingIn(list)
    for (const [index, each] of preceding.entries()) {
      if (standing(each) === 'theirs') continue
      const isShown = standing(each) === 'done' || !(await hasWork(each))
      const id = isShown ? each : await claimWhile(isFree, claims, [each])
      if (id === undefined) return undefined
      if (id !== null) return { id, tab: await tabOf(id), passed: passedText(preceding.slice(0, index), list) }
    }
    say('Someone else has or has finished each record before this one.')
    return undefined
  }
  return { next, previous }
}

const STAYED = 'The queue stayed here, as you had begun something else. Next goes on.'

/**
 * Runs one step at a time: the record is free in between, and no key may move on while another does. Says that a step was
 * given up because the person has begun something else.
 */
function useStep(queue: QueuePlace | undefined, say: (text: string) => void) {
  const isBusy = useRef(false)
  const watch = useUndisturbed()
  const isHere = useIsHere()
  /** Resolves with what the step answers; `undefined` while another one is under way. */
  const run = async <T>(step: (isFree: () => boolean) => Promise<T>): Promise<T | undefined> => {
    if (isBusy.current) return undefined
    isBusy.current = true
    queue?.setMoving(true)
    const isFree = watch()
    const ended = await step(isFree)
    isBusy.current = false
    queue?.setMoving(false)
    if (queue !== undefined && !isFree() && isHere()) say(STAYED)
    return ended
  }
  return run
}

/** How the work on a record ends: what the person says of it, what they confirmed to leave, and parts that were just decided. */
interface Ended {
  readonly as?: 'done' | 'skip'
  readonly confirmed?: Left
  readonly decided?: readonly string[] | undefined
}

/** Ends the work on a record and leads on, as long as the person has begun nothing else. */
function useEnd({ definition, id, queue, claims, askIfDone }: TurnsOptions, next: ClaimNext) {
  const { list } = claims
  const { endNotices } = useQueueNotices()
  const sayOf = useSayOpened(definition, id)
  const isHere = useIsHere()

  /** Ends the claim of this record, and goes on. Resolves with false if it stays here. */
  const finish = async (end: Ending, left: Left | undefined, isFree: () => boolean): Promise<boolean> => {
    if (list === undefined) return false
    next.forget(id)
    if (!(await endClaim(claims, id, end, left))) return false
    if (queue === undefined) {
      sayOf(
        (name) => `${end === 'done' ? 'Done with' : 'Skipped'} ${name}. Start in the list goes on with the next one.`,
      )
      return false
    }
    const others = claimableIn([...queue.following, ...queue.preceding.toReversed()], list)
    const found = await next.claimNext(end === 'later' ? [...others, id] : others, isFree, true)
    if (found === undefined || found.id === id || !isFree()) return false
    if (end === 'later') sayOf((name) => laterText(name, left), true)
    endNotices()
    const way = { passed: passedTo(found, queue.following, list), isAgain: isLeftForLater(list, found.id) }
    queue.step(found.id, { resume: true, tab: found.tab, ...way })
    return true
  }

  /** Resolves with false if there is no other record to go on with. */
  return async (isFree: () => boolean, { as, confirmed, decided = [] }: Ended): Promise<boolean> => {
    const left = as === 'skip' ? undefined : (confirmed ?? (await next.leftOn(id)))
    const isLeft = left !== undefined && isMoreLeft(left, decided)
    const isStaying = isLeft && decided.length > 0
    const tab = isStaying ? await next.tabOf(id) : undefined
    if (!isFree()) return true
    if (as === 'done' && isLeft && confirmed === undefined) askIfDone(left)
    else if (isStaying) queue?.step(id, { resume: true, tab })
    else if (await finish(as ?? (isLeft ? 'later' : 'done'), left, isFree)) return true
    if (isStaying || isFree()) return false
    // Who has begun something here after a decision goes on with what was theirs.
    if (as === undefined && isHere()) await claims.change({ change: 'claim', ids: [id] })
    return true
  }
}

/** Goes through a queue as someone who works on its records: what a colleague has is passed over, the rest is claimed. */
export function useTurns(options: TurnsOptions): OwnTurns {
  const { definition, queue, claims, isWorking } = options
  const { list } = claims
  const { sayNone, endNotices } = useQueueNotices()
  const { keep, leave } = useReturn(options)
  const next = useClaimNext(definition, claims)
  const neighbors = claimNeighbors(claims, next, sayNone)
  const end = useEnd(options, next)
  const run = useStep(queue, sayNone)

  const find = async (towards: Direction, place: QueuePlace, isFree: () => boolean) => {
    if (!isWorking) return firstFree(towards === 'next' ? place.following : place.preceding, list, sayNone)
    return list && neighbors[towards](place, list, isFree)
  }
  const move = (towards: Direction, step?: StepOptions) =>
    run(async (isFree) => {
      const to = queue && (await find(towards, queue, isFree))
      if (to === undefined || !isFree()) return
      leave()
      endNotices()
      const { id, ...way } = to
      const back = towards === 'previous' && ({ isBack: true } as const)
      queue?.step(id, { ...step, ...way, ...(isWorking && { resume: true, isTurn: true }), ...back })
    })
  const moveOn = async (ended: Ended) => (await run((isFree) => end(isFree, ended))) === true

  const comesAgain =
    isWorking && list !== undefined && queue?.preceding.some((each) => isLeftForLater(list, each)) === true

  return {
    keep,
    comesAgain,
    endAsDone: (left) => void moveOn({ as: 'done', confirmed: left }),
    move: (towards, step) => void move(towards, step),
    goOn: (decided) => moveOn({ decided }),
    end: (as) => void moveOn({ as }),
  }
}
