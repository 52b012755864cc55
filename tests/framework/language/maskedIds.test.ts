import { expect, it } from 'vitest'
import { authored } from '../../../examples/cookbook/index.ts'
import { tickets } from '../../../examples/cookbook/tickets.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { resolveConsole } from '../../../language/resolve.ts'

/** What is said of the recipes when tickets have this field, too. */
function saidOf(name: string, schema: FieldSchema): readonly string[] {
  const { record } = tickets
  const changed = { ...tickets, record: { ...record, properties: { ...record.properties, [name]: schema } } }
  const screens = authored.screens.map((screen) => (screen === tickets ? (changed as never) : screen))
  return checkModel(resolveConsole({ ...authored, screens })).map(
    ({ severity, code, where, message }) => `${severity} ${code} ${where} ${message}`,
  )
}

const ssn = { type: ['string', 'null'], title: 'Number', pii: 'ssn', readOnly: true } as const
const holder = (properties: Readonly<Record<string, FieldSchema>>) =>
  ({ type: 'object', title: 'Holder', readOnly: true, properties }) as const

it.each<readonly [string, string, FieldSchema]>([
  ['holder', 'holder.id', holder({ id: ssn })],
  ['holder', 'holder.number', holder({ number: { ...ssn, path: '/card/id' } })],
  ['holders', 'holders.items.id', { type: 'array', title: 'Holders', items: holder({ id: ssn }), readOnly: true }],
  ['number', 'number', { ...ssn, path: '/holder/id' }],
])('a masked field that is called id is said to mask all others: %s', (name, place, schema) => {
  expect(saidOf(name, schema)).toEqual([
    `warning masks-every-id tickets.record.${place} masks every 'id' in answers without declared content, of all resources: declare their content, or leave this field out`,
  ])
})

it.each<readonly [string, FieldSchema]>([
  ['holder', holder({ id: { ...ssn, pii: 'none' } })],
  ['holder', holder({ number: ssn })],
  ['number', { ...ssn, path: '/id_card/number' }],
])('no other field is: %s', (name, schema) => {
  expect(saidOf(name, schema)).toEqual([])
})
