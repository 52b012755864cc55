import { resolveConsole } from '../../../language/resolve.ts'
import { defineForm, defineResource, registry } from '../libraryLanguage.ts'

const permission = 'all'
const text = { type: 'string', minLength: 1 } as const
const clearable = { type: ['string', 'null'] } as const
const day = { type: ['string', 'null'], format: 'date' } as const

/** Books that are created and changed in three steps, and lent in two. */
const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id', 'title', 'kind'],
    properties: {
      id: { type: 'integer', minimum: 1, title: 'Number' },
      title: { ...text, title: 'Title' },
      kind: { type: 'string', enum: ['PRINT', 'SOUND'], title: 'Kind' },
      shelf: { ...clearable, title: 'Shelf' },
      from: { ...day, title: 'From' },
      until: { ...day, title: 'Until', notBefore: 'from' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission },
    getOne: { call: 'GET {library}/books/{id}', permission },
    create: { call: 'POST {library}/books', permission },
    update: { call: 'PATCH {library}/books/{id}', permission },
    lend: {
      call: 'POST {library}/books/{id}/lend',
      permission,
      body: { reader: { input: 'reader' }, note: { input: 'note' } },
      upload: { field: 'file', kind: 'pdf', required: 'Choose a file' },
    },
  },
  form: {
    label: 'book',
    when: { shelf: { kind: 'PRINT' } },
    steps: { Book: ['title', 'kind'], Place: ['shelf'], Time: ['from', 'until'] },
  },
  list: { columns: ['id', 'title'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
  actions: {
    lend: {
      label: 'Lend',
      binding: 'lend',
      input: {
        reader: { schema: text, label: 'Reader', required: 'Who reads it?' },
        note: { schema: text, label: 'Note' },
      },
      steps: { Reader: ['reader'], Note: ['note'] },
      confirm: { title: 'Lend {title}?', typed: { label: 'Type the title', field: 'title' } },
      success: 'Lent',
    },
  },
})

/** A form of its own in two steps. */
const arrival = defineForm({
  name: 'arrival',
  label: 'Arrival',
  description: 'Books a new book in.',
  fields: {
    title: { schema: text, label: 'Title', required: 'Enter the title' },
    author: { schema: text, label: 'Author' },
    price: { schema: { type: 'integer', minimum: 1 }, label: 'Price', required: 'Enter the price' },
  },
  steps: { Book: ['title', 'author'], Money: ['price'] },
  submit: 'Book in',
  call: {
    call: 'POST {library}/arrivals',
    permission,
    body: { title: { field: 'title' }, author: { field: 'author' }, price: { field: 'price' } },
  },
  confirm: 'Book it in?',
  success: 'Booked in',
})

/** As an author writes it. */
export const authored = {
  registry,
  screens: [books, { name: 'arrivals', label: 'Arrivals', path: '/arrivals', forms: { All: [arrival] } }],
  home: '/books',
  nested: [],
} as const

/** A console that asks in steps. */
export const model = resolveConsole(authored)
