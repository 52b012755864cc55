import { csvFile } from '../../language/csvFile.ts'
import type { ListResource } from '../../language/resource.ts'
import { columnText, statusText } from '../model/columns.ts'
import type { BulkItem } from './bulkRun.ts'

/** The states of a record's call in words. */
export const stateTexts: Readonly<Record<BulkItem['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Sending',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  notSent: 'Not sent',
}

/** The result of a run as a CSV table: what the list shows of each record, and how its call ended. */
export function resultFile(definition: ListResource, items: readonly BulkItem[]): string {
  const { columns, status } = definition.list
  const shown = columns.filter(({ field, number }) => field !== undefined && number !== true)
  const dot = status === undefined ? [] : [status.field]
  const titles = [...shown.map(({ label }) => label), ...dot.map((field) => statusText(definition, field, true))]
  const lines = items.map(({ record, state, message = '' }) => [
    ...shown.map((column) => columnText(column, record)),
    ...dot.map((field) => (record[field] === true ? 'Yes' : 'No')),
    stateTexts[state],
    message,
  ])
  return csvFile([[...titles, 'Result', 'Message'], ...lines])
}
