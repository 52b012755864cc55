import { resolveConsole } from '../../../language/resolve.ts'
import { defineResource, registry } from '../libraryLanguage.ts'

const permission = 'all'
const text = { type: 'string', minLength: 1 } as const

const record = {
  type: 'object',
  required: ['id', 'home', 'copies'],
  properties: {
    id: { type: 'integer', minimum: 1, title: 'Number' },
    home: {
      type: 'object',
      title: 'Home',
      required: ['street'],
      properties: {
        street: { ...text, title: 'Street', pii: 'address' },
        code: { type: ['string', 'null'], title: 'Code', pii: 'address', path: '/postal/code' },
        account: { type: ['string', 'null'], title: 'Account', pii: 'bankAccount' },
        since: { type: ['string', 'null'], format: 'date', title: 'Since' },
        last: { type: ['string', 'null'], format: 'date', title: 'Last', notBefore: 'since' },
        floor: { type: 'integer', title: 'Floor', readOnly: true },
      },
    },
    from: { type: ['string', 'null'], format: 'date', title: 'From' },
    until: { type: ['string', 'null'], format: 'date', title: 'Until', notBefore: 'from' },
    copies: {
      type: 'array',
      title: 'Copies',
      minItems: 1,
      maxItems: 3,
      items: {
        type: 'object',
        title: 'Copy',
        required: ['shelf'],
        properties: { shelf: { ...text, title: 'Shelf' }, price: { type: 'string', title: 'Price', coerce: 'cents' } },
      },
    },
  },
} as const

const list = { columns: ['id'], perPage: 10, sort: 'id', emptyText: 'Nothing' } as const

const reading = (name: 'books' | 'films') =>
  ({
    list: { call: `GET {library}/${name}`, permission },
    getOne: { call: `GET {library}/${name}/{id}`, permission },
  }) as const

/** Books with an object and a list of objects, changed member by member. */
const books = defineResource({
  name: 'books',
  label: 'Books',
  record,
  list,
  bindings: {
    ...reading('books'),
    create: { call: 'POST {library}/books', permission },
    update: { call: 'PATCH {library}/books/{id}', permission },
  },
})

/** The same, replaced as a whole. */
const films = defineResource({
  name: 'films',
  label: 'Films',
  record,
  list,
  bindings: { ...reading('films'), update: { call: 'PUT {library}/films/{id}', permission } },
})

/** A console whose records hold objects and lists of objects. */
export const model = resolveConsole({ registry, screens: [books, films], home: '/books', nested: [] })
