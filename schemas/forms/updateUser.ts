import { defineForm } from '../console.ts'
import { customerBy, emailField } from '../shared/formFields.ts'
import { emailRefusal } from '../shared/inputs.ts'

const text = { type: 'string', minLength: 1, maxLength: 128 } as const

/** A person's name as it can be on an identity document: letters of any script and what joins them. */
const legalName = {
  ...text,
  pii: 'name',
  pattern: "^\\p{L}[\\p{L}\\p{M} .,'\u2019\u2010-]*$",
  message: { pattern: "Only letters, spaces and . , ' - are allowed" },
} as const

/** A state of the United States by its two letters (D-178). */
const stateCode = {
  type: 'string',
  pattern: '^[A-Z]{2}$',
  coerce: 'upperCase',
  pii: 'address',
  message: { pattern: 'State must be 2 letters' },
} as const

const digits = (count: number, message: string) =>
  ({ type: 'string', pattern: `^[0-9]{${count}}$`, message: { pattern: message } }) as const

/**
 * Update User: filled-in fields are changed, and empty fields stay unchanged (back office, section 2; D-167, D-176).
 */
export const updateUser = defineForm({
  name: 'updateUser',
  label: 'Update User',
  description: 'Changes what is filled in. Fields left empty stay as they are.',
  fields: {
    user_email: {
      ...emailField,
      required: 'Email is required',
      schema: { ...emailField.schema, message: emailRefusal('Invalid email address') },
    },
    first_name: { schema: legalName, label: 'First Name', field: '/account/0/first_name' },
    last_name: { schema: legalName, label: 'Last Name', field: '/account/0/last_name' },
    phone: {
      schema: { ...digits(10, 'Phone number must be 10 digits'), pii: 'phone', coerce: 'usPhone' },
      label: 'Phone',
      field: '/profile/0/phone',
    },
    zipcode: {
      schema: { ...digits(5, 'Zipcode must be 5 digits'), pii: 'address', coerce: 'usZip' },
      label: 'Zipcode',
      field: '/profile/0/zipcode',
    },
    state: { schema: stateCode, label: 'State', hint: 'Two letters, for example NY', field: '/profile/0/state' },
    city: { schema: { ...text, pii: 'address' }, label: 'City', field: '/profile/0/city' },
    address: { schema: { ...text, maxLength: 256, pii: 'address' }, label: 'Address', field: '/profile/0/address' },
  },
  emptyText: 'Fill in at least one field to change',
  about: customerBy('user_email'),
  submit: ['Update User', 'Updating...'],
  // A change of name is approved by a principal (R7).
  secondApprover: ['first_name', 'last_name'],
  call: {
    call: 'POST {trade}/v1/admin/user/update_information',
    permission: 'support.updateUser',
    body: {
      user_email: { field: 'user_email' },
      first_name: { field: 'first_name' },
      last_name: { field: 'last_name' },
      address: { field: 'address' },
      zipcode: { field: 'zipcode' },
      phone: { field: 'phone' },
      state: { field: 'state' },
      city: { field: 'city' },
    },
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Change the data of {user_email}?', buttons: ['Update User'] },
  success: 'User information updated successfully',
  failure: { title: 'Error updating user information', body: 'Nothing was changed.' },
})
