import { resolveConsole } from '../../../language/resolve.ts'
import { defineForm, defineResource, registry } from '../libraryLanguage.ts'

const permission = 'all'
const text = { type: 'string', minLength: 1 } as const
const way = { type: 'string', enum: ['desk', 'post', 'courier'], title: 'Way' } as const

/** What a parcel asks for. */
export const input = {
  way: { schema: way, label: 'Way', required: 'Choose a way' },
  slot: { schema: text, label: 'Slot', required: 'Enter a slot', when: { way: ['post', 'courier'] } },
  note: { schema: text, label: 'Note', when: { slot: { present: true } } },
} as const

/** Books whose edit form and whose action have fields that are shown by others. */
export const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id', 'way'],
    properties: {
      id: { type: 'integer', minimum: 1, title: 'Number' },
      way,
      slot: { type: 'string', title: 'Slot', minLength: 1 },
      note: { type: ['string', 'null'], title: 'Note' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission },
    getOne: { call: 'GET {library}/books/{id}', permission },
    create: { call: 'POST {library}/books', permission },
    update: { call: 'PATCH {library}/books/{id}', permission },
    send: {
      call: 'POST {library}/books/{id}/send',
      permission,
      body: { way: { input: 'way' }, to: { nested: { slot: { input: 'slot' } } }, note: { input: 'note' } },
    },
  },
  form: { label: 'book', when: { slot: { way: ['post', 'courier'] } } },
  list: { columns: ['id', 'way'], perPage: 10, sort: { field: 'id', order: 'ASC' }, emptyText: 'Nothing' },
  actions: { send: { label: 'Send', binding: 'send', input, bulk: 'books', success: 'Sent' } },
})

/** The same as a form of its own. */
export const parcel = defineForm({
  name: 'parcel',
  label: 'Parcel',
  description: 'Sends a parcel.',
  fields: input,
  submit: 'Send',
  confirm: 'Send it?',
  success: 'Sent',
  call: {
    call: 'POST {library}/parcels',
    permission,
    body: { way: { field: 'way' }, slot: { field: 'slot' }, note: { field: 'note' } },
  },
})

/** A library that sends books. */
export const model = resolveConsole({
  registry,
  screens: [books, { name: 'parcels', label: 'Parcels', path: '/parcels', forms: { All: [parcel] } }],
  home: '/books',
  nested: [],
})

/** The same for people who may do nothing. */
export const modelWithoutPermissions = { ...model, registry: { ...model.registry, roles: { '*': [] } } }
