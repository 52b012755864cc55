import { valueAt } from './pointer.ts'
import type { Pointer } from './schema.ts'

const LONGEST_MESSAGE = 300

/** Where a server's message may sit, in the order it is looked for (X6). */
const messagePlaces: readonly Pointer[] = [
  '/errors/0/message',
  '/errors/0',
  '/message',
  '/error/message',
  '/error',
  '/detail',
  '/result',
  '/data/message',
]

/** Digits that could be a social security number are not repeated to anybody (U21). */
const scrubbed = (text: string): string =>
  text.replaceAll(/\b\d{3}-?\d{2}-?\d{4}\b/g, '•••••••••').slice(0, LONGEST_MESSAGE)

/** The message of a server's answer, as plain text of at most 300 characters; `undefined` where there is none. */
export function messageIn(body: unknown): string | undefined {
  for (const place of messagePlaces) {
    const found = valueAt(body, place)
    if (typeof found === 'string' && found.trim() !== '') return scrubbed(found.trim())
  }
  return undefined
}

/** Whether a body says that the call failed although its HTTP status says otherwise (X7). */
export function isFailure(body: unknown): boolean {
  const status = valueAt(body, '/status')
  return valueAt(body, '/success') === false || (typeof status === 'number' && status >= 400)
}
