import { createLanguage } from '../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../language/registry.ts'
import { freshSignIn, permissions, roles } from './shared/permissions.ts'
import { services } from './shared/services.ts'
import { tones } from './shared/enumerations.ts'

/** The names that this console adds to the definition language. */
export const registry = {
  services,
  permissions,
  roles,
  freshSignIn,
  tones,
  components: {
    achReason: 'format',
    incomeBand: 'format',
    tradingDay: 'format',
    accountNumber: 'coercion',
    emailAddress: 'coercion',
    usPhone: 'coercion',
    usZip: 'coercion',
    applicants: 'facts',
    customerRequests: 'block',
    documents: { kind: 'block', bindings: ['verification'] },
    overview: { kind: 'route', permissions: ['overview.read'] },
    verification: { kind: 'block', bindings: ['verification'], permissions: ['verification.autoApprove'] },
  },
} as const satisfies Registry

/** An interface and not an alias: errors then print `Console`, while an alias prints the whole registry. */
export interface Console extends NamesOf<typeof registry> {}

export const { defineForm, defineNested, defineResource } = createLanguage<Console>()
