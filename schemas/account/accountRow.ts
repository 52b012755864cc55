import type { ObjectSchema } from '../../language/schema.ts'
import type { Console } from '../console.ts'

const text = { type: ['string', 'null'] } as const

/** One account in the list (account review, section 3 'Account list row'). */
export const accountRow = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { ...text, title: 'Name', pii: 'name' },
    user__email: { ...text, title: 'Email ID', pii: 'email' },
    user__id: { type: 'integer', minimum: 1 },
    user__is_test: { type: ['boolean', 'null'], title: 'Test', labels: { true: 'Test', false: 'Normal' } },
    account_no: { ...text, title: 'Account Number', maxLength: 32, pii: 'accountNumber', display: 'code' },
    request_time: { ...text, title: 'Date', display: 'dateTime' },
    bank_account: {
      type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
      title: 'Bank Linked',
      pii: 'bankAccount',
      display: 'yesNo',
    },
    status: { ...text, title: 'Status', tones: 'account' },
    pending_documents: { type: ['integer', 'null'], title: 'Pending documents' },
    is_restricted: { type: ['boolean', 'null'], title: 'Restrict User' },
    apex_account_restricted: { type: ['boolean', 'null'], title: 'Restrict SSN' },
    is_active: { type: ['boolean', 'null'], title: 'Active' },
    profile_utm: {
      type: ['array', 'null'],
      items: { type: 'object', properties: { utm_campaign: text, utm_medium: text, utm_source: text } },
    },
    /** Status of the newest close request, known only on the account's page (D-62). */
    close_status: { ...text, title: 'Close request', coerce: 'upperCase' },
  },
} as const satisfies ObjectSchema<Console>
