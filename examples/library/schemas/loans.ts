import { defineResource } from './console.ts'

/** Every loan, the newest first, a page at a time. */
export const loans = defineResource({
  name: 'loans',
  label: 'Loans',
  record: {
    type: 'object',
    required: ['id', 'title', 'card'],
    properties: {
      id: { type: 'integer', minimum: 1, title: 'Loan' },
      title: { type: 'string', title: 'Book' },
      card: { type: 'string', title: 'Card' },
      due: { type: ['string', 'null'], title: 'Due' },
    },
  },
  bindings: {
    list: {
      call: 'GET {library}/loans',
      permission: 'loans.read',
      query: { page: { param: 'page' } },
      response: { items: '/loans', pageCount: '/pages' },
    },
  },
  list: {
    columns: ['id', 'title', { field: 'card', format: 'code' }, { field: 'due', format: 'dueDate' }],
    paging: 'server',
    perPage: 20,
    empty: 'No loans',
  },
})
