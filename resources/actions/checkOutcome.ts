import type { QueryClient } from '@tanstack/react-query'
import type { AnyAction } from '../../schemas/meta/defineResource.ts'
import { fillTemplate } from '../../schemas/meta/template.ts'
import { valueAt } from '../../schemas/meta/pointer.ts'
import type { Row } from '../table/columns.ts'
import type { Answer } from './actionProvider.ts'

/** What the person is told after an action that the server took. */
export interface Verdict {
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
    const found = known.filter(isRow).find((row) => row.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

const isAsExpected = (expected: Readonly<Record<string, unknown>>, row: Row): boolean =>
  Object.entries(expected).every(([field, value]) => (row[field] ?? false) === value)

const successText = ({ success }: AnyAction, record: Readonly<Record<string, unknown>>, answer: Answer): string =>
  typeof success === 'string'
    ? fillTemplate(success, record)
    : (answer.message ?? fillTemplate(success.otherwise, record))

interface Deed {
  readonly action: AnyAction
  readonly resource: string
  readonly record: Row | undefined
  readonly answer: Answer
  /** When the answer came (ms): only what was read later proves anything. */
  readonly since: number
}

/**
 * The words after an action: its success, or, where the list read afterwards shows the record unchanged, its warning
 * (D-57). A record that left the list, or a list that could not be read, contradicts nothing.
 */
export function verdictOf(client: QueryClient, { action, resource, record, answer, since }: Deed): Verdict {
  const known = record ?? {}
  const row =
    record === undefined || action.expect === undefined ? undefined : freshRow(client, resource, record.id, since)
  const isUnchanged = row !== undefined && action.expect !== undefined && !isAsExpected(action.expect, row)
  return isUnchanged && action.unchanged !== undefined
    ? { type: 'warning', text: fillTemplate(action.unchanged, known) }
    : { type: 'success', text: successText(action, known, answer) }
}
