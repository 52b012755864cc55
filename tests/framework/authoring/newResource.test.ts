import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authored } from '../../../examples/library/schemas/index.ts'
import { newResource } from '../../../server/authoring/newResource.ts'
import { copyOfLibrary, removeCopies, root } from './copyOfLibrary.ts'
import { bare, catalogue, paged, payouts } from './samples.ts'

afterAll(removeCopies)

let library: ReturnType<typeof copyOfLibrary>

beforeEach(() => {
  library = copyOfLibrary()
})

const resolved = (name: string) => library.resolved(name)

const personalIn = (text: string): readonly string[] => [...text.matchAll(/(\w+): \{[^{}]*pii: '(\w+)'/g)].map(String)

describe('a new resource from a sample', () => {
  it('has string ids and pages by number', async () => {
    const lines = await library.create(['orders', '--sample', library.save(paged), '--path', '/v2/orders'])
    const orders = await resolved('orders')
    expect(orders.bindings['list']).toMatchObject({
      call: 'GET {library}/v2/orders',
      permission: 'orders.read',
      query: { page: { param: 'page' } },
      response: { items: '/items', pageCount: '/pages' },
    })
    expect(orders.idFrom).toBeNull()
    expect(orders.list.perPage).toBe(25)
    expect(orders.record.properties).toMatchObject({
      id: { type: 'string', title: 'ID', minLength: 1 },
      status: { type: 'string', enum: ['OPEN', 'SHIPPED'] },
      customer: { properties: { first_name: { pii: 'name' }, email: { pii: 'email' }, city: { pii: 'address' } } },
      unit_price: { type: 'number', display: 'money' },
      due_date: { type: ['string', 'null'], title: 'Due Date', format: 'date', display: 'date' },
      created_at: { format: 'date-time', display: 'dateTime', readOnly: true },
      is_gift: { type: 'boolean', coerce: 'zeroOrOne' },
      tracking_url: { format: 'uri', display: 'link' },
    })
    expect(orders.record.required).toEqual([
      'id',
      'number',
      'status',
      'unit_price',
      'created_at',
      'is_gift',
      'tracking_url',
      'customer',
    ])
    expect(lines).toContain(`  - due_date is a day, so format is 'date'`)
    expect(lines).toContainEqual(
      expect.stringMatching(/ - required: number, id, .*, which have a value in every one of 3 rows/),
    )
    expect(orders.record.properties).not.toHaveProperty('notes')
    expect(lines).toContain(`  - customer.email is 'email', by its name`)
    expect(lines).toContain(`  - notes is left out: no value was seen, so its type is not known`)
  })

  it('counts records and pages, and says which fields no column shows and that rows open no page', async () => {
    const row = (id: string) => ({ id, state: 'NEW', customer: { tier: 'gold', since: 2019 } })
    const answer = { items: [row('a'), row('b')], totalItems: 61, totalPages: 31, page: 1 }
    const lines = await library.create(['tickets', '--sample', library.save(answer)])
    expect((await resolved('tickets')).bindings['list']).toMatchObject({
      response: { items: '/items', pageCount: '/totalPages', total: '/totalItems' },
    })
    expect(lines).toContain(
      `  - no column shows customer; a part of one is a column as { id: 'customer_tier', field: 'customer', path: '/tier', label: 'Customer Tier' }`,
    )
    expect(lines).toContainEqual(expect.stringMatching(/rows open no page: .* add bindings.getOne and show/))
  })

  it('asks for the service in a console that has several', async () => {
    const several = {
      ...authored,
      registry: { ...authored.registry, services: { library: 'token', shop: 'raw' } },
    } as const
    const folder = join(library.copy, 'examples', 'library', 'schemas')
    await expect(newResource({ authored: several, folder }, ['orders'], 'dev')).rejects.toThrow(
      /--service is missing: it names one of library, shop, or a new one/,
    )
  })

  it('has a service of its own, and what is nested', async () => {
    const lines = await library.create(['payouts', '--sample', library.save(payouts), '--service', 'bank'])
    const { bindings, record, idFields } = await resolved('payouts')
    expect(idFields).toEqual(['uuid'])
    expect(bindings['list']).toMatchObject({
      call: 'GET {bank}/payouts',
      query: { cursor: { param: 'cursor' } },
      response: { items: '/data/payouts', next: '/data/meta/next_cursor' },
    })
    expect(library.file('console.ts')).toContain(`bank: 'token'`)
    expect(record.properties).toMatchObject({
      beneficiary: { properties: { holder: { pii: 'name' }, iban: { pii: 'bankAccount' } } },
      memo: { type: ['string', 'null'], pii: 'phone' },
      amount_cents: { type: 'string', title: 'Amount', coerce: 'cents', display: 'decimal', decimals: 2 },
      settled_ms: { title: 'Settled', type: ['string', 'null'], coerce: 'epochMilliseconds' },
      events: { items: { properties: { by: { pii: 'name' }, at: { coerce: 'epochSeconds', display: 'dateTime' } } } },
    })
    expect(record.properties['currency']).toEqual({ type: 'string', title: 'Currency', enum: ['USD'] })
    expect(record.properties).not.toHaveProperty('balances')
    expect(record.properties).not.toHaveProperty('api_key')
    expect(lines).toContain('  - created is a time, sent as seconds since 1970')
    expect(lines).toContain(
      `  - cursor (of the page) is sent as the parameter 'cursor', which is a guess: see how the service calls it`,
    )
  })

  it('that is a bare array is read whole', async () => {
    const lines = await library.create(['things', '--sample', library.save(bare)])
    expect(lines).toContainEqual(expect.stringMatching(/the list is read whole, as nothing says that it has pages/))
    const { list, bindings, record } = await resolved('things')
    expect(list).toMatchObject({ paging: 'client', sort: { field: 'id' }, search: { field: 'title' } })
    expect(bindings['list']?.response).toEqual({})
    expect(record.properties).toMatchObject({
      region: { enum: ['EAST', 'WEST'] },
      ssn: { type: ['string', 'null'], pii: 'ssn' },
      rate: { display: 'decimal' },
    })
    expect(list.columns.find(({ id }) => id === 'ssn')?.display).toBe('masked')
  })

  it('that is JSON:API has its fields from inside the attributes', async () => {
    const row = (id: string, subject: string, bin: string) => ({
      type: 'tickets',
      id,
      attributes: { subject, created_at: '2026-11-20T10:00:00Z' },
      relationships: { bin: { data: { type: 'bins', id: bin } } },
      links: { self: `/tickets/${id}` },
    })
    const data = [row('1', 'Torn', 'B-1'), row('2', 'Wet', 'B-2')]
    const lines = await library.create(['tickets', '--sample', library.save({ data, meta: { page: { total: 40 } } })])
    const { list, bindings, record } = await resolved('tickets')
    expect(Object.keys(record.properties)).toEqual(['id', 'subject', 'created_at'])
    expect(record.properties).toMatchObject({
      subject: { type: 'string', path: '/attributes/subject' },
      created_at: { display: 'dateTime', path: '/attributes/created_at' },
    })
    expect(bindings['list']?.response).toEqual({ items: '/data', total: '/meta/page/total' })
    expect(list.columns.map(({ id }) => id)).toEqual(['subject', 'id', 'created_at'])
    expect(lines).toContainEqual(expect.stringMatching(/'\/relationships\/bin\/data\/id' and a reference shows one/))
  })

  it.each<readonly [string, object, object]>([
    [
      'an offset',
      { offset: 0, limit: 2, total: 9 },
      { query: { offset: { param: 'offset' } }, response: { total: '/total' } },
    ],
    [
      'pages from 0',
      { page: 0, totalPages: 5 },
      { query: { page: { param: 'pageIndex' } }, response: { pageCount: '/totalPages' } },
    ],
    [
      'the address of the next page',
      { next: 'https://shop.test/orders?starting_after=9&cursor=abc' },
      { query: { cursor: { param: 'cursor' } }, response: { next: '/next' } },
    ],
    ['a total of more than came', { count: 40 }, { query: { page: { param: 'page' } }, response: { total: '/count' } }],
  ])('reads pages by %s', async (_title, envelope, expected) => {
    await library.create(['orders', '--sample', library.save({ ...envelope, results: paged.items })])
    const { bindings, list } = await resolved('orders')
    expect(bindings['list']).toMatchObject(expected)
    expect(list.paging).toBe('server')
  })

  it.each([
    ['orders', paged],
    ['payouts', payouts],
    ['things', bare],
  ])('takes over no value of %s but those of a list of choices', async (name, sample) => {
    await library.create([name, '--sample', library.save(sample)])
    const text = library.file(`${name}.ts`)
    const chosen = [...text.matchAll(/enum: \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
    const values = JSON.stringify(sample).match(/(?<=:|\[|,)"[^"]{3,}"(?!:)/g) ?? []
    expect(values.length).toBeGreaterThan(5)
    const copied = values.map((value) => value.slice(1, -1)).filter((value) => text.includes(`'${value}'`))
    expect(copied.filter((value) => !chosen.includes(value))).toEqual([])
    expect(text).not.toMatch(/default|examples/)
  })

  it.each<readonly [string, readonly string[], string, boolean]>([
    ['claims', ['adjuster_id', 'claim_no'], 'claim_no', false],
    ['openOrders', ['policy_id', 'order_id'], 'order_id', false],
    ['claims', ['adjuster_id', 'amount'], 'adjuster_id', true],
  ])('the id of %s among %s is %s', async (name, fields, id, isGuess) => {
    const rows = [1, 2, 3].map((row) => Object.fromEntries(fields.map((field) => [field, `${field}-${row}`])))
    const lines = await library.create([name, '--sample', library.save(rows)])
    expect((await resolved(name)).idFields).toEqual([id])
    expect(lines.some((line) => line.includes(`'${id}' sounds like the id of something else`))).toBe(isGuess)
  })

  it.each<readonly [string, object, number, string]>([
    ['no size', {}, 25, 'perPage 25 is a guess'],
    ['a size', { size: 8 }, 8, 'perPage 8 is what the answer says of its page'],
  ])('does not take the number of records in an answer with %s for a page', async (_title, more, perPage, said) => {
    const items = Array.from({ length: 8 }, (_, index) => ({ id: `a${index}`, title: 'Alpha' }))
    const lines = await library.create(['orders', '--sample', library.save({ items, page: 1, total: 64, ...more })])
    expect((await resolved('orders')).list.perPage).toBe(perPage)
    expect(lines.join()).toMatch(new RegExp(`- ${said}: send { param: 'perPage' } as the service calls it`))
  })

  it('takes times that are numbers for times, and the number of a line for no address', async () => {
    const row = (id: number) => ({
      id,
      received: 1_700_000_000 + id,
      slot: 1_700_000_000_000 + id,
      lines: [{ line: id, price: 2 }],
    })
    const lines = await library.create(['orders', '--sample', library.save([row(1), row(2)])])
    const { properties } = (await resolved('orders')).record
    expect(properties['received']).toMatchObject({ coerce: 'epochSeconds', display: 'dateTime' })
    expect(properties['slot']).toMatchObject({ type: 'integer' })
    expect(lines).toContainEqual(expect.stringMatching(/- slot may be a time, sent as milliseconds since 1970/))
    expect(JSON.stringify(properties['lines'])).not.toContain('address')
  })

  it('has a field named id that identifies no record under another name, and says so', async () => {
    const row = (n: number) => ({ claim_no: `CL-${n}`, id: { kind: 1, number: `123-45-678${n}` }, open: true })
    const lines = await library.create(['claims', '--sample', library.save([row(1), row(2)])])
    const { record, idFields } = await resolved('claims')
    expect(idFields).toEqual(['claim_no'])
    expect(library.file('claims.ts')).toContain(`required: ['claim_no', 'other_id', 'open']`)
    expect(record.properties['other_id']).toMatchObject({ path: '/id', properties: { number: { pii: 'ssn' } } })
    expect(lines).toContainEqual(expect.stringMatching(/- 'id' is declared as other_id, with path '\/id'/))
    expect(lines.join('\n')).not.toMatch(/ id\.number| id,/)
  })

  it('gives a form what its New button asks for, from two rows on', async () => {
    const row = { id: 1, title: 'Alpha', due: '2026-01-02', at: '2026-01-02 10:00', note: '', kept: null }
    const one = await library.create(['alphas', '--sample', library.save([row])])
    expect((await resolved('alphas')).record.required).toEqual(['id'])
    expect(one).toContain('  - required has no more than the id: 1 rows do not show what each record has')
    library = copyOfLibrary()
    const two = await library.create(['betas', '--sample', library.save([row, { ...row, id: 2, due: '2026-01-03' }])])
    const { record } = await resolved('betas')
    expect(record.required).toEqual(['id', 'title', 'due', 'at'])
    expect(record.properties).toMatchObject({ due: { format: 'date' }, at: { display: 'dateTime' } })
    expect(record.properties['at']).not.toHaveProperty('format')
    expect(two).toContainEqual(expect.stringContaining("at is a time of the service's own form"))
  })

  it('makes no choices of what is personal, however few its values are', async () => {
    const rows = [1, 2, 3, 4, 5, 6].map((id) => ({
      id,
      assignee: 'MARA',
      first_name: 'TEO',
      state: 'CA',
      zip: '90001',
    }))
    await library.create(['tasks', '--sample', library.save(rows)])
    const text = library.file('tasks.ts')
    expect(text).not.toContain('enum')
    expect(personalIn(text)).toHaveLength(4)
  })
})

describe('nothing is written', () => {
  const openApi = ['--openapi', 'FILE', '--operation']

  it.each<readonly [string, readonly string[], unknown, RegExp]>([
    ['without a name', [], bare, /give the resource one name/],
    ['for a name that is none', ['2x'], bare, /'2x' is no name/],
    ['for a reserved word', ['delete'], bare, /'delete' is no name/],
    ['for the name of a resource', ['loans'], bare, /'loans' is the name of another/],
    ['for a name that the list of screens uses', ['registry'], bare, /has already: take another/],
    ['for an unknown option', ['x', '--bogus'], bare, /Unknown option '--bogus'/],
    ['for two sources', ['x', '--sample', 'FILE', '--url', 'http://x.test'], bare, /name one/],
    ['for a sample that is not there', ['x', '--sample', '/nowhere.json'], bare, /cannot be read/],
    ['for a sample that is not JSON', ['x', '--sample', 'FILE'], 'id;name', /is not JSON/],
    ['for a sample without records', ['x', '--sample', 'FILE'], { data: [] }, /no list of records/],
    ['for a path with a parameter', ['x', '--path', '/x/{id}'], bare, /no path of a list/],
    ['for a service that is no name', ['x', '--service', 'My-Shop'], bare, /no name for a service/],
    ['for an address that is none', ['x', '--url', 'ftp://x.test/x'], bare, /begins with http/],
    ['for an address without an answer', ['x', '--url', 'http://127.0.0.1:9/x'], bare, /does not answer/],
    ['for a document without an operation', ['x', '--openapi', 'FILE'], catalogue, /needs --operation/],
    ['for YAML', ['x', '--openapi', 'a.yaml', '--operation', 'x'], catalogue, /convert it to JSON/],
    ['for an operation there is not', ['x', ...openApi, 'zz'], catalogue, /no operation 'zz'; those that read are/],
    ['for an operation that answers nothing', ['x', ...openApi, 'ping'], catalogue, /add responses\.200/],
    ['for an operation that changes', ['x', ...openApi, 'create'], catalogue, /has 'create' as POST/],
    ['for an operation inside a record', ['x', ...openApi, 'notes'], catalogue, /needs the record around it/],
    ['for another document', ['x', ...openApi, 'x'], { swagger: '2.0' }, /no OpenAPI 3/],
  ])('%s', async (_title, args, content, message) => {
    const before = library.filesOf()
    const path = library.save(content)
    await expect(library.create(args.map((each) => (each === 'FILE' ? path : each)))).rejects.toThrow(message)
    expect(library.filesOf()).toEqual(before)
  })

  it('over a file that exists', async () => {
    await library.create(['things', '--sample', library.save(bare)])
    const before = library.filesOf()
    await expect(library.create(['things', '--sample', library.save(paged)])).rejects.toThrow(/exists already/)
    expect(library.filesOf()).toEqual(before)
  })
})

it('new resources compile, and are formatted', { timeout: 120_000 }, async () => {
  const { create, save, copy } = library
  await create(['orders', '--sample', save(paged)])
  const folder = join(copy, 'examples', 'library', 'schemas')
  await newResource(
    { authored: await library.load(), folder },
    ['payouts', '--sample', save(payouts), '--service', 'bank'],
    'dev',
  )
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] }, include: ['examples'] }
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
  const run = promisify(execFile)
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', copy, '--noEmit'])
  await run(join(root, 'node_modules/.bin/oxfmt'), ['--check', join(copy, 'examples')])
})
