import { defineResource } from './console.ts'

export const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id: { type: 'integer' },
      title: { type: 'string', title: 'Title' },
      // Rung 1: hints.
      state: { type: 'string', title: 'State', tones: 'book' },
      shelf: { type: 'string', title: 'Shelf' },
      stars: { type: ['string', 'null'], title: 'Stars' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission: 'books.read', query: { shelf: { filter: 'shelf' } } },
    rate: { call: 'POST {library}/books/{id}/stars', permission: 'books.rate', body: { stars: { input: 'stars' } } },
  },
  list: {
    columns: [
      'title',
      { field: 'state', hint: 'Where the book is now' },
      // Rung 2: a cell of your own.
      { id: 'cover', field: 'shelf', label: 'Cover', widget: 'cover' },
    ],
    perPage: 10,
    sort: 'title',
    // Rung 2: a filter of your own.
    filter: { shelf: { type: 'string', title: 'Shelf', pattern: '^[A-Z][0-9]$', widget: 'shelf' } },
    emptyText: 'No books',
  },
  actions: {
    rate: {
      label: 'Rate',
      binding: 'rate',
      // Rung 2: an input of your own.
      input: {
        stars: { schema: { type: 'string', minLength: 1 }, label: 'Stars', required: 'Give a star', widget: 'stars' },
      },
      confirm: 'Rate {title}',
      success: '{title} rated',
    },
  },
})
