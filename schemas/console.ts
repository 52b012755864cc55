import type { Registry } from '../language/registry.ts'
import { permissions, roles } from './shared/permissions.ts'
import { services } from './shared/services.ts'
import { tones } from './shared/statuses.ts'

/** The names that this console adds to the language. */
export const registry = { services, permissions, roles, unknownRole: 'viewer', tones } as const satisfies Registry
