import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { Script } from '../../support/faultyUpstream.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['books.read', 'books.write', 'films.write'],
  roles: { librarian: ['books.read', 'books.write'], '*': [] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineResource } = createLanguage<Library>()

const id = { type: 'integer', minimum: 1 } as const
const list = { columns: ['title'], perPage: 10, emptyText: 'Nothing' } as const
const [read, write] = [{ permission: 'books.read' }, { permission: 'books.write' }] as const
const page = { page: { param: 'page' } } as const

const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id,
      title: { type: 'string', title: 'Title', minLength: 2, path: '/print/title' },
      shelf: { type: ['string', 'null'], title: 'Shelf', enum: ['A1', 'B2', null] },
      copies: { type: ['integer', 'null'], title: 'Copies', minimum: 0 },
      donor: { type: ['string', 'null'], title: 'Donor born', pii: 'dateOfBirth' },
      changes: { type: 'integer', readOnly: true },
    },
  },
  version: 'changes',
  bindings: {
    list: { call: 'GET {library}/books', ...read, query: page },
    getOne: { call: 'GET {library}/books/{id}', ...read },
    create: { call: 'POST {library}/books', ...write },
    update: { call: 'PATCH {library}/books/{id}', ...write },
    delete: { call: 'DELETE {library}/books/{id}', ...write },
    thank: {
      call: 'POST {library}/books/{id}/thanks',
      ...write,
      body: { donor: { input: 'donor' }, copies: { input: 'copies' }, shelf: { input: 'shelf' } },
    },
  },
  form: { fields: ['title', 'shelf'], label: 'book' },
  list,
  actions: {
    thank: {
      label: 'Thank',
      binding: 'thank',
      input: {
        donor: { label: 'Donor', schema: { type: 'string' } },
        copies: { label: 'Copies', schema: { type: 'integer', minimum: 0 }, required: 'How many?' },
        shelf: { label: 'Shelf', schema: { type: 'string', minLength: 1 }, required: 'Which shelf?' },
      },
      success: 'Thanked',
    },
  },
})

/** That librarians may not change. */
const films = defineResource({
  name: 'films',
  label: 'Films',
  record: { type: 'object', required: ['id'], properties: { id, title: { type: 'string', title: 'Title' } } },
  bindings: {
    list: { call: 'GET {library}/films', ...read },
    update: { call: 'PATCH {library}/films/{id}', permission: 'films.write' },
  },
  list: { ...list, sort: 'id' },
})

/** Changed by sending them whole. */
const labels = defineResource({
  name: 'labels',
  label: 'Labels',
  record: {
    type: 'object',
    required: ['id', 'text'],
    properties: { id, text: { type: 'string', title: 'Text' }, color: { type: 'string', title: 'Color' } },
  },
  bindings: {
    list: { call: 'GET {library}/labels', ...read, query: page },
    getOne: { call: 'GET {library}/labels/{id}', ...read },
    update: { call: 'PUT {library}/labels/{id}', ...write },
  },
  form: { when: { color: { text: ['Sea', 'Sky'] } } },
  list: { ...list, columns: ['text'] },
})

/** A library of which every resource has calls of its own. */
export const model = resolveConsole({ registry, screens: [books, films, labels], home: '/books', nested: [] })

/** A service with one book, which it counts the changes of and does not answer with. */
export function bookService(): { readonly script: Script; book: Record<string, unknown> } {
  const kept = {
    book: { id: 7, print: { title: 'Knots' }, shelf: 'A1', copies: 2, donor: '1961-04-17', changes: 3 } as Record<
      string,
      unknown
    >,
  }
  const script: Script = ({ method, target, body }, response) => {
    const sent = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (method === 'PATCH') kept.book = { ...kept.book, ...sent, changes: 4 }
    if (method === 'POST' && target === '/books') kept.book = { copies: 0, changes: 0, ...sent, id: 8 }
    const whole = target.startsWith('/books?') ? [kept.book] : kept.book
    const answer = method === 'GET' ? whole : { id: kept.book['id'], message: 'Done' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }
  return Object.assign(kept, { script })
}
