import { defineResource } from './console.ts'

/** Every book: the service sends the whole array. */
export const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id', 'title', 'state'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      title: { type: 'string', title: 'Title' },
      author: { type: 'string', title: 'Author' },
      state: { type: 'string', title: 'State', tones: 'book' },
      due: { type: ['string', 'null'], title: 'Due', display: 'dueDate' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission: 'books.read' },
    lend: { call: 'POST {library}/books/{id}/lend', permission: 'books.lend', body: { card: { input: 'card' } } },
  },
  list: {
    columns: ['title', 'author', 'state', 'due'],
    perPage: 10,
    sort: 'title',
    search: { field: 'title', placeholder: 'Search by title' },
    emptyText: 'No books',
  },
  actions: {
    lend: {
      label: 'Lend',
      when: { state: 'AVAILABLE' },
      binding: 'lend',
      input: {
        card: {
          schema: { type: 'string', minLength: 1, pattern: '^M-[0-9]{4}$' },
          label: 'Card number',
          placeholder: 'M-0001',
          required: 'Enter the card number',
        },
      },
      confirm: { title: 'Lend {title}?' },
      bulk: 'books',
      success: '{title} lent',
      refetch: ['loans', 'members'],
    },
  },
})
