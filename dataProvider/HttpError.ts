/** What a failed call says: a stable code, a sentence for people, and the number that finds it in the gateway's log. */
export interface FailureBody {
  readonly code: string
  readonly message: string
  readonly requestId?: string
}

/**
 * The one error the data provider rejects with, apart from `AbortError` and mistakes of the caller. Shaped like
 * react-admin's own (`name`, `status`, `body`), which tells errors apart by shape, without importing React for it.
 * `status` is 0 where no answer came, and 401 only where the gateway said that the session is over.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  readonly body: FailureBody

  constructor(status: number, body: FailureBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** An answer that came with success and cannot be used (X4, X7): no success is ever made of it. */
export const unexpectedAnswer = (message: string): HttpError =>
  new HttpError(502, { code: 'UNEXPECTED_ANSWER', message })

/** A call that was not made, because code it needs did not come: the connection broke, or a newer version is served. */
export const notLoaded = (): HttpError =>
  new HttpError(0, {
    code: 'NOT_LOADED',
    message:
      'A part of the console could not be loaded, so nothing was sent. Check the connection, then reload the page.',
  })

/** A call refused before it was sent, because what it would send is not what the definition declares. */
export const malformed = (code: 'MALFORMED_ID' | 'MALFORMED_REQUEST', message: string): HttpError =>
  new HttpError(400, { code, message })
