import { expect, test } from 'vitest'
import { checkDefinitions } from '../../../language/check/checkModel.ts'
import type { Definition } from '../../../language/authored/definition.ts'
import type { FormField } from '../../../language/authored/form.ts'
import { books, handover, input, parcel, stops } from '../inputs/dependent.ts'

const { way, slot, note } = input

const form = (fields: Readonly<Record<string, FormField>>, body: object = {}): Definition =>
  ({ ...parcel, fields, call: { ...parcel.call, body: { ...parcel.call.body, ...body } } }) as never

test('conditions that can be met have no problem', () => {
  expect(checkDefinitions([books, parcel])).toEqual([])
})

const withHandover = (properties: object): Definition =>
  ({
    ...books,
    record: {
      ...books.record,
      properties: {
        ...books.record.properties,
        handover: { ...handover, properties: { ...handover.properties, ...properties } },
      },
    },
  }) as never

const withStops = (properties: object): Definition => {
  const schema = { ...stops, items: { ...stops.items, properties: { ...stops.items.properties, ...properties } } }
  const route = { ...books.actions?.['route'], input: { stops: { schema, label: 'Stops' } } }
  return { ...books, actions: { ...books.actions, route } } as never
}

const mistakes: readonly (readonly [title: string, Definition, where: string, message: RegExp])[] = [
  [
    'a condition on no other field',
    form({ way, slot: { ...slot, when: { wya: 'post' } }, note }),
    'parcel.fields.slot.when',
    /^names 'wya', which is no other field there; fields are: .*did you mean 'way'/,
  ],
  [
    'a condition on the field itself',
    form({ way, slot: { ...slot, when: { slot: { exists: true } } }, note }),
    'parcel.fields.slot.when',
    /^names 'slot', which is no other field there/,
  ],
  [
    'a circle',
    form({ way, slot: { ...slot, when: { note: { exists: true } } }, note }),
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
  [
    'a condition inside an object on a field outside of it',
    withHandover({ code: { type: 'string', when: { way: 'post' } } }),
    'books.record.handover.code.when',
    /^names 'way', which is no other field there; fields are: how, hint/,
  ],
  [
    'a circle inside an object',
    withHandover({ code: { type: 'string', when: { hint: { exists: true } } } }),
    'books.record.handover.code.when',
    /^depends on itself, through hint/,
  ],
  [
    'a value outside the enum inside rows',
    withStops({ floor: { type: 'integer', when: { kind: 'stairs' } } }),
    'books.actions.route.input.stops.floor.when',
    /^compares 'kind' with "stairs", which it never is/,
  ],
  [
    'a condition in the schema of a field that is in no object',
    form({ way, slot: { ...slot, schema: { type: 'string', when: { way: 'post' } } }, note }),
    'parcel.fields.slot.when',
    /^does nothing outside of an object: say it next to the schema, in 'when' of the field/,
  ],
  [
    'a condition in the schema of a field of the record',
    {
      ...books,
      record: {
        ...books.record,
        properties: { ...books.record.properties, note: { type: 'string', when: { way: 'post' } } },
      },
    } as never,
    'books.record.note.when',
    /^does nothing outside of an object: say it in 'form.when'/,
  ],
]

test.each(mistakes)('reports %s', (_title, definition, where, message) => {
  const found = checkDefinitions([definition]).filter((problem) => problem.where === where)
  expect(found.map((problem) => problem.message).join('\n')).toMatch(message)
})
