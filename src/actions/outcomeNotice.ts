import { SERVICE_FAILED } from '../../language/answer.ts'
import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { isUnanswered, mayBeDone, mayBeDoneText, type Failure } from '../data/failure.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Values } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import { filledText, rowIn, type Row } from '../model/columns.ts'
import type { Answer } from './actionProvider.ts'

/** Codes with which the gateway passes on the service's own message. */
const SPOKEN: readonly Failure['code'][] = ['UPSTREAM_REFUSED', 'UPSTREAM_FORBIDDEN', 'NOT_FOUND']

/** The code with which the gateway refuses an action because a colleague has the record. */
export const RECORD_CLAIMED = 'RECORD_CLAIMED'

/** The code of a refusal because the same waits for a second person. */
export const APPROVAL_WAITING = 'APPROVAL_WAITING'

/** Codes with which the gateway refuses an action because of the state of its record. Its message says what to do. */
const REFUSED_BY_STATE: readonly Failure['code'][] = [
  'CONFLICT',
  'RECORD_CHANGED',
  RECORD_CLAIMED,
  'WRONG_OWNER',
  'OWNER_UNREADABLE',
  APPROVAL_WAITING,
]

/** True if the failure's message comes from the service itself. */
export const isSpoken = ({ code, isDefaultMessage }: Failure): boolean =>
  SPOKEN.includes(code) && isDefaultMessage !== true

/** True if an action may have been done although its call failed. One that only reads changes nothing. */
export const isOutcomeUnknown = ({ bindings }: Resource, { binding }: ResolvedAction, failure: Failure): boolean =>
  bindings[binding]?.effect === 'mutate' && mayBeDone(failure)

/**
 * The message for a failed action: the definition's title, then the service's own message, or the definition's body if
 * the service sent none (D-65). A refusal that came too soon says how long to wait. Where the action may have been done,
 * the definition's body is left out: it says that it was not. Its title is left out, too, unless the service said that it
 * failed.
 *
 * @param isUnknown true if the action may have been done
 */
export function failureText(declared: ResolvedAction['failure'], failure: Failure, isUnknown: boolean): string {
  const { code } = failure
  if (isUnknown && (declared === undefined || code !== SERVICE_FAILED)) return mayBeDoneText(failure)
  if (declared === undefined || isUnanswered(failure) || REFUSED_BY_STATE.includes(code)) return failure.message
  const { title, body: detail, words } = declared
  if (isUnknown) return `${title}\n${mayBeDoneText(failure)}`
  if (failure.permission !== undefined) return `${title}\n${failure.message}`
  if (isSpoken(failure)) return words === 'alone' ? failure.message : `${title}\n${failure.message}`
  if (failure.status !== 429) return `${title}\n${detail}`
  // The message says why, and may say the same as the body.
  const isEnough = words === 'alone' || failure.message.includes(detail)
  return `${title}\n${isEnough ? '' : `${detail} `}${failure.message}`
}

interface OutcomeNotice {
  readonly type: 'success' | 'warning'
  readonly text: string
}

/** The record as a list on screen shows it, if that list has been read since `since` (ms). */
export function freshRow(client: QueryClient, resource: string, id: unknown, since: number): Row | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: [resource, 'getList'], type: 'active' })
  for (const { state } of lists) {
    if (state.status !== 'success' || state.isInvalidated || state.dataUpdatedAt < since) continue
    const found = rowIn(state.data, String(id))
    if (found !== undefined) return found
  }
  return undefined
}

/** True if a record contradicts the expected values. A field that the record does not have contradicts nothing. */
const isContrary = (expected: Readonly<Record<string, unknown>>, row: Row | undefined): boolean =>
  row !== undefined &&
  Object.entries(expected).some(([field, value]) => Object.hasOwn(row, field) && (row[field] ?? false) !== value)

/** The record as known after the action. Values that the answer leaves empty keep their old value (D-149). */
const afterwards = (record: Values, answer: Answer): Values => ({
  ...record,
  ...Object.fromEntries(Object.entries(answer.record).filter(([, value]) => isPresent(value))),
})

type Fill = ReturnType<typeof filledText>

const successText = (
  success: NonNullable<ResolvedAction['success']>,
  record: Values,
  answer: Answer,
  fill: Fill,
): string => (typeof success === 'string' ? fill(success, record) : (answer.message ?? fill(success.fallback, record)))

interface ActionOutcome {
  readonly action: ResolvedAction
  readonly definition: Resource
  readonly record: Row | undefined
  readonly answer: Answer
  /** When the answer came (ms). Only data read after it counts. */
  readonly since: number
  /** The detail record of the page or the part, read after the answer. */
  readonly fresh: Row | undefined
}

/**
 * The notice after an action: its success text, or its warning if the list or the detail read afterwards shows the
 * record unchanged (D-57). A record that is gone or could not be read contradicts nothing. `undefined` if the answer on
 * screen says enough.
 */
export function outcomeNotice(
  client: QueryClient,
  { action, definition, record, answer, since, fresh }: ActionOutcome,
): OutcomeNotice | undefined {
  const known = record ?? {}
  const fill = filledText(definition)
  const { expect, unchanged, success } = action
  const rows = record === undefined ? [] : [fresh, freshRow(client, definition.name, record.id, since)]
  const isUnchanged = expect !== undefined && rows.some((row) => isContrary(expect, row))
  if (isUnchanged && unchanged !== undefined) return { type: 'warning', text: fill(unchanged, known) }
  return success === null
    ? undefined
    : { type: 'success', text: successText(success, afterwards(known, answer), answer, fill) }
}
