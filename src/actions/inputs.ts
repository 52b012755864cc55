import {
  acknowledgeablesIn,
  type Acknowledgeable,
  citedIn,
  composeReason,
  REASON,
  takesEvidence,
  type Evidence,
  choicesIn,
  type Choice,
} from '../../language/evidence.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { ActionInput } from '../../language/action.ts'

/** What was typed or chosen for one field. */
export type InputValue = string | readonly string[]

/** What was typed, chosen or ticked in an action's dialog, by the name of the field. */
export type InputValues = Readonly<Record<string, InputValue>>

/** What an input makes of what is typed into it: capitals where it asks for them (D-155). */
export const typedAs = ({ coerce: as }: Pick<ActionInput, 'coerce'>, text: string): string =>
  as === 'upperCase' ? text.toUpperCase() : text

/** What is sent of typed text: trimmed first, then in capitals. */
const sentText = (input: Pick<ActionInput, 'coerce'>, text: string): string => typedAs(input, text.trim())

/** What is pointed out about typed text without being in its way; nothing about an empty one. */
export function warningOf(input: Pick<ActionInput, 'coerce' | 'warn'>, text: string): string | undefined {
  const sent = sentText(input, text)
  if (input.warn === undefined || sent === '') return undefined
  return new RegExp(input.warn.unless, 'u').test(sent) ? undefined : input.warn.text
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** What the fields of an action hold at first: what the record says, where an input asks for that. */
export const initialTyped = ({ input }: ResolvedAction, record: Values): InputValues =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, asked]) =>
      asked.field === undefined ? [] : [[name, typedAs(asked, textOf(record[asked.field]))]],
    ),
  )

/**
 * Whether everything that would be sent is what the record says already. Only where all inputs start from the record:
 * an action that asks for more than that is about more than a change of it.
 */
export function isUnchanged({ input }: ResolvedAction, record: Values, values: InputValues): boolean {
  const asked = Object.entries(input)
  return (
    asked.length > 0 &&
    asked.every(([name, { field }]) => field !== undefined && (values[name] ?? '') === textOf(record[field]))
  )
}

/** Name under which the ticks stand among the dialog's fields. */
export const ACKNOWLEDGING = ':acknowledge'

/** How an action's question stands towards what must be acknowledged (obligation R4). */
export interface Acknowledgement {
  readonly items: readonly Acknowledgeable[]
  readonly isKnown: boolean
  readonly isComplete: boolean
  /** The texts of what has been acknowledged. */
  readonly acknowledged: readonly string[]
}

/** Compares what must be acknowledged with what has been. */
export function acknowledgementOf(
  { acknowledge }: ResolvedAction,
  record: Readonly<Record<string, unknown>>,
  typed: InputValues,
): Acknowledgement {
  const items = acknowledge === undefined ? [] : acknowledgeablesIn(acknowledge, record)
  const ticked = typed[ACKNOWLEDGING] ?? []
  const isTicked = ({ key }: Acknowledgeable): boolean => ticked.includes(key)
  return {
    items: items ?? [],
    isKnown: items !== undefined,
    isComplete: items?.every(isTicked) === true,
    acknowledged: (items ?? []).filter(isTicked).map(({ text }) => text),
  }
}

type Values = Readonly<Record<string, unknown>>

/** What an input can be chosen from; `undefined` where it is typed. */
export const choicesOf = ({ options }: Pick<ActionInput, 'options'>, record: Values): readonly Choice[] | undefined =>
  options === undefined ? undefined : choicesIn(options, record)

/** What is said where there is nothing to choose (`none` of the input, or words that fit any). */
export const noChoicesText = ({ label, emptyText: none }: Pick<ActionInput, 'label' | 'emptyText'>): string =>
  none ?? `${label}: there is nothing to choose.`

/** Whether a choice that must be made cannot be made. */
export const lacksChoice = (input: ActionInput, record: Values): boolean =>
  input.required !== undefined && choicesOf(input, record)?.length === 0

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
