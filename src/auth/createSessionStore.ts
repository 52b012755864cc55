import type { SessionChannel, SessionEvent } from './createSessionManager.ts'
import type { EndReason, SessionState } from './session.ts'

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
