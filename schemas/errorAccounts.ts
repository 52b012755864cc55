import { defineResource } from './console.ts'

const text = { type: ['string', 'null'] } as const

/** Accounts whose set-up failed, to be read (back office, section 2 'Error Accounts'; D-159, D-160). */
export const errorAccounts = defineResource({
  name: 'errorAccounts',
  label: 'Error Accounts',
  path: '/notifications',
  record: {
    type: 'object',
    properties: {
      user_id: { ...text, title: 'User ID' },
      first_name: { ...text, title: 'Name' },
      last_name: text,
      email: { ...text, title: 'Email' },
      user__email: text,
      account_no: { ...text, title: 'Account Number' },
      created_at: { ...text, title: 'Created At' },
    },
  },
  idFrom: 'position',
  coerce: { user_id: 'string', account_no: 'string' },
  pii: { first_name: 'name', last_name: 'name', email: 'email', user__email: 'email', account_no: 'accountNumber' },
  bindings: {
    list: {
      call: 'GET {main}/user/apex/admin/error_accounts',
      permission: 'errorAccounts.read',
      query: { page: { param: 'page' } },
      response: { items: '/result', pageCount: '/total_pages' },
      assumed: true,
    },
  },
  list: {
    columns: [
      { id: 'number', label: '#', number: true },
      { field: 'first_name', with: ['last_name'] },
      {
        field: 'email',
        width: 280,
        or: [{ field: 'user__email' }, { field: 'user_id', when: { user_id: { contains: '@' } } }],
      },
      { field: 'account_no', format: 'code' },
      { field: 'created_at', format: 'date' },
    ],
    paging: 'server',
    perPage: 20,
    back: { label: 'Back', to: '/trades' },
    empty: 'No error accounts',
  },
})
