import type { SessionManager } from './createSessionManager.ts'

const sessionMark = (sessionManager: SessionManager): string | null => {
  const state = sessionManager.state()
  return state.status === 'active' ? state.session.mark : null
}

const over = () => new DOMException('The session of this request has ended', 'AbortError')

/** Changes, and nothing else, carry a key. */
const isChange = (init: unknown): boolean =>
  typeof init === 'object' &&
  init !== null &&
  'headers' in init &&
  new Headers(init.headers as HeadersInit).has('Idempotency-Key')

/** Makes the call; a change is followed to its answer, and not sent at all where nobody is known to be signed in. */
const followed = async <A extends readonly unknown[]>(
  sessionManager: SessionManager,
  call: (...request: A) => Promise<Response>,
  request: A,
): Promise<Response> => {
  if (!isChange(request[1])) return call(...request)
  if (sessionMark(sessionManager) === null) throw over()
  const answered = sessionManager.changes.begin()
  try {
    const response = await call(...request)
    answered(response.status)
    return response
  } catch (error) {
    answered()
    throw error
  }
}

/**
 * A way to the gateway as the data provider uses it, `fetch` or the one for forms. A 401 ends the session under which
 * the request was sent (D-12, D-13); an answer that arrives after that session has ended counts as cancelled, so that
 * it cannot touch the next one.
 */
export const createSessionFetch =
  <A extends readonly unknown[]>(sessionManager: SessionManager, call: (...request: A) => Promise<Response>) =>
  async (...request: A): Promise<Response> => {
    const mark = sessionMark(sessionManager)
    const response = await followed(sessionManager, call, request)
    if (mark !== sessionMark(sessionManager)) throw over()
    if (response.status === 401 && mark !== null) sessionManager.end(mark, 'expired')
    return response
  }
