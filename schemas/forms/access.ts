import { defineForm } from '../console.ts'
import { customerBy, emailField, requiredText } from '../shared/formFields.ts'

/** Activate/Deactivate Personal Access (back office, section 2 'User Requests'; D-169). */
export const personalAccess = defineForm({
  name: 'personalAccess',
  label: 'Activate/Deactivate Personal Access',
  description: 'Gives a user access to personal mentoring, or takes it away.',
  keywords: ['mentor', 'enable', 'disable'],
  fields: {
    email: emailField,
    activate_mentor: {
      schema: { type: 'boolean', labels: { true: 'Activate', false: 'Deactivate' } },
      label: 'Personal Access',
      required: 'One option need to be selected',
    },
  },
  about: customerBy('email'),
  submit: 'Update Access',
  call: {
    call: 'PUT {main}/user/mentor/access',
    permission: 'support.access',
    body: { user_email: { field: 'email' }, activate_mentor: { field: 'activate_mentor' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: {
    title: 'Change the personal access of {email}?',
    body: 'They can use personal mentoring once it is activated, and no longer once it is deactivated.',
    buttons: ['Update Access'],
  },
  success: { fallback: 'Personal access of {email} updated' },
})

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
    firstname: {
      ...requiredText('First Name', 'First Name is required', 'name'),
      field: '/account/0/first_name',
    },
    lastname: { ...requiredText('Last Name', 'Last Name is required', 'name'), field: '/account/0/last_name' },
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
    header: 'service',
  },
  confirm: {
    title: 'Give {email} access to the partner service?',
    body: '{firstname} {lastname} becomes user {division_userid} of division {division} there.',
    buttons: ['Grant Access'],
  },
  success: { fallback: 'Mcom access given to {email}' },
})
