import type { Read } from '../meta/binding.ts'
import { deposit } from './accountDetail.ts'

const text = { type: ['string', 'null'] } as const
const decimal = { type: ['string', 'number', 'null'] } as const

const tradeLine = {
  type: 'object',
  properties: {
    ticker: text,
    quantity: decimal,
    order_price: decimal,
    order_type: text,
    order_status: text,
    trade_date: text,
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
      deposits: { type: ['array', 'null'], items: deposit },
      trade_line_data: { type: ['array', 'null'], items: tradeLine },
    },
  },
} as const satisfies Read

const category = {
  type: 'object',
  properties: {
    name: text,
    categoryState: text,
    requestedDocuments: {
      type: ['array', 'null'],
      items: { type: 'object', properties: { name: text, description: text } },
    },
  },
} as const

/** What the identity checks of an account came to (account review, section 3 'Verification status'). */
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
          investigations: {
            type: ['array', 'null'],
            items: {
              type: 'object',
              properties: {
                sketchId: text,
                status: text,
                archived: { type: ['boolean', 'null'] },
                cipCategories: { type: ['array', 'null'], items: category },
              },
            },
          },
        },
      },
    },
  },
} as const satisfies Read
