import { isFailure, messageIn } from '../language/answer.ts'
import type { Operation } from '../language/operations.ts'
import { defaultNotice } from '../language/messages.ts'
import { HttpError, unexpectedAnswer } from './HttpError.ts'
import { asFailure } from './send.ts'

const unreadable = ({ effect }: Pick<Operation, 'effect'>): HttpError =>
  unexpectedAnswer(
    effect === 'mutate'
      ? 'The answer could not be read. It is not known whether this was done.'
      : 'The answer could not be read.',
  )

/** Rejects a body that says that the call failed, whatever its HTTP status (X7). */
export function refuseFailure(body: unknown): void {
  if (!isFailure(body)) return
  const message = messageIn(body)
  const said = message === undefined ? ({ message: defaultNotice, isDefaultMessage: true } as const) : { message }
  throw new HttpError(422, { code: 'UPSTREAM_REFUSED', ...said })
}

/**
 * The JSON of a successful answer. Anything else, such as an empty body or the HTML page of a proxy, is not a success. A
 * 204 has no body and is read as `undefined`.
 */
export async function jsonBody(response: Response, operation: Pick<Operation, 'effect'>): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text().catch((error: unknown) => {
    throw asFailure(error, operation)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable(operation)
  }
}

/** The JSON of a service's answer, which may say that the call failed. */
export async function readJson(response: Response, operation: Operation): Promise<unknown> {
  const body = await jsonBody(response, operation)
  refuseFailure(body)
  return body
}
