import { defineResource } from './console.ts'
import { amount, id, line } from './invoiceLines.ts'

const file = { type: 'object', properties: { id: { type: 'string' } } } as const

/** Counted in a header, in envelopes within envelopes, in cents and seconds; a refusal is a success with `ok: false`. */
export const invoices = defineResource({
  name: 'invoices',
  label: 'Invoices',
  record: {
    type: 'object',
    required: ['id', 'state'],
    properties: {
      id,
      number: { type: 'string', title: 'Number' },
      customer: { type: ['string', 'null'], title: 'Customer', pii: 'name', path: '/customer/name' },
      tax_id: { type: ['string', 'null'], title: 'Tax ID', pii: 'ssn', path: '/customer/tax/tin' },
      amount,
      state: { type: 'string', title: 'State', tones: 'invoice' },
      paid: { type: ['string', 'null'], title: 'Paid', coerce: 'epochSeconds', display: 'dateTime' },
      lines: { type: 'array', items: { type: 'object', properties: line } },
    },
  },
  bindings: {
    list: {
      call: 'GET {billing}/invoices',
      permission: 'invoices.read',
      query: {
        start: { param: 'offset' },
        count: { param: 'perPage' },
        order: { sort: '-field', several: 'comma', fields: ['id', 'amount'] },
      },
      data: '/data/items',
      total: { header: 'X-Total-Count' },
    },
    getOne: { call: 'GET {billing}/invoices/{id}', permission: 'invoices.read', data: '/data/invoice' },
    pay: {
      call: 'POST {billing}/invoices/{id}/payments',
      permission: 'invoices.pay',
      body: { amount: { field: 'amount' } },
      poll: { call: 'GET {billing}/payments/{payment}', when: { state: ['DONE', 'FAILED'] } },
      failure: { when: { state: 'FAILED' }, message: '/reason' },
    },
    picture: { call: 'GET {billing}/invoices/{id}/picture', permission: 'invoices.read', download: 'picture-{id}' },
    attach: {
      call: 'POST {billing}/invoices/{id}/files',
      permission: 'invoices.pay',
      upload: { field: 'file', kind: 'image', required: 'Choose a picture' },
      reference: '/data/file/id',
      schema: { type: 'object', properties: { data: { type: 'object', properties: { file } } } },
    },
  },
  list: {
    columns: ['id', 'customer', 'tax_id', 'amount', 'state', 'paid'],
    perPage: 25,
    emptyText: 'No invoices',
  },
  show: {
    path: '/invoice/{id}',
    exists: '/id',
    title: '/number',
    facts: ['/state', '/amount', '/paid'],
    actions: ['pay', 'attach', 'picture'],
    blocks: [
      { kind: 'image', title: 'Picture', download: 'picture' },
      { kind: 'part', resource: 'invoiceLines' },
    ],
  },
  actions: {
    pay: {
      label: 'Pay',
      binding: 'pay',
      when: { state: 'DUE' },
      confirm: { title: 'Pay invoice {id}?' },
      success: 'Invoice {id} paid',
    },
    attach: { label: 'Attach a picture', binding: 'attach', success: 'Picture attached' },
    picture: { label: 'Show picture', binding: 'picture', result: 'preview', success: 'Picture saved' },
  },
})
