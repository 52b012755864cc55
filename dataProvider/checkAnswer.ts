import { isFailure, messageIn } from '../language/answer.ts'
import type { Operation } from '../language/operations.ts'
import { defaultNotice } from '../language/messages.ts'
import { HttpError, unexpectedAnswer } from './HttpError.ts'
import { asFailure } from './send.ts'
import { pointerOf, stepsOf } from '../language/pointer.ts'
import type { Pointer } from '../language/schema.ts'
import type { Issue, Validate } from './validators/types.ts'

const unreadable = ({ effect }: Operation): HttpError =>
  unexpectedAnswer(
    effect === 'mutate'
      ? 'The answer could not be read. It is not known whether this was done: look again before you repeat it.'
      : 'The answer could not be read.',
  )

/** Rejects a body that says that the call failed, whatever its HTTP status (X7). */
export function refuseFailure(body: unknown): void {
  if (isFailure(body)) {
    throw new HttpError(422, { code: 'UPSTREAM_REFUSED', message: messageIn(body) ?? defaultNotice })
  }
}

/**
 * The JSON of a successful answer. Anything else, such as an empty body or an HTML page, is not a success. A 204 has no
 * body and is read as `undefined`.
 */
export async function readJson(response: Response, operation: Operation): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text().catch((error: unknown) => {
    throw asFailure(error, operation)
  })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw unreadable(operation)
  }
  refuseFailure(body)
  return body
}

/** A broken place of an answer. */
export interface Flaw {
  readonly pointer: Pointer
  readonly keyword: string
}

/** An answer with its broken places set to null, and the list of them. */
export interface CheckedAnswer {
  readonly value: unknown
  readonly flaws: readonly Flaw[]
}

const flawOf = ({ instancePath, keyword, params }: Issue): Flaw => ({
  pointer: (params.missingProperty === undefined
    ? instancePath
    : `${instancePath}${pointerOf([params.missingProperty])}`) as Pointer,
  keyword,
})

/** A copy with null at this path. Other parts are shared with the original. */
function withNull(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return null
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (String(index) === step ? withNull(item, rest) : item))
  }
  const object = value as Readonly<Record<string, unknown>>
  return { ...object, [step]: withNull(object[step], rest) }
}

/**
 * Checks an answer against its declared types, field by field: a value of the wrong type or a missing one becomes null
 * and is listed (X4). A flaw at '' means that nothing in the answer can be used.
 */
export function checkAnswer(value: unknown, validate: Validate): CheckedAnswer {
  if (validate(value)) return { value, flaws: [] }
  const flaws = (validate.errors ?? []).map(flawOf)
  return { value: flaws.reduce((repaired, { pointer }) => withNull(repaired, stepsOf(pointer)), value), flaws }
}
