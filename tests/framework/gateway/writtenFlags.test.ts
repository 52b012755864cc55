import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authored } from '../../../examples/cookbook/index.ts'
import { tickets } from '../../../examples/cookbook/tickets.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { readRecord } from '../../../language/readRecord.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

const flag = { type: 'boolean', coerce: 'zeroOrOne' } as const
const steps = {
  type: 'array',
  title: 'Steps',
  items: { type: 'object', properties: { text: { type: 'string', title: 'Text' }, done: { ...flag, title: 'Done' } } },
} as const

const { create: _create, ...others } = tickets.bindings as Readonly<Record<string, object>>

/** The recipe with rows of flags that are changed by PATCH. */
const changed = {
  ...tickets,
  record: {
    ...tickets.record,
    properties: { ...tickets.record.properties, urgent: { ...flag, title: 'Urgent' }, steps },
  },
  bindings: { ...others, update: { call: 'PATCH {rpc}/tickets/{id}', permission: 'tickets.edit' } },
  form: { fields: ['urgent', 'steps'], label: 'ticket' },
}
const screens = authored.screens.map((screen) => (screen === tickets ? changed : screen))
const model = resolveConsole({ ...authored, screens: screens as never })
const definition = model.definitions.find(({ name }) => name === 'tickets')!
const ticket = {
  id: 7,
  subject: 'No light',
  state: 'open',
  urgent: 0,
  steps: [
    { text: 'Ask', done: 1 },
    { text: 'Go', done: 0 },
  ],
}

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model, { services: ['rpc'] })
  gateway.upstream.script(answering(200, { result: ticket }))
})
afterAll(() => gateway.close())

test('flags that are 0 and 1 go back as such, also in rows that were not changed', async () => {
  expect(checkModel(model)).toEqual([])
  const record = readRecord(definition as never, ticket, '7')
  expect(record).toMatchObject({ urgent: false, steps: [{ done: true }, { done: false }] })
  await gateway.app.inject({
    method: 'PATCH',
    url: '/api/rpc/tickets/7',
    headers: {
      ...pageHeaders,
      cookie: await gateway.signIn({ role: 'clerk' }),
      'x-operation': 'tickets.update',
      'idempotency-key': randomUUID(),
      'x-record-version': await recordVersion(definition, definition.actions['update']!, record),
    },
    payload: {
      urgent: true,
      steps: [
        { text: 'Ask them', done: true },
        { text: 'Go', done: false },
      ],
    },
  })
  const sent = gateway.upstream.seen.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  const wire = {
    urgent: 1,
    steps: [
      { text: 'Ask them', done: 1 },
      { text: 'Go', done: 0 },
    ],
  }
  expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([wire])
})
