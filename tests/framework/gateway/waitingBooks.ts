import { randomUUID } from 'node:crypto'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { book, model } from '../waitingLibrary.ts'
import { pageHeaders, type startGateway } from './startGateway.ts'

const { definition, action } = operationTable(model.definitions).get('books.discard') ?? {}

/** The version of the book as a screen shows it. */
export function versionOf(book: Readonly<Record<string, unknown>>): Promise<string> {
  if (definition === undefined || action === undefined) throw new Error('books cannot be discarded')
  return recordVersion(definition, action, { ...book, born: '1950-**-**' })
}

/** The second person, and a reader who may discard nothing. */
export const second = { userId: 2, email: 'second@library.test', subject: 'subject-2' }
export const reader = { userId: 3, email: 'reader@library.test', subject: 'subject-3', role: 'reader' }

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** The upstream's one book from now on. Changes are accepted. */
export const shelve = ({ upstream }: Gateway, now: Readonly<Record<string, unknown>> = book): void =>
  upstream.script(({ method, target, ...request }, ...exchange) => {
    const read = target === '/books' ? [now] : now
    return answering(200, method === 'GET' ? read : { message: 'done' })({ method, target, ...request }, ...exchange)
  })

/** The changes that reached the service. */
export const changes = ({ upstream }: Gateway) => upstream.seen.filter(({ method }) => method !== 'GET')

interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One request of a person. */
export async function ask({ app }: Gateway, cookie: string, url: string, { method = 'POST', body, headers }: Ask = {}) {
  const payload = method === 'GET' || body === undefined ? {} : { payload: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await app.inject({
    method,
    url,
    headers: { ...pageHeaders, ...type, cookie, ...headers },
    ...payload,
  })
  const isJson = String(response.headers['content-type'] ?? '').includes('json')
  const answer = isJson ? response.json<Readonly<Record<string, unknown>>>() : {}
  return { status: response.statusCode, body: answer }
}

/** The first person asks for the book to be discarded. */
export const discard = async (
  gateway: Gateway,
  cookie = gateway.cookie,
  { key = randomUUID(), reason = 'Torn' } = {},
) =>
  ask(gateway, cookie, '/api/library/books/7/discard', {
    body: { reason },
    headers: {
      'x-operation': 'books.discard',
      'idempotency-key': key,
      'x-record-version': await versionOf(book),
    },
  })

/** The first person asks for a member's name to be changed, or changes another value at once. */
export const rename = (
  gateway: Gateway,
  body: unknown,
  {
    cookie = gateway.cookie,
    key = randomUUID(),
    why,
  }: { readonly cookie?: string; readonly key?: string; readonly why?: string | undefined } = { why: 'Married' },
) =>
  ask(gateway, cookie, '/api/library/rename', {
    body,
    headers: {
      'x-operation': 'rename.submit',
      'idempotency-key': key,
      ...(why === undefined ? {} : { 'x-approval-reason': encodeURIComponent(why) }),
    },
  })

/** The history of the book, newest first. */
export const history = async (gateway: Gateway) =>
  (await ask(gateway, gateway.cookie, '/console/history?resource=books&id=7', { method: 'GET' })).body['events']

/** As `discard`, with the id of the approval. */
export async function requested(gateway: Gateway, cookie?: string): Promise<string> {
  const { status, body } = await discard(gateway, cookie)
  const { id } = (body['approval'] ?? {}) as { readonly id?: string }
  if (status !== 202 || id === undefined) throw new Error(`not kept: ${status} ${JSON.stringify(body)}`)
  return id
}

/** The second person approves the book that they have seen. */
export const approve = async (gateway: Gateway, cookie: string, id: string, seen = book, body: unknown = {}) =>
  ask(gateway, cookie, `/console/approvals/${id}/approve`, {
    body,
    headers: { 'x-record-version': await versionOf(seen) },
  })

export const detail = (gateway: Gateway, cookie: string, id: string) =>
  ask(gateway, cookie, `/console/approvals/${id}`, { method: 'GET' })

/** The state of an approval as its own store has it. */
export const stateOf = async ({ store }: Gateway, id: string) => (await store.approvals.find(id))?.state

/** The audit trail, newest first. */
export const trail = ({ store }: Gateway) => store.audit.list({ limit: 1000 })

/** The trail without the outcomes of calls. */
export const steps = async (gateway: Gateway) => (await trail(gateway)).filter(({ phase }) => phase !== 'outcome')

export const last = async (gateway: Gateway) => (await steps(gateway)).at(-1)

export const rejected = (gateway: Gateway, cookie: string, id: string, comment?: string) =>
  ask(gateway, cookie, `/console/approvals/${id}/reject`, { body: comment === undefined ? {} : { comment } })

/** The approvals on a page of the list, each with its state. */
export const listed = async (gateway: Gateway, cookie: string, body: Readonly<Record<string, unknown>>) => {
  const answer = await ask(gateway, cookie, '/console/approvals', { body })
  return (answer.body['rows'] as readonly { readonly id: string; readonly state: string }[]).map(({ id, state }) => [
    id,
    state,
  ])
}
