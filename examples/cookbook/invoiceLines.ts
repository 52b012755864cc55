import { defineNested } from './console.ts'

export const id = { type: 'integer', minimum: 1, title: 'Invoice' } as const
export const amount = { type: ['string', 'null'], title: 'Amount', coerce: 'cents', display: 'money' } as const
export const line = {
  line: { type: 'integer', title: 'Line' },
  text: { type: 'string', title: 'Text' },
  amount,
} as const

/** The lines of an invoice, which come with it. They are added and changed below its address. */
export const invoiceLines = defineNested({
  name: 'invoiceLines',
  label: 'Lines',
  partOf: { resource: 'invoices', path: '/lines', include: { invoice: 'id' } },
  id: 'line',
  record: { type: 'object', required: ['line'], properties: { invoice: id, ...line } },
  bindings: {
    create: { call: 'POST {billing}/invoices/{invoice}/lines', permission: 'invoices.pay' },
    update: { call: 'PATCH {billing}/invoices/{invoice}/lines/{line}', permission: 'invoices.pay' },
    drop: { call: 'DELETE {billing}/invoices/{invoice}/lines/{line}', permission: 'invoices.pay' },
  },
  form: { label: 'line' },
  list: { columns: ['line', 'text', 'amount'], sort: 'line', emptyText: 'No lines' },
  actions: {
    drop: {
      label: 'Remove',
      binding: 'drop',
      tone: 'danger',
      confirm: { title: 'Remove line {line}?' },
      success: 'Line {line} removed',
    },
  },
})
