import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'

const reading = ['books.read', 'loans.read', 'members.read'] as const
const changing = ['books.lend', 'books.delete', 'loans.extend', 'members.register', 'members.reveal'] as const
const permissions = [...reading, ...changing] as const

/**
 * The names that the lending library adds to the language. It has none of the framework's own permissions and no
 * `freshSignIn`: no one sees the pages about access, sessions and the audit trail there, and nothing asks for a fresh
 * sign-in.
 */
export const registry = {
  services: { library: 'token' },
  permissions,
  roles: { librarian: permissions, volunteer: reading, '*': reading },
  tones: { book: { AVAILABLE: 'done', LENT: 'inFlight', LOST: 'stopped' } },
  components: { dueDate: 'format', borrower: 'cell' },
} as const satisfies Registry

export interface Library extends NamesOf<typeof registry> {}

export const { defineCollection, defineForm, defineResource } = createLanguage<Library>()
