import { authored as recipes } from '../../../examples/cookbook/index.ts'
import { library } from '../../../examples/library/console.ts'
import type { Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import * as shop from '../../support/shop.ts'
import { chapters } from '../chaptersLibrary.ts'
import { startRecords } from './startRecords.ts'

const { registry } = library.authored
const added = [shop.registry, recipes.registry]
const permissions = [...shop.permissions, ...recipes.registry.permissions]

/** The library with five services more: nothing is written but their definitions and names. */
const authored = {
  ...library.authored,
  registry: {
    ...registry,
    services: Object.assign({}, registry.services, ...added.map(({ services }) => services)) as Registry['services'],
    permissions: [...registry.permissions, ...permissions],
    roles: { ...registry.roles, librarian: [...(registry.roles['librarian'] ?? []), ...permissions] },
    tones: Object.assign({}, registry.tones, ...added.map(({ tones }) => tones)) as Registry['tones'],
  },
  screens: [...library.authored.screens, ...shop.shop.screens, chapters, ...recipes.screens],
  nested: [...shop.shop.nested, ...recipes.nested],
}
export const model = resolveConsole(authored)
export const server = { ...library, authored, model, gateway: () => ({ ...library.gateway(null), model }) }

/** Starts that console on records that are made up. */
export async function startAdded() {
  const { services, ...started } = await startRecords(server, 'librarian@library.test', { BILLING_TENANT: 'north' })
  return { ...started, shopUrl: services['tryout'] ?? '' }
}
