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
  success: { fallback: 'Holdings of {es_number} populated' },
})

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
  success: { fallback: 'Portfolio of {es_number} populated' },
})

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
  success: { fallback: 'Profile of {es_number} populated' },
})
