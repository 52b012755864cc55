import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'

/** Unlink Bank Account (back office, section 2 'User Requests'; U9). */
export const unlinkBank = defineForm({
  name: 'unlinkBank',
  label: 'Unlink Bank Account',
  description: 'Removes the linked bank account.',
  keywords: ['ach', 'deposit', 'withdrawal', 'remove bank'],
  fields: { email: emailField },
  about: customerBy('email'),
  submit: 'Unlink Bank Account',
  tone: 'danger',
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
    typed: { label: 'Type the email address to confirm', text: '{email}' },
  },
  success: { fromResponse: true, fallback: 'Bank account of {email} unlinked' },
  refetch: ['accounts'],
})
