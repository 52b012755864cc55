import { defineResource } from './console.ts'
import { accountNumber } from './shared/references.ts'
import { statusesOf, VEHICLES } from './shared/enumerations.ts'

const text = { type: ['string', 'null'] } as const
const decimal = { type: ['string', 'number', 'null'], display: 'decimal' } as const
const day = { type: 'string', format: 'date' } as const
const page = { data: '/data/trade_line_data', pageCount: '/data/pages' } as const

/**
 * Trade lines: the newest ones, or those that match a filter (back office, section 2 'Trade Basket'; D-136 to D-146).
 */
export const trades = defineResource({
  name: 'trades',
  label: 'Trade Basket',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 0, title: 'Trade ID', display: 'code', coerce: 'number' },
      created_at: { ...text, title: 'Created At', display: 'date' },
      trade_date: { ...text, title: 'Trade Date', display: 'date' },
      account_no: accountNumber,
      ticker: { ...text, title: 'Ticker', display: 'code' },
      order_type: { ...text, title: 'Action' },
      sell_all: {
        type: ['boolean', 'null'],
        title: 'Sell All',
        display: 'flag',
        labels: { true: 'TRUE', false: '-' },
        coerce: 'boolean',
      },
      order_category: { ...text, title: 'Option' },
      quantity: { ...decimal, title: 'Quantity', decimals: 5 },
      order_price: { ...decimal, title: 'Transaction Price', decimals: [0, 4] },
      order_status: { ...text, title: 'Status', tones: 'trade' },
      security_type: { ...text, title: 'Vehicle' },
    },
  },
  bindings: {
    list: {
      call: 'GET {trade}/v1/admin/latest/trades',
      permission: 'trades.read',
      query: { pages: { param: 'page' } },
      ...page,
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
      ...page,
    },
  },
  list: {
    columns: [
      'created_at',
      'trade_date',
      'account_no',
      'id',
      'ticker',
      'order_type',
      'sell_all',
      { field: 'order_category', hint: 'Whether the order names units or a value; no options contract' },
      'quantity',
      'order_price',
      'order_status',
      'security_type',
    ],
    phoneColumns: ['ticker', 'order_type', 'quantity', 'order_price', 'account_no'],
    export: { permission: 'trades.export' },
    perPage: 50,
    filter: {
      createdAt: { ...day, title: 'Created At' },
      tradeDate: { ...day, title: 'Trade Date' },
      accountNumber: {
        type: 'string',
        minLength: 1,
        maxLength: 32,
        title: 'Account Number',
        pii: 'accountNumber',
        coerce: 'accountNumber',
      },
      id: { type: 'integer', minimum: 0, title: 'Trade ID' },
      ticker: { type: 'string', minLength: 1, maxLength: 32, title: 'Ticker' },
      action: { type: 'string', enum: ['buy', 'sell'], title: 'Action' },
      sellAll: { type: 'boolean', title: 'Sell All', labels: { true: 'TRUE', false: 'FALSE' } },
      option: { type: 'string', enum: ['units', 'values'], title: 'Option' },
      status: { type: 'string', minLength: 1, maxLength: 64, title: 'Status', examples: statusesOf('trade') },
      vehicle: { type: 'string', minLength: 1, maxLength: 64, title: 'Vehicle', examples: VEHICLES },
    },
    find: { accountNumber: ['account_no'], tradeDate: ['trade_date'] },
    emptyText: 'No trades',
  },
})
