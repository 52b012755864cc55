import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'
import { resolveConsole } from '../../language/resolve.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['read', 'mend'],
  roles: { librarian: ['read', 'mend'], reader: ['read'], '*': [] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineResource } = createLanguage<Library>()

/** Damaged books, on which people take turns. */
const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', title: 'Number' },
      title: { type: 'string', title: 'Title' },
      lost_at: { type: 'string', title: 'Lost', display: 'dateTime' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission: 'read' },
    getOne: { call: 'GET {library}/books/{id}', permission: 'read' },
    mend: { call: 'POST {library}/books/{id}/mend', permission: 'mend' },
    discard: {
      call: 'POST {library}/books/{id}/discard',
      permission: 'mend',
      body: { reason: { input: 'reason' } },
    },
  },
  list: { columns: ['title', 'lost_at'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
  show: {
    path: '/book/{id}',
    exists: '/id',
    title: '/title',
    facts: [],
    workTab: 'damage',
    blocks: [
      {
        kind: 'tabs',
        tabs: [
          { name: 'facts', label: 'Facts', blocks: [{ kind: 'facts', title: 'Book', facts: ['/title'] }] },
          { name: 'damage', label: 'Damage', blocks: [{ kind: 'facts', title: 'Damage', facts: ['/id'] }] },
        ],
      },
    ],
    actions: ['mend', 'discard'],
  },
  actions: {
    mend: { label: 'Mend', binding: 'mend', success: 'Mended' },
    discard: {
      label: 'Discard',
      binding: 'discard',
      input: { reason: { label: 'Reason', schema: { type: 'string', minLength: 1, maxLength: 200 } } },
      confirm: { title: 'Discard {title}?', body: 'It leaves the shelf.' },
      success: 'Discarded',
    },
  },
})

/** A resource without turns. */
const members = defineResource({
  name: 'members',
  label: 'Members',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: 'string', title: 'Name' } },
  },
  bindings: {
    list: { call: 'GET {library}/members', permission: 'read' },
    getOne: { call: 'GET {library}/members/{id}', permission: 'read' },
  },
  list: { columns: ['name'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
})

/** A library in which people take turns on books. */
export const model = resolveConsole({ registry, screens: [books, members], home: '/books', nested: [] })
