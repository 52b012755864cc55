import { defineResource } from './console.ts'

const common = { call: 'POST {rpc}/rpc', body: { jsonrpc: '2.0', id: 1 } } as const
const reading = { call: common.call, permission: 'tickets.read', effect: 'read' } as const
const editing = { call: common.call, permission: 'tickets.edit', data: '/result' } as const

/** Read and changed by JSON-RPC: each call is a POST to one address, and its body says what it does. */
export const tickets = defineResource({
  name: 'tickets',
  label: 'Tickets',
  record: {
    type: 'object',
    required: ['id', 'subject', 'state'],
    properties: {
      id: { type: 'integer', title: 'Ticket', minimum: 1 },
      subject: { type: 'string', title: 'Subject', minLength: 1, maxLength: 80, pattern: '\\S' },
      state: { type: 'string', title: 'State', tones: 'case', readOnly: true },
      reporter: { type: ['string', 'null'], title: 'Reporter', pii: 'email', readOnly: true },
      urgent: { type: 'boolean', title: 'Urgent', coerce: 'zeroOrOne', display: 'flag' },
      notes: { type: ['string', 'null'], title: 'Notes', maxLength: 2000 },
    },
  },
  bindings: {
    list: {
      ...reading,
      body: {
        ...common.body,
        method: 'tickets.list',
        params: {
          nested: { offset: { param: 'offset' }, limit: { param: 'perPage' }, state: { filter: 'state' } },
        },
      },
      data: '/result/items',
      total: '/result/total',
    },
    getOne: {
      ...reading,
      body: { ...common.body, method: 'tickets.get', params: { nested: { id: { field: 'id' } } } },
      data: '/result',
    },
    create: {
      ...editing,
      body: {
        ...common.body,
        method: 'tickets.create',
        params: { nested: { subject: { input: 'subject' }, urgent: { input: 'urgent' }, notes: { input: 'notes' } } },
      },
    },
    update: {
      ...editing,
      body: {
        ...common.body,
        method: 'tickets.update',
        params: {
          nested: {
            id: { field: 'id' },
            changes: {
              nested: { subject: { input: 'subject' }, urgent: { input: 'urgent' }, notes: { input: 'notes' } },
            },
          },
        },
      },
    },
    close: {
      ...editing,
      body: {
        ...common.body,
        method: 'tickets.close',
        params: { nested: { id: { field: 'id' }, note: { input: 'note' } } },
      },
    },
  },
  form: { label: 'ticket' },
  list: {
    columns: ['id', 'subject', 'state', 'reporter', 'notes'],
    perPage: 25,
    filter: { state: { type: 'string', enum: ['open', 'closed'], title: 'State' } },
    emptyText: 'No tickets',
  },
  actions: {
    close: {
      label: 'Close',
      binding: 'close',
      when: { state: 'open' },
      recheck: true,
      input: {
        note: { schema: { type: 'string', minLength: 1, maxLength: 200 }, label: 'Note', required: 'Enter a note' },
      },
      confirm: { title: 'Close ticket {id}?' },
      success: 'Ticket {id} closed',
    },
  },
})
