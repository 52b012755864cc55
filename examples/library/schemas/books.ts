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
    getOne: { call: 'GET {library}/books/{id}', permission: 'books.read' },
    lend: { call: 'POST {library}/books/{id}/lend', permission: 'books.lend', body: { card: { input: 'card' } } },
    delete: { call: 'DELETE {library}/books/{id}', permission: 'books.delete' },
  },
  list: {
    columns: ['title', 'author', 'state', 'due'],
    perPage: 10,
    sort: 'title',
    search: { field: 'title', placeholder: 'Search by title' },
    filter: { state: { type: 'string', enum: ['AVAILABLE', 'LENT'], title: 'State' } },
    emptyText: 'No books',
  },
  show: {
    path: '/book/{id}',
    exists: '/id',
    title: '/title',
    facts: ['/author', '/state', '/due'],
    actions: ['lend', 'delete'],
    blocks: [{ kind: 'history' }],
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
    delete: {
      label: 'Delete',
      placement: 'column',
      when: { state: 'AVAILABLE' },
      binding: 'delete',
      tone: 'danger',
      confirm: {
        title: 'Delete {title}?',
        body: "The book leaves the catalog. You can't undo this here.",
        buttons: ['Delete'],
      },
      success: '{title} deleted',
    },
  },
})
