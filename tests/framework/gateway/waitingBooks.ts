import { randomUUID } from 'node:crypto'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['read', 'discard'],
  roles: { librarian: ['read', 'discard'], reader: ['read'], '*': [] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineForm, defineResource } = createLanguage<Library>()

const text = { type: ['string', 'null'] } as const

/** Books that a second person must approve before they are discarded. */
const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      title: { ...text, title: 'Title' },
      state: { ...text, title: 'State' },
      born: { ...text, title: 'Born', pii: 'dateOfBirth' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission: 'read' },
    getOne: { call: 'GET {library}/books/{id}', permission: 'read' },
    discard: {
      call: 'POST {library}/books/{id}/discard',
      permission: 'discard',
      body: { reason: { input: 'reason' } },
    },
    mend: { call: 'POST {library}/books/{id}/mend', permission: 'discard' },
  },
  list: { columns: ['title'], perPage: 10, sort: { field: 'id', order: 'ASC' }, emptyText: 'Nothing' },
  actions: {
    discard: {
      label: 'Discard',
      binding: 'discard',
      recheck: true,
      secondApprover: true,
      when: { state: { not: 'DISCARDED' } },
      input: {
        reason: { label: 'Reason', schema: { type: 'string', minLength: 1, maxLength: 200 }, required: 'Say why' },
      },
      confirm: 'Discard {title}?',
      success: 'Discarded',
    },
    mend: { label: 'Mend', binding: 'mend', success: 'Mended' },
  },
})

/** A form of which only a change of name waits. */
const rename = defineForm({
  name: 'rename',
  label: 'Change a member',
  description: 'Changes a member.',
  fields: {
    email: {
      label: 'Email',
      schema: { type: 'string', minLength: 1, maxLength: 100, pii: 'email' },
      required: 'Email?',
    },
    name: { label: 'Name', schema: { type: 'string', minLength: 1, maxLength: 100, pii: 'name' } },
    born: { label: 'Born', schema: { type: 'string', minLength: 1, maxLength: 10, pii: 'dateOfBirth' } },
  },
  submit: 'Change',
  secondApprover: ['name'],
  call: {
    call: 'POST {library}/rename',
    permission: 'discard',
    body: { email: { field: 'email' }, name: { field: 'name' }, born: { field: 'born' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Change {email}?' },
  success: 'Changed',
})

/** A library in which discarding a book, and a member's new name, wait for a second person. */
export const model = resolveConsole({
  registry,
  screens: [books, { name: 'members', label: 'Members', path: '/members', forms: { Members: [rename] } }],
  home: '/books',
  nested: [],
})

const { definition, action } = operationTable(model.definitions).get('books.discard') ?? {}

/** The version of the book as a screen shows it. */
export function versionOf(book: Readonly<Record<string, unknown>>): Promise<string> {
  if (definition === undefined || action === undefined) throw new Error('books cannot be discarded')
  return recordVersion(definition, action, { ...book, born: '1950-**-**' })
}

export const book = { id: 7, title: 'Emma', state: 'LENT', born: '1950-01-02' }

/** The second person, and a reader who may discard nothing. */
export const second = { userId: 2, email: 'second@library.test', subject: 'subject-2' }
export const reader = { userId: 3, email: 'reader@library.test', subject: 'subject-3', role: 'reader' }

export type Gateway = Awaited<ReturnType<typeof startGateway>>

/** The upstream's book from now on. Changes are accepted. */
export const shelve = ({ upstream }: Gateway, now: Readonly<Record<string, unknown>> = book): void =>
  upstream.script((request, response, incoming) =>
    answering(200, request.method === 'GET' ? now : { message: 'done' })(request, response, incoming),
  )

/** The changes that reached the service. */
export const changes = ({ upstream }: Gateway) => upstream.seen.filter(({ method }) => method !== 'GET')

interface Ask {
  readonly method?: 'GET' | 'POST'
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
  const answer = response.body === '' ? {} : response.json<Readonly<Record<string, unknown>>>()
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
