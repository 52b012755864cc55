import type { SessionKeeper } from './createSessionKeeper.ts'

const sessionMark = (keeper: SessionKeeper): string | null => {
  const state = keeper.state()
  return state.status === 'active' ? state.session.mark : null
}

/**
 * The fetch that the data provider uses. A 401 ends the session under which the request was sent (D-12, D-13); an
 * answer that arrives after that session has ended counts as cancelled, so that it cannot touch the next one.
 */
export const createSessionFetch =
  (keeper: SessionKeeper, fetcher: typeof fetch): typeof fetch =>
  async (input, init) => {
    const mark = sessionMark(keeper)
    const response = await fetcher(input, init)
    if (mark !== sessionMark(keeper)) throw new DOMException('The session of this request has ended', 'AbortError')
    if (response.status === 401 && mark !== null) keeper.end(mark, 'expired')
    return response
  }
