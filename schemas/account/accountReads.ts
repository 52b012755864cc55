import type { Binding } from '../../language/authored/call.ts'
import type { Console } from '../console.ts'
import { deposit } from './accountDetail.ts'

const text = { type: ['string', 'null'] } as const
const decimal = { type: ['string', 'number', 'null'] } as const

const tradeLine = {
  type: 'object',
  properties: {
    ticker: { ...text, title: 'Ticker', display: 'code' },
    quantity: { ...decimal, title: 'Quantity', display: 'number' },
    order_price: { ...decimal, title: 'Price', display: 'money' },
    order_type: { ...text, title: 'Order type', display: 'words' },
    order_status: { ...text, title: 'Status', tones: 'trade' },
    trade_date: { ...text, title: 'Trade date', display: 'date' },
  },
} as const

/** Recent transactions of an account by its number, from the trade service (D-88). */
export const transactionsRead = {
  call: 'GET {trade}/v1/admin/user/get_details_for_account',
  permission: 'accounts.read',
  query: { account_no: { field: 'account_no' } },
  schema: {
    type: 'object',
    properties: {
      deposits: { type: ['array', 'null'], items: { type: 'object', properties: deposit } },
      trade_line_data: { type: ['array', 'null'], items: tradeLine },
    },
  },
} as const satisfies Binding<string, Console>

const free = { type: ['object', 'array', 'null'] } as const
const textOrList = { type: ['string', 'array', 'null'], items: text } as const

const listOf = <const Properties>(properties: Properties) =>
  ({ type: ['array', 'null'], items: { type: 'object', properties } }) as const

const reasons = listOf({ field: text, strength: text })

const personName = { ...text, pii: 'name' } as const

/** Only names and comments of listed persons: their numbers and dates of birth never leave the gateway (U5). */
const dndbRecord = {
  type: ['object', 'null'],
  properties: { givenName: personName, familyName: personName, businessName: text, comments: text },
} as const

const result = {
  type: ['object', 'null'],
  properties: {
    evaluation: {
      type: ['object', 'null'],
      properties: { evaluatedState: text, dataSources: { type: ['array', 'null'], items: text }, comment: text },
    },
    dndbResult: {
      type: ['object', 'null'],
      properties: { profiles: listOf({ record: dndbRecord, certainty: decimal, reasons }) },
    },
    dowJonesResult: {
      type: ['object', 'null'],
      properties: {
        profiles: listOf({ name: text, certainty: decimal, shortSummary: text, summary: textOrList, reasons }),
      },
    },
    equifaxResult: {
      type: ['object', 'null'],
      properties: {
        results: { type: ['object', 'null'], properties: { accept: free, indeterminate: free, reject: free } },
      },
    },
    ofacResult: { type: ['object', 'null'], properties: { ofacMatch: text } },
  },
} as const

const homeAddress = {
  type: ['object', 'null'],
  properties: {
    streetAddress: textOrList,
    city: text,
    state: text,
    postalCode: { ...text, pii: 'address' },
    country: text,
  },
} as const

const identity = {
  type: ['object', 'null'],
  properties: {
    name: { type: ['object', 'null'], properties: { givenName: personName, familyName: personName } },
    homeAddress,
  },
} as const

const investigation = {
  sketchId: text,
  status: text,
  archived: { type: ['boolean', 'null'] },
  error: text,
  history: listOf({ user: text, timestamp: text, stateChange: text, comment: text }),
  request: { type: ['object', 'null'], properties: { identity } },
  cipCategories: listOf({
    name: text,
    categoryState: text,
    requestedDocuments: listOf({ name: text, description: text }),
  }),
  result,
} as const

/** The results of an account's identity checks (account review, section 3 'Verification status'). */
export const verificationRead = {
  call: 'GET {main}/user/apex/account/status/admin',
  permission: 'accounts.read',
  query: { apex_account_id: { field: 'id' } },
  schema: {
    type: 'object',
    properties: {
      result: {
        type: ['object', 'null'],
        properties: {
          status: text,
          account_no: { ...text, pii: 'accountNumber' },
          request_time: text,
          sketch_ids: { type: ['array', 'null'], items: text },
          investigations: listOf(investigation),
        },
      },
    },
  },
} as const satisfies Binding<string, Console>
