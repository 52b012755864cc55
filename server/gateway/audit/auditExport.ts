import { createHash } from 'node:crypto'
import { csvFile, csvLine } from '../../../language/csvFile.ts'
import { type AuditLine, readingLabels, resultLabels } from '../../../language/auditView.ts'
import type { AuditEntry, AuditFilter } from '../../store/auditSearch.ts'
import type { View, ViewFilter, ViewPlace } from '../../store/views.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { readingLine, type searchedIn } from './auditPages.ts'
import { unreadable } from './auditTrail.ts'
import { auditLine } from './auditView.ts'
import type { OperationNames } from './auditWords.ts'

type Exporting = Pick<GatewayContext, 'store' | 'now'>

/** Entries that are read at once. */
const CHUNK = 500

/** A line for each record with its proof. The text of `body` is the one that the hash is over. */
async function* linesOf({ store }: Exporting, filter: AuditFilter): AsyncGenerator<string> {
  let before: number | undefined
  do {
    const found = await store.audit.links({ ...filter, before, limit: CHUNK }).catch(unreadable)
    yield found.links
      .map(({ seq, prev, hash, body }) => `{"seq":${seq},"prev":"${prev}","hash":"${hash}","body":${body}}\n`)
      .join('')
    before = found.before
  } while (before !== undefined)
}

async function* viewsOf({ store }: Exporting, filter: ViewFilter | undefined): AsyncGenerator<readonly View[]> {
  let before: ViewPlace | undefined
  do {
    const found: readonly View[] =
      filter === undefined ? [] : await store.views.search({ ...filter, before, limit: CHUNK }).catch(unreadable)
    yield found
    before = found.length < CHUNK ? undefined : found.at(-1)
  } while (before !== undefined)
}

/** A line for each reading. Readings are in no chain, so they have no proof. */
async function* viewLinesOf(exporting: Exporting, filter: ViewFilter | undefined): AsyncGenerator<string> {
  for await (const views of viewsOf(exporting, filter))
    yield views.map((view) => `${JSON.stringify({ view })}\n`).join('')
}

/**
 * What a search finds, with proofs, and a signed last line that says how many there are: a file that lacks some is not
 * whole.
 */
export async function* provenLines(
  exporting: Exporting,
  { filter, reading }: ReturnType<typeof searchedIn>,
  request: string,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let lines = 0
  for (const source of [linesOf(exporting, filter), viewLinesOf(exporting, reading)])
    for await (const text of source) {
      hash.update(text)
      lines += text.split('\n').length - 1
      yield text
    }
  const time = new Date(exporting.now()).toISOString()
  const signed = ['countersign export 1', lines, request, time, hash.digest('hex')].join('\n')
  yield `${JSON.stringify({ end: { v: 1, lines, request, time, mac: exporting.store.audit.signExport(signed) } })}\n`
}

const TITLES = [
  'Number',
  'Time (UTC)',
  'Person',
  'Automatic',
  'Requested by',
  'Action',
  'Operation',
  'Record',
  'Reason',
  'Outcome',
  'Settled by',
  'Settled because',
  'Hash',
]

function outcomeText({ reading, result, settled }: AuditLine): string {
  if (reading !== undefined) return readingLabels[reading]
  return settled === undefined ? resultLabels[result] : `${resultLabels[result]}, was unknown`
}

const rowOf = (line: AuditLine, hash: string): readonly string[] => [
  line.reading === undefined ? String(line.seq) : '',
  new Date(line.at).toISOString(),
  line.person,
  line.isAutomation ? 'Yes' : 'No',
  line.requestedBy ?? '',
  line.label,
  line.operation,
  line.target,
  line.reason,
  outcomeText(line),
  line.settled?.by ?? '',
  line.settled?.reason ?? '',
  hash,
]

async function* entriesOf({ store }: Exporting, filter: AuditFilter): AsyncGenerator<readonly AuditEntry[]> {
  let before: number | undefined
  do {
    const found: readonly AuditEntry[] = await store.audit.search({ ...filter, before, limit: CHUNK }).catch(unreadable)
    yield found
    before = found.length < CHUNK ? undefined : found.at(-1)?.seq
  } while (before !== undefined)
}

/**
 * What a search finds as a CSV file of what the page shows. An entry has its number and its hash, by which it is found in
 * the trail; the file itself is no proof.
 */
export async function* tableOf(
  exporting: Exporting,
  { filter, reading }: ReturnType<typeof searchedIn>,
  { operations, labels }: OperationNames,
): AsyncGenerator<string> {
  yield csvFile([TITLES])
  for await (const entries of entriesOf(exporting, filter))
    yield entries.map((entry) => csvLine(rowOf(auditLine(entry, operations, labels), entry.hash))).join('')
  for await (const views of viewsOf(exporting, reading))
    yield views.map((view) => csvLine(rowOf(readingLine(view, operations, labels), ''))).join('')
}
