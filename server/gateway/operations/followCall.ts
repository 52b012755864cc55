import { setTimeout as wait } from 'node:timers/promises'
import { parseCall, type Operation } from '../../../language/operations.ts'
import { isValues, valueAt } from '../../../language/pointer.ts'
import { holds } from '../../../language/predicate.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { fillPath, placeholdersOf } from '../../../language/template.ts'
import { GatewayError } from '../core/errors.ts'
import { jsonIfAny } from '../core/json.ts'
import type { UpstreamAnswer } from '../core/upstreamAnswer.ts'
import { failureOf } from '../core/upstreamFailure.ts'
import { answerText } from './pagingOf.ts'

/** The values of a path's parameters in an address; `undefined` for the address of another call. */
function valuesIn(address: string, template: string): Readonly<Record<string, string>> | undefined {
  const url = URL.parse(address, 'http://service.invalid')
  if (url === null || url.search !== '') return undefined
  const wanted = template.slice(1).split('/')
  const given = url.pathname.slice(1).split('/').slice(-wanted.length)
  const values: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const [name] = placeholdersOf(segment)
    const part = given[index] ?? ''
    if (name === undefined ? part !== segment : !RECORD_ID.test(part)) return undefined
    if (name !== undefined) values[name] = part
  }
  return values
}

/**
 * The path of the state of an accepted call, from its address or its id. An address is used only when it is the declared
 * call's.
 *
 * @throws GatewayError UPSTREAM_FORMAT for an address of anything else
 */
export function statusPath({ poll }: Operation, answer: UpstreamAnswer): string {
  const { path: template } = parseCall(poll?.call ?? '')
  const text = answerText(poll?.path ?? { header: 'Location' }, jsonIfAny(answer.text), answer)
  const names = placeholdersOf(template)
  const [only] = names
  const isId = only !== undefined && names.length === 1 && RECORD_ID.test(text)
  const values = isId ? { [only]: text } : valuesIn(text, template)
  if (text === '' || values === undefined) throw new GatewayError('UPSTREAM_FORMAT')
  return fillPath(template, values)
}

const isDone = ({ poll }: Operation, { text }: UpstreamAnswer): boolean => {
  const found = valueAt(jsonIfAny(text), poll?.data ?? '')
  return isValues(found) && holds(poll?.when, found)
}

/**
 * Reads the state until the call is done, and returns that answer. Readings that fail are repeated.
 *
 * @throws GatewayError when the time is over: a change has an unknown outcome
 */
export async function untilDone(
  operation: Operation,
  read: () => Promise<UpstreamAnswer>,
  { signal, pauseMs }: { readonly signal: AbortSignal; readonly pauseMs: number },
): Promise<UpstreamAnswer> {
  for (;;) {
    try {
      await wait(pauseMs, undefined, { signal })
    } catch (error) {
      throw failureOf(error, operation.effect)
    }
    const answer = await read().catch(() => undefined)
    if (answer !== undefined && answer.status < 300 && isDone(operation, answer)) return answer
  }
}
