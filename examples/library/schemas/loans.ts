import { defineCollection } from './console.ts'

/** Every loan, the newest first: the service speaks the dialect of ra-data-simple-rest. */
export const loans = defineCollection({
  name: 'loans',
  label: 'Loans',
  dialect: 'simple-rest',
  call: '{library}/loans',
  permissions: { list: 'loans.read', update: 'loans.extend' },
  record: {
    type: 'object',
    required: ['id', 'title', 'card'],
    properties: {
      id: { type: 'integer', minimum: 1, title: 'Loan' },
      title: { type: 'string', title: 'Book', readOnly: true },
      member: { type: 'integer', title: 'Member', reference: 'members', readOnly: true },
      card: { type: 'string', title: 'Card', readOnly: true },
      due: { type: ['string', 'null'], title: 'Due', display: 'dueDate', format: 'date' },
    },
  },
  list: {
    columns: ['id', 'title', 'member', { field: 'card', widget: 'borrower' }, 'due'],
    filter: { member: { type: 'integer', title: 'Member', reference: 'members' } },
    perPage: 20,
    sort: '-id',
    emptyText: 'No loans',
  },
})
