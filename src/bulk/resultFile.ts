import { csvFile } from '../../language/csvFile.ts'
import type { ListResource } from '../../language/resource.ts'
import { listTable } from '../export/listTable.ts'
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
  const { titles, cellsOf } = listTable(definition)
  const lines = items.map(({ record, state, message = '' }) => [
    ...cellsOf(record).map(String),
    stateTexts[state],
    message,
  ])
  return csvFile([[...titles, 'Result', 'Message'], ...lines])
}
