import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsoleDataProvider, Drift, ListParams } from '../../../dataProvider/types.ts'
import { model } from '../../../examples/cookbook/index.ts'
import { valueAt } from '../../../language/pointer.ts'
import { requestSchema } from '../../../language/operationSchemas.ts'
import { operationTable } from '../../../language/operations.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { HOST, signedIn, startGateway, type GatewayUnderTest } from '../gateway/gatewayUnderTest.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { injectedProvider, plainConsole } from './injectedProvider.ts'
import { withInvoice } from './withInvoice.ts'

let gateway: GatewayUnderTest
let provider: ConsoleDataProvider
let cookie: string
const drift: Drift[] = []

beforeAll(async () => {
  const serviceHeaders = { billing: { 'X-Billing-Tenant': 'north' } }
  const console = { ...plainConsole(model, 'clerk'), inspectPermission: 'advisors.read' }
  gateway = await startGateway({ console, settings: { serviceHeaders } })
  provider = injectedProvider(
    () => gateway,
    () => cookie,
    model,
    (seen) => drift.push(seen),
  )
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  drift.length = 0
  gateway.upstream.reset()
  cookie = await signedIn(gateway, 'clerk')
})

it('says nothing against the recipes', () => {
  expect(checkModel(model)).toEqual([])
})

const calls = () => gateway.upstream.seen.map(({ method, target, body }) => ({ method, url: target, body }))
const at = (page: number, perPage: number): ListParams => ({ pagination: { page, perPage } })

describe('records with an id of another name', () => {
  const sent = { advisor_code: 'E.17', profile: { fullName: 'Ada Mint', email: null }, region: null, active: 'Y' }
  const read = { id: 'E.17', advisor_code: 'E.17', name: 'Ada Mint', email: null, region: 'EAST', active: true }

  it('are known by it, with values from their places, defaults and declared types', async () => {
    gateway.upstream.script(answering(200, { content: [sent, { ...sent, advisor_code: '' }], totalElements: 61 }))
    const { data, total, pageInfo, meta } = await provider.getList('advisors', at(2, 25))
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject(read)
    expect(meta).toMatchObject({ page: 2, totalPages: 3, unreadable: 1 })
    expect({ total, ...pageInfo }).toEqual({ total: 61, hasNextPage: true, hasPreviousPage: true })
    expect(drift).toEqual([{ operation: 'advisors.list', pointer: '/id', keyword: 'required' }])
    expect(gateway.log.join('')).not.toContain('undeclared values dropped')
  })

  it('drift nowhere in the forms that they declare', async () => {
    gateway.upstream.script(answering(200, { content: [{ ...sent, region: 7 }, sent], totalElements: 61 }))
    await provider.getList('advisors', at(1, 25))
    const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
    const answer = await gateway.app.inject({ method: 'GET', url: '/console/drift', headers })
    const { entries } = answer.json<{ entries: readonly { path: string; seen: string }[] }>()
    expect(entries.map(({ path, seen }) => [path, seen])).toEqual([['/content/*/region', 'integer']])
  })

  it('are paged from 0, ordered, searched and filtered by the service', async () => {
    gateway.upstream.script(answering(200, { content: [], totalElements: 0 }))
    await provider.getList('advisors', {
      ...at(1, 25),
      sort: { field: 'name', order: 'DESC' },
      filter: { region: 'WEST' },
      meta: { search: 'E.1' },
    })
    const [call] = calls()
    expect(call?.url).toBe('/crm/v2/advisors?page=0&size=25&sort=profile.fullName%2Cdesc&q=E.1&region=WEST')
  })

  it('are ordered by several fields, in a parameter for each, up to three', async () => {
    gateway.upstream.script(answering(200, { content: [], totalElements: 0 }))
    const thenBy = [
      { field: 'email', order: 'ASC' },
      { field: 'name', order: 'DESC' },
    ] as const
    await provider.getList('advisors', { ...at(1, 25), sort: { field: 'region', order: 'ASC', thenBy } })
    const { searchParams } = new URL(calls()[0]?.url ?? '', 'http://service.test')
    expect(searchParams.getAll('sort')).toEqual(['region,asc', 'profile.fullName,desc'])
    const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
    const order = (orders: unknown) =>
      gateway.app.inject({
        method: 'GET',
        url: `/api/crm/v2/advisors?page=0&size=25&sort=${encodeURIComponent(JSON.stringify(orders))}`,
        headers: { ...headers, 'x-operation': 'advisors.list' },
      })
    for (const refused of [['email,asc'], [], Array(4).fill('region,asc'), 'region,asc'])
      expect((await order(refused)).statusCode).toBe(400)
    expect(calls()).toHaveLength(1)
  })

  it('are read by their ids in one text', async () => {
    gateway.upstream.script(answering(200, { content: [sent] }))
    const { data } = await provider.getMany('advisors', { ids: ['E.17', 'W.2'] })
    expect(data).toMatchObject([{ id: 'E.17' }])
    expect(calls()[0]?.url).toBe('/crm/v2/advisors?code=E.17%2CW.2')
  })

  it("keep the initial order where the asked one is not the service's", async () => {
    gateway.upstream.script(answering(200, { content: [], totalElements: 0 }))
    await provider.getList('advisors', { ...at(1, 25), sort: { field: 'email', order: 'ASC' } })
    expect(calls()[0]?.url).toContain('sort=profile.fullName%2Casc')
  })

  it('are read, changed and recorded by it', async () => {
    gateway.upstream.script(answering(200, { advisor: sent }))
    const { data } = await provider.getOne('advisors', { id: 'E.17' })
    expect(data).toMatchObject(read)
    await provider.action('advisors', { name: 'move', record: data, input: { region: 'WEST' } })
    const [got, moved] = calls().filter(({ method, url }) => method === 'PATCH' || url.endsWith('/E.17'))
    expect(got?.url).toBe('/crm/v2/advisors/E.17')
    expect(calls().find(({ method }) => method === 'PATCH')).toEqual({
      method: 'PATCH',
      url: '/crm/v2/advisors/E.17',
      body: JSON.stringify({ region: 'WEST', changes: ['WEST', null] }),
    })
    expect(moved).toBeDefined()
    const { data: history } = await provider.history('advisors', { id: 'E.17' })
    expect(history.events.length).toBeGreaterThan(0)
  })

  it('are not created without what they must have, at whatever place', async () => {
    const create = operationTable(model.definitions).get('advisors.create')
    if (create === undefined) throw new Error('advisors are never created')
    const schema = requestSchema(create)
    expect(valueAt(schema, '/properties/body/required')).toContain('profile')
    expect(valueAt(schema, '/properties/body/properties/profile/required')).toEqual(['fullName'])
  })

  it('are another record when the answer has another id', async () => {
    gateway.upstream.script(answering(200, { advisor: { ...sent, advisor_code: 'W.2' } }))
    await expect(provider.getOne('advisors', { id: 'E.17' })).rejects.toMatchObject({ status: 502 })
  })

  it.each(['..', '.', 'a/b', 'a%2Fb', ' ', '１２', 'a'.repeat(65)])('are never asked for by %j', async (id) => {
    await expect(provider.getOne('advisors', { id })).rejects.toMatchObject({ body: { code: 'MALFORMED_ID' } })
    expect(calls()).toEqual([])
  })
})

describe('pages with a cursor', () => {
  const hit = (number: number) => ({
    office: 'NY',
    number,
    subject: 'A',
    state: 'open',
    opened: 1_700_000_000_000,
    tags: [],
  })
  const pages: Readonly<Record<string, unknown>> = {
    '': { hits: [hit(1), hit(2)], page: { next: 'two' } },
    two: { hits: [hit(3), hit(4)], page: { next: 'three' } },
    three: { hits: [hit(5)], page: { next: null } },
  }
  const service = () =>
    gateway.upstream.script((request, response) => {
      const { after = '' } = JSON.parse(request.body) as { after?: string }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(pages[after]))
    })

  it('are asked for in the body, with constants, and each with the cursor of the page before', async () => {
    service()
    const first = await provider.getList('cases', { ...at(1, 2), filter: { state: 'open' }, meta: { search: 'rent' } })
    expect(first.data.map(({ id }) => id)).toEqual(['NY~1', 'NY~2'])
    expect(first.data[0]).toMatchObject({ opened: '2023-11-14T22:13:20.000Z' })
    expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false })
    const last = await provider.getList('cases', { ...at(2, 2), filter: { state: 'open' }, meta: { search: 'rent' } })
    expect(last.data.map(({ number }) => number)).toEqual([3, 4])
    const query = { text: 'rent', state: 'open', deleted: null, kinds: ['case'] }
    expect(calls().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { query, limit: 2 },
      { query, limit: 2, after: 'two' },
    ])
  })

  it('are reached one after the other from a link, and end with the last', async () => {
    service()
    const third = await injectedProvider(
      () => gateway,
      () => cookie,
      model,
    ).getList('cases', at(3, 2))
    expect(third.data.map(({ number }) => number)).toEqual([5])
    expect(third.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true })
    const beyond = await injectedProvider(
      () => gateway,
      () => cookie,
      model,
    ).getList('cases', at(9, 2))
    expect(beyond.meta.page).toBe(3)
    expect(calls()).toHaveLength(6)
  })

  it('are read again from the first page', async () => {
    service()
    const own = injectedProvider(
      () => gateway,
      () => cookie,
      model,
    )
    await own.getList('cases', at(3, 2))
    await own.getList('cases', at(1, 2))
    await own.getList('cases', at(3, 2))
    expect(calls()).toHaveLength(6)
  })

  it('belong to records that several fields identify', async () => {
    service()
    const { data } = await provider.getList('cases', at(1, 2))
    const [record] = data
    if (record === undefined) throw new Error('no record')
    gateway.upstream.script(answering(200, {}))
    await provider.action('cases', { name: 'note', record, input: { text: 'Called' } })
    expect(calls().at(-1)).toEqual({
      method: 'POST',
      url: '/desk/offices/NY/cases/1/notes',
      body: JSON.stringify({ text: 'Called' }),
    })
  })

  it.each([
    ['another path', 'https://desk.example/other/search?after=two'],
    ['a parameter that the call does not have', '/cases/search?after=two&admin=1'],
    ['no page at all', 'https://desk.example/cases/search'],
    ['a structure', { after: 'two' }],
  ])('are refused where the service sends %s', async (_what, next) => {
    gateway.upstream.script(answering(200, { hits: [], page: { next } }))
    const call = injectedProvider(
      () => gateway,
      () => cookie,
      model,
    ).getList('cases', at(1, 2))
    await expect(call).rejects.toMatchObject({ status: 502, body: { code: 'UPSTREAM_FORMAT' } })
  })
})

describe('envelopes, cents and seconds', () => {
  const customer = { name: 'Mara Quill', tax: { tin: '900-12-3456', since: '1999' }, note: 'private' }
  const sent = { id: 7, customer, amount: 12_305, state: 'DUE', paid: 1_700_000_000 }

  it('are read as amounts and times, with personal values masked at their places', async () => {
    gateway.upstream.script(
      answering(200, { data: { items: [sent, { ...sent, id: 8, amount: 5, paid: null }] } }, { 'X-Total-Count': '51' }),
    )
    const { data, total, meta } = await provider.getList('invoices', {
      ...at(3, 25),
      sort: { field: 'amount', order: 'DESC' },
    })
    expect(data[0]).toMatchObject({
      customer: 'Mara Quill',
      tax_id: '***-**-3456',
      amount: '123.05',
      paid: '2023-11-14T22:13:20.000Z',
    })
    expect(data[1]).toMatchObject({ amount: '0.05', paid: null })
    expect(JSON.stringify(data)).not.toMatch(/900-12|private|1999/)
    expect({ total, unreadable: meta.unreadable }).toEqual({ total: 51, unreadable: 0 })
    expect(calls()[0]?.url).toBe('/billing/invoices?start=50&count=25&order=-amount')
  })

  it('are ordered by several fields in one text', async () => {
    gateway.upstream.script(answering(200, { data: { items: [] } }))
    const sort = { field: 'amount', order: 'DESC', thenBy: [{ field: 'id', order: 'ASC' }] } as const
    await provider.getList('invoices', { ...at(1, 25), sort })
    expect(calls()[0]?.url).toBe('/billing/invoices?start=0&count=25&order=-amount%2Cid')
  })

  it("go back in the service's units", async () => {
    gateway.upstream.script(answering(200, { data: { invoice: { id: 7, amount: 12_305, state: 'DUE', lines: [] } } }))
    const { data } = await provider.getOne('invoices', { id: 7 })
    expect(data).toMatchObject({ amount: '123.05' })
    gateway.upstream.script(withInvoice(answering(200, { ok: true })))
    await provider.action('invoices', { name: 'pay', record: { id: 7, amount: '123.05', state: 'DUE' } })
    expect(calls().at(-1)?.body).toBe(JSON.stringify({ amount: 12_305 }))
  })

  it('are asked for with the configured headers of the service', async () => {
    gateway.upstream.script(answering(200, { data: { items: [] } }))
    await provider.getList('invoices', at(1, 25))
    expect(gateway.upstream.seen[0]?.headers).toContainEqual(['X-Billing-Tenant', 'north'])
  })

  it('have no total where the service sends none, and go on while a page is full', async () => {
    gateway.upstream.script(answering(200, { data: { items: [sent] } }))
    const { total, meta, pageInfo } = await provider.getList('invoices', at(1, 1))
    expect({ total, totalPages: meta.totalPages, ...pageInfo }).toEqual({
      total: undefined,
      totalPages: null,
      hasNextPage: true,
      hasPreviousPage: false,
    })
  })
})

describe('a failure inside a success', () => {
  it.each(['read', 'change'])("is a failure with the service's message, for a %s", async (kind) => {
    gateway.upstream.script(withInvoice(answering(200, { ok: false, err: 'Invoice 7 is locked by legal' })))
    const record = { id: 7, amount: '123.05', state: 'DUE' }
    const call =
      kind === 'read' ? provider.getList('invoices', at(1, 25)) : provider.action('invoices', { name: 'pay', record })
    await expect(call).rejects.toMatchObject({
      status: 422,
      message: 'Invoice 7 is locked by legal',
      body: { code: 'UPSTREAM_REFUSED' },
    })
    if (kind === 'read') return
    const { data } = await provider.history('invoices', { id: 7 })
    expect(data.events[0]).toMatchObject({ outcome: 'refused' })
  })
})
