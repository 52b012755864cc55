import type { ErrorCode } from '../language/errorCode.ts'

/** A code that the provider gives itself: no answer came, it can't be used, or the call was not made. */
type ProviderCode =
  | 'NETWORK'
  | 'OFFLINE'
  | 'NOT_LOADED'
  | 'MALFORMED_ID'
  | 'MALFORMED_REQUEST'
  | 'UNEXPECTED_ANSWER'
  | 'EXPORT_CUT'
  | `HTTP_${number}`

/**
 * The code of a failed call, as far as code asks for it. A rule of a console (`publicCode`) or a proxy may answer with
 * another one: that is left out, because the compiler finds no misspelt code where any string is one.
 */
export type FailureCode = ErrorCode | ProviderCode

/**
 * The body of a failed call: a stable code, a sentence for people, the service's messages about single values, and the
 * id of the entry in the gateway's log.
 */
export interface FailureBody {
  readonly code: FailureCode
  readonly message: string
  /** The message is the default one of the code; otherwise it is the service's own, or says more. */
  readonly isDefaultMessage?: true
  readonly requestId?: string
  /** The permission that is missing, and who gives permissions here. */
  readonly permission?: string
  readonly contact?: string
  /** Who changed the record since the person saw it, when (ISO 8601, UTC) and by which action; null: no one in this console. */
  readonly changed?: {
    readonly name: string
    readonly at: string
    readonly action: string
    readonly isSuperseded?: true
  } | null
  readonly fields?: Readonly<Record<string, string>>
  /** The same messages under the name that react-admin's forms know. */
  readonly errors?: Readonly<Record<string, string>>
}

/**
 * The only error the data provider rejects with, apart from `AbortError` and caller mistakes. It has the shape of
 * react-admin's own error (`name`, `status`, `body`), because react-admin tells errors apart by shape; this way React
 * is not imported for it. `status` is 0 when no answer came, and 401 only when the gateway said that the session is
 * over.
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

/** An answer with a success status that can't be used (X4, X7). It is never reported as a success. */
export const unexpectedAnswer = (message: string): HttpError =>
  new HttpError(502, { code: 'UNEXPECTED_ANSWER', message })

/** A call that was not made because its code did not load: the connection broke, or a newer version is served. */
export const notLoaded = (): HttpError =>
  new HttpError(0, {
    code: 'NOT_LOADED',
    message:
      'A part of the console could not be loaded, so nothing was sent. Check the connection, then reload the page.',
  })

/** A change that was not sent because the browser is offline. */
export const offline = (): HttpError =>
  new HttpError(0, {
    code: 'OFFLINE',
    message: 'Not sent: you are offline. Nothing was changed. Repeat it when you are back online.',
  })

/** A call refused before it was sent, because its content does not match the definition. */
export const malformed = (code: 'MALFORMED_ID' | 'MALFORMED_REQUEST', message: string): HttpError =>
  new HttpError(400, { code, message })
