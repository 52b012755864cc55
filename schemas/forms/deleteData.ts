import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'

/** Delete User Data (back office, section 2 'User Requests'; D-188, U24). */
export const deleteData = defineForm({
  name: 'deleteData',
  label: 'Delete User Data',
  description: 'Asks for the personal data of a user to be deleted. Records we must keep by law are retained.',
  keywords: ['privacy', 'erase', 'gdpr', 'ccpa'],
  fields: { email: emailField },
  about: customerBy('email'),
  submit: 'Delete User Data',
  tone: 'danger',
  call: {
    call: 'POST {trade}/v1/admin/user/delete_information',
    permission: 'support.deleteData',
    body: { email: { field: 'email' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Delete the data of {email}?',
    body: 'The profile, the bank connection and the sign-in of this user are deleted. This cannot be undone.',
    buttons: ['Delete User Data'],
    typed: { label: 'Type the email address to confirm', text: '{email}' },
  },
  success: { fromResponse: true, fallback: 'Data of {email} deleted' },
  refetch: ['accounts'],
})
