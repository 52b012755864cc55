import { isValues, valueAt } from '../../language/pointer.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Permission } from '../../schemas/shared/permissions.ts'
import { sessionOver } from '../../src/data/failure.ts'
import type { ScreenProvider } from '../../src/data/useConsoleProvider.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import type { Row } from '../../src/model/columns.ts'
import { listResource, recordPathOf } from '../../src/model/consoleModel.ts'
import { hasEffect } from '../verification/caseTrail.ts'

/** One line about a customer, and below it when, by whom or in what state. */
export interface CustomerLine {
  readonly key: string
  readonly text: string
  readonly note: string
}

/** A list, and what is searched for in it. */
interface Search {
  readonly list: ListResource
  readonly text: string
}

/** Something that the services or the audit trail know about a customer. Each is read and fails by itself. */
export interface CustomerSource {
  readonly title: string
  readonly permission: Permission
  readonly read: (provider: ScreenProvider, signal: AbortSignal) => Promise<readonly CustomerLine[]>
  readonly emptyText: string
  /** Where there is more. */
  readonly more?: { readonly label: string; readonly to: string } | { readonly label: string; readonly search: Search }
}

const words = (...values: readonly unknown[]): string =>
  values.filter((value) => typeof value === 'string' || typeof value === 'number').join(' · ')

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

const requestsIn = (detail: unknown): readonly CustomerLine[] => {
  const found = valueAt(detail, '/request')
  const requests: readonly unknown[] = Array.isArray(found) ? found : []
  return requests
    .filter(isValues)
    .map(({ id, request_type: type, status }) => ({
      key: String(id),
      text: `${formatValue('words', type)} request ${String(id)}`,
      note: words(status),
    }))
    .toReversed()
}

const ordersOf = async (
  provider: ScreenProvider,
  email: string,
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
  }))
}

const doneTo = async (
  provider: ScreenProvider,
  { name }: ListResource,
  { id }: Row,
  signal: AbortSignal,
): Promise<readonly CustomerLine[]> => {
  const { data } = await provider.history(name, { id, signal })
  if (data.ok !== true || data.events === undefined) throw sessionOver()
  const changes = data.events.filter((event) => hasEffect(event) && !READS.has(event.operation.split('.')[1] ?? ''))
  return changes.map(({ seq, label, actor, at }) => ({ key: String(seq), text: label, note: words(actor, moment(at)) }))
}

const ORDERS = 'etradeOrders'

/** Parts of the ids of operations that change nothing. */
const READS: ReadonlySet<string> = new Set(['getOne', 'history', 'reveal', 'list', 'report'])

/** What support sees next to a form: how the customer signs in, what they asked for and ordered, and what staff did. */
export function customerSources(definition: ListResource, record: Row): readonly CustomerSource[] {
  const email = typeof record['user__email'] === 'string' ? record['user__email'] : ''
  const page = recordPathOf(definition, record.id) ?? ''
  const orders = listResource(ORDERS)
  return [
    {
      title: 'Login type',
      permission: 'support.lookUp',
      read: (provider, signal) => loginOf(provider, email, signal),
      emptyText: 'No login found for this email',
    },
    {
      title: 'Requests',
      permission: 'accounts.read',
      read: async (provider, signal) =>
        requestsIn(
          (await provider.getOne<Row>(definition.name, { id: record.id, meta: { view: 'detail' }, signal })).data,
        ),
      emptyText: 'No requests',
      more: { to: `${page}?tab=requests`, label: 'All requests' },
    },
    {
      title: 'Orders',
      permission: 'orders.read',
      read: (provider, signal) => ordersOf(provider, email, signal),
      emptyText: 'No orders',
      ...(orders !== undefined && { more: { label: 'All orders', search: { list: orders, text: email } } }),
    },
    {
      title: 'Done for this customer',
      permission: 'accounts.read',
      read: (provider, signal) => doneTo(provider, definition, record, signal),
      emptyText: 'Nothing yet',
      more: { to: `${page}?tab=history`, label: 'History' },
    },
  ]
}
