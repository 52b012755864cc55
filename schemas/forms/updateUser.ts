import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'

const text = { type: 'string', minLength: 1, maxLength: 128 } as const
const invalid = 'Invalid email address'
const digits = (count: number, message: string) =>
  ({ schema: { type: 'string', pattern: `^[0-9]{${count}}$` }, messages: { pattern: message } }) as const

/** Update User: what is filled in is changed, what is empty stays as it is (back office, section 2; D-167, D-176). */
export const updateUser = defineForm({
  name: 'updateUser',
  label: 'Update User',
  description: 'Changes what is filled in. Fields left empty stay as they are.',
  fields: {
    user_email: {
      ...emailField,
      required: 'Email is required',
      messages: { minLength: invalid, maxLength: invalid, pattern: invalid },
    },
    first_name: { schema: text, label: 'First Name', pii: 'name' },
    last_name: { schema: text, label: 'Last Name', pii: 'name' },
    phone: { ...digits(10, 'Phone number must be 10 digits'), label: 'Phone', pii: 'phone' },
    zipcode: { ...digits(5, 'Zipcode must be 5 digits'), label: 'Zipcode', pii: 'address' },
    state: { schema: text, label: 'State', hint: 'Two letters, for example NY', pii: 'address' },
    city: { schema: text, label: 'City', pii: 'address' },
    address: { schema: { ...text, maxLength: 256 }, label: 'Address', pii: 'address' },
  },
  unlockedBy: 'user_email',
  nothing: 'Fill in at least one field to change',
  about: customerBy('user_email'),
  submit: { label: 'Update User', busy: 'Updating...' },
  call: {
    call: 'POST {trade}/v1/admin/user/update_information',
    permission: 'support.updateUser',
    body: {
      user_email: { field: 'user_email' },
      first_name: { field: 'first_name', optional: true },
      last_name: { field: 'last_name', optional: true },
      address: { field: 'address', optional: true },
      zipcode: { field: 'zipcode', optional: true },
      phone: { field: 'phone', optional: true },
      state: { field: 'state', optional: true },
      city: { field: 'city', optional: true },
    },
    response: { schema: { type: 'object', properties: {} } },
  },
  confirm: { title: 'Change the data of {user_email}?', confirmLabel: 'Update User' },
  success: 'User information updated successfully',
  failure: { title: 'Error updating user information', detail: 'Nothing was changed.' },
  refetch: ['accounts'],
})
