import { createLanguage } from '../../../language/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'

const reading = ['books.read', 'loans.read', 'members.read'] as const
const permissions = [...reading, 'books.lend', 'members.register', 'members.reveal'] as const

/** The names that the lending library adds to the language. */
export const registry = {
  services: { library: { authorization: 'token' } },
  permissions,
  roles: { librarian: permissions, volunteer: reading },
  unknownRole: 'volunteer',
  tones: { book: { tones: { AVAILABLE: 'done', LENT: 'inFlight', LOST: 'stopped' } } },
  formats: ['dueDate'],
} as const satisfies Registry

export interface Library extends NamesOf<typeof registry> {}

export const { defineForm, defineResource } = createLanguage<Library>()
