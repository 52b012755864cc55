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

/** A value of a table as text. A spreadsheet would run a value that begins like a formula, so it gets an apostrophe (U19). */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

const line = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** The result of a run as a CSV table: what the list shows of each record, and how its call ended. */
export function resultFile(definition: ListResource, items: readonly BulkItem[]): string {
  const { columns, status } = definition.list
  const shown = columns.filter(({ field, number }) => field !== undefined && number !== true)
  const dot = status === undefined ? [] : [status.field]
  const titles = [...shown.map(({ label }) => label), ...dot.map((field) => statusText(definition, field, true))]
  // The mark by which spreadsheets recognize the encoding.
  return `\uFEFF${line([...titles, 'Result', 'Message'])}${items
    .map(({ record, state, message = '' }) =>
      line([
        ...shown.map((column) => columnText(column, record)),
        ...dot.map((field) => (record[field] === true ? 'Yes' : 'No')),
        stateTexts[state],
        message,
      ]),
    )
    .join('')}`
}
