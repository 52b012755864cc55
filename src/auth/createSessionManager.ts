import type { EndReason, Session, SessionState } from './session.ts'
import type { CallGateway, GatewayAnswer } from './callGateway.ts'
import { createChangeTracker } from './createSessionFetch.ts'
import type { ChangeTracker } from './createSessionFetch.ts'
import { createSessionStore } from './createSessionStore.ts'
import type { SessionStore } from './createSessionStore.ts'
import { parseSession, toLocalTime } from './session.ts'

/** What the tabs of one browser tell each other. `mark` names the session that is meant. */
export type SessionEvent =
  | { readonly type: 'started' }
  /** A sign-in window goes to the identity provider. */
  | { readonly type: 'leaving' }
  | { readonly type: 'ended'; readonly mark: string; readonly reason: EndReason }
  | { readonly type: 'extended'; readonly mark: string; readonly idleExpiresAt: number }

/** Sends news to the other tabs and hears theirs. */
export interface SessionChannel {
  readonly tell: (sessionEvent: SessionEvent) => void
  readonly listen: (listener: (sessionEvent: SessionEvent) => void) => () => void
}

/** The name all tabs of the console share. */
const channelName = 'countersign-session'

const isNews = (value: unknown): value is SessionEvent => {
  if (typeof value !== 'object' || value === null) return false
  const sessionEvent = value as Readonly<Record<string, unknown>>
  if (sessionEvent['type'] === 'started' || sessionEvent['type'] === 'leaving') return true
  if (typeof sessionEvent['mark'] !== 'string') return false
  if (sessionEvent['type'] === 'ended')
    return sessionEvent['reason'] === 'signedOut' || sessionEvent['reason'] === 'expired'
  return sessionEvent['type'] === 'extended' && typeof sessionEvent['idleExpiresAt'] === 'number'
}

/** Opens the channel between the tabs. It stays open as long as the page. */
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

/** Holds the session in memory, tells listeners and the other tabs about its beginning and its end. */
export interface SessionManager {
  readonly state: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  /** Asks the gateway who is signed in; concurrent calls share one request. Null when nobody is. */
  readonly load: () => Promise<Session | null>
  /** Asks anew, after a sign-in: an answer to an earlier question does not count. */
  readonly reload: () => Promise<Session | null>
  /** The session, asked for once and then from memory. */
  readonly current: () => Promise<Session | null>
  /**
   * Ends the session in this tab and all others: once, and only if it is still the one named by `mark`, so that a
   * late answer to an old session does not end a new one.
   */
  readonly end: (mark: string, reason: EndReason) => void
  /** Tells the gateway that the person is active. */
  readonly touch: () => Promise<void>
  /** Tells the other tabs that somebody has signed in here. */
  readonly announce: () => void
  /** Tells the other tabs that this window goes to the identity provider, and hears when another one does. */
  readonly leave: () => void
  readonly onLeaving: (listener: () => void) => () => void
  /** The changes under way, and what became of them when the session ended. */
  readonly changes: ChangeTracker
}

const accept = (store: SessionStore, answer: GatewayAnswer): Session | null => {
  if (answer.status === 401) {
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

/** Builds the one keeper of the page. */
export const createSessionManager = (call: CallGateway, channel: SessionChannel): SessionManager => {
  let loading: Promise<Session | null> | null = null
  const store = createSessionStore(channel, () => {
    // A failed look leaves this tab on its login page, where the person can sign in as usual.
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
  const { state, subscribe, end, announce, leave, onLeaving } = store
  const touch = createTouch(call, store, load)
  return { state, subscribe, load, reload, current, end, touch, announce, leave, onLeaving, changes }
}
