import { randomUUID } from 'node:crypto'
import { hashId } from '../../../server/store/seal.ts'
import { ownRoutes } from '../../../server/openApi/ownRoutes.ts'
import { approvalRoutes } from '../../../server/openApi/approvalRoutes.ts'
import { staffRoutes } from '../../../server/openApi/staffRoutes.ts'
import { backOffice } from '../../../services/console.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, type GatewayUnderTest, operationOf, requestFor, type Sent, signedIn } from './gatewayUnderTest.ts'

/** Requests generated over the document of the gateway’s own routes: what is new is covered by being described. */

/** Values of a valid request, by name. */
const samples: Readonly<Record<string, unknown>> = {
  resource: 'accounts',
  id: '4107',
  seq: '1',
  source: 'transfers',
  change: 'claim',
  ids: ['4107'],
  name: 'Mine',
  isShared: false,
  query: '?sort=id:desc',
  columns: null,
  version: 1,
  view: 'history',
  comment: 'Looked at',
  reason: 'The customer called',
  finding: 'ok',
  field: '/ach/*/bank_account_no',
  item: '72',
  filter: '{"resource":"accounts"}',
  of: 'everyone',
  userId: '2',
  from: 0,
}

type Schema = { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> }
interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema?: Schema } } }
  readonly 'x-permission'?: string
}

/** Every route of the gateway itself, from the OpenAPI document, with the names of what a request has. */
export const allRoutes = Object.entries({
  ...ownRoutes,
  ...staffRoutes,
  ...approvalRoutes,
  ...backOffice.routes,
}).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => {
    const { parameters = [], requestBody, 'x-permission': permission } = described as Described
    const names = (place: string) =>
      parameters.flatMap((one) => (one.in === place && one.name !== undefined ? [one.name] : []))
    const body = requestBody?.content['application/json']?.schema?.properties ?? {}
    const id = `${method.toUpperCase()} ${path}`
    return {
      id,
      path,
      method: method.toUpperCase() as Sent['method'],
      permission,
      query: names('query'),
      url: names('path'),
      body,
    }
  }),
)

/** The routes for people who are signed in, but for those about the session. */
export const routes = allRoutes.filter(({ path }) => path.startsWith('/console/'))

type Route = (typeof routes)[number]

/** A value as an address has it. */
const text = (value: unknown): string => {
  const own = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(own.toWellFormed()).slice(0, 12_000)
}

/** A valid request to a route; some of its values may be others. */
export function requestTo(
  { method, path, query, body }: Pick<Route, 'method' | 'path' | 'query' | 'body'>,
  cookie: string,
  others: Readonly<Record<string, unknown>> = {},
): Sent {
  const { headers } = requestFor(operationOf('treasury.list'), cookie)
  const given: Readonly<Record<string, unknown>> = { ...samples, ...others }
  const search = query.filter((own) => own in given).map((own) => `${own}=${text(given[own])}`)
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, own: string) => text(given[own]))
  const url = search.length === 0 ? place : `${place}?${search.join('&')}`
  if (method === 'GET') return { method, url, headers }
  const typed = (own: string): unknown =>
    !(own in others) && body[own]?.type === 'integer' ? Number(given[own]) : given[own]
  const sent = Object.fromEntries(Object.keys(body).flatMap((own) => (own in given ? [[own, typed(own)]] : [])))
  return { method, url, headers: { ...headers, 'content-type': 'application/json' }, payload: JSON.stringify(sent) }
}

/** The request as a person sends it who has seen what it is about: an approval names the version of the record. */
export async function afterALook(gateway: GatewayUnderTest, sent: Sent): Promise<Sent> {
  if (!sent.url.endsWith('/approve')) return sent
  // The record is read for the operation that is approved.
  const headers = { ...sent.headers, 'x-operation': 'changeEmail.submit' }
  const url = sent.url.replace(/\/approve$/, '')
  const { version } = bodyOf(await gateway.app.inject({ method: 'GET', url, headers }))
  return { ...sent, headers: { ...headers, 'x-record-version': String(version) } }
}

export const placesOf = ({ url, query, body }: Route): readonly string[] => [...url, ...query, ...Object.keys(body)]

/** Routes that are asked by POST, and change nothing: their questions are personal, or they record what was read. */
const reading = [
  'POST /console/approvals',
  'POST /console/audit',
  'POST /console/audit/export',
  'POST /console/report',
  'POST /console/reveal',
  'POST /console/viewed',
]

/** Its steps are calls of services, which die one by one in a test of their own. */
const ofServices = 'POST /console/address-approval'

/** The routes by which people change what the console keeps itself. */
export const changing = routes.filter(({ id, method }) => method !== 'GET' && ![...reading, ofServices].includes(id))

export const FIRST = { userId: 1, email: 'first@countersign.test', subject: 'subject-1' }
export const SECOND = { userId: 2, email: 'second@countersign.test', subject: 'subject-2' }

const DISMISS = '/console/approvals/{id}/dismiss'
const WITHDRAW = '/console/approvals/{id}/withdraw'

/** True for what only the person who has requested something may do. */
export const isOfRequester = (path: string): boolean => path === DISMISS || path === WITHDRAW

/** What there is for each route to change, and the values that name it. */
export async function seeds(
  gateway: GatewayUnderTest,
  path: string,
  cookie: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (path === '/console/views/{id}') {
    const id = randomUUID()
    const view = {
      id,
      resource: 'accounts',
      userId: 1,
      name: 'Old',
      isShared: false,
      content: '{"query":"","columns":null}',
    }
    await gateway.store.savedViews.add(view)
    return { id }
  }
  if (path === '/console/audit/{seq}/settle') {
    // Someone else made the change.
    const other = await signedIn(gateway, 'admin', SECOND)
    gateway.upstream.script(answering(500, {}))
    await gateway.app.inject(requestFor(operationOf('treasury.approve'), other))
    gateway.upstream.reset()
    const records = await gateway.store.audit.list({ limit: 1000 })
    return { seq: records.findLast(({ phase }) => phase === 'intent')?.seq }
  }
  if (path.startsWith('/console/approvals/{id}')) {
    const first = isOfRequester(path) ? cookie : await signedIn(gateway, 'admin', SECOND)
    const asked = await gateway.app.inject(requestFor(operationOf('changeEmail.submit'), first))
    const { id } = bodyOf(asked)['approval'] as { readonly id: string }
    const end = routes.find((route) => route.path === WITHDRAW)
    if (path === DISMISS && end !== undefined) await gateway.app.inject(requestTo(end, first, { id }))
    return { id }
  }
  if (path.startsWith('/console/sessions')) {
    const other = await signedIn(gateway, 'admin', SECOND)
    return { id: hashId(other.split('=')[1] ?? ''), userId: '2' }
  }
  if (path === '/console/drift') {
    const seen = { operation: 'accounts.list', path: '/a', expected: 'string', seen: 'number' }
    await gateway.store.drift.add([{ ...seen, count: 1, firstSeen: 1, lastSeen: 1 }])
  }
  return {}
}
