import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'

/** Clear Back to Email and Password (back office, section 2 'User Requests'; D-168, D-170). */
export const clearToPassword = defineForm({
  name: 'clearToPassword',
  label: 'Clear Back to Email and Password',
  description: 'Takes the account application of a user back to its first step, email and password.',
  keywords: ['application', 'start over', 'clear account'],
  fields: { email: emailField },
  about: customerBy('email'),
  submit: 'Clear Account',
  tone: 'danger',
  call: {
    call: 'PUT {main}/user/apex/clear-account',
    permission: 'support.access',
    body: { user_email: { field: 'email' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Clear the application of {email}?',
    body: 'Everything the user has entered after email and password is cleared. They start the application again.',
    buttons: ['Clear Account'],
    typed: { label: 'Type the email address to confirm', text: '{email}' },
  },
  success: { fromResponse: true, fallback: '{email} is back at email and password' },
  refetch: ['accounts'],
})
