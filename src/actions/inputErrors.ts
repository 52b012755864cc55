import type { ActionInput } from '../../language/action.ts'
import type { AnyAction } from '../../language/defineResource.ts'
import { acknowledgementOf } from './acknowledge.ts'
import { choicesOf } from './choices.ts'
import type { InputValues, InputValue } from './inputValues.ts'
import { sentText } from './typedText.ts'

type Values = Readonly<Record<string, unknown>>

/** Sentences about what is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

/** The input that what was acknowledged goes with. */
const REASON = 'reason'

/** A value that is one text, for a field that was typed or in which one thing was chosen. */
export const textIn = (value: InputValue | undefined): string => (typeof value === 'string' ? value : '')

/** A value that is a list, for a field in which several things were chosen. */
export const textsIn = (value: InputValue | undefined): readonly string[] =>
  value === undefined || typeof value === 'string' ? [] : value

/** What is sent of one field: trimmed, in capitals where it asks for them; of what was chosen only what can still be, in the order it is offered in. */
function valueOf(input: ActionInput, record: Values, value: InputValue | undefined): InputValue {
  const choices = choicesOf(input, record)
  if (choices === undefined) return sentText(input, textIn(value))
  const chosen = choices.map((choice) => choice.value).filter((each) => textsIn(value).includes(each))
  if (input.several === true) return chosen
  return choices.some((choice) => choice.value === value) ? textIn(value) : ''
}

/** What is chosen of the inputs that are cited, in the words of the choices (R3). */
function citationOf({ input = {} }: AnyAction, record: Values, typed: InputValues): string {
  const cited = Object.entries(input).flatMap(([name, asked]) => {
    if (asked.cited !== true) return []
    const chosen = [valueOf(asked, record, typed[name])].flat()
    return (choicesOf(asked, record) ?? []).filter(({ value }) => chosen.includes(value))
  })
  return cited.length === 0
    ? ''
    : `Relied on: ${cited.map(({ label, value }) => (label.includes(value) ? label : `${label} (${value})`)).join('; ')}`
}

/** What goes with the reason: the documents that are cited, and the matches that were acknowledged. */
const addedTo = (action: AnyAction, record: Values, typed: InputValues): string =>
  [citationOf(action, record, typed), acknowledgementOf(action, record, typed).line]
    .filter((line) => line !== '')
    .join('\n')

/** What is sent: empty values left out, citations and acknowledgements on lines of their own after the reason. */
export function inputValues(action: AnyAction, record: Values, typed: InputValues): InputValues {
  const line = addedTo(action, record, typed)
  const values = Object.entries(action.input ?? {}).map(([name, input]) => {
    const value = valueOf(input, record, typed[name])
    return name === REASON && line !== '' ? [name, [textIn(value), line].filter(Boolean).join('\n')] : [name, value]
  })
  return Object.fromEntries(values.filter(([, value]) => value?.length !== 0)) as InputValues
}

const limitIn = ({ schema }: ActionInput, keyword: 'maxLength' | 'maxItems'): number =>
  typeof schema === 'object' ? (schema[keyword] ?? Infinity) : Infinity

/** What is too much for the schema of an input; `line` is what is sent along with the text. */
function excessOf(input: ActionInput, value: InputValue, line: string): string | undefined {
  if (typeof value !== 'string') {
    const most = limitIn(input, 'maxItems')
    return value.length > most ? `At most ${most} can be chosen.` : undefined
  }
  const most = limitIn(input, 'maxLength')
  const length = Array.from(value).length
  if (length <= most) return undefined
  const what = line === '' ? 'This is' : 'Together with what goes with it this is'
  return `${what} ${length} characters long; at most ${most} can be sent.`
}

/**
 * The sentences for required values that are missing, where white space alone is missing (D-33), and for those that are
 * longer than what may be sent.
 */
export function inputErrors(action: AnyAction, record: Values, typed: InputValues): FieldErrors {
  const values = inputValues(action, record, typed)
  const line = addedTo(action, record, typed)
  return Object.fromEntries(
    Object.entries(action.input ?? {}).flatMap(([name, input]) => {
      const isMissing = valueOf(input, record, typed[name]).length === 0
      if (isMissing && input.required !== undefined) return [[name, input.required]]
      const excess = excessOf(input, values[name] ?? '', name === REASON ? line : '')
      return excess === undefined ? [] : [[name, excess]]
    }),
  )
}
