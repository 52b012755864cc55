import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'

export const registry = {
  services: { library: 'token' },
  permissions: ['books.read', 'books.rate'],
  roles: { librarian: ['books.read', 'books.rate'], '*': ['books.read'] },
  tones: { book: { AVAILABLE: 'done', LENT: 'inFlight' } },
  components: { cover: 'cell', stars: 'input', shelf: 'filter', catalog: 'page' },
} as const satisfies Registry

export interface Library extends NamesOf<typeof registry> {}

export const { defineResource } = createLanguage<Library>()
