import type { ConsoleDefinition } from '../../language/authored/definition.ts'
import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'
import { resolve } from '../../language/resolve.ts'

/**
 * Definitions of a service that no one has written: what an author adds to a console, and nothing else. Their names are
 * unlike those of any console, so that they can be added to each.
 */

export const permissions = [
  'orders.read',
  'orders.change',
  'orders.reveal',
  'vouchers.read',
  'vouchers.change',
] as const

/** What the author adds to the names of a console. */
export const registry = {
  services: { tryout: 'raw' },
  permissions,
  roles: { clerk: permissions, '*': [] },
  tones: { order: { OPEN: 'needsUs', PACKED: 'inFlight', SENT: 'done', CANCELED: 'stopped' } },
} as const satisfies Registry

interface Shop extends NamesOf<typeof registry> {}

const { defineCollection, defineNested, defineResource } = createLanguage<Shop>()

const id = { type: 'integer', minimum: 1, title: 'Order' } as const
const buyer = { type: 'string', title: 'Buyer', pii: 'name' } as const
const state = { type: 'string', title: 'State', tones: 'order' } as const
const note = { type: ['string', 'null'], title: 'Note', maxLength: 40 } as const
const line = {
  type: 'object',
  required: ['id', 'article'],
  properties: {
    id: { type: 'string', minLength: 1 },
    article: { type: 'string', title: 'Article' },
    pieces: { type: 'integer', minimum: 1, maximum: 9, title: 'Pieces' },
    returned: { type: 'boolean', title: 'Returned' },
  },
} as const

const byId = { id: { field: 'id' } } as const
const reason = {
  schema: { type: 'string', minLength: 3, maxLength: 100 },
  label: 'Reason',
  required: 'Enter a reason',
} as const

/** A list that comes in pages, with a detail, a further read and actions. */
export const orders = defineResource({
  name: 'addedOrders',
  label: 'Orders',
  record: {
    type: 'object',
    required: ['id', 'state'],
    properties: {
      id,
      buyer,
      email: { type: 'string', title: 'E-mail', pii: 'email', format: 'email' },
      state,
      note,
      total: { type: 'number', minimum: 1, maximum: 500, title: 'Total' },
      postage: { type: 'string', title: 'Postage', coerce: 'cents', display: 'money' },
      express: { type: 'boolean', title: 'Express' },
      channel: { type: 'string', enum: ['web', 'phone'], title: 'Channel' },
      number: { type: 'string', pattern: '^S-[0-9]{6}$', title: 'Number', display: 'code' },
      updated_at: { type: 'string', format: 'date-time', title: 'Updated', display: 'dateTime' },
    },
  },
  reveal: 'orders.reveal',
  bindings: {
    list: {
      call: 'GET {tryout}/orders',
      permission: 'orders.read',
      query: {
        page: { param: 'page' },
        q: { param: 'search' },
        channel: { filter: 'channel' },
        states: { filter: 'state', several: 'comma' },
      },
      data: '/found/items',
      pageCount: '/found/pages',
    },
    getOne: {
      call: 'GET {tryout}/order',
      permission: 'orders.read',
      query: byId,
      schema: {
        type: 'object',
        required: ['order'],
        properties: {
          order: {
            type: 'object',
            properties: {
              id,
              state,
              buyer,
              born: { type: 'string', title: 'Born', pii: 'dateOfBirth' },
              note,
              express: { type: 'boolean', title: 'Express' },
            },
          },
          lines: { type: 'array', items: line },
        },
      },
    },
    pack: { call: 'POST {tryout}/orders/{id}/pack', permission: 'orders.change' },
    change: {
      call: 'PATCH {tryout}/orders/{id}',
      permission: 'orders.change',
      body: { note: { input: 'note' }, staff: { param: 'staffId' } },
    },
    cancel: {
      call: 'POST {tryout}/cancellations',
      permission: 'orders.change',
      body: { ...byId, why: { input: 'reason' } },
    },
    express: { call: 'PUT {tryout}/orders/{id}/express', permission: 'orders.change', body: {} },
    remove: { call: 'DELETE {tryout}/orders/{id}', permission: 'orders.change' },
    parcel: {
      call: 'GET {tryout}/orders/{id}/parcel',
      permission: 'orders.read',
      schema: {
        type: 'object',
        properties: { carrier: { type: ['string', 'null'] }, weight: { type: ['integer', 'null'], minimum: 1 } },
      },
    },
  },
  list: {
    columns: [
      'number',
      'buyer',
      'email',
      'state',
      'total',
      'postage',
      'channel',
      { field: 'express', toggle: ['hurry', 'relax'] },
    ],
    perPage: 10,
    search: { placeholder: 'Search orders' },
    filter: {
      channel: { type: 'string', enum: ['web', 'phone'], title: 'Channel' },
      state: { type: 'array', items: { type: 'string', enum: ['OPEN', 'PACKED', 'SENT'] }, title: 'State' },
    },
    emptyText: 'No orders',
  },
  show: {
    path: '/order/{id}',
    exists: '/order',
    record: { state: '/order/state', note: '/order/note', express: '/order/express' },
    title: '/order/buyer',
    facts: ['/order/born'],
    blocks: [{ kind: 'part', resource: 'addedOrderLines' }],
  },
  actions: {
    pack: { label: 'Pack', when: { state: 'OPEN' }, binding: 'pack', success: 'Order {id} packed' },
    note: {
      label: 'Change note',
      binding: 'change',
      input: {
        note: {
          schema: { type: 'string', minLength: 1, maxLength: 40, pattern: '\\S' },
          label: 'Note',
          required: 'Enter a note',
        },
      },
      confirm: 'Change the note?',
      success: 'Changed',
    },
    cancel: {
      label: 'Cancel',
      when: { state: ['OPEN', 'PACKED'] },
      binding: 'cancel',
      input: { reason },
      confirm: 'Cancel {number}?',
      success: 'Canceled',
      expect: { when: { state: 'CANCELED' }, message: 'Not canceled yet' },
    },
    hurry: {
      label: 'Express',
      when: { express: false },
      binding: 'express',
      body: { isExpress: true },
      success: 'Sent by express',
    },
    relax: {
      label: 'Standard',
      when: { express: true },
      binding: 'express',
      body: { isExpress: false },
      success: 'Sent as usual',
    },
    remove: {
      label: 'Remove',
      binding: 'remove',
      confirm: { title: 'Remove {number}?', typed: { label: 'Type the order', field: 'id' } },
      success: 'Removed',
    },
  },
})

/** The articles of an order. */
const orderLines = defineNested({
  name: 'addedOrderLines',
  label: 'Articles',
  partOf: { resource: 'addedOrders', path: '/lines' },
  record: line,
  bindings: {
    takeBack: { call: 'POST {tryout}/returns', permission: 'orders.change', body: { line: { field: 'id' } } },
  },
  list: { columns: ['article', 'pieces', 'returned'], sort: 'id', emptyText: 'No articles' },
  actions: {
    takeBack: { label: 'Take back', when: { returned: false }, binding: 'takeBack', success: '{article} taken back' },
  },
})

/** A collection of the dialect of ra-data-simple-rest. */
const vouchers = defineCollection({
  name: 'addedVouchers',
  label: 'Vouchers',
  dialect: 'simple-rest',
  call: '{tryout}/vouchers',
  permissions: {
    list: 'vouchers.read',
    create: 'vouchers.change',
    update: 'vouchers.change',
    delete: 'vouchers.change',
  },
  record: {
    type: 'object',
    required: ['id', 'code'],
    properties: {
      id: { type: 'string', minLength: 1 },
      code: { type: 'string', minLength: 4, maxLength: 12, title: 'Code' },
      percent: { type: 'integer', minimum: 5, maximum: 50, title: 'Percent' },
      until: { type: ['string', 'null'], format: 'date', title: 'Until', display: 'date' },
    },
  },
  list: {
    columns: ['code', 'percent', 'until'],
    perPage: 10,
    sort: 'code',
    search: {},
    filter: { percent: { type: 'integer', title: 'Percent' } },
    emptyText: 'No vouchers',
  },
})

/** The screens and nested records that the author adds to a console. */
export const shop: Pick<ConsoleDefinition, 'screens' | 'nested'> = { screens: [orders, vouchers], nested: [orderLines] }

/** Those with calls of their own, in the form that all code reads. */
export const shopDefinitions = [resolve(orders), resolve(orderLines), resolve(vouchers)]
