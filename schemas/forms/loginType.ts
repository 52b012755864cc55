import { defineForm } from '../console.ts'
import { emailField } from '../shared/formFields.ts'

/** Check Login Type (back office, section 2 'User Requests'; D-171). */
export const loginType = defineForm({
  name: 'loginType',
  label: 'Check Login Type',
  description: 'Tells how a user signs in: Social or Okta.',
  keywords: ['provider', 'sso', 'google', 'forgot', 'password reset'],
  fields: { email: emailField },
  submit: { label: 'Check Login Type' },
  call: {
    call: 'GET {go}/user/fetch-okta-user-info',
    permission: 'support.lookUp',
    query: { email: { field: 'email' } },
    response: {
      item: '/0',
      schema: {
        type: 'object',
        properties: {
          status: { type: ['string', 'null'] },
          credentials: {
            type: 'object',
            properties: {
              provider: {
                type: 'object',
                properties: { type: { type: ['string', 'null'] }, name: { type: ['string', 'null'] } },
              },
            },
          },
        },
      },
    },
  },
  result: {
    title: 'Login of {email}',
    empty: 'No login found for this email',
    facts: [
      { label: 'Provider Type', at: '/credentials/provider/type' },
      { label: 'Provider', at: '/credentials/provider/name' },
      { label: 'Status', at: '/status' },
    ],
  },
})
