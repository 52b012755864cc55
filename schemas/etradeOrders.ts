import { defineResource } from './console.ts'
import { accountByEmail } from './shared/references.ts'
import { emailMessages, emailSchema } from './shared/inputs.ts'

const text = { type: ['string', 'null'] } as const
const code = { ...text, display: 'code' } as const
const moment = { ...text, display: 'localDateTime' } as const
const decimal = { type: ['string', 'number', 'null'], display: 'decimal' } as const
const reference = { type: 'string', minLength: 1, maxLength: 64, display: 'code', coerce: 'string' } as const

/** How the details of an order are read and shown. */
const details = {
  placement: 'column',
  display: 'icon',
  blocked: [{ when: { order_id: { exists: false } }, message: 'This order has no number' }],
  binding: 'order',
  success: 'Fetched order details',
  failure: { title: 'Failed to fetch order details', body: 'The order was not read.', durationMs: 6000 },
  result: {
    title: 'Order {order_id}',
    path: '/message',
    emptyText: 'The service knows nothing about this order',
    facts: [
      '/account_id',
      '/status',
      '/ticker',
      '/order_type',
      '/quantity',
      '/order_price',
      '/order_executed_price',
      '/order_executed_status',
      '/created_at',
      '/placed_time',
      '/executed_time',
      '/legs',
    ],
  },
} as const

/**
 * Orders at the brokerage, found by the user's e-mail address (back office, section 2 'Etrade details'; D-181 to
 * D-187).
 */
export const etradeOrders = defineResource({
  name: 'etradeOrders',
  label: 'Etrade Details',
  path: '/etrade-details',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 0 },
      user_id: { type: ['integer', 'string', 'null'], title: 'User ID' },
      email_id: { ...text, title: 'Email ID', pii: 'email', reference: accountByEmail },
      account_id: { ...reference, title: 'Account ID' },
      order_id: { ...reference, title: 'Order ID' },
      created_at: { ...moment, title: 'Created At' },
      status: { ...text, title: 'Status', tones: 'brokerageOrder' },
      ticker: { ...code, title: 'Ticker' },
      order_type: { ...text, title: 'Order Type' },
      quantity: { ...decimal, title: 'Quantity', decimals: [0, 5] },
      order_price: { ...decimal, title: 'Order Price', decimals: [0, 4] },
      order_executed_price: { ...decimal, title: 'Order Executed Price', decimals: [0, 4] },
      order_executed_status: { ...text, title: 'Order Executed Status' },
    },
  },
  bindings: {
    list: {
      call: 'GET {trade}/v1/admin/user/etrade_orders',
      permission: 'orders.read',
      query: { user_email: { param: 'search' }, page: { param: 'page' } },
      data: { path: '/message', when: { message: { not: { pattern: '^no orders' } } } },
      pageCount: '/pages',
    },
    order: {
      call: 'GET {trade}/v1/admin/user/{account_id}/etrade_order/{order_id}',
      permission: 'orders.read',
      schema: {
        type: 'object',
        properties: {
          message: {
            type: 'object',
            properties: {
              order_id: text,
              account_id: { ...code, title: 'Account ID' },
              created_at: { ...moment, title: 'Created At' },
              placed_time: { ...moment, title: 'Placed' },
              executed_time: { ...moment, title: 'Executed' },
              status: { ...text, title: 'Status' },
              ticker: { ...code, title: 'Ticker' },
              order_type: { ...text, title: 'Order Type' },
              quantity: { ...decimal, title: 'Quantity' },
              order_price: { ...decimal, title: 'Order Price' },
              order_executed_price: { ...decimal, title: 'Order Executed Price' },
              order_executed_status: { ...text, title: 'Order Executed Status' },
              legs: {
                type: ['array', 'null'],
                title: 'Legs',
                display: '{order_type} {quantity} {ticker}',
                items: { type: 'object', properties: { ticker: text, order_type: text, quantity: decimal } },
              },
            },
          },
        },
      },
    },
  },
  list: {
    columns: [
      'user_id',
      { field: 'email_id', emptyText: 'N/A' },
      'account_id',
      { field: 'order_id', actions: ['otherDetails'] },
      'created_at',
      'status',
      'ticker',
      'order_type',
      'quantity',
      'order_price',
      { field: 'order_executed_price', actions: ['details'] },
      'order_executed_status',
    ],
    phoneColumns: ['order_id', 'ticker', 'order_type', 'quantity', 'order_executed_price'],
    perPage: 10,
    search: {
      placeholder: 'Search By Email ID',
      schema: emailSchema,
      submit: 'Search',
      hint: 'Search for a user to see their orders',
      required: emailMessages.required,
    },
    emptyText: 'No orders',
    failure: 'User not found',
  },
  actions: {
    details: {
      ...details,
      label: 'View order details',
      tone: 'danger',
      when: { status: { pattern: '^success$' } },
    },
    otherDetails: {
      ...details,
      label: 'View order',
      when: { status: { not: { pattern: '^success$' } } },
    },
  },
})
