import { defineResource } from './console.ts'
import { statusesOf } from './shared/statuses.ts'
import { VEHICLES } from './shared/vehicles.ts'

const text = { type: ['string', 'null'] } as const
const decimal = { type: ['string', 'number', 'null'] } as const
const day = { type: 'string', format: 'date' } as const
const page = { items: '/data/trade_line_data', pageCount: '/data/pages' } as const

/** Trade lines: the newest ones, or those that a filter finds (back office, section 2 'Trade Basket'; D-136 to D-146). */
export const trades = defineResource({
  name: 'trades',
  label: 'Trade Basket',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 0, title: 'Trade ID' },
      created_at: { ...text, title: 'Created At' },
      trade_date: { ...text, title: 'Trade Date' },
      account_no: { ...text, title: 'Account Number' },
      ticker: { ...text, title: 'Ticker' },
      order_type: { ...text, title: 'Action' },
      sell_all: { type: ['boolean', 'null'], title: 'Sell All' },
      order_category: { ...text, title: 'Option' },
      quantity: { ...decimal, title: 'Quantity' },
      order_price: { ...decimal, title: 'Transaction Price' },
      order_status: { ...text, title: 'Status' },
      security_type: { ...text, title: 'Vehicle' },
    },
  },
  pii: { account_no: 'accountNumber' },
  coerce: { sell_all: 'boolean', id: 'number', account_no: 'string' },
  bindings: {
    list: {
      call: 'GET {trade}/v1/admin/latest/trades',
      permission: 'trades.read',
      query: { pages: { param: 'page' } },
      response: page,
    },
    listFiltered: {
      call: 'GET {main}/user/apex/latest/trades',
      permission: 'trades.read',
      query: {
        page: { param: 'page' },
        trade_date: { filter: 'tradeDate' },
        created_at: { filter: 'createdAt' },
        account: { filter: 'accountNumber' },
        id: { filter: 'id' },
        ticker: { filter: 'ticker' },
        option: { filter: 'option' },
        side: { filter: 'action' },
        sell_all: { filter: 'sellAll' },
        status: { filter: 'status' },
        vehicle: { filter: 'vehicle' },
      },
      response: page,
    },
  },
  list: {
    columns: [
      { field: 'created_at', format: 'date' },
      { field: 'trade_date', format: 'date' },
      { field: 'account_no', format: 'code' },
      { field: 'id', format: 'code', width: 92 },
      { field: 'ticker', format: 'code', width: 104 },
      { field: 'order_type', width: 72 },
      { field: 'sell_all', format: 'flag', words: ['TRUE', '-'], width: 80 },
      { field: 'order_category', width: 80, hint: 'Whether the order names units or a value; no options contract' },
      { field: 'quantity', format: 'decimal', places: 5 },
      { field: 'order_price', format: 'decimal', places: { upTo: 4 } },
      { field: 'order_status', format: 'status', tones: 'trade', width: 208 },
      { field: 'security_type', width: 128 },
    ],
    brief: ['ticker', 'order_type', 'quantity', 'order_price', 'account_no'],
    paging: 'server',
    perPage: 50,
    filters: {
      createdAt: day,
      tradeDate: day,
      accountNumber: { type: 'string', minLength: 1, maxLength: 32 },
      id: { type: 'integer', minimum: 0 },
      ticker: { type: 'string', minLength: 1, maxLength: 32 },
      action: { type: 'string', enum: ['buy', 'sell'] },
      sellAll: { type: 'boolean' },
      option: { type: 'string', enum: ['units', 'values'] },
      status: { type: 'string', minLength: 1, maxLength: 64 },
      vehicle: { type: 'string', minLength: 1, maxLength: 64 },
    },
    filterForm: {
      label: 'Filter',
      fields: [
        { filter: 'createdAt', label: 'Created At' },
        { filter: 'tradeDate', label: 'Trade Date' },
        { filter: 'accountNumber', label: 'Account Number', personal: true },
        { filter: 'id', label: 'Trade ID' },
        { filter: 'ticker', label: 'Ticker' },
        { filter: 'action', label: 'Action' },
        { filter: 'sellAll', label: 'Sell All', words: { true: 'TRUE', false: 'FALSE' } },
        { filter: 'option', label: 'Option' },
        { filter: 'status', label: 'Status', suggestions: statusesOf('trade') },
        { filter: 'vehicle', label: 'Vehicle', suggestions: VEHICLES },
      ],
    },
    empty: 'No trades',
  },
})
