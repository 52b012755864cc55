import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ConsoleDataProvider, ConsoleRecord } from '../../../dataProvider/types.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { loadConfig } from '../../../server/config/loadConfig.ts'
import * as shop from '../../support/shop.ts'
import { model, server, startAdded } from './startAdded.ts'

let added: Awaited<ReturnType<typeof startAdded>>
let provider: ConsoleDataProvider
let greeting: readonly string[]
let shopUrl: string

beforeAll(async () => {
  added = await startAdded()
  ;({ provider, greeting, shopUrl } = added)
}, 60_000)
afterAll(() => added.close())

const page = async (number: number, params = {}) =>
  provider.getList('addedOrders', { pagination: { page: number, perPage: 10 }, ...params })

async function allOrders(): Promise<readonly ConsoleRecord[]> {
  const pages = await Promise.all([1, 2, 3].map((number) => page(number)))
  return pages.flatMap(({ data }) => data)
}

async function orderIn(state: string): Promise<ConsoleRecord> {
  const found = (await allOrders()).find((order) => order['state'] === state)
  if (found === undefined) throw new Error(`no order is ${state}`)
  return found
}

const orderNow = async (id: ConsoleRecord['id']): Promise<ConsoleRecord | undefined> =>
  (await allOrders()).find((order) => order.id === id)

test('the definitions are valid, and development says which service is made up', () => {
  expect(checkModel(model)).toEqual([])
  expect(greeting.at(-1)).toBe(
    'Without an address, served with generated records: tryout, crm, desk, billing, store, rpc',
  )
})

test('outside development the service has to have an address', () => {
  expect(() => loadConfig({ ENVIRONMENT: 'uat', LIBRARY_URL: 'https://library.test' }, server)).toThrow(
    /TRYOUT_URL is missing/,
  )
})

test('nothing is answered without the staff token in the form of the service', async () => {
  for (const authorization of [undefined, 'Token abc']) {
    const response = await fetch(`${shopUrl}/orders?page=1`, { headers: authorization ? { authorization } : {} })
    expect(response.status).toBe(401)
  }
})

describe('a list in pages', () => {
  test('comes page by page, without an order twice', async () => {
    const first = await page(1)
    expect(first.data).toHaveLength(10)
    expect(first.meta).toMatchObject({ totalPages: 3, unreadable: 0 })
    const ids = (await allOrders()).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 24 }, (_, index) => index + 1))
  })

  test('has records that meet their schema, of every state', async () => {
    const ajv = new Ajv({ strict: false })
    addFormats(ajv)
    const isRecord = ajv.compile(shop.orders.record)
    const orders = await allOrders()
    for (const order of orders) expect(isRecord(order), JSON.stringify(isRecord.errors)).toBe(true)
    expect(new Set(orders.map((order) => order['state']))).toEqual(new Set(['OPEN', 'PACKED', 'SENT', 'CANCELED']))
    expect(orders[0]?.['email']).toMatch(/^[a-z]+\.[a-z]+\d+@example\.test$/)
    expect(orders[0]?.['buyer']).toMatch(/^\S+ \S+$/)
  })

  test('is searched and filtered by the service', async () => {
    const [order] = await allOrders()
    const found = await page(1, { meta: { search: String(order?.['number']) } })
    expect(found.data.map(({ id }) => id)).toEqual([order?.id])
    const phoned = await page(1, { filter: { channel: 'phone' } })
    expect(new Set(phoned.data.map((each) => each['channel']))).toEqual(new Set(['phone']))
    expect((await page(1, { meta: { search: 'no such thing' } })).data).toEqual([])
  })
})

describe('a record', () => {
  test('has a detail that agrees with its row, masked where it is personal, and its nested records', async () => {
    const [row] = await allOrders()
    const { data } = await provider.getOne('addedOrders', { id: row?.id ?? 0 })
    expect(data['order']).toMatchObject({ id: row?.id, state: row?.['state'], buyer: row?.['buyer'] })
    expect((data['order'] as ConsoleRecord)['born']).toMatch(/^\d{4}-\*\*-\*\*$/)
    expect(data['lines']).toHaveLength(3)
    expect((await provider.getOne('addedOrders', { id: row?.id ?? 0 })).data).toEqual(data)
  })

  test('can be read further', async () => {
    const { data } = await provider.read('addedOrders', { name: 'parcel', record: { id: 2 } })
    expect(Object.keys(data)).toEqual(['carrier', 'weight'])
  })

  test('that does not exist is not found', async () => {
    await expect(provider.getOne('addedOrders', { id: 999 })).rejects.toMatchObject({ status: 404 })
  })
})

describe('an action', () => {
  test('takes a record out of the state in which it is offered, and is refused from then on', async () => {
    const open = await orderIn('OPEN')
    const { data } = await provider.action('addedOrders', { name: 'pack', record: open })
    expect(data).toMatchObject({ ok: true, message: `Order ${open.id} packed` })
    const packed = await orderNow(open.id)
    expect(packed).toMatchObject({ state: 'PACKED' })
    expect(Date.parse(String(packed?.['updated_at']))).toBeGreaterThan(Date.now() - 60_000)
    const again = provider.action('addedOrders', { name: 'pack', record: open })
    await expect(again).rejects.toMatchObject({ status: 409 })
  })

  test('does what it declares: the values it sends, the state it expects, the switch it turns', async () => {
    const order = await orderIn('PACKED')
    await provider.action('addedOrders', { name: 'note', record: order, input: { note: 'Ring twice' } })
    expect(await orderNow(order.id)).toMatchObject({ note: 'Ring twice', state: 'PACKED' })
    await provider.action('addedOrders', { name: 'cancel', record: order, input: { reason: 'Changed mind' } })
    const express = order['express'] === true
    for (const isExpress of [!express, express]) {
      const record = await orderNow(order.id)
      await provider.action('addedOrders', { name: isExpress ? 'hurry' : 'relax', ...(record && { record }) })
      expect(await orderNow(order.id)).toMatchObject({ state: 'CANCELED', express: isExpress })
    }
  })

  test('can be on a nested record', async () => {
    const { data } = await provider.getOne('addedOrders', { id: 5 })
    const lines = data['lines'] as readonly ConsoleRecord[]
    const line = lines.find((each) => each['returned'] === false)
    if (line === undefined) throw new Error('everything was taken back')
    await provider.action('addedOrderLines', { name: 'takeBack', record: { ...line, '@owner': 5 } })
    const after = (await provider.getOne('addedOrders', { id: 5 })).data['lines']
    expect(after).toEqual(lines.map((each) => (each.id === line.id ? { ...each, returned: true } : each)))
  })

  test('removes a record', async () => {
    const [order] = (await allOrders()).slice(-1)
    if (order === undefined) throw new Error('there is no order')
    await provider.action('addedOrders', { name: 'remove', record: order, confirmation: String(order.id) })
    expect(await orderNow(order.id)).toBeUndefined()
  })
})

describe('a collection of the dialect', () => {
  const list = (params = {}) => provider.getList('addedVouchers', { pagination: { page: 1, perPage: 10 }, ...params })

  test('is ordered, cut and counted by the service', async () => {
    const { data, total } = await list({ sort: { field: 'percent', order: 'DESC' } })
    expect(total).toBe(24)
    const percents = data.map((each) => Number(each['percent']))
    expect(percents).toEqual(percents.toSorted((one, other) => other - one))
    const some = await list({ filter: { percent: percents[0] } })
    expect(new Set(some.data.map((each) => each['percent']))).toEqual(new Set([percents[0]]))
  })

  test('takes a new record, a change and a removal', async () => {
    const { data: made } = await provider.create('addedVouchers', { data: { code: 'SPRING', percent: 15 } })
    expect(made).toMatchObject({ id: 'addedVouchers-25', code: 'SPRING', percent: 15 })
    const changed = { ...made, code: 'SUMMER', until: null }
    await provider.update('addedVouchers', { id: made.id, data: changed, previousData: made })
    const one = await provider.getOne('addedVouchers', { id: made.id })
    expect(one.data).toMatchObject({ code: 'SUMMER', percent: 15, until: null })
    expect((await provider.getMany('addedVouchers', { ids: [made.id, 'addedVouchers-1'] })).data).toHaveLength(2)
    await provider.delete('addedVouchers', { id: made.id, previousData: one.data })
    await expect(provider.getOne('addedVouchers', { id: made.id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('a service with spellings of its own', () => {
  const at = (number: number, perPage: number, more = {}) => ({ pagination: { page: number, perPage }, ...more })

  test('is paged from 0 with a total, ordered, and known by an id of another name', async () => {
    const sort = { field: 'name', order: 'DESC' } as const
    const [first, second] = await Promise.all(
      [1, 2].map((number) => provider.getList('advisors', at(number, 25, { sort }))),
    )
    expect(first).toMatchObject({ total: 60, meta: { totalPages: 3, unreadable: 0 } })
    const names = [...(first?.data ?? []), ...(second?.data ?? [])].map(({ name }) => String(name))
    expect(names).toEqual(names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true })))
    const advisor = first?.data.find(({ active }) => active === true)
    if (advisor === undefined) throw new Error('no advisor is active')
    const region = advisor['region'] === 'EAST' ? 'WEST' : 'EAST'
    await provider.action('advisors', { name: 'move', record: advisor, input: { region } })
    const { data } = await provider.getOne('advisors', { id: advisor.id })
    expect(data).toMatchObject({ id: advisor['advisor_code'], name: advisor['name'], region })
  })

  test('is ordered by several fields', async () => {
    const sort = { field: 'region', order: 'DESC', thenBy: [{ field: 'name', order: 'ASC' }] } as const
    const { data } = await provider.getList('advisors', at(1, 60, { sort }))
    const told = data.map(({ region, name }) => [String(region), String(name)] as const)
    const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })
    expect(new Set(told.map(([region]) => region)).size).toBe(2)
    expect(told).toEqual(told.toSorted((one, other) => compare(other[0], one[0]) || compare(one[1], other[1])))
    const amounts = { field: 'amount', order: 'ASC', thenBy: [{ field: 'id', order: 'DESC' }] } as const
    const { data: invoices } = await provider.getList('invoices', at(1, 60, { sort: amounts }))
    expect(invoices).toHaveLength(60)
  })

  test('is read by a cursor in the body of a search, and known by two fields', async () => {
    const pages = [1, 2, 3].map((number) => provider.getList('cases', at(number, 20)))
    const found = await Promise.all(pages)
    expect(found.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true, false])
    const cases = found.flatMap(({ data }) => data)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(48)
    expect(cases[0]?.id).toBe(`${String(cases[0]?.['office'])}~1`)
    const opened = cases.map((each) => each['opened']).filter((each) => each !== null)
    for (const each of opened) expect(each).toMatch(/^2025-|^2026-/)
    const open = await provider.getList('cases', at(1, 20, { filter: { state: 'open' } }))
    expect(new Set(open.data.map(({ state }) => state))).toEqual(new Set(['open']))
  })

  test('is referred to by ids that exist, whose records come with one call, and lists those that refer to one', async () => {
    const { data: cases } = await provider.getList('cases', at(1, 20))
    const codes = [...new Set(cases.flatMap(({ advisor }) => (typeof advisor === 'string' ? [advisor] : [])))]
    expect(codes.length).toBeGreaterThan(5)
    const { data: advisors } = await provider.getMany('advisors', { ids: codes })
    expect(new Set(advisors.map(({ id }) => id))).toEqual(new Set(codes))
    const [one = ''] = codes
    const known = await provider.getOne('advisors', { id: one })
    expect(advisors.find(({ id }) => id === one)).toEqual(known.data)
    const own = await provider.getManyReference('cases', { target: 'advisor', id: one, ...at(1, 20) })
    expect(new Set(own.data.map(({ advisor }) => advisor))).toEqual(new Set([one]))
  })

  test('takes files of the declared kinds with the values next to them, and no others', async () => {
    const record = (await provider.getList('cases', at(1, 20))).data[0]
    if (record === undefined) throw new Error('there is no case')
    const letter = new File(['%PDF-1.7'], 'Letter.pdf')
    const attach = (files: readonly File[], input: object = { kind: 'letter' }) =>
      provider.upload('cases', { name: 'attach', record, input: { ...input }, files })
    const { data } = await attach([letter, new File(['From: Ada'], 'Mail.eml')])
    expect(data).toMatchObject({ ok: true, message: 'Files attached' })
    await expect(attach([new File(['MZ'], 'Letter.pdf')])).rejects.toMatchObject({
      status: 422,
      message: 'The content of the file Letter.pdf is not what its name says.',
    })
    await expect(attach([])).rejects.toMatchObject({ status: 400 })
    await expect(attach([letter], {})).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
  })

  test('is counted in a header and writes cents and seconds, and its nested records are removed', async () => {
    const { data: invoices, total } = await provider.getList('invoices', at(2, 25))
    expect(total).toBe(60)
    const due = invoices.find(({ state, amount }) => state === 'DUE' && amount !== null)
    if (due === undefined) throw new Error('nothing is due')
    expect(due['amount']).toMatch(/^\d+\.\d\d$/)
    await provider.action('invoices', { name: 'pay', record: due })
    const { data } = await provider.getOne('invoices', { id: due.id })
    expect(data).toMatchObject({ id: due.id, state: 'PAID', amount: due['amount'] })
    const [line, ...rest] = (data as unknown as { readonly lines: readonly ConsoleRecord[] }).lines
    const record = { ...line, id: Number(line?.['line']), invoice: due.id, '@owner': due.id }
    await provider.action('invoiceLines', { name: 'drop', record })
    const after = (await provider.getOne('invoices', { id: due.id })).data
    expect(after).toMatchObject({ lines: rest })
    const owner = { id: '', invoice: due.id, '@owner': due.id }
    await provider.action('invoiceLines', { name: 'create', record: owner, input: { text: 'Stamp', amount: '1.25' } })
    const last = async () =>
      ((await provider.getOne('invoices', { id: due.id })).data['lines'] as readonly ConsoleRecord[]).at(-1)
    const added = await last()
    const stamp = { ...added, ...owner, id: Number(added?.['line']) }
    await provider.action('invoiceLines', { name: 'update', record: stamp, input: { text: 'Two stamps' } })
    expect(await last()).toMatchObject({ line: stamp.id, text: 'Two stamps', amount: '1.25' })
  })
})

test('a reference of JSON:API is set and cleared', async () => {
  const { data } = await provider.getList('chapters', { pagination: { page: 1, perPage: 10 } })
  const id = String(data[0]?.id)
  for (const owner of ['P-7', null]) {
    const { data: record } = await provider.getOne('chapters', { id })
    await provider.action('chapters', { name: 'update', record, input: { owner } })
    expect((await provider.getOne('chapters', { id })).data).toMatchObject({ id, owner })
  }
})
