import { resolveConsole } from '../../../language/resolve.ts'
import { defineForm, defineResource, registry } from '../libraryLanguage.ts'

const permission = 'all'
const text = { type: 'string', minLength: 1 } as const
const way = { type: 'string', enum: ['desk', 'post', 'courier'], title: 'Way' } as const

/** What a parcel asks for. */
export const input = {
  way: { schema: way, label: 'Way', required: 'Choose a way' },
  slot: { schema: text, label: 'Slot', required: 'Enter a slot', when: { way: ['post', 'courier'] } },
  note: { schema: text, label: 'Note', when: { slot: { exists: true } } },
} as const

/** How a book changes hands: a group whose members are shown by each other. */
export const handover = {
  type: ['object', 'null'],
  title: 'Handover',
  required: ['how', 'code'],
  properties: {
    how: { type: 'string', enum: ['hand', 'box'], title: 'How' },
    code: { type: 'string', minLength: 1, title: 'Code', when: { how: 'box' } },
    hint: { type: ['string', 'null'], title: 'Hint', when: { code: { exists: true } } },
  },
} as const

/** Where a book stops: rows in which one choice asks for more. */
export const stops = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    title: 'Stop',
    required: ['kind', 'floor'],
    properties: {
      kind: { type: 'string', enum: ['door', 'lift'], title: 'Kind' },
      floor: { type: 'integer', minimum: 1, title: 'Floor', when: { kind: 'lift' } },
    },
  },
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
      handover,
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission },
    getOne: { call: 'GET {library}/books/{id}', permission },
    create: { call: 'POST {library}/books', permission },
    update: { call: 'PATCH {library}/books/{id}', permission },
    route: { call: 'POST {library}/books/{id}/route', permission, body: { stops: { input: 'stops' } } },
    send: {
      call: 'POST {library}/books/{id}/send',
      permission,
      body: { way: { input: 'way' }, to: { nested: { slot: { input: 'slot' } } }, note: { input: 'note' } },
    },
  },
  form: { label: 'book', when: { slot: { way: ['post', 'courier'] } } },
  list: { columns: ['id', 'way'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
  actions: {
    send: { label: 'Send', binding: 'send', input, bulk: 'books', success: 'Sent' },
    route: {
      label: 'Route',
      binding: 'route',
      input: { stops: { schema: stops, label: 'Stops', required: 'Add a stop' } },
      success: 'Routed',
    },
  },
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
