import { isValues } from '../../language/pointer.ts'
import type { EndReason, SessionState } from './session.ts'

/** A message between the tabs of one browser. `mark` identifies the session that it is about. */
export type SessionEvent =
  | { readonly type: 'started' }
  /** A sign-in window goes to the identity provider. */
  | { readonly type: 'leaving' }
  | { readonly type: 'ended'; readonly mark: string }
  | { readonly type: 'extended'; readonly mark: string; readonly idleExpiresAt: number }

/** Sends messages to the other tabs and receives theirs. */
export interface SessionChannel {
  readonly tell: (sessionEvent: SessionEvent) => void
  readonly listen: (listener: (sessionEvent: SessionEvent) => void) => () => void
}

const channelName = 'countersign-session'

const isNews = (value: unknown): value is SessionEvent => {
  if (!isValues(value)) return false
  if (value['type'] === 'started' || value['type'] === 'leaving') return true
  if (typeof value['mark'] !== 'string') return false
  if (value['type'] === 'ended') return true
  return value['type'] === 'extended' && typeof value['idleExpiresAt'] === 'number'
}

/** Opens the channel between the tabs. It stays open as long as the page does. */
export const openSessionChannel = (): SessionChannel => {
  const channel = new BroadcastChannel(channelName)
  return {
    tell: (sessionEvent) => channel.postMessage(sessionEvent),
    listen: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isNews(data)) listener(data)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}

/** The session in memory: its state, its listeners, and the messages from and to the other tabs. */
export interface SessionStore {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  readonly become: (next: SessionState) => void
  readonly end: (mark: string, reason: EndReason) => void
  readonly extend: (mark: string, idleExpiresAt: number) => void
  readonly announce: () => void
  readonly leave: () => void
  readonly onLeaving: (listener: () => void) => () => void
  readonly onStarted: (listener: () => void) => () => void
}

export const createSessionStore = (channel: SessionChannel): SessionStore => {
  let state: SessionState = { status: 'unknown' }
  const listeners = new Set<() => void>()
  const leavers = new Set<() => void>()
  const starters = new Set<() => void>()

  const become = (next: SessionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const isCurrent = (mark: string) => state.status === 'active' && state.session.mark === mark
  const endHere = (mark: string, reason: EndReason): boolean => {
    const current = isCurrent(mark)
    if (current) become({ status: 'none', reason })
    return current
  }
  const extendHere = (mark: string, idleExpiresAt: number) => {
    if (state.status === 'active' && isCurrent(mark)) become({ ...state, session: { ...state.session, idleExpiresAt } })
  }
  const heard = (sessionEvent: SessionEvent) => {
    // Only the tab in which the person signs out leaves its page; what is typed in the others is kept.
    if (sessionEvent.type === 'ended') endHere(sessionEvent.mark, 'expired')
    else if (sessionEvent.type === 'extended') extendHere(sessionEvent.mark, sessionEvent.idleExpiresAt)
    else if (sessionEvent.type === 'leaving') for (const listener of leavers) listener()
    else for (const listener of starters) listener()
  }
  channel.listen(heard)

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    become,
    end: (mark, reason) => {
      if (endHere(mark, reason)) channel.tell({ type: 'ended', mark })
    },
    extend: (mark, idleExpiresAt) => {
      extendHere(mark, idleExpiresAt)
      channel.tell({ type: 'extended', mark, idleExpiresAt })
    },
    announce: () => channel.tell({ type: 'started' }),
    leave: () => channel.tell({ type: 'leaving' }),
    onLeaving: (listener) => {
      leavers.add(listener)
      return () => leavers.delete(listener)
    },
    onStarted: (listener) => {
      starters.add(listener)
      return () => starters.delete(listener)
    },
  }
}
