import type { QueryClient } from '@tanstack/react-query'
import { unexpectedAnswer } from '../../dataProvider/HttpError.ts'
import { isValues, valueAt } from '../../language/pointer.ts'
import type { HistoryEvent } from '../../language/history.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import { nestedIn, type ListResource } from '../../language/resource.ts'
import type { Permission } from '../../schemas/shared/permissions.ts'
import { sessionOver } from '../../src/data/failure.ts'
import type { ScreenProvider } from '../../src/data/useConsoleProvider.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import type { Row } from '../../src/model/columns.ts'
import { consoleModel, listResource, recordPathOf } from '../../src/model/consoleModel.ts'
import { anchorOf } from '../../src/nested/HistoryLink.tsx'
import { DETAIL_STALE_MS, detailQuery } from '../../src/query/detailQuery.ts'
import { historyLines, type HistoryLine } from '../../src/show/history/historyLines.ts'
import { accountHistory } from '../history/accountHistory.ts'
import { hasEffect } from '../../src/show/history/recordSteps.tsx'

/** An address, or a list with what is searched for in it: about a person, so no address has it. */
export type Way = { readonly to: string } | { readonly list: ListResource; readonly search: string }

/** One line about a customer, and below it when, by whom or in what state. */
export interface CustomerLine {
  readonly key: string
  readonly text: string
  readonly note: string
  /** Where its record is shown, or as much of a list as has it. */
  readonly way?: Way
  /** Of what the person has done. */
  readonly sending?: Sending | undefined
}

/** What a line says was done, by the resource whose operation it was and the key that the person sent it with. */
export interface Sending {
  readonly resource: string
  readonly idempotencyKey: string
}

interface Reader {
  readonly client: QueryClient
  readonly provider: ScreenProvider
}

/** Something that the services or the audit trail know about a customer. Each is read and fails by itself. */
export interface CustomerSource {
  readonly title: string
  readonly permission: Permission
  readonly read: (reader: Reader, signal: AbortSignal) => Promise<readonly CustomerLine[]>
  readonly emptyText: string
  /** Where there is more. */
  readonly more?: { readonly label: string; readonly way: Way }
}

const words = (...values: readonly unknown[]): string =>
  values.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number').join(' · ')

const moment = (value: unknown): string => (value === '' ? '' : formatValue('dateTime', value))

const loginOf = async (
  provider: ScreenProvider,
  email: string,
  signal: AbortSignal,
): Promise<readonly CustomerLine[]> => {
  const record = { id: 'loginType', email }
  const { data } = await provider.action('loginType', { name: 'submit', record, signal })
  if (data.ok !== true) throw sessionOver()
  const { provider: login } = isValues(data.answer?.['credentials']) ? data.answer['credentials'] : {}
  const text = isValues(login) ? words(login['type'], login['name'] === login['type'] ? null : login['name']) : ''
  return text === '' ? [] : [{ key: 'login', text, note: words(data.answer?.['status']) }]
}

/** The detail of the customer's record: one call for all that ask for it at once. */
const detailOf = ({ client, provider }: Reader, definition: ListResource, id: Row['id']): Promise<Row> =>
  client.fetchQuery({ ...detailQuery(definition, id, provider), staleTime: DETAIL_STALE_MS })

function requestsIn(detail: unknown, page: string): readonly CustomerLine[] {
  const why = unreadableAt(detail, '/request')
  if (why !== undefined) throw unexpectedAnswer(why)
  const found = valueAt(detail, '/request')
  const requests: readonly unknown[] = Array.isArray(found) ? found : []
  return requests
    .filter(isValues)
    .map(({ id, request_type: type, status }) => ({
      key: String(id),
      text: `${formatValue('words', type)} request ${String(id)}`,
      note: words(status),
      way: { to: `${page}?tab=requests#${anchorOf({ part: 'accountRequests', id: String(id) })}` },
    }))
    .toReversed()
}

const ordersOf = async (
  provider: ScreenProvider,
  email: string,
  way: Way | undefined,
  signal: AbortSignal,
): Promise<readonly CustomerLine[]> => {
  const pagination = { page: 1, perPage: 10 }
  const params = {
    pagination,
    sort: { field: 'id', order: 'DESC' },
    filter: {},
    meta: { search: email },
    signal,
  } as const
  const { data, total, pageInfo } = await provider.getList<Row>(ORDERS, params)
  if (total === undefined && pageInfo === undefined) throw sessionOver()
  return data.map(({ id, order_type: type, quantity, ticker, status, created_at: at }) => ({
    key: String(id),
    text: [type, formatValue('decimal', quantity), ticker].map(String).join(' '),
    note: words(status, moment(at)),
    ...(way && { way }),
  }))
}

/** Parts of the ids of operations that change nothing for a customer. */
const OWN: ReadonlySet<string> = new Set([
  'getOne',
  'history',
  'reveal',
  'list',
  'report',
  'approvalDismissed',
  'outcomeSettled',
])

/** True for what was done for the customer: not what staff only looked at or dismissed, nor whose turn it was. */
function isDone(event: HistoryEvent): boolean {
  const [resource, name = ''] = event.operation.split('.')
  const definition = consoleModel().definitions.find((each) => each.name === resource)
  const binding = definition?.bindings[definition.actions[name]?.binding ?? '']
  return hasEffect(event) && !OWN.has(name) && !name.startsWith('claim') && binding?.effect !== 'read'
}

/** How the person has sent what was done in an event. */
function sendingOf(event: HistoryEvent | undefined): Sending | undefined {
  const { operation = '', outcome, idempotencyKey } = event ?? {}
  const [resource = ''] = operation.split('.')
  return outcome === 'done' && idempotencyKey !== undefined ? { resource, idempotencyKey } : undefined
}

const doneLine = ({ key, what, state, outcome, who, at }: HistoryLine, history: string): CustomerLine => ({
  key,
  text: what,
  note: words(outcome === 'unknown' ? 'unknown outcome' : state?.text, who, moment(at)),
  way: { to: `${history}#${key}` },
})

/** What staff did, in the words of the record's history. Without the detail, nested records go by their ids. */
async function doneTo(
  reader: Reader,
  definition: ListResource,
  { id }: Row,
  history: string,
  signal: AbortSignal,
): Promise<readonly CustomerLine[]> {
  const [{ data }, detail] = await Promise.all([
    reader.provider.history(definition.name, { id, signal }),
    detailOf(reader, definition, id).catch(() => ({ id })),
  ])
  if (data.ok !== true || data.events === undefined) throw sessionOver()
  const events = data.events.filter(isDone)
  const known = accountHistory
    .filter(({ read }) => read === undefined)
    .map(({ label = '', linesOf }) => ({ label, lines: linesOf({ detail, answer: undefined, events }) }))
  const page = { definition, parts: nestedIn(consoleModel().definitions, definition) }
  return historyLines(page, events, known)
    .filter(({ seq }) => seq !== undefined)
    .map((line) => ({
      ...doneLine(line, history),
      sending: sendingOf(events.find(({ seq }) => seq === line.seq)),
    }))
}

const ORDERS = 'etradeOrders'

/** What support sees next to a form: how the customer signs in, what they asked for and ordered, and what staff did. */
export function customerSources(definition: ListResource, record: Row): readonly CustomerSource[] {
  const email = typeof record['user__email'] === 'string' ? record['user__email'] : ''
  const page = recordPathOf(definition, record.id) ?? ''
  const orders = listResource(ORDERS)
  // The service knows no address of one order: all of a customer are the closest it can find.
  const toOrders = orders && { list: orders, search: email }
  const history = `${page}?tab=history`
  return [
    {
      title: 'Login type',
      permission: 'support.lookUp',
      read: ({ provider }, signal) => loginOf(provider, email, signal),
      emptyText: 'No login found for this email',
    },
    {
      title: 'Requests',
      permission: 'accounts.read',
      read: async (reader) => requestsIn(await detailOf(reader, definition, record.id), page),
      emptyText: 'No requests',
      more: { way: { to: `${page}?tab=requests` }, label: 'All requests' },
    },
    {
      title: 'Orders',
      permission: 'orders.read',
      read: ({ provider }, signal) => ordersOf(provider, email, toOrders, signal),
      emptyText: 'No orders',
      ...(toOrders && { more: { label: 'All orders', way: toOrders } }),
    },
    {
      title: 'Done for this customer',
      permission: 'accounts.read',
      read: (reader, signal) => doneTo(reader, definition, record, history, signal),
      emptyText: 'Nothing yet',
      more: { way: { to: history }, label: 'History' },
    },
  ]
}
