import type { ConsoleDefinition } from '../../language/authored/definition.ts'
import { resolveConsole } from '../../language/resolve.ts'
import { advisors } from './advisors.ts'
import { cases } from './cases.ts'
import { registry } from './console.ts'
import { invoiceLines } from './invoiceLines.ts'
import { invoices } from './invoices.ts'
import { purchases } from './purchases.ts'
import { tickets } from './tickets.ts'

/** Recipes for odd services, each run by the tests of the framework. */
export const authored: ConsoleDefinition = {
  registry,
  screens: [advisors, cases, invoices, purchases, tickets],
  home: '/advisors',
  nested: [invoiceLines],
}

export const model = resolveConsole(authored)
