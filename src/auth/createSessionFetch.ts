import type { SessionKeeper } from './createSessionKeeper.ts'

const sessionMark = (keeper: SessionKeeper): string | null => {
  const state = keeper.state()
  return state.status === 'active' ? state.session.mark : null
}

/**
 * A way to the gateway as the data provider uses it, `fetch` or the one for forms. A 401 ends the session under which the request was sent (D-12, D-13); an
 * answer that arrives after that session has ended counts as cancelled, so that it cannot touch the next one.
 */
export const createSessionFetch =
  <A extends readonly unknown[]>(keeper: SessionKeeper, call: (...request: A) => Promise<Response>) =>
  async (...request: A): Promise<Response> => {
    const mark = sessionMark(keeper)
    const response = await call(...request)
    if (mark !== sessionMark(keeper)) throw new DOMException('The session of this request has ended', 'AbortError')
    if (response.status === 401 && mark !== null) keeper.end(mark, 'expired')
    return response
  }
