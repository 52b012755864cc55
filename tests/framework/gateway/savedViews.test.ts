import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { NamesOf } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { MOST_SAVED_VIEWS, type SavedView } from '../../../language/savedView.ts'
import { startGateway } from './startGateway.ts'
import { ask, type Gateway, trail } from './waitingBooks.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['read', 'views.share'],
  roles: { librarian: ['read', 'views.share'], reader: ['read'], '*': [] },
  tones: {},
} as const

const { defineResource } = createLanguage<NamesOf<typeof registry>>()

const books = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', title: 'Number' }, title: { type: 'string', title: 'Title' } },
  },
  bindings: {
    list: {
      call: 'GET {library}/books',
      permission: 'read',
      query: {
        page: { param: 'page' },
        shelf: { filter: 'shelf' },
        lender: { filter: 'lender' },
        kind: { filter: 'kind' },
        state: { filter: 'state' },
        room: { filter: 'room' },
      },
    },
  },
  list: {
    columns: ['title'],
    perPage: 10,
    filter: {
      shelf: { type: 'string', title: 'Shelf', maxLength: 20 },
      lender: { type: 'string', title: 'Lender', maxLength: 50, pii: 'name' },
      kind: { type: 'string', title: 'Kind', enum: ['novel', 'atlas'] },
      state: { type: 'string', enum: ['LENT', 'FREE'] },
      room: { type: 'string', maxLength: 20 },
    },
    filterMenu: [
      { name: 'state', title: 'State', options: { LENT: { state: 'LENT' } } },
      { name: 'room', title: 'Room', path: ['/rooms'], filter: 'room' },
    ],
    emptyText: 'Nothing',
  },
})

const model = resolveConsole({ registry, screens: [books], home: '/books', nested: [] })

let gateway: Gateway
let reader: string

beforeEach(async () => {
  gateway = await startGateway(model)
  reader = await gateway.signIn({ userId: 2, role: 'reader', subject: 'subject-2' })
})
afterEach(() => gateway.close())

const shelf = {
  resource: 'books',
  name: 'Upstairs',
  isShared: false,
  query: '?shelf=B&sort=title:desc',
  columns: ['title'],
}

const save = (change: object = {}, cookie = gateway.cookie) =>
  ask(gateway, cookie, '/console/views', { body: { ...shelf, ...change } })

const replace = (view: object, change: object, cookie = gateway.cookie) => {
  const { id, name, isShared, query, columns, version } = view as SavedView
  const body = { name, isShared, query, columns, version, ...change }
  return ask(gateway, cookie, `/console/views/${id}`, { method: 'PUT', body })
}

const remove = ({ id }: object & { readonly id?: unknown }, cookie = gateway.cookie) =>
  ask(gateway, cookie, `/console/views/${String(id)}`, { method: 'DELETE' })

const list = async (cookie = gateway.cookie) => {
  const filter = encodeURIComponent(JSON.stringify({ resource: 'books' }))
  return (await ask(gateway, cookie, `/console/views?filter=${filter}`, { method: 'GET' }))
    .body as unknown as SavedView[]
}

describe('saved views', () => {
  test('are kept for their person alone, until these share them, and every change is on record', async () => {
    const { status, body } = await save()
    expect([status, body]).toMatchObject([201, { ...shelf, isOwn: true, version: 1 }])
    expect(await list(reader)).toEqual([])
    expect((await replace(body, { isShared: true })).body).toMatchObject({ isShared: true, version: 2 })
    expect(await list(reader)).toMatchObject([
      { name: 'Upstairs', isOwn: false, query: shelf.query, columns: ['title'] },
    ])
    expect((await remove(body)).status).toBe(200)
    expect(await list()).toEqual([])
    const records = await trail(gateway)
    expect(records.map((entry) => 'operation' in entry && entry.operation)).toEqual([
      'savedViews.create',
      'savedViews.update',
      'savedViews.delete',
    ])
    expect(JSON.stringify(records)).not.toContain('Upstairs')
  })

  test('keep no social security number, in the name or in a filter', async () => {
    const own = (await save()).body
    for (const change of [
      { name: 'Of 078-05-1120' },
      { query: '?shelf=078-05-1120' },
      { query: '?filter=078-05-1120' },
    ]) {
      expect(await save(change)).toMatchObject({ status: 422, body: { code: 'RULE_BROKEN' } })
      expect(await replace(own, change)).toMatchObject({ status: 422 })
    }
    expect(await list()).toMatchObject([{ name: 'Upstairs', query: shelf.query, version: 1 }])
  })

  test('are shared by people with the permission for it, who may change what others share', async () => {
    expect(await save({ isShared: true }, reader)).toMatchObject({ status: 403, body: { permission: 'views.share' } })
    const own = (await save({}, reader)).body
    expect(await replace(own, { isShared: true }, reader)).toMatchObject({ status: 403 })
    const { body } = await save({ isShared: true })
    expect(await replace(body, { name: 'Mine' }, reader)).toMatchObject({ status: 403 })
    expect(await remove(body, reader)).toMatchObject({ status: 403 })
    // What is not shared does not exist for others.
    expect(await replace(own, { name: 'Mine' })).toMatchObject({ status: 404 })
    expect((await trail(gateway)).map((entry) => 'details' in entry && entry.details['result'])).toContain('refused')
  })

  test('keep no search, no page and no personal value', async () => {
    for (const query of ['?lender=Ada', '?q=Ada', '?search=Ada', '?page=2', '?private=lender'])
      expect(await save({ query })).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^A view keeps no/) as string },
      })
    expect(await list()).toEqual([])
  })

  test.each([
    ['?filter=state:ann.poe@library.test', /email address/],
    ['?filter=room:ann.poe@library.test', /email address/],
    ['?shelf=ann.poe@library.test', /email address/],
    ['?filter=state:Ann Poe', /no such filter/],
    ['?filter=state:LENT&filter=Ann Poe', /no such filter/],
    ['?filter=search:Ann Poe', /no such filter/],
    ['?filter=room:Ann Poe', /^A view keeps a choice of Room only if it is one word/],
    ['?filter=room:Poe,Ann', /^A view keeps a choice of Room only if it is one word/],
    [`?filter=room:${'A'.repeat(21)}`, /no such filter/],
    ['?kind=Ann Poe', /^Kind must be one of: novel, atlas/],
    [`?shelf=${'A'.repeat(21)}`, /^Shelf can have at most 20/],
    ['?sort=Ann Poe:asc', /no such order/],
    ['?sort=title:asc:Ann Poe', /no such order/],
  ])('keep no part of a query that the list does not have: %s', async (query, message) => {
    const { body: own } = await save()
    for (const { status, body } of [await save({ query, name: 'New' }), await replace(own, { query })]) {
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST'])
      expect(body['message']).toMatch(message)
      expect(body['message']).not.toMatch(/ann/i)
    }
    expect(await list()).toMatchObject([{ query: shelf.query, version: 1 }])
  })

  test('keep what the list has', async () => {
    const query = '?kind=atlas&shelf=Ann&filter=room:Attic&sort=id:asc,title:desc'
    expect(await save({ query })).toMatchObject({ status: 201, body: { query } })
    for (const choice of ['state:LENT', 'room:READING_ROOM', 'room:Süd-2.b'])
      expect(await save({ query: `?filter=${choice}`, name: choice })).toMatchObject({ status: 201 })
  })

  test('keep no column that the list does not have, and no email address or unseen character as a name', async () => {
    const { body: own } = await save()
    for (const change of [
      { columns: ['title', '<img src=x>'] },
      { name: 'ann.poe@library.test' },
      { name: 'ａｎｎ．ｐｏｅ＠ｌｉｂｒａｒｙ．ｔｅｓｔ' },
      { name: 'Up\u202estairs' },
      { name: '\u3164' },
    ]) {
      expect(await save(change)).toMatchObject({ status: 400 })
      expect(await replace(own, change)).toMatchObject({ status: 400 })
    }
    expect(await list()).toMatchObject([{ name: 'Upstairs', columns: ['title'], version: 1 }])
  })

  test('of an older definition are renamed and shared as they are', async () => {
    const older = { query: '?filter=state:SOLD&floor=2&sort=weight:asc', columns: ['weight', 'title'] }
    const row = { id: 'older', resource: 'books', userId: 1, name: 'Older', isShared: false }
    await gateway.store.savedViews.add({ ...row, content: JSON.stringify(older) })
    const [view = {}] = await list()
    expect(view).toMatchObject(older)
    const changed = await replace(view, { name: 'Oldest', isShared: true })
    expect(changed).toMatchObject({ status: 200, body: { ...older, name: 'Oldest', isShared: true } })
    expect(await replace(changed.body, { query: `${older.query}&page=2` })).toMatchObject({ status: 400 })
    expect(await replace(changed.body, { columns: ['weight', 'height'] })).toMatchObject({ status: 400 })
    expect(await replace(changed.body, { query: '?shelf=B', columns: ['title'] })).toMatchObject({ status: 200 })
  })

  test('have a name of their own among those that a person sees of theirs, and are not many', async () => {
    await save()
    expect(await save({ name: 'UPSTAIRS' })).toMatchObject({
      status: 409,
      body: { message: 'There is a view called “UPSTAIRS” already. Choose another name.' },
    })
    const other = (await save({ name: 'Attic' })).body
    expect(await replace(other, { name: 'upstairs' })).toMatchObject({ status: 409 })
    for (let count = 2; count < MOST_SAVED_VIEWS; count += 1) await save({ name: `View ${count}` })
    expect((await save({ name: 'One more' })).body['message']).toBe(`You have 50 views of this list. Delete one first.`)
  })

  test('are saved once by a person who saves the same again because no answer came', async () => {
    const { body } = await save()
    expect(await save()).toEqual(expect.objectContaining({ status: 201, body }))
    expect(await save({ query: '?shelf=C' })).toMatchObject({ status: 409 })
    const { body: changed } = await replace(body, { name: 'Attic' })
    expect(await replace(body, { name: 'Attic' })).toEqual(expect.objectContaining({ status: 200, body: changed }))
    expect(await list()).toMatchObject([{ name: 'Attic', version: 2 }])
    expect(await trail(gateway)).toHaveLength(2)
  })

  test('are not overwritten by someone who has not seen the last change', async () => {
    const { body } = await save({ isShared: true })
    await replace(body, { query: '?shelf=C' })
    expect(await replace(body, { query: '?shelf=D' })).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } })
    expect(await list()).toMatchObject([{ query: '?shelf=C', version: 2 }])
    await remove(body)
    expect(await replace(body, { query: '?shelf=D' })).toMatchObject({
      status: 404,
      body: { message: 'This view no longer exists: its owner has deleted it or keeps it private.' },
    })
  })

  test.each([
    ['without a name', { name: '' }],
    ['with blanks around its name', { name: ' A' }],
    ['with a long name', { name: 'A'.repeat(61) }],
    ['with a long query', { query: `?shelf=${'A'.repeat(1000)}` }],
    ['with the same column twice', { columns: ['title', 'title'] }],
    ['with a value that no one asked for', { owner: 'Ada' }],
  ])('are refused %s', async (_what, change) => {
    expect(await save(change)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  })

  test('exist for lists alone, and for people who may read them', async () => {
    expect(await save({ resource: 'shelves' })).toMatchObject({ status: 404 })
    const outsider = await gateway.signIn({ userId: 3, role: 'none', subject: 'subject-3' })
    expect(await save({}, outsider)).toMatchObject({ status: 403, body: { permission: 'read' } })
    expect((await ask(gateway, reader, '/console/views?filter=%7B', { method: 'GET' })).status).toBe(404)
  })
})

test('a misspelled permission for sharing is refused by the check, since nothing uses it', () => {
  const permissions = ['read', 'view.share']
  const roles = { librarian: permissions, reader: ['read'], '*': [] }
  expect(checkModel({ ...model, registry: { ...registry, permissions, roles } })).toContainEqual(
    expect.objectContaining({ where: 'registry', message: expect.stringContaining("'view.share'") as string }),
  )
})
