import {
  acknowledgeablesIn,
  type Acknowledgeable,
  citedIn,
  REASON,
  takesEvidence,
  type Evidence,
  choicesIn,
} from '../../language/evidence.ts'
import { composeReason } from '../../language/reasonText.ts'
import { isEqual, isValues, type Values } from '../../language/pointer.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { ActionInput } from '../../language/action.ts'
import { isEdit } from '../../language/availability.ts'
import { allowsNull, type Input } from '../../language/input.ts'
import { firstOf, misordered } from '../../language/orderedInputs.ts'
import { shownInputs } from '../../language/shownInputs.ts'
import { errorsOf, type FieldErrors } from '../inputs/fieldErrors.ts'
import {
  emptyValue,
  groupIn,
  sentValue,
  shownMembers,
  textIn,
  textsIn,
  trimmed,
  typedAs,
  typedValue,
  type InputValue,
  type InputValues,
  type SentValue,
} from '../inputs/inputValue.ts'

export type SentInputs = Readonly<Record<string, SentValue | null>>

/** The warning about a typed text. It does not block sending. An empty text has none. */
export function warningOf(input: Pick<ActionInput, 'coerce' | 'control' | 'warn'>, text: string): string | undefined {
  const sent = typedAs(input, trimmed(input, text))
  if (input.warn === undefined || sent === '') return undefined
  return new RegExp(input.warn.unless, 'u').test(sent) ? undefined : input.warn.text
}

/** The initial values of an action's fields: the record's value for each input that names a record field. */
export const initialTyped = ({ input }: ResolvedAction, record: Values): InputValues =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, asked]) => {
      if (asked.field === undefined) {
        const empty = emptyValue(asked)
        return typeof empty === 'string' ? [] : [[name, empty]]
      }
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
  readonly acknowledged: readonly string[]
}

/** Compares the items that must be acknowledged with those that are ticked. */
export function acknowledgementOf(
  { acknowledge }: ResolvedAction,
  record: Readonly<Record<string, unknown>>,
  typed: InputValues,
): Acknowledgement {
  const items = acknowledge === undefined ? [] : acknowledgeablesIn(acknowledge, record)
  const ticked = textsIn(typed[ACKNOWLEDGING])
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

/** The value of the record that a field of an Edit form starts with. */
const seenBy = (action: ResolvedAction, { field }: ActionInput, record: Values) =>
  isEdit(action) && field !== undefined ? { value: record[field] } : undefined

const isSame = (input: Input, typed: InputValue | undefined, value: unknown): boolean =>
  isEqual(typed ?? emptyValue(input), typedValue(input, value))

/** True if a form starts with this value, so that it is not sent. */
function isSeen(action: ResolvedAction, input: ActionInput, record: Values, typed: InputValue | undefined): boolean {
  const seen = seenBy(action, input, record)
  return seen !== undefined && isSame(input, typed, seen.value)
}

/** True for a field of an Edit form whose value the record lacks: left empty, it is not sent, so nothing requires it. */
export function mayStayEmpty(action: ResolvedAction, input: ActionInput, record: Values): boolean {
  const seen = seenBy(action, input, record)
  return seen !== undefined && isSame(input, undefined, seen.value)
}

/** The members of an object that differ from the record's, null where they are cleared. */
const changedMembers = (input: Input, typed: InputValues, seen: Values): SentValue =>
  Object.fromEntries(
    Object.entries(shownMembers(input, typed)).flatMap(([name, member]) => {
      const own = typed[name]
      if (isSame(member, own, seen[name])) return []
      const value = changedValue(member, own, seen[name], true)
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** What an Edit form sends for a value that differs from the record's. A list is sent whole, also when it is empty. */
function changedValue(
  input: Input,
  typed: InputValue | undefined,
  seen: unknown,
  isPartial: boolean,
): SentValue | null | undefined {
  const value = sentValue(input, typed, input.choices)
  if (value === undefined && input.control !== 'rows' && allowsNull(input.schema)) return null
  if (input.control === 'group' && isPartial && isValues(seen)) return changedMembers(input, groupIn(typed), seen)
  return value ?? (input.control === 'rows' ? [] : undefined)
}

/** The values to send for all inputs, without empty ones. A form sends what differs, and null for a cleared field. */
export const inputValues = (action: ResolvedAction, record: Values, typed: InputValues): SentInputs =>
  Object.fromEntries(
    Object.entries(action.input).flatMap(([name, asked]): readonly (readonly [string, SentValue | null])[] => {
      if (isSeen(action, asked, record, typed[name])) return []
      const seen = seenBy(action, asked, record)
      const value =
        seen === undefined
          ? valueOf(asked, record, typed, name)
          : changedValue(asked, typed[name], seen.value, action.isPartial === true)
      return value === undefined ? [] : [[name, value]]
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

/** The errors for values that are before the ones they may not be before, where one of the two is new. */
function orderErrors(action: ResolvedAction, record: Values, typed: InputValues): FieldErrors {
  const values = Object.entries(action.input).map(([name, input]) => [name, valueOf(input, record, typed, name)])
  const isNew = (name: string | undefined): boolean => {
    const input = name === undefined ? undefined : action.input[name]
    return input !== undefined && name !== undefined && !isSeen(action, input, record, typed[name])
  }
  const found = misordered(action.input, Object.fromEntries(values)).filter(([path]) => {
    const [name = ''] = path.split('/')
    return isNew(name) || isNew(firstOf(action.input[name]))
  })
  return Object.fromEntries(found)
}

/** The errors for values that are missing or not accepted. A value of white space alone counts as missing (D-33). */
export function inputErrors(action: ResolvedAction, record: Values, typed: InputValues): FieldErrors {
  const evidence = evidenceOf(action, record, typed)
  const found = Object.entries(action.input).flatMap(([name, input]) => {
    const isLacking = input.when !== undefined && valueOf(input, record, typed, name) === undefined
    const seen = isLacking ? undefined : seenBy(action, input, record)
    const found = errorsOf(input, typed[name], name, { seen, choices: choicesOf(input, record) })
    if (found.length > 0 || name !== REASON) return found
    const excess = excessOf(input, textIn(typed[name]).trim(), evidence)
    return excess === undefined ? [] : [[name, excess] as const]
  })
  return { ...orderErrors(action, record, typed), ...Object.fromEntries(found) }
}
