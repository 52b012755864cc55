import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'
import { resolveConsole } from '../../language/resolve.ts'

const permissions = ['read', 'export', 'audit.read', 'staff.administer', 'reveal'] as const

const registry = {
  services: { library: 'token' },
  permissions,
  roles: { librarian: permissions, reader: ['read'], '*': [] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineForm, defineResource } = createLanguage<Library>()

const id = { type: 'integer', minimum: 1 } as const
const text = { type: ['string', 'null'] } as const
const page = { param: 'page' } as const

const reader = {
  type: 'object',
  required: ['id'],
  properties: {
    id,
    name: { ...text, title: 'Name', pii: 'name' },
    card: { ...text, title: 'Card', pii: 'otherFirmAccount' },
    born: { ...text, title: 'Born', pii: 'dateOfBirth' },
    shelf: { ...text, title: 'Shelf' },
  },
} as const

/** The readers of a library: a record about a person. */
const readers = defineResource({
  name: 'readers',
  label: 'Readers',
  record: reader,
  reveal: 'reveal',
  bindings: {
    list: { call: 'GET {library}/readers', permission: 'read', query: { page, q: { param: 'search' } } },
    getOne: { call: 'GET {library}/readers/{id}', permission: 'read' },
    file: { call: 'GET {library}/readers.csv', permission: 'export', download: 'Readers' },
    loans: {
      call: 'GET {library}/loans',
      permission: 'read',
      query: { name: { field: 'name' } },
      schema: { type: 'object', properties: { count: { type: 'integer' } } },
    },
    card: {
      call: 'GET {library}/cards/{shelf}',
      permission: 'read',
      schema: { type: 'object', properties: { count: { type: 'integer' } } },
    },
  },
  list: {
    columns: ['name'],
    perPage: 10,
    search: { placeholder: 'Name', schema: { type: 'string', maxLength: 50, pii: 'name' } },
    emptyText: 'No one',
  },
  show: { path: '/reader/{id}', exists: '/id', title: '/name', facts: ['/card'], blocks: [] },
  actions: {
    file: { label: 'Export', placement: 'list', binding: 'file', success: 'Saved' },
  },
})

/** Books: records about no one. */
const books = defineResource({
  name: 'books',
  label: 'Books',
  record: { type: 'object', required: ['id'], properties: { id, title: { ...text, title: 'Title' } } },
  bindings: {
    list: { call: 'GET {library}/books', permission: 'read', query: { page, q: { param: 'search' } } },
    getOne: { call: 'GET {library}/books/{id}', permission: 'read' },
  },
  list: {
    columns: ['title'],
    perPage: 10,
    search: { placeholder: 'Title', schema: { type: 'string', maxLength: 50 } },
    emptyText: 'Nothing',
  },
  show: { path: '/book/{id}', exists: '/id', title: '/title', facts: [], blocks: [] },
})

/** Looks a reader up, and changes nothing. */
const lookUp = defineForm({
  name: 'lookUp',
  label: 'Look up a reader',
  description: 'Says whether there is a reader with this address.',
  fields: {
    email: {
      label: 'Email',
      schema: { type: 'string', minLength: 1, maxLength: 100, pii: 'email' },
      required: 'Email?',
    },
  },
  submit: 'Look up',
  call: {
    call: 'GET {library}/find',
    effect: 'read',
    permission: 'read',
    query: { email: { field: 'email' } },
    schema: { type: 'object', properties: { found: { type: 'boolean' } } },
  },
  success: 'Found',
})

/** A library whose readers are looked at. */
export const model = resolveConsole({
  registry,
  screens: [readers, books, { name: 'desk', label: 'Desk', path: '/desk', forms: { Readers: [lookUp] } }],
  home: '/readers',
  nested: [],
})
