import { defineForm } from '../console.ts'
import { customerOf, requiredText } from '../shared/formFields.ts'

/** Reopen Closed Apex Account (back office, section 2 'User Requests'; D-172). */
export const reopen = defineForm({
  name: 'reopen',
  label: 'Reopen Closed Apex Account',
  description: 'Opens an account again that was closed at the clearing firm.',
  keywords: ['closed', 'clearing firm', 'open again'],
  fields: {
    account_no: {
      ...requiredText('Account Number', 'Account number is required', 'accountNumber'),
      hint: 'For example 8NA16576',
    },
  },
  about: customerOf('account_no'),
  submit: 'Reopen Account',
  call: {
    call: 'POST {trade}/v1/admin/user/apex_account_reopen',
    permission: 'support.restore',
    body: { account_no: { field: 'account_no' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Reopen account {account_no}?',
    body: 'The account can hold money and trade again.',
    buttons: ['Reopen Account'],
  },
  success: { fromResponse: true, fallback: 'Account {account_no} reopened' },
  refetch: ['accounts'],
})
