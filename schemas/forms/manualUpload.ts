import { defineForm } from '../console.ts'
import { VEHICLES } from '../shared/enumerations.ts'
import { accountNumber } from '../shared/references.ts'

/** An amount above 0 in digits. */
const amount = (whole: number, decimals: number, example: string) =>
  ({
    type: 'string',
    pattern: `^(?=.*[1-9])\\d{1,${whole}}(\\.\\d{1,${decimals}})?$`,
    examples: [example],
    message: { pattern: `Enter an amount above 0 in digits, such as 1000.5, with at most ${decimals} decimals` },
  }) as const

/** A line of trades to book, as the trade service reads it. The vehicle is EQUITY where its column is left out. */
const line = {
  type: 'object',
  required: ['account_no', 'ticker', 'side', 'quantity', 'price', 'trade_date'],
  properties: {
    account_no: {
      type: 'string',
      minLength: 1,
      maxLength: 32,
      title: 'account_no',
      pii: 'accountNumber',
      reference: accountNumber.reference,
      coerce: 'accountNumber',
      examples: ['9ZZ10041'],
    },
    ticker: {
      type: 'string',
      pattern: '^[A-Za-z0-9][A-Za-z0-9./-]{0,11}$',
      title: 'ticker',
      examples: ['VTI'],
      message: { pattern: 'Enter a ticker of at most 12 letters, digits and . / -' },
    },
    side: {
      type: 'string',
      pattern: '^(?:[Bb][Uu][Yy]|[Ss][Ee][Ll][Ll])$',
      title: 'side',
      examples: ['buy', 'sell'],
      labels: { buy: 'buys', sell: 'sells' },
      message: { pattern: 'Enter buy or sell' },
    },
    quantity: { ...amount(12, 8, '3.5'), display: 'decimal', title: 'quantity' },
    price: { ...amount(9, 4, '240.10'), display: 'number', title: 'price' },
    trade_date: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      format: 'date',
      display: 'tradingDay',
      title: 'trade_date',
      examples: ['2026-02-24'],
      message: { pattern: 'Enter a day as YYYY-MM-DD', format: 'There is no such day in the calendar' },
    },
    security_type: {
      type: 'string',
      minLength: 1,
      enum: VEHICLES,
      title: 'security_type',
      examples: ['EQUITY'],
      message: {
        minLength: 'Enter a vehicle such as EQUITY, or leave the whole column out',
        enum: 'This vehicle is not known',
      },
    },
  },
} as const

/** Manual Upload of trade lines (back office, section 2 'Populate Details'; D-180). */
export const manualUpload = defineForm({
  name: 'manualUpload',
  label: 'Manual Upload',
  description: 'Upload trades from a CSV or Excel file. Rejected rows are listed.',
  keywords: ['csv', 'excel', 'trade lines'],
  fields: {},
  submit: ['Upload', 'Uploading...'],
  call: {
    call: 'POST {trade}/v1/admin/sod/upload_manual_trade_line_entries',
    permission: 'support.uploadTrades',
    body: {},
    upload: {
      field: 'file',
      kind: 'table',
      required: 'Please choose a file!',
      schema: line,
      duplicates: {
        trades: {
          account_no: 'account_no',
          ticker: 'ticker',
          order_type: 'side',
          quantity: 'quantity',
          order_price: 'price',
          trade_date: 'trade_date',
        },
      },
    },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Upload this file?',
    body: 'The trade service books its lines at once.',
    buttons: ['Upload'],
  },
  success: 'File Uploaded',
  failure: { title: 'Something Went Wrong', body: 'The file was not taken.' },
  refetch: ['trades'],
})
