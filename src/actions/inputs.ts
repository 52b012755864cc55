import {
  acknowledgeablesIn,
  type Acknowledgeable,
  citedIn,
  composeReason,
  REASON,
  takesEvidence,
  type Evidence,
  choicesIn,
} from '../../language/evidence.ts'
import { isEqual } from './recordChange.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { ActionInput } from '../../language/action.ts'
import { isEdit } from '../../language/availability.ts'
import { shownInputs } from '../../language/shownInputs.ts'
import { refusalOf, type FieldErrors } from '../inputs/inputError.ts'
import { sentValue, textIn, typedAs, typedValue } from '../inputs/inputValue.ts'
import type { InputValues, SentValue } from '../inputs/inputValue.ts'

type Values = Readonly<Record<string, unknown>>

/** The values to send, by input. */
export type SentInputs = Readonly<Record<string, SentValue | null>>

/** The warning about a typed text. It does not block sending. An empty text has none. */
export function warningOf(input: Pick<ActionInput, 'coerce' | 'warn'>, text: string): string | undefined {
  const sent = typedAs(input, text.trim())
  if (input.warn === undefined || sent === '') return undefined
  return new RegExp(input.warn.unless, 'u').test(sent) ? undefined : input.warn.text
}

/** The initial values of an action's fields: the record's value for each input that names a record field. */
export const initialTyped = ({ input }: ResolvedAction, record: Values): InputValues =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, asked]) => {
      if (asked.field === undefined) return []
      const shown = typedValue(asked, record[asked.field])
      return [[name, typeof shown === 'string' ? typedAs(asked, shown) : shown]]
    }),
  )

/**
 * True if every value to send equals the record's. Always false unless all inputs start from the record: an action with
 * other inputs does more than edit the record.
 */
export function isUnchanged(action: ResolvedAction, record: Values, values: SentInputs): boolean {
  const { input } = action
  if (isEdit(action)) return Object.keys(values).length === 0
  const asked = Object.entries(input)
  return (
    asked.length > 0 &&
    asked.every(([name, one]) => {
      const seen = one.field === undefined ? undefined : typedValue(one, record[one.field])
      return seen !== undefined && isEqual(typedValue(one, values[name]), seen)
    })
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

/** The choices of an input, or `undefined` if it is typed. */
export const choicesOf = ({ options, choices }: Pick<ActionInput, 'options' | 'choices'>, record: Values) =>
  options === undefined ? choices : choicesIn(options, record)

/** The message shown if there is nothing to choose: the input's `emptyText`, or a general one. */
export const noChoicesText = ({ label, emptyText: none }: Pick<ActionInput, 'label' | 'emptyText'>): string =>
  none ?? `${label}: there is nothing to choose.`

/** True if a choice is required and there is nothing to choose. */
export const lacksChoice = (input: ActionInput, record: Values): boolean =>
  input.required !== undefined && choicesOf(input, record)?.length === 0

const valueOf = (input: ActionInput, record: Values, typed: InputValues, name: string): SentValue | undefined =>
  sentValue(input, typed[name], choicesOf(input, record))

/** True if a form starts with this value, so that it is not sent. */
const isSeen = (action: ResolvedAction, input: ActionInput, record: Values, typed: unknown): boolean =>
  isEdit(action) && input.field !== undefined && isEqual(typed ?? '', typedValue(input, record[input.field]))

const allowsNull = ({ schema }: ActionInput): boolean =>
  typeof schema === 'object' && [schema.type ?? []].flat().includes('null')

/** The values to send for all inputs, without empty ones. A form sends what differs, and null for a cleared field. */
export const inputValues = (action: ResolvedAction, record: Values, typed: InputValues): SentInputs =>
  Object.fromEntries(
    Object.entries(action.input).flatMap(([name, asked]): readonly (readonly [string, SentValue | null])[] => {
      if (isSeen(action, asked, record, typed[name])) return []
      const value = valueOf(asked, record, typed, name)
      if (value !== undefined) return [[name, value]]
      return isEdit(action) && allowsNull(asked) ? [[name, null]] : []
    }),
  )

/** The action with the inputs that are shown: by the values to send, in an Edit form by the record with the changes. */
export function shownAction(action: ResolvedAction, record: Values, typed: InputValues): ResolvedAction {
  const values = Object.entries(action.input).map(([name, asked]) => [
    name,
    isSeen(action, asked, record, typed[name]) ? record[name] : valueOf(asked, record, typed, name),
  ])
  return { ...action, input: shownInputs(action.input, Object.fromEntries(values)) }
}

/** The evidence to send, or `undefined` if the action takes none. */
export function evidenceOf(action: ResolvedAction, record: Values, typed: InputValues): Evidence | undefined {
  if (!takesEvidence(action)) return undefined
  return {
    reliedOn: citedIn(action, record, inputValues(action, record, typed)),
    acknowledged: acknowledgementOf(action, record, typed).acknowledged,
  }
}

/** The error for a reason that is too long together with the evidence below it. */
function excessOf({ schema }: ActionInput, reason: string, evidence: Evidence | undefined): string | undefined {
  if (evidence === undefined || typeof schema !== 'object') return undefined
  const sent = composeReason(reason, evidence)
  const { maxLength: most = Infinity } = schema
  const length = Array.from(sent).length
  return length <= most || sent === reason
    ? undefined
    : `Together with what goes with it this is ${length} characters long; at most ${most} can be sent.`
}

/** The errors for values that are missing or not accepted. A value of white space alone counts as missing (D-33). */
export function inputErrors(action: ResolvedAction, record: Values, typed: InputValues): FieldErrors {
  const evidence = evidenceOf(action, record, typed)
  return Object.fromEntries(
    Object.entries(action.input).flatMap(([name, input]) => {
      const value = valueOf(input, record, typed, name)
      const isLacking = input.when !== undefined && value === undefined
      if (!isLacking && isSeen(action, input, record, typed[name])) return []
      const refusal = value === undefined ? input.required : refusalOf(input, value)
      const excess = name === REASON ? excessOf(input, textIn(typed[name]).trim(), evidence) : undefined
      const error = refusal ?? excess
      return error === undefined ? [] : [[name, error]]
    }),
  )
}
