import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'
import { resolveConsole } from '../../language/resolve.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['read', 'discard', 'move', 'audit.read', 'audit.settle'],
  roles: {
    librarian: ['read', 'discard', 'move'],
    reader: ['read'],
    auditor: ['audit.read'],
    head: ['read', 'discard', 'move', 'audit.read', 'audit.settle'],
    '*': [],
  },
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
    sell: { call: 'POST {library}/books/{id}/sell', permission: 'discard' },
  },
  list: {
    columns: ['title'],
    perPage: 10,
    sort: 'id',
    emptyText: 'Nothing',
    search: { field: 'title', placeholder: 'Title' },
  },
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
    sell: {
      label: 'Sell',
      binding: 'sell',
      recheck: true,
      secondApprover: true,
      confirm: 'Sell {title}?',
      success: 'Sold',
    },
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
    name: { label: 'Name', schema: { type: 'string', minLength: 1, maxLength: 100, pii: 'name' }, field: 'title' },
    born: { label: 'Born', schema: { type: 'string', minLength: 1, maxLength: 10, pii: 'dateOfBirth' } },
  },
  about: { field: 'email', reference: { resource: 'books', field: 'title' }, fields: ['title'] },
  submit: 'Change',
  secondApprover: ['name'],
  call: {
    call: 'POST {library}/rename',
    permission: 'discard',
    body: { email: { field: 'email' }, name: { field: 'name' }, born: { field: 'born' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Change {email}?', body: 'The name of {email} is changed everywhere.' },
  success: 'Changed',
})

/** Readers, of whom the list has only the email address. */
const readers = defineResource({
  name: 'readers',
  label: 'Readers',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 }, email: { ...text, title: 'Email', pii: 'email' } },
  },
  bindings: {
    list: { call: 'GET {library}/readers', permission: 'read' },
    getOne: {
      call: 'GET {library}/readers/{id}',
      permission: 'read',
      schema: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          town: { ...text, pii: 'address' },
          born: { ...text, pii: 'dateOfBirth' },
        },
      },
    },
  },
  list: {
    columns: ['email'],
    perPage: 10,
    sort: 'id',
    emptyText: 'No one',
    search: { field: 'email', placeholder: 'Email' },
  },
  show: { path: '/reader/{id}', exists: '/id', record: { id: '/id' }, title: '/town', facts: [], blocks: [] },
})

/** A form that shows what the reader has now, and of which a change of the town waits. */
const move = defineForm({
  name: 'move',
  label: 'Move a reader',
  description: 'Changes where a reader lives.',
  fields: {
    email: {
      label: 'Email',
      schema: { type: 'string', minLength: 1, maxLength: 100, pii: 'email' },
      required: 'Email?',
    },
    town: { label: 'Town', schema: { type: 'string', minLength: 1, maxLength: 100, pii: 'address' }, field: '/town' },
    born: {
      label: 'Born',
      schema: { type: 'string', minLength: 1, maxLength: 10, pii: 'dateOfBirth' },
      field: '/born',
    },
  },
  about: { field: 'email', reference: { resource: 'readers', field: 'email' }, fields: ['email'] },
  submit: 'Move',
  secondApprover: ['town'],
  call: {
    call: 'POST {library}/move',
    permission: 'move',
    body: { email: { field: 'email' }, town: { field: 'town' }, born: { field: 'born' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: 'Move {email}?',
  success: 'Moved',
})

/** A library in which discarding a book, and a member's new name, wait for a second person. */
export const model = resolveConsole({
  registry,
  screens: [
    books,
    readers,
    { name: 'members', label: 'Members', path: '/members', forms: { Members: [rename, move] } },
  ],
  home: '/books',
  nested: [],
})

export const book = { id: 7, title: 'Emma', state: 'LENT', born: '1950-01-02' }
