import { defineResource } from './console.ts'
import { emailMessages, emailSchema } from './shared/email.ts'

const text = { type: ['string', 'null'] } as const
const decimal = { type: ['string', 'number', 'null'] } as const
const reference = { type: 'string', minLength: 1, maxLength: 64 } as const

/** Orders at the brokerage, found by the user's e-mail address (back office, section 2 'Etrade details'; D-181 to D-187). */
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
      email_id: { ...text, title: 'Email ID' },
      account_id: { ...reference, title: 'Account ID' },
      order_id: { ...reference, title: 'Order ID' },
      created_at: { ...text, title: 'Created At' },
      status: { ...text, title: 'Status' },
      ticker: { ...text, title: 'Ticker' },
      order_type: { ...text, title: 'Order Type' },
      quantity: { ...decimal, title: 'Quantity' },
      order_price: { ...decimal, title: 'Order Price' },
      order_executed_price: { ...decimal, title: 'Order Executed Price' },
      order_executed_status: { ...text, title: 'Order Executed Status' },
    },
  },
  pii: { email_id: 'email' },
  coerce: { account_id: 'string', order_id: 'string' },
  bindings: {
    list: {
      call: 'GET {trade}/v1/admin/user/etrade_orders',
      permission: 'orders.read',
      query: { user_email: { param: 'search' }, page: { param: 'page' } },
      response: { items: '/message', pageCount: '/pages' },
    },
    order: {
      call: 'GET {trade}/v1/admin/user/{account_id}/etrade_order/{order_id}',
      permission: 'orders.read',
      response: {
        schema: {
          type: 'object',
          properties: {
            message: {
              type: 'object',
              properties: {
                order_id: text,
                account_id: text,
                created_at: text,
                placed_time: text,
                executed_time: text,
                status: text,
                ticker: text,
                order_type: text,
                quantity: decimal,
                order_price: decimal,
                order_executed_price: decimal,
                order_executed_status: text,
                legs: {
                  type: ['array', 'null'],
                  items: { type: 'object', properties: { ticker: text, order_type: text, quantity: decimal } },
                },
              },
            },
          },
        },
      },
    },
  },
  list: {
    columns: [
      { field: 'user_id', width: 64 },
      { field: 'email_id', blank: 'N/A', width: 189 },
      { field: 'account_id', format: 'code', width: 116 },
      { field: 'order_id', format: 'code', width: 144 },
      { field: 'created_at', format: 'localDateTime', width: 291 },
      { field: 'status', format: 'status', tones: 'brokerageOrder', width: 106 },
      { field: 'ticker', format: 'code', width: 64 },
      { field: 'order_type', width: 56 },
      { field: 'quantity', format: 'decimal', places: { upTo: 5 }, width: 80 },
      { field: 'order_price', format: 'decimal', places: { upTo: 4 }, width: 76 },
      { field: 'order_executed_price', format: 'decimal', places: { upTo: 4 }, actions: ['details'], width: 112 },
      { field: 'order_executed_status', width: 109 },
    ],
    brief: ['order_id', 'ticker', 'order_type', 'quantity', 'order_executed_price'],
    paging: 'server',
    perPage: 10,
    search: {
      placeholder: 'Search By Email ID',
      debounceMs: 0,
      personal: true,
      schema: emailSchema,
      submit: { label: 'Search', prompt: 'Search for a user to see their orders', ...emailMessages },
    },
    empty: 'No orders',
    failed: { notice: 'User not found' },
  },
  actions: {
    details: {
      label: 'View order details',
      placement: 'column',
      icon: 'details',
      tone: 'danger',
      when: { status: { reads: 'success' } },
      needs: { field: 'order_id', otherwise: 'This order has no number' },
      binding: 'order',
      success: 'Fetched order details',
      failure: { title: 'Failed to fetch order details', detail: 'The order was not read.', forMs: 6000 },
      result: {
        title: 'Order {order_id}',
        at: '/message',
        empty: 'The service knows nothing about this order',
        facts: [
          { label: 'Account ID', at: '/account_id', format: 'code' },
          { label: 'Status', at: '/status' },
          { label: 'Ticker', at: '/ticker', format: 'code' },
          { label: 'Order Type', at: '/order_type' },
          { label: 'Quantity', at: '/quantity', format: 'decimal' },
          { label: 'Order Price', at: '/order_price', format: 'decimal' },
          { label: 'Order Executed Price', at: '/order_executed_price', format: 'decimal' },
          { label: 'Order Executed Status', at: '/order_executed_status' },
          { label: 'Created At', at: '/created_at', format: 'localDateTime' },
          { label: 'Placed', at: '/placed_time', format: 'localDateTime' },
          { label: 'Executed', at: '/executed_time', format: 'localDateTime' },
          { label: 'Legs', at: '/legs', inside: '', each: '{order_type} {quantity} {ticker}' },
        ],
      },
    },
  },
})
