import { defineForm } from '../console.ts'
import { closed, customerBy, emailField } from '../shared/formFields.ts'

/** Unregister User (back office, section 2 'User Requests'; D-168, D-188). */
export const unregister = defineForm({
  name: 'unregister',
  label: 'Unregister User',
  description:
    'Removes the registration of a user, who cannot sign in again until they are brought back by their user ID.',
  keywords: ['sign up', 'registration', 'remove'],
  fields: { email: emailField },
  about: customerBy('email'),
  undoneBy: 'reinstate',
  submit: 'Unregister User',
  tone: 'danger',
  call: {
    call: 'POST {profile}/profile/unregister-user-manually',
    permission: 'support.unregister',
    body: { email: { field: 'email' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Unregister {email}?',
    body: 'The user can no longer sign in and leaves the account list. Only Reinstate Account, with the user ID, brings them back.',
    buttons: ['Unregister User'],
    typed: { label: 'Type the email address to confirm', field: 'email' },
  },
  success: { fallback: 'User {email} unregistered' },
})

/** Delete User Data (back office, section 2 'User Requests'; D-188, U24). */
export const deleteData = defineForm({
  name: 'deleteData',
  label: 'Delete User Data',
  description: 'Asks for the personal data of a user to be deleted. Records we must keep by law are retained.',
  keywords: ['privacy', 'erase', 'gdpr', 'ccpa'],
  fields: { email: emailField },
  about: { ...customerBy('email'), expect: closed('The account of this user is not closed.') },
  submit: 'Delete User Data',
  tone: 'danger',
  secondApprover: true,
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
    typed: { label: 'Type the email address to confirm', field: 'email' },
  },
  success: { fallback: 'Data of {email} deleted' },
})
