import { authored as recipes } from '../../../examples/cookbook/index.ts'
import { library } from '../../../examples/library/console.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import * as shop from '../../support/shop.ts'
import { startRecords } from './startRecords.ts'

const { registry } = library.authored
const added = [shop.registry, recipes.registry]
const permissions = [...shop.permissions, ...recipes.registry.permissions]

const { defineResource } = createLanguage<NamesOf<typeof shop.registry>>()
const permission = 'orders.change'
const person = { nested: { type: 'people', id: { input: 'owner' } } } as const

/** Records as JSON:API has them. */
const chapters = defineResource({
  name: 'addedChapters',
  label: 'Chapters',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'string', minLength: 1 },
      owner: { type: ['string', 'null'], title: 'Owner', path: '/relationships/owner/data/id', pii: 'none' },
    },
  },
  bindings: {
    list: { call: 'GET {tryout}/chapters', permission, data: '/data' },
    getOne: { call: 'GET {tryout}/chapters/{id}', permission, data: '/data' },
    update: {
      call: 'PATCH {tryout}/chapters/{id}',
      permission,
      contentType: 'application/vnd.api+json',
      body: {
        data: {
          nested: {
            type: 'chapters',
            id: { field: 'id' },
            relationships: { nested: { owner: { nested: { data: person } } } },
          },
        },
      },
    },
  },
  list: { columns: ['owner'], perPage: 10, sort: 'owner', emptyText: 'Nothing' },
  form: { fields: ['owner'] },
})

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
