import { defineResource } from './console.ts'
import { accountByEmail, accountByName, accountNumber } from './shared/references.ts'

const text = { type: ['string', 'null'] } as const

/** Accounts whose setup failed, read-only (back office, section 2 'Error Accounts'; D-159, D-160). */
export const errorAccounts = defineResource({
  name: 'errorAccounts',
  label: 'Error Accounts',
  path: '/notifications',
  record: {
    type: 'object',
    properties: {
      // Where a user has no id, the service sends the e-mail.
      user_id: { ...text, title: 'User ID', coerce: 'string', pii: 'email' },
      first_name: { ...text, title: 'Name', pii: 'name', reference: accountByName },
      last_name: { ...text, pii: 'name' },
      email: { ...text, title: 'Email', pii: 'email', reference: accountByEmail },
      user__email: { ...text, pii: 'email' },
      account_no: accountNumber,
      created_at: { ...text, title: 'Created At', display: 'date' },
    },
  },
  bindings: {
    list: {
      call: 'GET {main}/user/apex/admin/error_accounts',
      permission: 'errorAccounts.read',
      query: { page: { param: 'page' } },
      data: '/result',
      pageCount: '/total_pages',
      assumed: true,
    },
  },
  list: {
    columns: [
      { id: 'number', label: '#', display: 'rowNumber' },
      { field: ['first_name', 'last_name'] },
      {
        field: 'email',
        fallback: [{ field: 'user__email' }, { field: 'user_id', when: { user_id: { pattern: '@' } } }],
      },
      'account_no',
      'created_at',
    ],
    export: { permission: 'errorAccounts.export' },
    perPage: 20,
    back: '/trades',
    emptyText: 'No error accounts',
  },
})
