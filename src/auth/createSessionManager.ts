import { type EndReason, type Session, type SessionState, parseSession, toLocalTime } from './session.ts'
import type { CallGateway, GatewayAnswer } from './callGateway.ts'
import { createChangeTracker, type ChangeTracker } from './createChangeTracker.ts'
import { createStepUp, type StepUp } from './createStepUp.ts'
import { createSessionStore, type SessionChannel, type SessionStore } from './createSessionStore.ts'

/** Holds the session in memory, and notifies listeners and the other tabs when it begins and ends. */
export interface SessionManager {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /** Asks the gateway who is signed in. Concurrent calls share one request. Null if no one is signed in. */
  readonly load: () => Promise<Session | null>
  /** Asks again, after a sign-in. The answer to an earlier request does not count. */
  readonly reload: () => Promise<Session | null>
  /** The session, requested once and then read from memory. */
  readonly current: () => Promise<Session | null>
  /**
   * Ends the session in this tab and all others, once. It does so only if `mark` still identifies the current session,
   * so that a late answer to an old session does not end a new one.
   */
  readonly end: (mark: string, reason: EndReason) => void
  /** Tells the gateway that the person is active. */
  readonly touch: () => Promise<void>
  /** Tells the other tabs that a person has signed in here. */
  readonly announce: () => void
  /** Tells the other tabs that this window goes to the identity provider. `onLeaving` listens for other windows. */
  readonly leave: () => void
  readonly onLeaving: (listener: () => void) => () => void
  /** Listens for sign-ins in other tabs and windows. */
  readonly onStarted: (listener: () => void) => () => void
  /** The question for a fresh sign-in. */
  readonly stepUp: StepUp
  /** The running changes, and their outcome when the session ended. */
  readonly changes: ChangeTracker
}

const accept = (store: SessionStore, answer: GatewayAnswer): Session | null => {
  if (answer.status === 401 || answer.status === 204) {
    const state = store.state()
    if (state.status === 'active') store.end(state.session.mark, 'expired')
    else if (state.status !== 'none') store.become({ status: 'none' })
    return null
  }
  const session = answer.status === 200 ? parseSession(answer) : null
  if (session === null) throw new Error(`GET /auth/session answered ${answer.status} without a session`)
  store.become({ status: 'active', session })
  return session
}

const createTouch = (call: CallGateway, store: SessionStore, load: () => Promise<Session | null>) => async () => {
  const state = store.state()
  if (state.status !== 'active') return
  const { mark } = state.session
  const answer = await call('POST', '/auth/session/touch')
  if (answer.status === 401) store.end(mark, 'expired')
  else if (answer.status >= 400) throw new Error(`POST /auth/session/touch answered ${answer.status}`)
  else if (answer.body['idleExpiresAt'] === undefined) await load()
  else store.extend(mark, toLocalTime(answer.body['idleExpiresAt'], answer.serverTime))
}

/** Creates the page's session manager. There is one per page. */
export const createSessionManager = (call: CallGateway, channel: SessionChannel): SessionManager => {
  let loading: Promise<Session | null> | null = null
  const store = createSessionStore(channel)
  store.onStarted(() => {
    // If this fails, the tab stays on its login page, where the person can sign in as usual.
    if (store.state().status !== 'active') load().catch(() => null)
  })
  const changes = createChangeTracker()
  store.subscribe(() => {
    const { status } = store.state()
    if (status === 'active') changes.sessionBegan()
    else if (status === 'none') changes.sessionEnded()
  })
  const ask = async () => {
    try {
      return accept(store, await call('GET', '/auth/session'))
    } catch (error) {
      if (store.state().status === 'unknown') store.become({ status: 'failed' })
      throw error
    } finally {
      loading = null
    }
  }
  const load = () => (loading ??= ask())
  const reload = async () => {
    await loading?.catch(() => null)
    return load()
  }
  const current = async () => {
    const state = store.state()
    if (state.status === 'active') return state.session
    return state.status === 'none' ? null : load()
  }
  const { state, subscribe, end, announce, leave, onLeaving, onStarted } = store
  const touch = createTouch(call, store, load)
  const stepUp = createStepUp()
  return { state, subscribe, load, reload, current, end, touch, announce, leave, onLeaving, onStarted, stepUp, changes }
}
