import { resolveConsole } from '../../language/resolve.ts'
import { defineNested, defineResource, registry } from './libraryLanguage.ts'

const permission = 'all'
const id = { type: 'integer', minimum: 1, title: 'Order' } as const
const line = {
  line: { type: 'integer', minimum: 1, title: 'Line' },
  text: { type: 'string', title: 'Text', minLength: 1 },
  count: { type: ['integer', 'null'], title: 'Count', minimum: 1 },
} as const

/** Orders with their lines. */
export const orders = defineResource({
  name: 'orders',
  label: 'Orders',
  record: { type: 'object', required: ['id'], properties: { id, shop: { type: 'string', title: 'Shop' } } },
  bindings: {
    list: { call: 'GET {library}/orders', permission },
    getOne: {
      call: 'GET {library}/orders/{id}',
      permission,
      schema: {
        type: 'object',
        properties: {
          id,
          shop: { type: 'string' },
          lines: { type: 'array', items: { type: 'object', properties: line } },
        },
      },
    },
  },
  list: { columns: ['id', 'shop'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
  show: {
    path: '/order/{id}',
    exists: '/id',
    record: { id: '/id', shop: '/shop' },
    title: '/shop',
    facts: ['/id'],
    blocks: [{ kind: 'part', resource: 'lines' }],
  },
})

/** The lines of an order: they are added, changed and removed below its address. */
export const lines = defineNested({
  name: 'lines',
  label: 'Lines',
  partOf: { resource: 'orders', path: '/lines', include: { order: 'id', shop: 'shop' } },
  id: 'line',
  record: {
    type: 'object',
    required: ['line', 'text'],
    properties: { order: id, shop: { type: 'string' }, ...line },
  },
  bindings: {
    create: { call: 'POST {library}/orders/{order}/lines', permission, query: { shop: { field: 'shop' } } },
    update: { call: 'PATCH {library}/orders/{order}/lines/{line}', permission },
    delete: { call: 'DELETE {library}/orders/{order}/lines/{line}', permission },
  },
  form: { label: 'line' },
  list: { columns: ['line', 'text', 'count'], sort: 'line', emptyText: 'No lines' },
})

/** A library that orders books. */
export const model = resolveConsole({ registry, screens: [orders], home: '/orders', nested: [lines] })
