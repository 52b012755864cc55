import { expect, it } from 'vitest'
import { registration } from '../../../examples/library/schemas/members.ts'
import { saidOf } from './changedLibrary.ts'

const { call, fields } = registration
const sending = (body: object) => ({ registration: { call: { ...call, body: { ...call.body, ...body } } } })

it.each<readonly [string, Readonly<Record<string, object>>, string]>([
  [
    'an input in place of a field',
    sending({ born: { input: 'born' } }),
    `unknown-input registration.call.born: takes the input 'born', and a form has fields: write { field: 'born' }`,
  ],
  [
    'a misspelt input in place of a field',
    sending({ born: { input: 'bron' } }),
    `unknown-input registration.call.born: takes the input 'bron', and a form has fields: write { field: 'born' }`,
  ],
  [
    'a permission of its call that there is not',
    { registration: { call: { ...call, permission: 'members.registr' } } },
    `unknown-permission registration.call: names the permission 'members.registr', registered are: books.read, loans.read, members.read, books.lend, books.delete, loans.extend, members.register, members.reveal; did you mean 'members.register'?`,
  ],
  [
    'a field that its question does not have',
    { registration: { confirm: { title: 'Register {nmae}?' } } },
    `unknown-placeholder registration: says {nmae}, which no record has; fields are: name, born; did you mean 'name'?`,
  ],
])('%s is said where it is written', (_what, changes, expected) => {
  expect(Object.keys(fields)).toEqual(['name', 'born'])
  expect(saidOf(changes)).toEqual([expected])
})
