import { isWire, type Wire } from '../language/wire.ts'
import { unexpectedAnswer } from './HttpError.ts'

/** What one of the gateway's own routes has answered. @throws HttpError for another answer than this */
export function checked<T>(schema: Wire<T>, answer: unknown): T {
  if (isWire(schema, answer)) return answer
  throw unexpectedAnswer('The answer is not what was asked for.')
}

/** The JSON of an answer; `undefined` for anything else. */
export const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** Reads what one of the gateway's own routes answers. @throws HttpError for another answer than this */
export const answerOf = async <T>(schema: Wire<T>, response: Response): Promise<T> =>
  checked(schema, await jsonOf(response))
