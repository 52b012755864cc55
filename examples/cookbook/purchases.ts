import { defineResource } from './console.ts'

const text = { type: 'string', minLength: 1, maxLength: 80, pattern: '\\S' } as const
const article = { type: 'string', title: 'Article', pattern: '^[A-Z]{2}-[0-9]{3}$' } as const
const day = { type: ['string', 'null'], format: 'date', display: 'date' } as const
const parcels = { type: 'array', minItems: 2, items: { type: 'string', minLength: 1, title: 'Parcel' } } as const
const most = { maximum: 'Order more than 999 by phone' }
const quantity = { type: 'integer', title: 'Quantity', minimum: 1, maximum: 999, message: most } as const
const price = { type: 'string', title: 'Price', coerce: 'cents', display: 'money' } as const

/** An object in the record. Its account is masked. */
const delivery = {
  type: 'object',
  title: 'Delivery',
  required: ['street', 'city'],
  properties: {
    street: { ...text, title: 'Street', pii: 'address' },
    city: { ...text, title: 'City', pii: 'address' },
    code: { type: ['string', 'null'], title: 'Postal code', pii: 'address', when: { city: { exists: true } } },
    account: { type: ['string', 'null'], title: 'Carrier account', pii: 'otherFirmAccount' },
  },
} as const

const lines = {
  type: 'array',
  title: 'Lines',
  minItems: 1,
  maxItems: 20,
  items: { type: 'object', title: 'Line', required: ['article', 'quantity'], properties: { article, quantity, price } },
} as const

/** Objects and lists that people fill in: as a group of inputs, as rows, and in steps. */
export const purchases = defineResource({
  name: 'purchases',
  label: 'Purchases',
  record: {
    type: 'object',
    required: ['id', 'customer', 'delivery', 'lines'],
    properties: {
      id: { type: 'integer', minimum: 1, title: 'Purchase' },
      customer: { ...text, title: 'Customer', pii: 'name' },
      state: { type: 'string', title: 'State', tones: 'purchase', readOnly: true },
      delivery,
      lines,
      from: { ...day, title: 'Deliver from' },
      until: { ...day, title: 'Deliver until', notBefore: 'from' },
      labels: { type: 'array', title: 'Labels', maxItems: 5, items: { ...text, title: 'Label' } },
    },
  },
  bindings: {
    list: {
      call: 'GET {store}/purchases',
      permission: 'purchases.read',
      query: { page: { param: 'page' }, since: { filter: 'since' }, to: { filter: 'to' } },
    },
    getOne: { call: 'GET {store}/purchases/{id}', permission: 'purchases.read' },
    create: { call: 'POST {store}/purchases', permission: 'purchases.edit' },
    update: {
      call: 'PATCH {store}/purchases/{id}',
      permission: 'purchases.edit',
      contentType: 'application/merge-patch+json',
    },
    split: {
      call: 'POST {store}/purchases/{id}/parcels',
      permission: 'purchases.edit',
      body: { parcels: { input: 'parcels' }, to: { input: 'delivery' } },
    },
  },
  form: { label: 'purchase' },
  list: {
    filter: {
      since: { type: 'string', format: 'date', title: 'Delivered since' },
      to: { type: 'string', format: 'date', title: 'Delivered until', notBefore: 'since' },
    },
    columns: ['id', 'customer', 'state', { field: 'delivery', path: '/city', id: 'city', label: 'City' }, 'lines'],
    phoneColumns: ['customer', 'id'],
    perPage: 25,
    emptyText: 'No purchases',
  },
  actions: {
    split: {
      label: 'Split',
      binding: 'split',
      when: { state: 'NEW' },
      input: {
        parcels: {
          schema: { ...parcels, message: { minItems: 'One parcel is no split' } },
          label: 'Parcels',
          required: 'Name two parcels',
        },
        delivery: { schema: delivery, label: 'Delivery', field: 'delivery' },
      },
      steps: { Parcels: ['parcels'], Delivery: ['delivery'] },
      confirm: { title: 'Split purchase {id}?' },
      success: 'Purchase {id} split',
    },
  },
})
