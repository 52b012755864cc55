import { expect, test } from 'vitest'
import { checkDefinitions } from '../../../language/check/checkModel.ts'
import type { Definition } from '../../../language/authored/definition.ts'
import type { FormField } from '../../../language/authored/form.ts'
import { books, input, parcel } from '../inputs/dependent.ts'

const { way, slot, note } = input

const form = (fields: Readonly<Record<string, FormField>>, body: object = {}): Definition =>
  ({ ...parcel, fields, call: { ...parcel.call, body: { ...parcel.call.body, ...body } } }) as never

test('conditions that can be met have no problem', () => {
  expect(checkDefinitions([books, parcel])).toEqual([])
})

const mistakes: readonly (readonly [title: string, Definition, where: string, message: RegExp])[] = [
  [
    'a condition on no other field',
    form({ way, slot: { ...slot, when: { wya: 'post' } }, note }),
    'parcel.fields.slot.when',
    /^reads 'wya', which is no other input; they are: .*did you mean 'way'/,
  ],
  [
    'a condition on the field itself',
    form({ way, slot: { ...slot, when: { slot: { present: true } } }, note }),
    'parcel.fields.slot.when',
    /^reads 'slot', which is no other input/,
  ],
  [
    'a circle',
    form({ way, slot: { ...slot, when: { note: { present: true } } }, note }),
    'parcel.fields.slot.when',
    /^depends on itself, through note/,
  ],
  [
    'a value outside the enum',
    form({ way, slot: { ...slot, when: { way: 'mail' } }, note }),
    'parcel.fields.slot.when',
    /^compares 'way' with "mail", which it never is/,
  ],
  [
    'a hidden item of a list',
    form({ way, slot, note }, { slot: [{ field: 'slot' }] }),
    'parcel.fields.slot.when',
    /^may hide a value that is always sent/,
  ],
  [
    'a hidden field that a new record needs',
    { ...books, record: { ...books.record, required: ['id', 'way', 'slot'] } } as never,
    'books.form.when.slot',
    /^may hide a value that is always sent/,
  ],
  [
    'a hidden value with a default',
    form({ way, slot: { ...slot, schema: { type: 'string', minLength: 1, default: 'Elm 1' } }, note }),
    'parcel.fields.slot.when',
    /^needs to know whether 'slot' is filled in/,
  ],
]

test.each(mistakes)('reports %s', (_title, definition, where, message) => {
  const found = checkDefinitions([definition]).filter((problem) => problem.where === where)
  expect(found.map((problem) => problem.message).join('\n')).toMatch(message)
})
