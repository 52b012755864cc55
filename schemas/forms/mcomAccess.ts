import { defineForm } from '../console.ts'
import { customerBy, emailField, requiredText } from '../shared/formFields.ts'

/** Mcom Access (back office, section 2 'User Requests'; D-175). */
export const mcomAccess = defineForm({
  name: 'mcomAccess',
  label: 'Mcom Access',
  description: 'Gives a user access to the partner service.',
  keywords: ['partner', 'division', 'grant'],
  fields: {
    email: emailField,
    division_userid: requiredText('Division UserId', 'Division UserId is required'),
    division: requiredText('Division', 'Division is required'),
    firstname: requiredText('First Name', 'First Name is required', 'name'),
    lastname: requiredText('Last Name', 'Last Name is required', 'name'),
  },
  about: customerBy('email'),
  submit: 'Grant Access',
  call: {
    call: 'POST {profile}/profile/mc-user-sync-event',
    permission: 'support.access',
    body: {
      email: { field: 'email' },
      division_userid: { field: 'division_userid' },
      division: { field: 'division' },
      firstname: { field: 'firstname' },
      lastname: { field: 'lastname' },
    },
    schema: { type: 'object', properties: {} },
    credential: 'service',
  },
  confirm: {
    title: 'Give {email} access to the partner service?',
    body: '{firstname} {lastname} becomes user {division_userid} of division {division} there.',
    buttons: ['Grant Access'],
  },
  success: { fromResponse: true, fallback: 'Mcom access given to {email}' },
})
