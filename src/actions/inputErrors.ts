import type { ActionInput } from '../../language/action.ts'
import { citedIn, composeReason, REASON, takesEvidence, type Evidence } from '../../language/evidence.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import { acknowledgementOf } from './acknowledge.ts'
import { choicesOf } from './choices.ts'
import type { InputValues, InputValue } from './inputValues.ts'
import { sentText } from './typedText.ts'

type Values = Readonly<Record<string, unknown>>

/** Sentences about what is wrong, by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>

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

/** What is sent of the inputs: empty values left out. */
export function inputValues(action: ResolvedAction, record: Values, typed: InputValues): InputValues {
  const values = Object.entries(action.input).map(([name, input]) => [name, valueOf(input, record, typed[name])])
  return Object.fromEntries(values.filter(([, value]) => value?.length !== 0)) as InputValues
}

/** What is sent along as evidence; `undefined` where the action takes none. */
export function evidenceOf(action: ResolvedAction, record: Values, typed: InputValues): Evidence | undefined {
  if (!takesEvidence(action)) return undefined
  return {
    reliedOn: citedIn(action, record, inputValues(action, record, typed)),
    acknowledged: acknowledgementOf(action, record, typed).acknowledged,
  }
}

const limitIn = ({ schema }: ActionInput, keyword: 'maxLength' | 'maxItems'): number =>
  typeof schema === 'object' ? (schema[keyword] ?? Infinity) : Infinity

/** What is too much for the schema of an input; `sent` is the text with the evidence that is sent below it. */
function excessOf(input: ActionInput, value: InputValue, sent: string): string | undefined {
  if (typeof value !== 'string') {
    const most = limitIn(input, 'maxItems')
    return value.length > most ? `At most ${most} can be chosen.` : undefined
  }
  const most = limitIn(input, 'maxLength')
  const length = Array.from(sent).length
  if (length <= most) return undefined
  const what = sent === value ? 'This is' : 'Together with what goes with it this is'
  return `${what} ${length} characters long; at most ${most} can be sent.`
}

/**
 * The sentences for required values that are missing, where white space alone is missing (D-33), and for those that are
 * longer than what may be sent.
 */
export function inputErrors(action: ResolvedAction, record: Values, typed: InputValues): FieldErrors {
  const values = inputValues(action, record, typed)
  const evidence = evidenceOf(action, record, typed)
  return Object.fromEntries(
    Object.entries(action.input).flatMap(([name, input]) => {
      const isMissing = valueOf(input, record, typed[name]).length === 0
      if (isMissing && input.required !== undefined) return [[name, input.required]]
      const value = values[name] ?? ''
      const text = textIn(value)
      const sent = name === REASON && evidence !== undefined ? composeReason(text, evidence) : text
      const excess = excessOf(input, value, sent)
      return excess === undefined ? [] : [[name, excess]]
    }),
  )
}
