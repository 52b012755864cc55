import type { ErrorCode } from '../../language/errorCode.ts'
import { valueAt } from '../../language/pointer.ts'
import type { SessionManager } from './createSessionManager.ts'

const sessionMark = (sessionManager: SessionManager): string | null => {
  const state = sessionManager.state()
  return state.status === 'active' ? state.session.mark : null
}

const over = () => new DOMException('The session of this request has ended', 'AbortError')

/** True for a change: only changes have an idempotency key. */
const isChange = (init: unknown): boolean =>
  typeof init === 'object' &&
  init !== null &&
  'headers' in init &&
  new Headers(init.headers as HeadersInit).has('Idempotency-Key')

/** Makes the call. A change is tracked until its answer, and is not sent if no session is known. */
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

/** True if the gateway wants a fresh sign-in before it makes this call. */
const needsStepUp = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false
  // An answer that is no JSON is another refusal.
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return valueAt(body, '/code') === ('STEP_UP' satisfies ErrorCode)
}

/**
 * Wraps a gateway call of the data provider: `fetch`, or the one for forms. A call that needs a fresh sign-in is made
 * again after one, by the same person only (S-27). A 401 ends the session under which the
 * request was sent (D-12, D-13). An answer that arrives after that session has ended counts as cancelled, so that it
 * cannot affect the next session.
 */
export const createSessionFetch =
  <A extends readonly unknown[]>(sessionManager: SessionManager, call: (...request: A) => Promise<Response>) =>
  async (...request: A): Promise<Response> => {
    const mark = sessionMark(sessionManager)
    let response = await followed(sessionManager, call, request)
    while ((await needsStepUp(response)) && (await sessionManager.stepUp.ask())) {
      if (mark !== sessionMark(sessionManager)) throw over()
      response = await followed(sessionManager, call, request)
    }
    if (mark !== sessionMark(sessionManager)) throw over()
    if (response.status === 401 && mark !== null) sessionManager.end(mark, 'expired')
    return response
  }
