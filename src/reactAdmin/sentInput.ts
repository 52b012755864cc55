import { HttpError } from '../../dataProvider/HttpError.ts'
import { isMaskedField } from '../../language/personal.ts'
import type { Resource, ResolvedAction } from '../../language/resource.ts'
import { initialTyped, inputErrors, inputValues, shownAction, type SentInputs } from '../actions/inputs.ts'
import { REFUSED } from '../inputs/inputError.ts'
import { typedValue, type InputValues } from '../inputs/inputValue.ts'

type Values = Readonly<Record<string, unknown>>

/** What a form of react-admin gives to an action: its values, those that differ, and the record that was shown. */
interface Given {
  readonly data: Values
  readonly changed: readonly string[]
  readonly record?: Values | undefined
}

/** The values as the action's own dialog would have them. Masked values are left out unless the person has typed new ones. */
function typedIn({ record: { properties } }: Resource, action: ResolvedAction, { data, changed, record }: Given) {
  const given = Object.entries(action.input).flatMap(([name, input]) =>
    name in data ? [[name, typedValue(input, data[name])] as const] : [],
  )
  const shown = Object.entries({ ...initialTyped(action, record ?? {}), ...Object.fromEntries(given) })
  const isSendable = (name: string) =>
    changed.includes(name) || !isMaskedField(properties[action.input[name]?.field ?? name])
  return Object.fromEntries(shown.filter(([name]) => isSendable(name))) satisfies InputValues
}

/** True when a value would be sent as another one, such as a choice that does not exist. */
function isLost(value: unknown, sent: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && !(Array.isArray(sent) && sent.length === value.length)
  const isBlank = typeof value === 'string' ? value.trim() === '' : (value ?? null) === null
  return !isBlank && (sent ?? null) === null
}

/**
 * The input that the action's own dialog would send, after its checks. Throws the messages by field, in the words of the
 * dialog.
 */
export function sentInputOf(definition: Resource, action: ResolvedAction, given: Given): SentInputs {
  const record = given.record ?? {}
  const typed = typedIn(definition, action, given)
  const shown = shownAction(action, record, typed)
  const sent = inputValues(shown, record, typed)
  const lost = given.changed.filter((name) => name in action.input && isLost(given.data[name], sent[name]))
  const errors = {
    ...Object.fromEntries(lost.map((name) => [name, REFUSED])),
    ...inputErrors(shown, record, typed),
  }
  const [first] = Object.values(errors)
  if (first !== undefined) throw new HttpError(400, { code: 'MALFORMED_REQUEST', message: first, fields: errors })
  return sent
}
