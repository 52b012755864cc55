import { defineForm } from '../console.ts'
import { emailField } from '../shared/formFields.ts'

const text = { type: ['string', 'null'] } as const

/** Check Login Type (back office, section 2 'User Requests'; D-171). */
export const loginType = defineForm({
  name: 'loginType',
  label: 'Check Login Type',
  description: 'Tells how a user signs in: Social or Okta.',
  keywords: ['provider', 'sso', 'google', 'forgot', 'password reset'],
  fields: { email: emailField },
  submit: 'Check Login Type',
  call: {
    call: 'GET {go}/user/fetch-okta-user-info',
    permission: 'support.lookUp',
    query: { email: { field: 'email' } },
    data: '/0',
    schema: {
      type: 'object',
      properties: {
        status: { ...text, title: 'Status' },
        credentials: {
          type: 'object',
          properties: {
            provider: {
              type: 'object',
              properties: { type: { ...text, title: 'Provider Type' }, name: { ...text, title: 'Provider' } },
            },
          },
        },
      },
    },
  },
  result: {
    title: 'Login of {email}',
    emptyText: 'No login found for this email',
    facts: ['/credentials/provider/type', '/credentials/provider/name', '/status'],
  },
})
