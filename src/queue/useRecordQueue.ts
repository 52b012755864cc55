import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { isEqual, valueAt } from '../../language/pointer.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { prefetchDetail } from '../query/detailQuery.ts'
import { entryMemoryOf, type Entry } from '../query/entryMemory.ts'
import { listParamsOf } from '../query/listQuery.ts'
import { parseListUrl } from '../query/listUrl.ts'
import { countText, isListed, queueKey, readQueue, type RecordQueue } from './recordQueue.ts'

export type Direction = 'next' | 'previous'

export interface StepOptions {
  /** The step came from this button, which keeps the focus. */
  readonly by?: Direction
  /** The work goes on there at once, without another press. */
  readonly resume?: true
  /** The tab to open; that of this record by default. */
  readonly tab?: string | undefined
  /** How many records were passed over on the way, and why. */
  readonly passed?: string
  /** The person had this record before, and left it for later. */
  readonly isAgain?: boolean
  /** The person goes back to a record that was shown before this one. */
  readonly isBack?: true
  /** The person takes turns on the records, whatever becomes of this one. */
  readonly isTurn?: true
}

/** The place of a record in the list that it was opened from. */
export interface QueuePlace {
  /**
   * '3 of 61', or '3 of 150+' when the list goes on; and how many were passed over, '3 of 61, 2 passed over: done', or that the
   * person was there before, where others are in between.
   */
  readonly text: string
  /** The records after this one, and those before it, the nearest first. */
  readonly following: readonly string[]
  readonly preceding: readonly string[]
  /** True when there is a record to go on to: the next one, or one that was left for later. */
  readonly hasNext: boolean
  /** True when the list goes on after the queue. */
  readonly hasMore: boolean
  /** True when the record was in the list, and no longer is. */
  readonly hasLeft: boolean
  /** The person came here by taking turns, also if they only look at this one. */
  readonly isTurn: boolean
  /** The button that the person stepped here with. */
  readonly steppedBy: Direction | undefined
  /** True once, for the part of the page that goes on with the work of the record before. Not while another one is looked for. */
  readonly takeResumed: () => boolean
  /** Opens another record of the queue in place of this one. Back leads to the list. */
  readonly step: (id: string, options?: StepOptions) => void
  /** Opens the next or the previous record. */
  readonly move: (towards: Direction, options?: StepOptions) => void
  /**
   * Goes on with the work on the next record, once that of this one is done. Resolves with false if there is none, and
   * with true also where it stays because the person has begun something else meanwhile.
   *
   * @param decided parts of the work that were sent, as the record reads as before until they are answered; if more than
   *   them is left, the page stays and opens where that is
   */
  readonly goOn: (decided?: readonly string[]) => Promise<boolean>
  /** Says that the record is gone, so that no way leads back to it. */
  readonly setGone: () => void
  /** True while the record is the person's. */
  readonly isClaimed: () => boolean
  /** True while another record is looked for. */
  readonly isMoving: boolean
  readonly setMoving: (isMoving: boolean) => void
  /** Sets other ways to go on, for a person who takes turns on the records. */
  readonly setTurns: (turns: Partial<Turns>) => void
}

/** How a person goes on who claims each record. */
export interface Turns extends Pick<QueuePlace, 'move' | 'goOn'> {
  /** Records before this one come again after the last one. */
  readonly comesAgain: boolean
}

/** The queue of a record's page; `undefined` for a record that was not opened from a list. */
export const QueueContext = createContext<QueuePlace | undefined>(undefined)

/** The place of the page's record in the list that it was opened from, for what is drawn on the page. */
export const useQueue = (): QueuePlace | undefined => useContext(QueueContext)

/** What says which records a queue has, and in which order. */
type Order = Pick<Entry, 'params' | 'oldestBy'>

/** What the history keeps of a list from record to record: its address, and the column by which Start has gone through it. */
const listIn = (state: unknown) => ({
  list: valueAt(state, '/list'),
  isRestorable: valueAt(state, '/isRestorable'),
  oldestBy: valueAt(state, '/oldestBy'),
})

/**
 * The order of a queue by the address of its list, which the history's state keeps through a reload, and through a sign-in
 * in a window of its own. Unknown where the list had a search or a personal filter: these are in memory only.
 */
function orderIn(definition: ListResource, state: unknown): Order {
  const unknown = { params: undefined, oldestBy: undefined }
  const { list, isRestorable, oldestBy: column } = listIn(state)
  if (typeof list !== 'string' || isRestorable !== true) return unknown
  const place = parseListUrl(definition, list)
  if (place.unknownFilter !== undefined) return unknown
  const oldestBy = typeof column === 'string' ? column : undefined
  const page = oldestBy === undefined ? place.page : 1
  return { params: listParamsOf(definition, { ...place, page, search: '' }), oldestBy }
}

/** The queue with a record that has left the list since: after those that were shown before it. */
function withRecord(queue: RecordQueue, id: string, shown: readonly string[]): RecordQueue {
  const at = 1 + queue.ids.findLastIndex((each) => shown.includes(each))
  return { ...queue, ids: queue.ids.toSpliced(at, 0, id), count: queue.count + 1 }
}

/** Reads the queue that the history's state names, once for each time that a record is opened from the list. */
function useOpenedQueue(definition: ListResource, id: string) {
  const client = useQueryClient()
  const provider = useDataProvider()
  const state: unknown = useLocation().state
  const from = valueAt(state, '/from')
  const entry = typeof from === 'string' ? from : ''
  const kept = entryMemoryOf(client).read(entry)
  const isReread = kept.params === undefined
  const { params, oldestBy } = useMemo(
    () => (isReread ? orderIn(definition, state) : kept),
    [definition, isReread, kept, state],
  )
  // Entries of several lists have the same name where each was the first one of a document.
  const order = [entry, kept.turns, isReread && params, isReread && oldestBy] as const
  const read = useMemo(
    () => (params === undefined ? undefined : { definition, params, client, provider }),
    [definition, params, client, provider],
  )
  const { data: found, dataUpdatedAt } = useQuery({
    queryKey: [...queueKey(definition), ...order],
    queryFn: () => (read === undefined ? null : readQueue(read, oldestBy)),
    enabled: read !== undefined,
    // The order is fixed: what people decide on the way changes the list.
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  })
  const isIn = found?.ids.includes(id) === true
  const queue = useMemo(() => {
    if (found == null || isIn) return found ?? undefined
    // The order was fixed again after a decision about the record had changed the list.
    return isReread ? withRecord(found, id, shownIn(state)) : undefined
  }, [found, isIn, isReread, id, state])
  // Under the resource's name, so that an action on the record asks again.
  const { data: hasLeft } = useQuery({
    queryKey: [definition.name, 'left', ...order, id],
    queryFn: async (): Promise<boolean> => read !== undefined && found != null && !(await isListed(read, found, id)),
    enabled: isIn,
    initialData: false,
    initialDataUpdatedAt: dataUpdatedAt,
    staleTime: CURRENT_MS,
    retry: false,
  })
  return { queue, hasLeft: hasLeft || !isIn, entry }
}

/** A queue read within this time, in ms, says what the list has. */
const CURRENT_MS = 60_000

const directionIn = (state: unknown): Direction | undefined => {
  const by = valueAt(state, '/by')
  return by === 'next' || by === 'previous' ? by : undefined
}

/** What there is to say about the way to the record. */
function wayIn(state: unknown): string {
  if (valueAt(state, '/isAgain') === true) return ', back to those left for later'
  const passed = valueAt(state, '/passed')
  if (typeof passed === 'string' && passed !== '') return `, ${passed}`
  return valueAt(state, '/isReturn') === true ? ', back to the one you had before' : ''
}

/** The records that were shown before this one on the way through the queue, the first one first. */
function shownIn(state: unknown): readonly string[] {
  const shown = valueAt(state, '/shown')
  return Array.isArray(shown) ? shown.filter((id) => typeof id === 'string') : []
}

/** The records before one of the queue: the ones shown before it, the last first, then the nearest of the list. */
const precedingIn = (ids: readonly string[], index: number, shown: readonly string[]): readonly string[] =>
  [...new Set([...shown.toReversed(), ...ids.slice(0, index).toReversed()])].filter((each) => each !== ids[index])

/** Tells once that the work goes on here. */
function useTakeResumed(state: unknown): () => boolean {
  const taken = useRef<unknown>(undefined)
  return useCallback(() => {
    // Another tab of the page has the same state in its entry of the history.
    const isResumed = !isEqual(taken.current, state) && valueAt(state, '/resume') === true
    taken.current = state
    return isResumed
  }, [state])
}

/** The address of a tab of a record's page. */
const tabOf = (pathname: string, tab: string | null) => ({ pathname, search: tab === null ? '' : `?tab=${tab}` })

/** Reads the details of a record ahead. */
function useReadAhead(definition: ListResource, id: string | undefined): void {
  const client = useQueryClient()
  const provider = useDataProvider()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => void prefetchDetail(definition, id, { client, provider }))
    return () => clearTimeout(timer)
  }, [definition, id, client, provider])
}

/**
 * Finds the place of a record in the list that it was opened from, and reads the next record's details ahead. Only the
 * browser's history and the console's memory know the list: no search and no personal value is in the address.
 *
 * @param isRead true when the record itself has been read
 */
export function useQueuePlace(definition: ListResource, id: string, isRead: boolean): QueuePlace | undefined {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { search, state } = useLocation() as Location<unknown>
  const { queue, hasLeft, entry } = useOpenedQueue(definition, id)
  const index = queue?.ids.indexOf(id) ?? -1
  const takeResumed = useTakeResumed(state)
  const turns = useRef<Partial<Turns>>({})
  const isGone = useRef(false)
  const [isMoving, setMoving] = useState(false)
  const [comesAgain, setComesAgain] = useState(false)
  useReadAhead(definition, isRead ? queue?.ids[index + 1] : undefined)
  return useMemo(() => {
    if (queue === undefined) return undefined
    const { ids, removed = [], before, count, hasMore } = queue
    const shown = shownIn(state).filter((each) => !removed.includes(each))
    const following = ids.slice(index + 1)
    const preceding = precedingIn(ids, index, shown)
    const step = (to: string, { isBack, tab: wanted, ...options }: StepOptions = {}) => {
      const path = recordPathOf(definition, to)
      if (path === undefined) return
      // Else the work would go on here until the next page is drawn.
      takeResumed()
      entryMemoryOf(client).write(entry, { opened: path })
      const place = tabOf(path, wanted ?? new URLSearchParams(search).get('tab'))
      const at = shown.lastIndexOf(to)
      const way = isBack
        ? // It would look like a jump to go back over others without a word.
          { shown: shown.slice(0, Math.max(0, at)), isReturn: at >= 0 && to !== ids[index - 1] }
        : { shown: isGone.current ? shown : [...shown, id] }
      void navigate(place, { replace: true, state: { ...listIn(state), from: entry, ...way, ...options } })
    }
    const move = (towards: Direction, options?: StepOptions) => {
      const [to] = towards === 'next' ? following : preceding
      if (to !== undefined) step(to, towards === 'previous' ? { ...options, isBack: true } : options)
      return to !== undefined
    }
    return {
      text: `${countText(before + index + 1, false)} of ${countText(count, hasMore)}${wayIn(state)}`,
      following,
      preceding,
      hasNext: comesAgain || following.length > 0,
      hasMore,
      // One that was left for later has been decided in part, and may have left the list by that.
      hasLeft: hasLeft && valueAt(state, '/isAgain') !== true,
      isTurn: valueAt(state, '/isTurn') === true,
      steppedBy: directionIn(state),
      takeResumed: () => !isMoving && takeResumed(),
      step,
      move: (towards, options) => (turns.current.move ?? move)(towards, options),
      goOn: async (decided) => turns.current.goOn?.(decided) ?? move('next', { resume: true }),
      setGone: () => (isGone.current = true),
      isClaimed: () => turns.current.goOn !== undefined,
      isMoving,
      setMoving,
      setTurns: (own) => {
        turns.current = own
        setComesAgain(own.comesAgain === true)
      },
    }
  }, [queue, id, index, hasLeft, definition, entry, search, state, takeResumed, isMoving, comesAgain, client, navigate])
}
