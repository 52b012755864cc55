import type { Person } from '../../server/embedded/identity/passwords.ts'

/** Someone of the library's staff: what the service knows in addition to the identity provider. */
type Staff = Person & { readonly userId: number; readonly role: 'librarian' | 'volunteer' }

/** Who may sign in to the example. */
export const people: readonly Staff[] = (['librarian', 'volunteer'] as const).map((role, index) => {
  const email = `${role}@library.test`
  return { subject: email, userId: index + 1, role, email, firstName: 'Lia', lastName: 'Brook' }
})
