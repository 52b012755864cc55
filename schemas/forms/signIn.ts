import type { Status } from '../shared/enumerations.ts'
import { defineForm } from '../console.ts'
import { emailField, customerBy } from '../shared/formFields.ts'

const text = { type: ['string', 'null'] } as const

/** Check Login Type (back office, section 2 'User Requests'; D-171). */
export const loginType = defineForm({
  name: 'loginType',
  label: 'Check Login Type',
  description: 'Tells how a user signs in: Social or Okta, or through a partner.',
  keywords: ['provider', 'sso', 'google', 'forgot', 'password reset'],
  fields: { email: emailField },
  about: customerBy('email'),
  submit: 'Check Login Type',
  call: {
    call: 'GET {go}/user/fetch-okta-user-info',
    permission: 'support.lookUp',
    query: { email: { field: 'email' } },
    data: '/0',
    schema: {
      type: 'object',
      properties: {
        status: { ...text, title: 'Status' },
        credentials: {
          type: 'object',
          properties: {
            provider: {
              type: 'object',
              properties: { type: { ...text, title: 'Provider Type' }, name: { ...text, title: 'Provider' } },
            },
          },
        },
      },
    },
  },
  result: {
    title: 'Login of {email}',
    emptyText: 'No login found for this email',
    facts: ['/credentials/provider/type', '/credentials/provider/name', '/status'],
  },
})

/** Change Old Email to New Email (back office, section 2 'User Requests'; D-173, D-188). */
export const changeEmail = defineForm({
  name: 'changeEmail',
  label: 'Change Old Email to New Email',
  description: 'Moves a user to another email address: sign-in and all messages go there from then on.',
  keywords: ['address', 'rename', 'update email'],
  fields: {
    old_user_email: { ...emailField, label: 'Old Email', required: 'Old Email is required' },
    new_user_email: {
      ...emailField,
      label: 'New Email',
      required: 'New Email is required',
      not: { field: 'old_user_email', message: 'New email must differ' },
    },
  },
  about: customerBy('old_user_email'),
  submit: 'Change Email',
  tone: 'danger',
  secondApprover: true,
  call: {
    call: 'POST {trade}/v1/admin/user/email_change',
    permission: 'support.changeEmail',
    body: { old_user_email: { field: 'old_user_email' }, new_user_email: { field: 'new_user_email' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Change {old_user_email} to {new_user_email}?',
    body: 'Anyone who reads {new_user_email} can then sign in to this account. Be sure who asked for it.',
    buttons: ['Change Email'],
    typed: { label: 'Type the old email address to confirm', field: 'old_user_email' },
  },
  success: { fallback: '{old_user_email} is now {new_user_email}' },
})

/** Clear Back to Email and Password (back office, section 2 'User Requests'; D-168, D-170). */
export const clearToPassword = defineForm({
  name: 'clearToPassword',
  label: 'Clear Back to Email and Password',
  description: 'Takes the account application of a user back to its first step, email and password.',
  keywords: ['application', 'start over', 'clear account'],
  fields: { email: emailField },
  about: {
    ...customerBy('email'),
    expect: {
      when: { status: { not: 'COMPLETE' satisfies Status<'account'> } },
      message: 'The application of this user is complete.',
    },
  },
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
    typed: { label: 'Type the email address to confirm', field: 'email' },
  },
  success: { fallback: '{email} is back at email and password' },
})
