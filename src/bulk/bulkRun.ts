import type { Row } from '../model/columns.ts'

/** How the call for one record ended. `unknown`: it may have been made, so it is never sent again from here. */
export interface Ended {
  readonly state: 'done' | 'failed' | 'unknown' | 'notSent'
  readonly message?: string
  /** True for a failure that comes again: the record is gone, or no longer in a state that the action is for. */
  readonly isFinal?: boolean
}

/** True for what may be sent again from here. */
export const isRepeatable = ({ state, isFinal }: BulkItem): boolean => state === 'failed' && isFinal !== true

/** True for what was not sent. */
export const isUnsent = ({ state }: BulkItem): boolean => state === 'notSent'

const CANCELLED = 'You cancelled before this was sent.'

/** How a record whose call has an unknown outcome was found, once it was read again; `unknown` if it could not be read. */
export interface Found {
  readonly state: 'changed' | 'unchanged' | 'unknown'
  readonly message: string
}

/** One record of a run, and how far its call is. */
export interface BulkItem extends Omit<Ended, 'state'> {
  readonly record: Row
  readonly state: Ended['state'] | Found['state'] | 'waiting' | 'sending'
}

/** True for what there is nothing left to send for. */
export const isOver = ({ state, isFinal }: BulkItem): boolean =>
  state === 'done' || state === 'changed' || isFinal === true

/** True for what may have been done, and is not seen to be. */
export const isLookedFor = ({ state }: BulkItem): boolean => state === 'unknown' || state === 'unchanged'

export interface RunState {
  readonly items: readonly BulkItem[]
  readonly isRunning: boolean
  /** True once nothing more is sent, until what has been sent has ended. */
  readonly isStopping: boolean
  /** `busy` while the records with an unknown outcome are read again; `done` once they were. */
  readonly look: 'none' | 'busy' | 'done'
}

/** Reads a record with an unknown outcome again, and says what was found. Never rejects. */
export type Look = (record: Row) => Promise<Found>

/**
 * Makes the call for one record, under a new idempotency key each time. Never rejects.
 *
 * @param isStopping true once no call may start
 * @returns how it ended; `rest`: why nothing more is sent, if so
 */
export type Send = (record: Row, isStopping: () => boolean) => Promise<Ended & { readonly rest?: string }>

/** An action on several records: one call each, a few at once. */
export interface BulkRun {
  readonly read: () => RunState
  readonly subscribe: (listener: () => void) => () => void
  readonly start: () => Promise<void>
  /** Sends nothing more. What has been sent still ends. */
  readonly stop: () => void
  /** Sends those again whose failure may pass, and only those. */
  readonly retry: () => Promise<void>
  /** Sends those that were not sent, and only those. */
  readonly sendRest: () => Promise<void>
  /** Reads the records with an unknown outcome again, and sends nothing. */
  readonly lookAgain: (look: Look) => Promise<void>
}

/** Calls at once. More would crowd out the other work of the same service. */
const AT_ONCE = 4

/** The state of a run, its listeners, and the functions that change it. */
function createRunState(records: readonly Row[]) {
  const listeners = new Set<() => void>()
  let state: RunState = {
    items: records.map((record) => ({ record, state: 'waiting' })),
    isRunning: false,
    isStopping: false,
    look: 'none',
  }
  const change = (next: Partial<RunState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const withItem = ({ id }: Row, next: Omit<BulkItem, 'record'>): readonly BulkItem[] =>
    state.items.map((item) => (item.record.id === id ? { record: item.record, ...next } : item))
  const turned = (isMeant: (item: BulkItem) => boolean, to: Omit<BulkItem, 'record'>): readonly BulkItem[] =>
    state.items.map((item) => (isMeant(item) ? { record: item.record, ...to } : item))
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { read: () => state, subscribe, change, withItem, turned }
}

/** Reads the records with an unknown outcome again, one after the other. */
async function lookAgain({ read, change, withItem }: ReturnType<typeof createRunState>, look: Look): Promise<void> {
  if (read().isRunning || read().look === 'busy') return
  change({ look: 'busy' })
  for (const { record } of read().items.filter(isLookedFor)) change({ items: withItem(record, await look(record)) })
  change({ look: 'done' })
}

/** Prepares a run. `onEnd` is called whenever its last call has ended. */
export function createBulkRun(
  records: readonly Row[],
  send: Send,
  onEnd: (items: readonly BulkItem[]) => void,
): BulkRun {
  const runState = createRunState(records)
  const { read, subscribe, change, withItem, turned } = runState
  let reason = ''
  const stop = (why: string) => {
    if (!read().isStopping) reason = why
    change({ isStopping: true })
  }
  const work = async () => {
    while (!read().isStopping) {
      const next = read().items.find((item) => item.state === 'waiting')
      if (next === undefined) return
      change({ items: withItem(next.record, { state: 'sending' }) })
      const { rest, ...ended } = await send(next.record, () => read().isStopping)
      if (rest !== undefined) stop(rest)
      change({ items: withItem(next.record, ended) })
    }
  }
  const start = async () => {
    if (read().isRunning) return
    change({ isRunning: true, look: 'none' })
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const isLeft = (item: BulkItem) => item.state === 'waiting' || isUnsent(item)
    const items = turned(isLeft, { state: 'notSent', message: reason })
    change({ items, isRunning: false, isStopping: false })
    onEnd(read().items)
  }
  const sendAgain = async (isMeant: (item: BulkItem) => boolean) => {
    if (read().isRunning) return
    change({ items: turned(isMeant, { state: 'waiting' }) })
    await start()
  }
  return {
    read,
    subscribe,
    start,
    stop: () => {
      if (read().isRunning) stop(CANCELLED)
    },
    retry: () => sendAgain(isRepeatable),
    sendRest: () => sendAgain(isUnsent),
    lookAgain: (look) => lookAgain(runState, look),
  }
}
