import { defineForm } from '../console.ts'
import { customerOf, populateNumberField } from '../shared/formFields.ts'

/** Populate Holdings (back office, section 2 'Populate Details'; D-179). */
export const populateHoldings = defineForm({
  name: 'populateHoldings',
  label: 'Populate Holdings',
  description: 'Reads the positions of an account from the clearing firm again.',
  fields: { es_number: populateNumberField },
  about: customerOf('es_number'),
  submit: 'Populate Holdings',
  call: {
    call: 'GET {profile}/profile/populate/es/holdings/{es_number}',
    permission: 'support.populate',
    effect: 'mutate',
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Populate the holdings of {es_number}?', buttons: ['Populate Holdings'] },
  success: { fromResponse: true, fallback: 'Holdings of {es_number} populated' },
  refetch: ['accounts'],
})
