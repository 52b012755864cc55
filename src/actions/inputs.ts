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

/** The typed or chosen value of one field. */
export type InputValue = string | readonly string[]

/** The typed, chosen or ticked values of an action's dialog, by field name. */
export type InputValues = Readonly<Record<string, InputValue>>

/** The text as its input coerces it: in capitals if the input asks for that (D-155). */
export const typedAs = ({ coerce: as }: Pick<ActionInput, 'coerce'>, text: string): string =>
  as === 'upperCase' ? text.toUpperCase() : text

/** The text to send: trimmed first, then coerced. */
const sentText = (input: Pick<ActionInput, 'coerce'>, text: string): string => typedAs(input, text.trim())

/** The warning about a typed text. It does not block sending. An empty text has none. */
export function warningOf(input: Pick<ActionInput, 'coerce' | 'warn'>, text: string): string | undefined {
  const sent = sentText(input, text)
  if (input.warn === undefined || sent === '') return undefined
  return new RegExp(input.warn.unless, 'u').test(sent) ? undefined : input.warn.text
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The initial values of an action's fields: the record's value for each input that names a record field. */
export const initialTyped = ({ input }: ResolvedAction, record: Values): InputValues =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, asked]) =>
      asked.field === undefined ? [] : [[name, typedAs(asked, textOf(record[asked.field]))]],
    ),
  )

/**
 * True if every value to send equals the record's. Always false unless all inputs start from the record: an action with
 * other inputs does more than edit the record.
 */
export function isUnchanged({ input }: ResolvedAction, record: Values, values: InputValues): boolean {
  const asked = Object.entries(input)
  return (
    asked.length > 0 &&
    asked.every(([name, { field }]) => field !== undefined && (values[name] ?? '') === textOf(record[field]))
  )
}

/** Name of the dialog field for the acknowledgement checkboxes. */
export const ACKNOWLEDGING = ':acknowledge'

/** What an action's dialog requires to be acknowledged, and what has been (obligation R4). */
export interface Acknowledgement {
  readonly items: readonly Acknowledgeable[]
  readonly isKnown: boolean
  readonly isComplete: boolean
  /** The texts of the acknowledged items. */
  readonly acknowledged: readonly string[]
}

/** Compares the items that must be acknowledged with those that are ticked. */
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

/** The choices of an input, or `undefined` if it is typed. */
export const choicesOf = ({ options }: Pick<ActionInput, 'options'>, record: Values): readonly Choice[] | undefined =>
  options === undefined ? undefined : choicesIn(options, record)

/** The message shown if there is nothing to choose: the input's `emptyText`, or a general one. */
export const noChoicesText = ({ label, emptyText: none }: Pick<ActionInput, 'label' | 'emptyText'>): string =>
  none ?? `${label}: there is nothing to choose.`

/** True if a choice is required and there is nothing to choose. */
export const lacksChoice = (input: ActionInput, record: Values): boolean =>
  input.required !== undefined && choicesOf(input, record)?.length === 0

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>

/** The value as one text, for a typed field or a single choice. Empty for a list. */
export const textIn = (value: InputValue | undefined): string => (typeof value === 'string' ? value : '')

/** The value as a list, for a field with several choices. Empty for a text. */
export const textsIn = (value: InputValue | undefined): readonly string[] =>
  value === undefined || typeof value === 'string' ? [] : value

/**
 * The value to send for one field. Typed text is trimmed and coerced. Chosen values that are no longer offered are left
 * out; several values keep the order of the choices.
 */
function valueOf(input: ActionInput, record: Values, value: InputValue | undefined): InputValue {
  const choices = choicesOf(input, record)
  if (choices === undefined) return sentText(input, textIn(value))
  const chosen = choices.map((choice) => choice.value).filter((each) => textsIn(value).includes(each))
  if (input.several === true) return chosen
  return choices.some((choice) => choice.value === value) ? textIn(value) : ''
}

/** The values to send for all inputs, without empty ones. */
export function inputValues(action: ResolvedAction, record: Values, typed: InputValues): InputValues {
  const values = Object.entries(action.input).map(([name, input]) => [name, valueOf(input, record, typed[name])])
  return Object.fromEntries(values.filter(([, value]) => value?.length !== 0)) as InputValues
}

/** The evidence to send, or `undefined` if the action takes none. */
export function evidenceOf(action: ResolvedAction, record: Values, typed: InputValues): Evidence | undefined {
  if (!takesEvidence(action)) return undefined
  return {
    reliedOn: citedIn(action, record, inputValues(action, record, typed)),
    acknowledged: acknowledgementOf(action, record, typed).acknowledged,
  }
}

const limitIn = ({ schema }: ActionInput, keyword: 'maxLength' | 'maxItems'): number =>
  typeof schema === 'object' ? (schema[keyword] ?? Infinity) : Infinity

/** The error for a value that exceeds its schema's limit. `sent` is the text together with the evidence below it. */
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
 * The errors for required values that are missing and for values over their limit. A value of white space alone counts
 * as missing (D-33).
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
