import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'

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
      differsFrom: { field: 'old_user_email', text: 'New email must differ' },
    },
  },
  about: customerBy('old_user_email'),
  submit: 'Change Email',
  tone: 'danger',
  call: {
    call: 'POST {trade}/v1/admin/user/email_change',
    permission: 'support.changeEmail',
    body: { old_user_email: { field: 'old_user_email' }, new_user_email: { field: 'new_user_email' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Change {old_user_email} to {new_user_email}?',
    body: 'Whoever reads {new_user_email} can then sign in to this account. Be sure who asked for it.',
    buttons: ['Change Email'],
    typed: { label: 'Type the old email address to confirm', text: '{old_user_email}' },
  },
  success: { fromResponse: true, fallback: '{old_user_email} is now {new_user_email}' },
  refetch: ['accounts'],
})
