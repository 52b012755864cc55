import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../language/registry.ts'

/** A console with one service and one permission, for definitions that a test declares. */
export const registry = {
  services: { library: 'token' },
  permissions: ['all'],
  roles: { librarian: ['all'], '*': [] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

export const { defineForm, defineNested, defineResource } = createLanguage<Library>()
