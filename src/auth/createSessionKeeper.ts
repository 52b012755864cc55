import type { CallGateway, GatewayAnswer } from './callGateway.ts'
import { createChangeWatch } from './createChangeWatch.ts'
import type { ChangeWatch } from './createChangeWatch.ts'
import { createSessionBox } from './createSessionBox.ts'
import type { SessionBox } from './createSessionBox.ts'
import { parseSession, toLocalTime } from './parseSession.ts'
import type { SessionChannel } from './sessionChannel.ts'
import type { EndReason, Session, SessionState } from './types.ts'

/** Holds the session in memory, tells listeners and the other tabs about its beginning and its end. */
export interface SessionKeeper {
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
  readonly changes: ChangeWatch
}

const accept = (box: SessionBox, answer: GatewayAnswer): Session | null => {
  if (answer.status === 401) {
    const state = box.state()
    if (state.status === 'active') box.end(state.session.mark, 'expired')
    else if (state.status !== 'none') box.become({ status: 'none' })
    return null
  }
  const session = answer.status === 200 ? parseSession(answer) : null
  if (session === null) throw new Error(`GET /auth/session answered ${answer.status} without a session`)
  box.become({ status: 'active', session })
  return session
}

const createTouch = (call: CallGateway, box: SessionBox, load: () => Promise<Session | null>) => async () => {
  const state = box.state()
  if (state.status !== 'active') return
  const { mark } = state.session
  const answer = await call('POST', '/auth/session/touch')
  if (answer.status === 401) box.end(mark, 'expired')
  else if (answer.status >= 400) throw new Error(`POST /auth/session/touch answered ${answer.status}`)
  else if (answer.body['idleExpiresAt'] === undefined) await load()
  else box.extend(mark, toLocalTime(answer.body['idleExpiresAt'], answer.serverTime))
}

/** Builds the one keeper of the page. */
export const createSessionKeeper = (call: CallGateway, channel: SessionChannel): SessionKeeper => {
  let loading: Promise<Session | null> | null = null
  const box = createSessionBox(channel, () => {
    // A failed look leaves this tab on its login page, where the person can sign in as usual.
    if (box.state().status !== 'active') load().catch(() => null)
  })
  const changes = createChangeWatch()
  box.subscribe(() => {
    const { status } = box.state()
    if (status === 'active') changes.sessionBegan()
    else if (status === 'none') changes.sessionEnded()
  })
  const ask = async () => {
    try {
      return accept(box, await call('GET', '/auth/session'))
    } catch (error) {
      if (box.state().status === 'unknown') box.become({ status: 'failed' })
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
    const state = box.state()
    if (state.status === 'active') return state.session
    return state.status === 'none' ? null : load()
  }
  const { state, subscribe, end, announce, leave, onLeaving } = box
  const touch = createTouch(call, box, load)
  return { state, subscribe, load, reload, current, end, touch, announce, leave, onLeaving, changes }
}
