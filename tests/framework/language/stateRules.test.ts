import { describe, expect, test } from 'vitest'
import type { Definition } from '../../../language/authored/definition.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import { checkDefinitions } from '../../../language/check/checkModel.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['all'],
  roles: { '*': [] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineCollection, defineResource } = createLanguage<Library>()

const id = { type: 'integer', minimum: 1 } as const
const state = { type: 'string', title: 'State' } as const
const born = { type: ['string', 'null'], title: 'Born', pii: 'dateOfBirth' } as const
const record = { type: 'object', required: ['id'], properties: { id, state, born } } as const
const list = { columns: ['state'], perPage: 10, emptyText: 'Nothing' } as const
const page = { page: { param: 'page' } } as const
const bindings = {
  list: { call: 'GET {library}/desks', permission: 'all', query: { ...page, number: { filter: 'number' } } },
  close: { call: 'POST {library}/desks/{id}/close', permission: 'all' },
} as const
const close = { label: 'Close', binding: 'close', when: { state: 'OPEN' }, success: 'Closed' } as const
const desks = { name: 'desks', label: 'Desks', record, bindings, list, actions: { close } } as const
const filter = { number: { type: 'integer' } } as const

const where = 'desks.actions.close'
const asked = { ...list, filter, find: { number: ['id'] } } as const

test('an action whose row is found has no problem', () => {
  expect(checkDefinitions([defineResource({ ...desks, list: asked })])).toEqual([])
})

const closedIf = (change: object) =>
  defineResource({ ...desks, list: asked, actions: { close: { ...close, ...change } } } as never)

const mistakes: readonly (readonly [title: string, definition: Definition, where: string, message: RegExp])[] = [
  [
    'a condition that no read can decide',
    defineResource(desks),
    where,
    /^depends on state, which the gateway cannot read before it makes the call: declare bindings\.getOne .*list\.find/,
  ],
  [
    'a condition by a pattern that is none',
    closedIf({ when: { state: { not: { pattern: '(' } } } }),
    `${where}.when`,
    /^compares 'state' with the pattern "\(", which is no regular expression$/,
  ],
  [
    'a condition by a comparison that there is not',
    closedIf({ blocked: [{ when: { state: { startsWith: 'A' } }, message: 'No.' }] }),
    `${where}.blocked`,
    /^compares 'state' by 'startsWith', which is no comparison: it is one of not, /,
  ],
  [
    'a condition without a comparison',
    closedIf({ when: { state: {} } }),
    `${where}.when`,
    /^compares 'state' with nothing, which everything meets: add one of not, /,
  ],
  [
    'a condition that only a text meets, of a number',
    closedIf({ when: { id: { withinDays: 3 } } }),
    `${where}.when`,
    /^compares 'id' by 'withinDays', which only a text meets: it is integer$/,
  ],
  [
    'a failure by a pattern that is none',
    defineResource({
      ...desks,
      list: asked,
      bindings: { ...bindings, close: { ...bindings.close, failure: { when: { state: { pattern: '[' } } } } },
    }),
    'desks.bindings.close.failure.when',
    /^compares 'state' with the pattern "\[", which is no regular expression$/,
  ],
  [
    'an ETag that nothing reads',
    defineResource({ ...desks, list: asked, actions: { close: { ...close, recheck: 'ifMatch' } } }),
    `${where}.recheck`,
    /^sends an ETag that nothing reads: declare bindings\.getOne of the same service/,
  ],
  [
    'a row that is found by what no one knows before',
    defineResource({ ...desks, list: { ...asked, find: { number: ['state'] } } }),
    where,
    /asks for state, which is not known before; known are: id$/,
  ],
  [
    'a parameter that the list does not have',
    defineResource({ ...desks, list: { ...asked, find: { numbr: ['id'] } } }),
    'desks.list.find',
    /^asks by 'numbr', parameters of the list are: number; did you mean 'number'/,
  ],
  [
    'a condition of the list as a whole',
    defineResource({ ...desks, list: asked, actions: { close: { ...close, placement: 'list' } } }),
    where,
    /^depends on a record, and the list as a whole is none/,
  ],
  [
    'a comparison with a masked value',
    defineResource({ ...desks, list: asked, actions: { close: { ...close, when: { born: '1961-04-17' } } } }),
    where,
    /^compares 'born', of which screens have only the masked value: ask with 'exists'/,
  ],
  [
    "conditions that the dialect's delete does not have",
    defineCollection({
      name: 'desks',
      label: 'Desks',
      dialect: 'simple-rest',
      call: '{library}/desks',
      permissions: { list: 'all', delete: 'all' },
      record,
      list,
      actions: { close: { ...close, binding: 'delete' } },
    }),
    where,
    /^has conditions that the call 'delete' does not have: remove permissions\.delete/,
  ],
]

describe('the check of conditions', () => {
  test.each(mistakes)('names %s', (_title, definition, place, message) => {
    const found = checkDefinitions([definition]).filter((problem) => problem.where === place)
    expect(found.map((problem) => problem.message).join('\n')).toMatch(message)
  })
})
