import { describe, expect, it } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { defineResource } from '../../../schemas/console.ts'
import { authored } from '../../../schemas/index.ts'
import { call } from './calls.ts'
import { staffOf, startForTest } from './support.ts'

/** What a developer adds: a definition, and nothing in the embedded services. */
const parts = {
  label: 'Notes',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 }, state: { type: 'string', enum: ['OPEN', 'CLOSED'] } },
  },
  list: { columns: ['id', 'state'], perPage: 10, emptyText: 'No notes' },
} as const

const permission = 'alerts.read'
const added = [
  defineResource({ ...parts, name: 'mainNotes', bindings: { list: { call: 'GET {main}/notes', permission } } }),
  defineResource({ ...parts, name: 'adminNotes', bindings: { list: { call: 'GET {admin}/notes', permission } } }),
  defineResource({ ...parts, name: 'tradeNotes', bindings: { list: { call: 'GET {trade}/notes', permission } } }),
  defineResource({ ...parts, name: 'profileNotes', bindings: { list: { call: 'GET {profile}/notes', permission } } }),
  defineResource({ ...parts, name: 'addressNotes', bindings: { list: { call: 'GET {address}/notes', permission } } }),
  defineResource({ ...parts, name: 'goNotes', bindings: { list: { call: 'GET {go}/notes', permission } } }),
]
const model = resolveConsole({ ...authored, screens: [...authored.screens, ...added] })

describe('a resource without an embedded service of its own', () => {
  it.each(['main', 'admin', 'trade', 'profile', 'go'] as const)('has generated rows on %s', async (service) => {
    const embedded = await startForTest({ model })
    const { token } = await staffOf(embedded)
    const url = `${embedded.urls[service]}/notes`
    const { code, body } = await call(url, service === 'trade' ? token : `Token ${token}`)
    expect(code).toBe(200)
    expect(body).toHaveLength(24)
    expect((await call(url)).code).toBe(401)
  })

  it('has generated rows on the service with a key of its own, which no staff token reaches', async () => {
    const embedded = await startForTest({ model })
    const { code, body } = await call(`${embedded.urls.address}/notes`)
    expect([code, body]).toEqual([200, expect.objectContaining({ length: 24 })])
  })

  it('is told by the check how a key of its own is sent', () => {
    const problems = checkModel(model).filter(({ code }) => code === 'missing-key')
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      where: 'addressNotes.bindings.list',
      message: expect.stringContaining(
        "register it with the header of that key, address: { authorization: 'key', header: { 'X-Api-Key': 'ADDRESS_API_KEY' } }",
      ) as string,
    })
    const services = {
      ...model.registry.services,
      address: { authorization: 'key', header: { 'X-Key': 'A_KEY' } },
    } as const
    const mended = { ...model, registry: { ...model.registry, services } }
    expect(checkModel(mended).filter(({ code }) => code === 'missing-key')).toEqual([])
  })
})
