import type { DataProvider } from 'ra-core'
import { describe, expect, it } from 'vitest'
import { createDataProvider } from '../../../../dataProvider/createDataProvider.ts'
import type { ConsoleRecord } from '../../../../dataProvider/types.ts'
import { definitions } from '../../../../schemas/index.ts'
import { resolve } from '../../../../language/resolve.ts'
import { defineResource } from '../../../../schemas/console.ts'
import { buildTicker } from '../../support/fixtures/treasury.ts'
import { answer, bench } from './support.ts'

const ticker = buildTicker() as ConsoleRecord

const notes = resolve(
  defineResource({
    name: 'notes',
    label: 'Notes',
    record: {
      type: 'object',
      required: ['id', 'text'],
      properties: {
        id: { type: 'string', maxLength: 20 },
        text: { type: 'string' },
        weight: { type: 'number', coerce: 'number' },
      },
    },
    bindings: {
      list: {
        call: 'GET {main}/notes',
        permission: 'accounts.read',
        query: { pages: { param: 'page' } },
        data: '/data/result',
      },
      getOne: { call: 'GET {main}/notes/{id}', permission: 'accounts.read', data: '/data' },
      touch: { call: 'POST {main}/notes/{id}', permission: 'accounts.read' },
    },
    list: { columns: ['text'], perPage: 2, emptyText: 'No notes' },
    actions: { touch: { label: 'Touch', binding: 'touch', success: 'Touched', refetch: ['treasury'] } },
  }),
)

describe('the provider', () => {
  it("is one of react-admin's, made of own enumerable functions", () => {
    const provider: DataProvider = bench(() => answer([])).provider
    const copy = { ...provider }
    const verbs = [
      'getList',
      'getOne',
      'getMany',
      'getManyReference',
      'create',
      'update',
      'updateMany',
      'delete',
      'deleteMany',
    ]
    for (const verb of [...verbs, 'action', 'download']) expect(copy[verb]).toBeTypeOf('function')
    expect(copy.supportAbortSignal).toBe(true)
  })

  it('rejects what no definition binds, and says what to call instead', async () => {
    const { provider, calls } = bench(() => answer([]))
    await expect(provider.create('treasury', { data: {} })).rejects.toThrow('treasury declares no binding for create')
    await expect(provider.getOne('treasury', { id: 1 })).rejects.toThrow('treasury declares no binding for getOne')
    await expect(provider.update('treasury', { id: 1, data: {} })).rejects.toThrow(
      /to actions only.*approve, disapprove/,
    )
    await expect(provider.getList('nothing', {})).rejects.toThrow('There is no resource nothing')
    expect(calls).toEqual([])
  })

  it('refuses an action that is not declared, inherited names included', async () => {
    const { provider, calls } = bench(() => answer({}))
    for (const name of ['aprove', 'list', 'toString', 'constructor']) {
      await expect(provider.action('treasury', { name, record: ticker })).rejects.toThrow(`declares no action ${name}`)
    }
    await expect(provider.action('accounts', { name: 'export' })).rejects.toThrow('call download()')
    await expect(provider.download('treasury', { name: 'approve' })).rejects.toThrow('call action()')
    expect(calls).toEqual([])
  })

  it('says which validators are missing', async () => {
    const provider = createDataProvider({ definitions, validators: {} })
    await expect(provider.getList('treasury', {})).rejects.toThrow('no validators for treasury.list')
  })

  it('reads other spellings of a yes or no (D-147)', async () => {
    const spellings = ['true', 1, '1', true, 'false', 0, '0', false]
    const { provider, drift } = bench(() => answer(spellings.map((isapproved, id) => buildTicker({ id, isapproved }))))
    const { data } = await provider.getList('treasury', {})
    expect(data.map((row) => row['isapproved'])).toEqual([true, true, true, true, false, false, false, false])
    expect(drift).toEqual([])
  })

  it('merges the record, what was sent and what came back', async () => {
    const { provider } = bench(() => answer({ ticker: 'RENAMED', unknown: 1 }))
    const { data } = await provider.action('treasury', { name: 'disapprove', record: ticker })
    expect(data).toEqual({
      id: 1,
      ok: true,
      message: undefined,
      record: { id: 1, ticker: 'RENAMED', isapproved: false },
      answer: { ticker: 'RENAMED', unknown: 1 },
    })
  })

  it('says that the outcome of an action was checked, where it was', async () => {
    const { provider, calls } = bench(() => answer({}))
    await provider.action('treasury', { name: 'approve', record: ticker })
    await provider.action('treasury', { name: 'approve', record: ticker, outcomeChecked: true })
    expect(calls.map(({ init }) => new Headers(init.headers).get('X-Outcome-Checked'))).toEqual([null, '1'])
  })

  it('tells of a drift once an answer, however many records have it', async () => {
    const { provider, drift } = bench(() => answer([1, 2, 3].map((id) => buildTicker({ id, ticker: 7 }))))
    const { meta } = await provider.getList('treasury', {})
    expect(meta.unreadable).toBe(3)
    expect(drift).toEqual([{ operation: 'treasury.list', pointer: '/ticker', keyword: 'type' }])
  })

  it('counts a record without a readable id with those of the whole list', async () => {
    const { provider } = bench(() => answer([buildTicker({ id: 1 }), { id: 'x' }, { foo: 1 }]))
    const { data, total, meta } = await provider.getList('treasury', {})
    expect(data).toHaveLength(1)
    expect({ total, meta }).toMatchObject({ total: 1, meta: { whole: 3, dropped: 2, unreadable: 2 } })
  })

  it('shows a value that is longer than declared', async () => {
    const account_no = '9'.repeat(64)
    const { provider } = bench(() =>
      answer({ apex_accounts: [{ id: 1, user__id: 2, status: 'NEW', account_no }], total_pages: 1 }),
    )
    const { data, meta } = await provider.getList('accounts', {})
    expect(data[0]?.['account_no']).toBe(account_no)
    expect(meta.unreadable).toBe(0)
  })
})

describe('a resource with text ids and nested answers', () => {
  const note = { id: 'n-1', text: 'Hello', weight: '2.5' }

  it('reads lists and records where their bindings say that they sit', async () => {
    const { provider, calls } = bench(
      ({ url }) => answer({ data: url.includes('n-1') ? note : { result: [note, { ...note, id: 'n-2' }] } }),
      [notes],
    )
    const { data } = await provider.getOne('notes', { id: 'n-1' })
    expect(data).toEqual({ ...note, weight: 2.5 })
    const list = await provider.getList('notes', { pagination: { page: 1, perPage: 2 } })
    expect(list.data.map(({ id }) => id)).toEqual(['n-1', 'n-2'])
    expect(list).toMatchObject({ pageInfo: { hasNextPage: true }, meta: { totalPages: null, unreadable: 0 } })
    expect(calls.map(({ url }) => url)).toEqual(['/api/main/notes/n-1', '/api/main/notes?pages=1'])
  })

  it('rejects another record than the one asked for', async () => {
    const { provider } = bench(() => answer({ data: note }), [notes])
    await expect(provider.getOne('notes', { id: 'n-9' })).rejects.toMatchObject({ body: { code: 'UNEXPECTED_ANSWER' } })
  })

  it.each([
    '',
    '.',
    '..',
    'a/b',
    'a\\b',
    '%2e',
    'a?b',
    'a#b',
    'a\u0000b',
    'x'.repeat(201),
    'longer than its schema allows',
  ])('refuses the id %j before anything is called', async (id) => {
    const { provider, calls } = bench(() => answer({ data: note }), [notes])
    await expect(provider.getOne('notes', { id })).rejects.toMatchObject({ status: 400 })
    expect(calls).toEqual([])
  })

  it.each(['.', '..'])('sends no action for a record whose id is %j, which would be another address', async (id) => {
    const { provider, calls } = bench(() => answer({}), [notes])
    await expect(provider.action('notes', { name: 'touch', record: { id } })).rejects.toMatchObject({ status: 400 })
    expect(calls).toEqual([])
  })

  it.each(['00004107', '12abc', '-1', '1e3', ''])('reads no record whose id is %j', async (id) => {
    const { provider, calls } = bench(() => answer({}), definitions)
    await expect(provider.getOne('accounts', { id })).rejects.toMatchObject({ body: { code: 'MALFORMED_ID' } })
    expect(calls).toEqual([])
  })

  it('makes further lists that an action changes be read again', async () => {
    const { provider, calls } = bench(
      ({ url }) => answer(url.includes('treasuries') ? [buildTicker()] : {}),
      [...definitions, notes],
    )
    await provider.getList('treasury', {})
    await provider.action('notes', { name: 'touch', record: { id: 'n-1' } })
    await provider.getList('treasury', {})
    expect(calls.filter(({ url }) => url.includes('treasuries'))).toHaveLength(2)
  })
})
