import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import type { ConsoleDataProvider, Drift } from '../../../dataProvider/types.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { answering, type Script } from '../../support/faultyUpstream.ts'
import { signedIn, startGateway, type GatewayUnderTest } from '../gateway/gatewayUnderTest.ts'
import { injectedProvider, plainConsole } from './injectedProvider.ts'

const registry = {
  services: { main: 'token' },
  permissions: ['members.read', 'members.write'],
  roles: { librarian: ['members.read', 'members.write'], '*': ['members.read'] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineCollection } = createLanguage<Library>()

const members = defineCollection({
  name: 'members',
  label: 'Members',
  dialect: 'simple-rest',
  call: '{main}/members',
  permissions: {
    list: 'members.read',
    create: 'members.write',
    update: 'members.write',
    delete: 'members.write',
  },
  record: {
    type: 'object',
    required: ['id', 'name', 'card'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      name: { type: 'string', minLength: 1, title: 'Name' },
      card: { type: 'string', title: 'Card', readOnly: true },
      born: { type: ['string', 'null'], pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', pii: 'dateOfBirth' },
      branch: { type: ['string', 'null'], title: 'Branch' },
    },
  },
  list: {
    columns: ['name', 'card', 'branch'],
    perPage: 10,
    sort: 'name',
    search: {},
    filter: { branch: { type: 'string', title: 'Branch' } },
    emptyText: 'No members',
  },
  show: { path: '/member/{id}', exists: '/id', title: '/name', facts: [], blocks: [] },
  actions: { close: { label: 'Close', binding: 'delete', confirm: 'Close {card}?', success: '{card} closed' } },
})

const model = resolveConsole({ registry, screens: [members], home: '/members', nested: [] })

type Member = Readonly<Record<string, unknown>> & { readonly id: number }

/** The collection as a service of this dialect keeps it: PUT puts a record in the place of another. */
let kept: Member[]

const freshMembers = (): Member[] =>
  Array.from({ length: 23 }, (_unused, index) => ({
    id: index + 1,
    name: `Member ${String(23 - index).padStart(2, '0')}`,
    card: `M-${index + 1}`,
    born: '1961-04-17',
    branch: index % 2 === 0 ? 'North' : null,
    notes: 'kept by the service alone',
  }))

const sends = (response: ServerResponse, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

function listed(query: URLSearchParams): { readonly rows: readonly Member[]; readonly total: number } {
  const at = (name: string): unknown => JSON.parse(query.get(name) ?? 'null')
  const { q, id, ...rest } = (at('filter') ?? {}) as { q?: string; id?: number[] } & Record<string, unknown>
  const [field, order] = (at('sort') ?? ['id', 'ASC']) as [string, string]
  const [first, last] = (at('range') ?? [0, Infinity]) as [number, number]
  const found = kept
    .filter((member) => id === undefined || id.includes(member.id))
    .filter((member) => q === undefined || String(member['name']).includes(q))
    .filter((member) => Object.entries(rest).every(([name, value]) => member[name] === value))
    .toSorted((a, b) => (order === 'DESC' ? -1 : 1) * (String(a[field]) < String(b[field]) ? -1 : 1))
  return { rows: found.slice(first, last + 1), total: found.length }
}

const service: Script = ({ method, target, body }, response) => {
  const { pathname, searchParams } = new URL(target, 'http://service')
  const id = Number(pathname.split('/')[3])
  const place = kept.findIndex((member) => member.id === id)
  const sent = body === '' ? {} : (JSON.parse(body) as Readonly<Record<string, unknown>>)
  if (method === 'GET' && Number.isNaN(id)) {
    const { rows, total } = listed(searchParams)
    return void sends(response, rows, { 'content-range': `members 0-${rows.length}/${total}` })
  }
  if (method === 'POST') {
    kept.push({ ...sent, id: 24, card: 'M-24' })
    return void sends(response, kept.at(-1))
  }
  if (place < 0) return void response.writeHead(404).end('{}')
  if (method === 'PUT') kept[place] = { ...sent, id }
  const answer = kept[place]
  if (method === 'DELETE') kept.splice(place, 1)
  return void sends(response, answer)
}

let gateway: GatewayUnderTest
let provider: ConsoleDataProvider
let cookie: string
const drift: Drift[] = []

beforeAll(async () => {
  gateway = await startGateway({ console: plainConsole(model, 'librarian') })
  provider = injectedProvider(
    () => gateway,
    () => cookie,
    model,
    (seen) => drift.push(seen),
  )
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  kept = freshMembers()
  drift.length = 0
  gateway.upstream.reset()
  gateway.upstream.script(service)
  cookie = await signedIn(gateway, 'librarian')
})

const seen = () => gateway.upstream.seen.map(({ method, target }) => `${method} ${decodeURIComponent(target)}`)
const page = (number: number, perPage = 10) => ({ pagination: { page: number, perPage } })
const byName = { sort: { field: 'name', order: 'ASC' } } as const

it('says nothing against the definition', () => {
  expect(checkModel(model)).toEqual([])
})

describe('a list', () => {
  it('is asked for a page at a time, and knows how many there are', async () => {
    const first = await provider.getList('members', { ...page(1), ...byName })
    expect(first.data.map(({ name }) => name).slice(0, 2)).toEqual(['Member 01', 'Member 02'])
    expect(first).toMatchObject({ total: 23, pageInfo: { hasNextPage: true, hasPreviousPage: false } })
    expect(first.meta).toMatchObject({ page: 1, totalPages: 3, unreadable: 0 })
    const last = await provider.getList('members', { ...page(3), ...byName })
    expect(last.data).toHaveLength(3)
    expect(last.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true })
    expect(seen()[0]).toBe('GET /main/members?filter={}&range=[0,9]&sort=["name","ASC"]')
  })

  it('is ordered by the service, and never by what is masked', async () => {
    const { data } = await provider.getList('members', { ...page(1, 1), sort: { field: 'name', order: 'DESC' } })
    expect(data[0]).toMatchObject({ name: 'Member 23' })
    const masked = provider.getList('members', { ...page(1), sort: { field: 'born', order: 'ASC' } })
    await expect(masked).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(seen()).toHaveLength(1)
  })

  it('is searched and filtered by what is declared and by nothing else', async () => {
    const filter = { branch: 'North' }
    const found = await provider.getList('members', { ...page(1), ...byName, filter, meta: { search: '1' } })
    expect(seen()[0]).toContain('filter={"branch":"North","q":"1"}')
    expect(found.total).toBe(7)
    const other = provider.getList('members', { ...page(1), filter: { born: '1961-04-17' } })
    await expect(other).rejects.toMatchObject({ status: 400 })
  })

  it('leaves out what is not declared, and masks what is personal', async () => {
    const { data } = await provider.getList('members', { ...page(1), ...byName })
    expect(data[0]).toEqual({ id: 23, name: 'Member 01', card: 'M-23', born: '1961-**-**', branch: 'North' })
  })

  it('tells a part that is not as declared', async () => {
    gateway.upstream.script(answering(200, [{ id: 1, name: 7, card: 'M-1' }], { 'content-range': 'members 0-0/1' }))
    const { data, meta } = await provider.getList('members', page(1))
    expect(data).toEqual([
      { id: 1, name: null, card: 'M-1', '@unreadable': { '/name': 'Expected string, got integer' } },
    ])
    expect(meta.unreadable).toBe(1)
    expect(drift).toEqual([{ operation: 'members.list', pointer: '/name', keyword: 'type' }])
  })

  it.each([undefined, 'members 0-9/*', 'members'])('is no list where %j says how many there are', async (range) => {
    gateway.upstream.script(answering(200, [], range === undefined ? {} : { 'content-range': range }))
    await expect(provider.getList('members', page(1))).rejects.toMatchObject({
      status: 502,
      body: { code: 'UPSTREAM_FORMAT' },
    })
  })

  it('is not read whole', async () => {
    await expect(provider.getList('members', page(1, 1001))).rejects.toMatchObject({ status: 400 })
    expect(seen()).toEqual([])
  })
})

describe('records', () => {
  it('are read one by one, masked', async () => {
    const { data } = await provider.getOne('members', { id: '3' })
    expect(data).toEqual({ id: 3, name: 'Member 21', card: 'M-3', born: '1961-**-**', branch: 'North' })
    await expect(provider.getOne('members', { id: 99 })).rejects.toMatchObject({ status: 404 })
    await expect(provider.getOne('members', { id: '../1' })).rejects.toMatchObject({ body: { code: 'MALFORMED_ID' } })
  })

  it('are read several at once', async () => {
    const { data } = await provider.getMany('members', { ids: [2, 5] })
    expect(data.map(({ id }) => id)).toEqual([2, 5])
    expect(seen()).toEqual(['GET /main/members?filter={"id":[2,5]}'])
  })

  it('are created of what may be set', async () => {
    const data = { name: 'Rosa Winter', born: '1990-02-03', branch: null, card: 'M-1', role: 'admin' }
    const made = await provider.create('members', { data })
    expect(made.data).toEqual({ id: 24, name: 'Rosa Winter', card: 'M-24', born: '1990-**-**' })
    expect(gateway.upstream.seen[0]).toMatchObject({
      method: 'POST',
      body: JSON.stringify({ name: 'Rosa Winter', born: '1990-02-03' }),
    })
    await expect(provider.create('members', { data: { branch: 'North' } })).rejects.toMatchObject({ status: 400 })
  })

  it('are changed by what differs, and keep what the browser never saw', async () => {
    const { data: previousData } = await provider.getOne('members', { id: 3 })
    gateway.upstream.reset()
    gateway.upstream.script(service)
    const { data } = await provider.update('members', { id: 3, data: { ...previousData, branch: null }, previousData })
    expect(data).toEqual({ ...previousData, branch: null })
    expect(seen()).toEqual(['GET /main/members/3', 'PUT /main/members/3'])
    expect(kept[2]).toEqual({ ...freshMembers()[2], branch: null })
  })

  it('are not changed where nothing differs, or by a mask', async () => {
    const { data: previousData } = await provider.getOne('members', { id: 3 })
    const change = (data: object) => provider.update('members', { id: 3, data: { ...data }, previousData })
    await expect(change(previousData)).rejects.toThrow('Nothing was changed, so nothing was sent.')
    await expect(change({ born: '1962-**-**' })).rejects.toMatchObject({ status: 400 })
    expect(kept[2]).toEqual(freshMembers()[2])
  })

  it('are not changed where they cannot be read first', async () => {
    gateway.upstream.script(({ method, ...request }, response, incoming) =>
      method === 'GET' ? answering(500, {})({ method, ...request }, response, incoming) : undefined,
    )
    const previousData = { id: 3, name: 'Member 3' }
    const change = provider.update('members', { id: 3, data: { name: 'Nora' }, previousData })
    await expect(change).rejects.toThrow(
      'It could not be checked whose record this is, so nothing was sent. Try again.',
    )
    expect(gateway.upstream.seen.some(({ method }) => method === 'PUT')).toBe(false)
  })

  it('are deleted, also by an action', async () => {
    expect((await provider.delete('members', { id: 3 })).data).toEqual({ id: 3 })
    const record = { id: 4, name: 'Member 20', card: 'M-4' }
    expect((await provider.action('members', { name: 'close', record })).data.ok).toBe(true)
    expect(kept.map(({ id }) => id).slice(0, 4)).toEqual([1, 2, 5, 6])
  })

  it('leave an audit record of each change, with what is personal digested', async () => {
    await provider.update('members', { id: 3, data: { born: '1970-01-01' }, previousData: { id: 3 } })
    const { data } = await provider.history('members', { id: 3 })
    expect(data.events[0]).toMatchObject({ label: 'Edit', target: 'id=3', outcome: 'done' })
    const records = await gateway.store.audit.list({ limit: 1000 })
    expect(JSON.stringify(records)).toMatch(/"body":\{"born":"hmac:/)
    expect(gateway.log.join('\n')).not.toContain('1970-01-01')
  })
})

describe('a failure', () => {
  const calls = {
    list: () => provider.getList('members', page(1)),
    getOne: () => provider.getOne('members', { id: 3 }),
    create: () => provider.create('members', { data: { name: 'Nora' } }),
    update: () =>
      provider.update('members', { id: 3, data: { name: 'Nora' }, previousData: { id: 3, name: 'Member 3' } }),
    delete: () => provider.delete('members', { id: 3 }),
  }

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      (error: unknown) => (error instanceof HttpError ? error.body.code : String(error)),
    )

  it.each(Object.entries(calls))('of %s is none of its successes', async (_name, call) => {
    gateway.upstream.script(answering(500, { message: 'down' }))
    await expect(codeOf(call())).resolves.toMatch(/^(UPSTREAM_FAILED|OWNER_UNREADABLE)$/)
    gateway.upstream.script(answering(200, '<html>'))
    await expect(codeOf(call())).resolves.toMatch(/^(UPSTREAM_FORMAT|OWNER_UNREADABLE)$/)
    gateway.upstream.script(answering(401, { detail: 'Invalid token.' }))
    await expect(call()).rejects.toMatchObject({ status: 401 })
    await expect(call()).rejects.toMatchObject({ status: 401 })
  })

  it.each(['create', 'update', 'delete'] as const)(
    'to be permitted %s is told before anything is sent',
    async (name) => {
      cookie = await signedIn(gateway, 'visitor')
      await expect(calls[name]()).rejects.toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(seen()).toEqual([])
      await expect(calls.list()).resolves.toMatchObject({ total: 23 })
    },
  )
})

it('says in the definition what would let a mask be sent', () => {
  const born = { type: 'string', pii: 'dateOfBirth' } as const
  const record = { ...members.record, properties: { ...members.record.properties, born } }
  const open = resolveConsole({ registry, screens: [{ ...members, record }], home: '/members', nested: [] })
  expect(checkModel(open)).toMatchObject([
    {
      where: 'members.record.born',
      message: 'is masked and can be changed: give it a pattern that no mask meets, or readOnly',
    },
  ])
})
