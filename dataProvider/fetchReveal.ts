import { valueAt } from '../language/pointer.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { exchange } from './send.ts'
import type { Transport } from './send.ts'
import type { RevealAnswer, RevealParams } from './types.ts'

/** One masked value, whole (S-31). The gateway records who asked and why before it answers. */
export async function fetchReveal(
  transport: Transport,
  resource: string,
  { id, field, item, reason, signal }: RevealParams,
): Promise<RevealAnswer> {
  const body = JSON.stringify({ resource, id, field, reason, ...(item === undefined ? {} : { item }) })
  const call = { url: '/console/reveal', method: 'POST', headers: {}, body, effect: 'read' } as const
  const response = await exchange(call, transport, signal)
  const answer: unknown = await response.json().catch(() => undefined)
  const value = valueAt(answer, '/value')
  if (typeof value !== 'string') throw unexpectedAnswer('The answer is not a value.')
  return { data: { ok: true, value } }
}
