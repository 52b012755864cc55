import type { AccountsQuery } from '../../schemas/accounts.ts'
import type { Status } from '../../schemas/shared/enumerations.ts'
import { listParamsOf } from '../../src/query/listQuery.ts'
import { parseListUrl } from '../../src/query/listUrl.ts'
import { scanList } from '../../src/queue/recordQueue.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { listPathOf, listResource } from '../../src/model/consoleModel.ts'
import type { Row } from '../../src/model/columns.ts'
import { recordName } from '../../src/model/rowModel.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { allCounted, type Counted, type CountedRow, mostFirst, type Series, tally, type Tools } from './counted.ts'

const DAY_MS = 24 * 60 * 60_000

/** How long an account waits, by the days since its application. The last place is for those without its date. */
const ages: readonly (Series & { readonly below: number })[] = [
  { label: 'Under 1 day', color: 'var(--cs-accent)', below: 1 },
  { label: '1 to 3 days', color: 'var(--cs-info)', below: 4 },
  { label: '4 to 7 days', color: 'var(--cs-muted)', below: 8 },
  { label: '8 to 30 days', color: 'var(--cs-warning)', below: 31 },
  { label: 'Over 30 days', color: 'var(--cs-danger)', below: Number.POSITIVE_INFINITY },
]
const UNDATED: Series = { label: 'No date', color: 'var(--cs-input-border)' }

function ageOf({ request_time: requested }: Row, now: number): number {
  const at = parseInstant(requested)
  if (at === undefined) return ages.length
  const days = Math.floor((now - at.getTime()) / DAY_MS)
  return ages.findIndex(({ below }) => days < below)
}

/** The accounts with pending documents: those that are suspended for them, and all. */
const SUSPENDED_DOCUMENTS = '?filter=note:SUSPENDED_PENDING_DOCS' satisfies AccountsQuery
const DOCUMENTS = '?filter=note:ACTION_REQUIRED_DOCS' satisfies AccountsQuery

const documentsOf = ({ pending_documents: pending }: Row): number => (typeof pending === 'number' ? pending : 0)

/** Accounts that may wait for staff, by the address of their list. */
interface Queue {
  readonly label: string
  readonly query: AccountsQuery
  /** Which accounts of the list are meant, where the service has no filter for them; all by default. */
  readonly isCounted?: (row: Row) => boolean
}

const DECIDE = 'Decide or appeal'

const queues: readonly Queue[] = [
  { label: 'Needs documents', query: SUSPENDED_DOCUMENTS },
  { label: DECIDE, query: '?filter=state:SUSPENDED', isCounted: (row) => documentsOf(row) === 0 },
  { label: 'Action required', query: '?filter=state:ACTION_REQUIRED' },
  { label: 'Submit failed', query: '?filter=state:SUBMIT_FAILED' },
]

function accountList() {
  const definition = listResource('accounts')
  if (definition === undefined) throw new Error('no accounts are defined')
  return definition
}

/** The first accounts of a list, by its address. */
async function scanAccounts({ client, provider }: Tools, query: AccountsQuery) {
  const definition = accountList()
  const params = listParamsOf(definition, { ...parseListUrl(definition, query), search: '' })
  return { ...(await scanList({ definition, params, client, provider })), to: `${listPathOf(definition)}${query}` }
}

/** Says what was counted, by the length of each list that goes on after it. */
const scopeOf = (cut: readonly number[], all: string): string =>
  cut.length === 0
    ? all
    : `The service can’t count. “At least” means that the list goes on after its first ${Math.max(...cut)} accounts, which are counted.`

/** The accounts that have waited longest first; those without a date last. */
function longestFirst(rows: readonly Row[]): NonNullable<CountedRow['records']> {
  const definition = accountList()
  return rows
    .map((row) => ({ row, at: parseInstant(row['request_time']) }))
    .toSorted((one, other) => (one.at?.getTime() ?? Date.now()) - (other.at?.getTime() ?? Date.now()))
    .map(({ row, at }) => ({
      id: String(row.id),
      name: recordName(definition, row),
      tab: 'documents',
      about: at === undefined ? UNDATED.label : `Applied ${formatValue('dateTime', at.toISOString())}`,
    }))
}

/** How many accounts may wait for staff, by what they wait for and how old their applications are. */
export async function waitingAccounts(tools: Tools): Promise<Counted> {
  const asOf = Date.now()
  const lists = await Promise.all(
    queues.map(async ({ label, query, isCounted }) => {
      const { rows, ...list } = await scanAccounts(tools, query)
      const isPartOfList = isCounted !== undefined
      return { label, ...list, isPartOfList, read: rows, rows: isPartOfList ? rows.filter(isCounted) : rows }
    }),
  )
  const counted = lists.map(({ label, to, rows, isPartOfList, hasMore }) => ({
    key: label,
    label,
    ...(!isPartOfList ? { to } : rows.length === 0 ? {} : { records: longestFirst(rows) }),
    isCut: hasMore,
    values: tally(rows, ages.length + 1, (row) => ageOf(row, asOf)),
  }))
  const isDated = counted.every(({ values }) => values.at(-1) === 0)
  const cut = lists.flatMap(({ read, hasMore }) => (hasMore ? [read.length] : []))
  const isEmpty = lists.every(({ rows }) => rows.length === 0)
  const ids = new Set(lists.flatMap(({ rows }) => rows.map(({ id }) => id)))
  return {
    asOf,
    rowLabel: 'Account',
    series: isDated ? ages : [...ages, UNDATED],
    rows: isEmpty ? [] : isDated ? counted.map((row) => ({ ...row, values: row.values.slice(0, -1) })) : counted,
    scope: `${scopeOf(cut, allCounted('accounts in these states', ids.size))} Some wait for someone else: Start in a list stops at those that wait for staff. ${DECIDE}: suspended accounts without a missing document, for which the service has no filter.`,
  }
}

const SUSPENDED = 'SUSPENDED' satisfies Status<'account'>

const sum = (rows: readonly Row[]): number => rows.reduce((count, row) => count + documentsOf(row), 0)

const documentsText = (count: number): string => `${count} ${count === 1 ? 'document' : 'documents'}`

/** The accounts with the most pending documents first. */
function recordsOf(rows: readonly Row[]): NonNullable<CountedRow['records']> {
  const definition = accountList()
  return rows
    .toSorted((one, other) => documentsOf(other) - documentsOf(one))
    .map((row) => ({
      id: String(row.id),
      name: recordName(definition, row),
      tab: 'documents',
      about: documentsText(documentsOf(row)),
    }))
}

/** How many documents are pending, by the state of their accounts. */
export async function pendingDocuments(tools: Tools): Promise<Counted> {
  const asOf = Date.now()
  const [suspended, all] = await Promise.all([scanAccounts(tools, SUSPENDED_DOCUMENTS), scanAccounts(tools, DOCUMENTS)])
  const stateOf = ({ status }: Row): string => (typeof status === 'string' ? status : '')
  const others = all.rows.filter((row) => stateOf(row) !== SUSPENDED)
  const accounts = [...suspended.rows, ...others]
  const counted = [...Map.groupBy(accounts, stateOf)].map(([state, own]): CountedRow => ({
    key: state,
    label: formatValue('words', state),
    values: [sum(own)],
    accounts: own.length,
    ...(state === SUSPENDED
      ? { to: suspended.to, isCut: suspended.hasMore }
      : // The service has no filter for these alone.
        { records: recordsOf(own), isCut: all.hasMore }),
  }))
  return {
    asOf,
    rowLabel: 'Account status',
    series: [{ label: 'Documents', color: 'var(--cs-accent)' }],
    rows: mostFirst(counted),
    scope: scopeOf(
      [suspended, all].flatMap(({ rows, hasMore }) => (hasMore ? [rows.length] : [])),
      allCounted('accounts with pending documents', accounts.length, documentsText(sum(accounts))),
    ),
  }
}
