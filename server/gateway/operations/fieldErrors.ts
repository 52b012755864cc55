import { messageIn } from '../../../language/answer.ts'
import { leavesOf } from '../../../language/binding.ts'
import type { Operation } from '../../../language/operations.ts'
import { valueAt } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'
import type { Pointer } from '../../../language/schema.ts'
import { isObject } from '../core/json.ts'

/** The message of a service's answer without personal data and hosts, as it may reach the browser. */
export const redactedMessageIn = (body: unknown, declared?: Pointer): string | undefined =>
  messageIn(body, declared, redact)

/** The person's names of the values that a call sends, by their place in its body: `copy.shelf`. */
function namesOf({ body }: Operation): ReadonlyMap<string, string> {
  const named = leavesOf(body).flatMap(([wire, source]): readonly (readonly [string, string])[] => {
    if ('input' in source) return [[wire, source.input]]
    if ('field' in source) return [[wire, source.field]]
    return 'set' in source ? [[wire, source.set]] : []
  })
  return new Map([...named.map(([, name]) => [name, name] as const), ...named])
}

const placeOf = (error: unknown): unknown => valueAt(error, '/field') ?? valueAt(error, '/path')

/** The service's messages by its own names of the fields: `{ field: message }` or a list of `{ field, message }`. */
function entriesIn(errors: unknown): readonly (readonly [place: unknown, said: unknown])[] {
  if (Array.isArray(errors)) return errors.map((error: unknown) => [placeOf(error), valueAt(error, '/message')])
  return isObject(errors) ? Object.entries(errors).map(([place, said]) => [place, [said].flat()[0]]) : []
}

/**
 * The messages about single values of a refused request, by the names that the screens give them. Messages about
 * anything that the call does not send are left out.
 */
export function fieldErrorsIn(operation: Operation, body: unknown): Readonly<Record<string, string>> | undefined {
  const names = namesOf(operation)
  const found = entriesIn(valueAt(body, '/errors')).flatMap(([place, said]) => {
    const wire = typeof place === 'string' ? place.replace(/^\//, '').replaceAll('/', '.') : ''
    const name = names.get(wire)
    const message = redactedMessageIn({ message: said })
    return name === undefined || message === undefined ? [] : [[name, message] as const]
  })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
