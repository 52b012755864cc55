import { expect, it } from 'vitest'
import { authored } from '../../../examples/cookbook/index.ts'
import { tickets } from '../../../examples/cookbook/tickets.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { resolveConsole } from '../../../language/resolve.ts'

/** What is said of the recipes when tickets are written otherwise. */
const saidOf = (changes: object): readonly string[] => {
  const screens = authored.screens.map((screen) =>
    screen === tickets ? ({ ...tickets, ...changes } as never) : screen,
  )
  return checkModel(resolveConsole({ ...authored, screens })).map(
    ({ code, where, message }) => `${code} ${where} ${message}`,
  )
}

const { record, bindings } = tickets
const withField = (name: string, schema: FieldSchema) => ({
  record: { ...record, properties: { ...record.properties, [name]: schema } },
})

it('an input that a call takes from the record instead is said to be written otherwise', () => {
  const update = { ...bindings['update'], body: { id: { field: 'id' }, subject: { field: 'subject' } } }
  const { create: _create, ...others } = bindings as Readonly<Record<string, object>>
  expect(saidOf({ bindings: { ...others, update }, form: { fields: ['subject', 'notes'], label: 'ticket' } })).toEqual([
    `unsent-input tickets.record.subject is asked and never sent: tickets.bindings.update sends { field: 'subject' }, the record's present value; what people type is { input: 'subject' }`,
    'unsent-input tickets.record.notes is asked and never sent: update sends none',
  ])
})

const ssn = { type: 'string', title: 'Number', pii: 'ssn' } as const

it.each<readonly [string, FieldSchema, string]>([
  ['id', { type: 'integer', title: 'Ticket' }, 'it is the id'],
  ['state', { type: 'string', title: 'State', tones: 'case', readOnly: true }, 'it is read-only'],
  ['number', ssn, 'it is masked'],
  [
    'cards',
    {
      type: 'array',
      title: 'Cards',
      items: { type: 'object', properties: { number: ssn, kind: { type: 'string', title: 'Kind' } } },
    },
    'it has masked values, which are never sent back',
  ],
])("a form is told why it can't have %s", (name, schema, why) => {
  const { create: _create, ...others } = bindings as Readonly<Record<string, object>>
  const update = { call: 'PATCH {rpc}/tickets/{id}', permission: 'tickets.edit' }
  const form = { fields: ['subject', name], label: 'ticket' }
  expect(saidOf({ ...withField(name, schema), bindings: { ...others, update }, form })).toEqual([
    `invalid-form tickets.form.fields has '${name}', which can't be sent: ${why}`,
  ])
})

it("a column inside an 'id' that is the record's key is told so", () => {
  const { id, ...others } = record.properties
  const properties = { ...others, ticket_no: id, id: { type: 'object', properties: { kind: { type: 'string' } } } }
  const changes = {
    id: 'ticket_no',
    record: { ...record, required: ['ticket_no'], properties },
    list: { ...tickets.list, columns: ['ticket_no', { id: 'kind', field: 'id', path: '/kind', label: 'Kind' }] },
  }
  expect(saidOf(changes)).toEqual([
    `unknown-place tickets.list.columns.kind '/kind' is not declared inside 'id'; 'id' is the record's key here: give the property another name and path: '/id'`,
  ])
})
