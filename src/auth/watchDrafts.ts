import type { Drafts } from '../drafts/drafts.ts'
import type { SessionManager } from './createSessionManager.ts'

/**
 * Ties what has been typed to who is signed in (U15): it is held while a session is over, there again for the same
 * person, and gone after a sign-out and for everybody else. `onOther` runs when another person has come where something
 * was held: the page is to be loaded afresh.
 */
export const watchDrafts = (sessionManager: SessionManager, drafts: Drafts, onOther: () => void): (() => void) =>
  sessionManager.subscribe(() => {
    const state = sessionManager.state()
    if (state.status === 'active') {
      if (drafts.claim(state.session.userId)) onOther()
    } else if (state.status === 'none') {
      if (state.reason === 'expired') drafts.hold()
      else drafts.clear()
    }
  })
