import { createLanguage } from '../../language/authored/createLanguage.ts'
import type { NamesOf } from '../../language/registry.ts'
import type * as shop from '../support/shop.ts'

const { defineResource } = createLanguage<NamesOf<typeof shop.registry>>()
const permission = 'orders.change'
const person = { nested: { type: 'people', id: { input: 'owner' } } } as const

/** Records as JSON:API has them, of the shop's service. */
export const chapters = defineResource({
  name: 'chapters',
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
