import { defineForm } from '../console.ts'
import {
  accountNumberPattern,
  closed,
  customerAndBankBy,
  customerOf,
  emailField,
  noAccountNumber,
  requiredText,
} from '../shared/formFields.ts'

/** Reopen Closed Apex Account (back office, section 2 'User Requests'; D-172). */
export const reopen = defineForm({
  name: 'reopen',
  label: 'Reopen Closed Apex Account',
  description: 'Opens an account again that was closed at the clearing firm.',
  keywords: ['closed', 'clearing firm', 'open again'],
  fields: {
    account_no: {
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: 128,
        ...accountNumberPattern,
        message: { pattern: noAccountNumber },
      },
      label: 'Account Number',
      required: 'Account number is required',
      hint: 'For example 8NA16576',
    },
  },
  about: { ...customerOf('account_no'), expect: closed('This account is not closed.') },
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
  success: { fallback: 'Account {account_no} reopened' },
})

/** Reinstate Account (back office, section 2 'User Requests'; D-174). */
export const reinstate = defineForm({
  name: 'reinstate',
  label: 'Reinstate Account',
  description: 'Brings back the account of a user who was unregistered.',
  keywords: ['restore', 'bring back', 'undo unregister'],
  fields: {
    email: emailField,
    user_id: {
      ...requiredText('User ID', 'user ID is required'),
      hint: 'The number the user had before',
      field: 'user__id',
    },
  },
  submit: 'Reinstate Account',
  call: {
    call: 'POST {trade}/v1/admin/user/reinstate',
    permission: 'support.restore',
    body: { user_email: { field: 'email' }, user_id: { field: 'user_id' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Reinstate {email}?',
    body: 'User {user_id} can sign in again and is back in the account list.',
    buttons: ['Reinstate Account'],
  },
  success: { fallback: 'Account of {email} reinstated' },
  refetch: ['accounts'],
})

/** Unlink Bank Account (back office, section 2 'User Requests'; U9). */
export const unlinkBank = defineForm({
  name: 'unlinkBank',
  label: 'Unlink Bank Account',
  description: 'Removes the linked bank account.',
  keywords: ['ach', 'deposit', 'withdrawal', 'remove bank'],
  fields: { email: emailField },
  about: {
    ...customerAndBankBy('email'),
    expect: { when: { '/bank': { exists: true } }, message: 'This user has no linked bank account.' },
  },
  submit: 'Unlink Bank Account',
  tone: 'danger',
  secondApprover: true,
  call: {
    call: 'POST {trade}/v1/admin/user/bank_unlink',
    permission: 'support.unlinkBank',
    body: { user_email: { field: 'email' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Unlink the bank account of {email}?',
    body: 'Deposits and withdrawals stop until the user links a bank account again.',
    buttons: ['Unlink Bank Account'],
    typed: { label: 'Type the email address to confirm', field: 'email' },
  },
  success: { fallback: 'Bank account of {email} unlinked' },
})
