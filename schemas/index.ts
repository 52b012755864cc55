import { accounts } from './accounts.ts'
import type { AnyDefinition } from './meta/defineResource.ts'
import { treasury } from './treasury.ts'

/** Every resource of the console, in menu order. Adding a resource is adding its file and its name here. */
export const definitions: readonly AnyDefinition[] = [treasury, accounts]
