import { defineForm } from '../console.ts'
import { customerOf, populateNumberField } from '../shared/formFields.ts'

/** Populate Profile (back office, section 2 'Populate Details'; D-179). */
export const populateProfile = defineForm({
  name: 'populateProfile',
  label: 'Populate Profile',
  description: 'Reads the customer data of an account from the clearing firm again.',
  fields: { es_number: populateNumberField },
  about: customerOf('es_number'),
  submit: 'Populate Profile',
  call: {
    call: 'GET {profile}/profile/populate/es/profile/{es_number}',
    permission: 'support.populate',
    effect: 'mutate',
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Populate the profile of {es_number}?', buttons: ['Populate Profile'] },
  success: { fromResponse: true, fallback: 'Profile of {es_number} populated' },
  refetch: ['accounts'],
})
