import { defineForm } from '../console.ts'
import { emailField, requiredText } from '../shared/formFields.ts'

/** Reinstate Account (back office, section 2 'User Requests'; D-174). */
export const reinstate = defineForm({
  name: 'reinstate',
  label: 'Reinstate Account',
  description: 'Brings back the account of a user who was unregistered.',
  keywords: ['restore', 'bring back', 'undo unregister'],
  fields: {
    email: emailField,
    user_id: { ...requiredText('User ID', 'user ID is required'), hint: 'The number the user had before' },
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
  success: { fromResponse: true, fallback: 'Account of {email} reinstated' },
  refetch: ['accounts'],
})
