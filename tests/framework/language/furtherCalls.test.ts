import { expect, it } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import { members } from '../../../examples/library/schemas/members.ts'
import type { Binding } from '../../../language/authored/call.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { operationsOf } from '../../../language/operations.ts'
import type { Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'

const fines: Binding = {
  call: 'GET {library}/members/{id}/fines',
  permission: 'members.read',
  schema: { type: 'object', properties: { count: { type: 'integer' } } },
}

/** The library whose members have one more call, and what else is changed. */
function library(binding: object, change: object = {}, registry: Registry = authored.registry) {
  const changed = { ...members, ...change, bindings: { ...members.bindings, fines: { ...fines, ...binding } } }
  const screens = authored.screens.map((screen) => (screen === members ? changed : screen))
  return resolveConsole({ ...authored, registry, screens: screens as typeof authored.screens })
}

const kindOfFines = (model: ReturnType<typeof library>): string | undefined =>
  model.definitions.flatMap(operationsOf).find(({ id }) => id === 'members.fines')?.kind

it('a GET of a declared answer that no action names reads more about a record', () => {
  const model = library({})
  expect(kindOfFines(model)).toBe('read')
  expect(checkModel(model)).toEqual([])
})

it('a call that an action names belongs to the action', () => {
  const actions = { fines: { label: 'Fines', binding: 'fines', success: 'Read' } }
  expect(kindOfFines(library({}, { actions }))).toBe('action')
})

it('a call that says more than a read can and that no action names is never called', () => {
  const problems = checkModel(library({ data: '/fines' })).map(({ where, message }) => `${where} ${message}`)
  expect(problems).toEqual([
    expect.stringMatching(
      /^members\.bindings\.fines is never called: .* no more than call, permission, query and schema$/,
    ),
  ])
})

it("a wrong condition of a service's failures is found where only such a call goes to that service", () => {
  const bank = { authorization: 'token', failure: { when: { code: { pattern: '(' } } } } as const
  const registry = { ...authored.registry, services: { ...authored.registry.services, bank } }
  const problems = checkModel(library({ call: 'GET {bank}/members/{id}/fines' }, {}, registry))
  expect(problems.map(({ code, where }) => `${code} ${where}`)).toEqual([
    'wrong-condition members.bindings.fines.failure.when',
  ])
})
