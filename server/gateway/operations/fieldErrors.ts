import { itemSchema, type FieldSchema, type Pointer } from '../../../language/schema.ts'
import { messageIn } from '../../../language/answer.ts'
import { leavesOf } from '../../../language/binding.ts'
import type { Operation } from '../../../language/operations.ts'
import { isValues, pointerOf, stepsOf, valueAt } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'

/** The message of a service's answer without personal data and hosts, as it may reach the browser. */
export const redactedMessageIn = (body: unknown, declared?: Pointer): string | undefined =>
  messageIn(body, declared, redact)

/** A value that a call sends: the person's name of it, and its schema. */
type Named = readonly [name: string, schema: FieldSchema | undefined]

/** The values that a call sends, by their place in its body: `copy.shelf`. */
function namesOf({ body, definition, action }: Operation): ReadonlyMap<string, Named> {
  const fields = definition.record.properties
  const named = leavesOf(body).flatMap(([wire, source]): readonly (readonly [string, Named])[] => {
    if ('input' in source) return [[wire, [source.input, action?.input[source.input]?.schema]]]
    if ('field' in source) return [[wire, [source.field, fields[source.field]]]]
    return 'set' in source ? [[wire, [source.set, fields[source.set]]]] : []
  })
  return new Map([...named.map(([, own]) => [own[0], own] as const), ...named])
}

const startsWith = (steps: readonly string[], start: readonly string[]): boolean =>
  start.every((step, index) => steps[index] === step)

/** The person's path inside a value, as far as its schema knows the service's: `1.amount` → `/1/amount`. */
function innerPath(schema: FieldSchema | undefined, [step, ...rest]: readonly string[]): string {
  if (typeof schema !== 'object' || step === undefined) return ''
  if (schema.items !== undefined && /^\d+$/.test(step)) return `/${step}${innerPath(itemSchema(schema), rest)}`
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const { path = pointerOf([name]) } = typeof member === 'object' ? member : {}
    const place = stepsOf(path)
    if (startsWith([step, ...rest], place)) return `/${name}${innerPath(member, [step, ...rest].slice(place.length))}`
  }
  return ''
}

/** The path that the screens have for a place in the body, in any of the usual spellings: `/lines/1/qty`, `lines[1].qty`. */
function pathOf(names: ReadonlyMap<string, Named>, place: string): string | undefined {
  const steps = place
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split(/[./]/)
    .filter((step) => step !== '')
  for (let length = steps.length; length > 0; length -= 1) {
    const [name, schema] = names.get(steps.slice(0, length).join('.')) ?? []
    if (name !== undefined) return `${name}${innerPath(schema, steps.slice(length))}`
  }
  return undefined
}

/**
 * Where services list what is wrong with single values: most of them, problem details (RFC 7807), API Platform, and
 * FastAPI.
 */
const lists: readonly Pointer[] = ['/errors', '/invalid-params', '/violations', '/detail']

/** What the usual shapes of an error call the place of the value, and what is wrong with it. */
const places: readonly Pointer[] = ['/field', '/path', '/source/pointer', '/propertyPath', '/loc', '/name']
const sayings: readonly Pointer[] = ['/message', '/detail', '/title', '/msg', '/reason']

const firstAt = (error: unknown, among: readonly Pointer[]): unknown =>
  among.map((place) => valueAt(error, place)).find((found) => found !== undefined && found !== null)

/** A place as one text. FastAPI gives its steps, from the body on: `['body', 'lines', 1]`. */
const placeText = (place: unknown): unknown => (Array.isArray(place) ? place.join('.').replace(/^body\./, '') : place)

/** The service's messages by its own names of the fields: `{ field: message }`, or a list of errors with their places. */
function entriesIn(errors: unknown): readonly (readonly [place: unknown, said: unknown])[] {
  if (Array.isArray(errors))
    return errors.map((error: unknown) => [placeText(firstAt(error, places)), firstAt(error, sayings)])
  return isValues(errors) ? Object.entries(errors).map(([place, said]) => [place, [said].flat()[0]]) : []
}

/**
 * The messages about single values of a refused request, by the paths that the screens give them: `lines/1/qty`. Messages about
 * anything that the call does not send are left out.
 */
export function fieldErrorsIn(operation: Operation, body: unknown): Readonly<Record<string, string>> | undefined {
  const names = namesOf(operation)
  const found = lists
    .flatMap((list) => entriesIn(valueAt(body, list)))
    .flatMap(([place, said]) => {
      const name = typeof place === 'string' ? pathOf(names, place) : undefined
      const message = redactedMessageIn({ message: said })
      return name === undefined || message === undefined ? [] : [[name, message] as const]
    })
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
