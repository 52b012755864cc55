import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'

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
  confirm: { title: 'Change the personal access of {email}?', buttons: ['Update Access'] },
  success: { fromResponse: true, fallback: 'Personal access of {email} updated' },
})
