import type { ConsoleDefinition } from '../../../language/authored/definition.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { books } from './books.ts'
import { registry } from './console.ts'
import { loans } from './loans.ts'
import { members, registration } from './members.ts'

const forms = { Members: [registration] }

/** The lending library, as its author writes it. */
export const authored: ConsoleDefinition = {
  registry,
  screens: [books, loans, members, { name: 'desk', label: 'Registration', path: '/registration', forms }],
  home: '/books',
  nested: [],
}

export const model = resolveConsole(authored, { timeZone: 'Europe/London', currency: 'GBP' })

export const { definitions } = model
