import { defineForm } from '../console.ts'
import { customerOf, populateNumberField } from '../shared/formFields.ts'

/** Populate Portfolio (back office, section 2 'Populate Details'; D-179). */
export const populatePortfolio = defineForm({
  name: 'populatePortfolio',
  label: 'Populate Portfolio',
  description: 'Works out the portfolio of an account from its positions again.',
  fields: { es_number: populateNumberField },
  about: customerOf('es_number'),
  submit: 'Populate Portfolio',
  call: {
    call: 'GET {profile}/profile/populate/es/portfolio/{es_number}',
    permission: 'support.populate',
    effect: 'mutate',
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Populate the portfolio of {es_number}?', buttons: ['Populate Portfolio'] },
  success: { fromResponse: true, fallback: 'Portfolio of {es_number} populated' },
  refetch: ['accounts'],
})
