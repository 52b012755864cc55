import type { ResolvedAction } from '../../language/resource.ts'
import type { Failure } from '../data/failure.ts'
import type { QueryClient } from '@tanstack/react-query'
import { fillTemplate } from '../../language/template.ts'
import { valueAt } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import type { Row } from '../model/columns.ts'
import type { Answer } from './actionProvider.ts'

/** Codes with which the gateway passes on what the service itself said. */
const SPOKEN = ['UPSTREAM_REFUSED', 'UPSTREAM_FORBIDDEN', 'NOT_FOUND']

/** What the gateway says under those codes where the service said nothing. */
const UNSPOKEN = [
  'The service refused the request.',
  'The service does not permit this.',
  'There is nothing here.',
] as const

/** Failures after which the call may still have been made. */
const UNANSWERED = ['NETWORK', 'IN_FLIGHT']

/** Whether nothing is known of the attempt: a further one must be the same intent, and nobody may call it undone. */
export const isUnanswered = ({ code }: Failure): boolean => code !== undefined && UNANSWERED.includes(code)

/** Whether the words of a failure are the service's own. */
export const isSpoken = ({ code, message }: Failure): boolean =>
  code !== undefined && SPOKEN.includes(code) && !UNSPOKEN.some((sentence) => sentence === message)

/**
 * What is said of a failed action: the definition's title above the service's own words, or above its detail where the
 * service had none (D-65), and on a further line what a broken connection leaves open.
 */
export function failureText(declared: ResolvedAction['failure'], failure: Failure): string {
  if (declared === undefined) return failure.message
  const { title, body: detail, words } = declared
  if (isSpoken(failure)) return words === 'alone' ? failure.message : `${title}\n${failure.message}`
  return [title, detail, ...(isUnanswered(failure) ? [failure.message] : [])].join('\n')
}

/** What the person is told after an action that the server took. */
export interface OutcomeNotice {
  readonly type: 'success' | 'warning'
  readonly text: string
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'id')

/** The record as the lists on screen show it now, if one of them has been read since `since` (ms). */
function freshRow(client: QueryClient, resource: string, id: unknown, since: number): Row | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: [resource, 'getList'], type: 'active' })
  for (const { state } of lists) {
    if (state.status !== 'success' || state.isInvalidated || state.dataUpdatedAt < since) continue
    const rows = valueAt(state.data, '/data')
    const known: readonly unknown[] = Array.isArray(rows) ? rows : []
    const found = known.filter(isRow).find((row) => String(row.id) === String(id))
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a record contradicts what was expected of it. A field that it does not know contradicts nothing. */
const isContrary = (expected: Readonly<Record<string, unknown>>, row: Row | undefined): boolean =>
  row !== undefined &&
  Object.entries(expected).some(([field, value]) => Object.hasOwn(row, field) && (row[field] ?? false) !== value)

type Values = Readonly<Record<string, unknown>>

/** The record as it is known after the action; what the answer leaves empty is as it was (D-149). */
const afterwards = (record: Values, answer: Answer): Values => ({
  ...record,
  ...Object.fromEntries(Object.entries(answer.record).filter(([, value]) => isPresent(value))),
})

const successText = (success: NonNullable<ResolvedAction['success']>, record: Values, answer: Answer): string =>
  typeof success === 'string'
    ? fillTemplate(success, record)
    : (answer.message ?? fillTemplate(success.fallback, record))

interface ActionOutcome {
  readonly action: ResolvedAction
  readonly resource: string
  readonly record: Row | undefined
  readonly answer: Answer
  /** When the answer came (ms): only what was read later proves anything. */
  readonly since: number
  /** The record of the page or the part as its detail, read after the answer, has it. */
  readonly fresh: Row | undefined
}

/**
 * The words after an action: its success, or, where the list or the detail read afterwards shows the record unchanged,
 * its warning (D-57). A record that is gone, or that could not be read, contradicts nothing. `undefined` where the answer
 * on screen says it all.
 */
export function outcomeNotice(
  client: QueryClient,
  { action, resource, record, answer, since, fresh }: ActionOutcome,
): OutcomeNotice | undefined {
  const known = record ?? {}
  const { expect, unchanged, success } = action
  const rows = record === undefined ? [] : [fresh, freshRow(client, resource, record.id, since)]
  const isUnchanged = expect !== undefined && rows.some((row) => isContrary(expect, row))
  if (isUnchanged && unchanged !== undefined) return { type: 'warning', text: fillTemplate(unchanged, known) }
  return success === null
    ? undefined
    : { type: 'success', text: successText(success, afterwards(known, answer), answer) }
}
