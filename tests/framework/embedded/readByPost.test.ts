import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleDataProvider } from '../../../dataProvider/types.ts'
import { startAdded } from './startAdded.ts'

let added: Awaited<ReturnType<typeof startAdded>>
let provider: ConsoleDataProvider

beforeAll(async () => {
  added = await startAdded()
  ;({ provider } = added)
}, 60_000)
afterAll(() => added.close())

test('records that are read by POST are made up, too, and changed at the address of their list', async () => {
  const listed = () => provider.getList('tickets', { pagination: { page: 1, perPage: 10 }, filter: { state: 'open' } })
  const before = await listed()
  const { id } = before.data[0] ?? {}
  if (id === undefined) throw new Error('no ticket is open')
  const { data: record } = await provider.getOne('tickets', { id: String(id) })
  await provider.action('tickets', { name: 'update', record, input: { subject: 'No light', notes: null } })
  const { data: changed } = await provider.getOne('tickets', { id: String(id) })
  expect(changed).toEqual({ ...record, subject: 'No light', notes: null })
  await provider.action('tickets', { name: 'close', record: changed, input: { note: 'Bulb changed' } })
  const { data: closed } = await provider.getOne('tickets', { id: String(id) })
  expect([closed['state'], (await listed()).total]).toEqual(['closed', (before.total ?? 0) - 1])
  const total = async () => (await provider.getList('tickets', { pagination: { page: 1, perPage: 10 } })).total ?? 0
  const all = await total()
  await provider.action('tickets', { name: 'create', input: { subject: 'No water', urgent: true } })
  expect(await total()).toBe(all + 1)
})
