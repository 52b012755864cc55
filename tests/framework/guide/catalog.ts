import { defineResource } from './console.ts'

export const catalog = defineResource({
  name: 'catalog',
  label: 'Catalog',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, title: { type: 'string', title: 'Title' } },
  },
  bindings: { list: { call: 'GET {library}/catalog', permission: 'books.read' } },
  list: {
    columns: ['title'],
    perPage: 10,
    sort: 'title',
    // Rung 4: a whole page of your own.
    widget: 'catalog',
    emptyText: 'No books',
  },
})
