import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import { csvFile } from '../../../language/csvFile.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { sheetFile } from '../../../src/export/sheetFile.ts'
import { answering, type Script } from '../../support/faultyUpstream.ts'
import { providerOver } from './providerOver.ts'
import { startGateway } from './startGateway.ts'

const registry = {
  services: { library: 'token' },
  permissions: ['read', 'save'],
  roles: { librarian: ['read', 'save'], '*': ['read'] },
  tones: {},
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineResource } = createLanguage<Library>()

const id = { type: 'integer', minimum: 1 } as const
const record = {
  type: 'object',
  required: ['id'],
  properties: {
    id,
    name: { type: 'string', title: 'Name', pii: 'name' },
    born: { type: 'string', pii: 'dateOfBirth' },
  },
} as const
const list = { columns: ['name'], perPage: 2, emptyText: 'Nothing', export: { permission: 'save' } } as const
const permission = 'read'
const page = { param: 'page' } as const

const screens = [
  defineResource({
    name: 'counted',
    label: 'Counted',
    record,
    bindings: {
      list: {
        call: 'GET {library}/counted',
        permission,
        query: { page, state: { filter: 'state' } },
        data: '/items',
        pageCount: '/pages',
      },
    },
    list: { ...list, filter: { state: { type: 'string', title: 'State' } } },
  }),
  defineResource({
    name: 'totalled',
    label: 'Totalled',
    record,
    bindings: {
      list: {
        call: 'POST {library}/totalled',
        effect: 'read',
        permission,
        body: { at: { nested: { from: { param: 'offset' }, most: { param: 'perPage' } } } },
        data: '/items',
        total: '/total',
      },
    },
    list,
  }),
  defineResource({
    name: 'marked',
    label: 'Marked',
    record,
    bindings: {
      list: {
        call: 'GET {library}/marked',
        permission,
        query: { after: { param: 'cursor' } },
        data: '/items',
        next: '/next',
      },
    },
    list,
  }),
  defineResource({
    name: 'untold',
    label: 'Untold',
    record,
    bindings: { list: { call: 'GET {library}/untold', permission, query: { page } } },
    list,
  }),
  defineResource({
    name: 'whole',
    label: 'Whole',
    record,
    bindings: { list: { call: 'GET {library}/whole', permission } },
    list: { ...list, sort: '-name', search: { field: 'name' } },
  }),
  defineResource({
    name: 'kept',
    label: 'Kept',
    record,
    bindings: { list: { call: 'GET {library}/kept', permission, query: { page } } },
    list: { ...list, export: undefined } as never,
  }),
] as const

const model = resolveConsole({ registry, screens: [...screens], home: '/counted', nested: [] })

let gateway: Awaited<ReturnType<typeof startGateway>>
beforeAll(async () => {
  gateway = await startGateway(model, { limits: { exports: { max: 1000, windowMs: 86_400_000 } } })
})
afterAll(() => gateway.close())
beforeEach(() => gateway.upstream.reset())

const people = Array.from({ length: 5 }, (_, index) => ({
  id: index + 1,
  name: `Person ${index + 1}`,
  born: '1961-04-17',
}))

/** The records from this index, two at a time. */
const from = (index: number) => people.slice(index, index + 2)

const answer: Script = (request, response, incoming) => {
  const { pathname, searchParams } = new URL(request.target, 'http://library.test')
  const skip = (Number(searchParams.get('page') ?? 1) - 1) * 2
  const answers: Readonly<Record<string, () => unknown>> = {
    '/counted': () => ({ items: from(skip), pages: 3 }),
    '/totalled': () => ({ items: from((JSON.parse(request.body) as { at: { from: number } }).at.from), total: 5 }),
    '/marked': () => {
      const start = Number(searchParams.get('after') ?? 0)
      return { items: from(start), next: start + 2 < 5 ? String(start + 2) : null }
    },
    '/untold': () => from(skip),
    '/whole': () => people,
  }
  return answering(200, answers[pathname]?.())(request, response, incoming)
}

const providerOf = (cookie?: string, change?: (text: string) => string) => providerOver(gateway, model, cookie, change)

/** The last entries of the audit trail. */
const trail = async (count: number) => (await gateway.store.audit.list({ limit: 1000 })).slice(-count)

describe('a list that is saved as a file', () => {
  beforeEach(() => gateway.upstream.script(answer))

  test.each(['counted', 'totalled', 'marked', 'untold'])('has the records of all pages: %s', async (name) => {
    const counts: number[] = []
    const { data } = await providerOf().exportList(name, { onProgress: (count) => counts.push(count) })
    expect(data.rows.map((row) => row['name'])).toEqual(people.map((person) => person.name))
    expect(data.rows.map((row) => row['born'])).toEqual(people.map(() => '1961-**-**'))
    expect([data.isCut, data.dropped, counts]).toEqual([false, 0, [2, 4, 5]])
  })

  test('has what the search finds, in the order of the list, where it is read whole', async () => {
    const sort = { field: 'name', order: 'DESC' } as const
    const { data } = await providerOf().exportList('whole', { sort })
    expect(data.rows.map((row) => row.id)).toEqual([5, 4, 3, 2, 1])
    const found = await providerOf().exportList('whole', { sort, meta: { search: 'son 4' } })
    expect(found.data.rows.map((row) => row.id)).toEqual([4])
  })

  test('has what its filters find on every page', async () => {
    await providerOf().exportList('counted', { filter: { state: 'LENT' } })
    expect(gateway.upstream.seen.map(({ target }) => target)).toEqual([
      '/counted?page=1&state=LENT',
      '/counted?page=2&state=LENT',
      '/counted?page=3&state=LENT',
    ])
  })

  test('goes on where the list does: after a record that cannot be read, and after a page without records', async () => {
    const pages: Readonly<Record<string, unknown>> = {
      '/untold?page=1': [people[0], { name: 'without an id' }],
      '/untold?page=2': [people[2]],
      '/counted?page=1': { items: from(0), pages: '3' },
      '/counted?page=2': { items: [], pages: '3' },
      '/counted?page=3': { items: from(4), pages: '3' },
    }
    gateway.upstream.script((request, ...rest) => answering(200, pages[request.target])(request, ...rest))
    const provider = providerOf()
    const { data } = await provider.exportList('untold', {})
    expect(data.rows.map(({ id: own }) => own)).toEqual([1, 3])
    expect(data.dropped).toBe(1)
    const list = await provider.getList('untold', { pagination: { page: 1, perPage: 2 } })
    expect(list).toMatchObject({ data: [{ id: 1 }], pageInfo: { hasNextPage: true } })
    const counted = await provider.exportList('counted', {})
    expect(counted.data.rows.map(({ id: own }) => own)).toEqual([1, 2, 5])
  })

  test('is on record before it is read, and with the number of its records', async () => {
    await providerOf().exportList('counted', {})
    expect(await trail(2)).toMatchObject([
      { phase: 'intent', operation: 'counted.export', actor: { userId: 1 }, input: { query: { page: 1 } } },
      { phase: 'outcome', result: 'ok', message: '5 records' },
    ])
  })

  test('is refused without the permission, on record, and where it is not declared', async () => {
    const cookie = await gateway.signIn({ role: 'visitor', userId: 2, subject: 'other' })
    await expect(providerOf(cookie).exportList('counted', {})).rejects.toMatchObject({
      status: 403,
      body: { permission: 'save' },
    })
    const [refusal] = await trail(1)
    expect(refusal).toMatchObject({ operation: 'counted.export', details: { result: 'refused', permission: 'save' } })
    await expect(providerOf().exportList('kept', {})).rejects.toMatchObject({ status: 400 })
    expect(gateway.upstream.seen).toEqual([])
  })
})

describe('a list that does not arrive to its end', () => {
  test('fails as its read does when the first page cannot be read', async () => {
    gateway.upstream.script(answering(500, {}))
    await expect(providerOf().exportList('counted', {})).rejects.toMatchObject({ status: 502 })
    expect((await trail(1))[0]).toMatchObject({ phase: 'outcome', result: 'failed', message: 'UPSTREAM_FAILED' })
  })

  test('is no file when a later page cannot be read', async () => {
    gateway.upstream.script((request, response, incoming) =>
      (request.target.includes('page=3') ? answering(500, {}) : answer)(request, response, incoming),
    )
    const asked = providerOf().exportList('counted', {})
    await expect(asked).rejects.toThrow(/4 records had been read\.$/)
    expect((await trail(1))[0]).toMatchObject({ phase: 'outcome', result: 'failed', message: '4 records' })
  })

  test('is no file when the service never comes to its end', async () => {
    let cursor = 0
    gateway.upstream.script((...call) => answering(200, { items: [], next: String((cursor += 1)) })(...call))
    await expect(providerOf().exportList('marked', {})).rejects.toThrow(
      /sends no more records\. 0 records had been read/,
    )
    expect(cursor).toBe(101)
    expect((await trail(1))[0]).toMatchObject({ phase: 'outcome', result: 'failed', message: '0 records' })
  })

  test('is no file when the connection breaks', async () => {
    gateway.upstream.script(answer)
    const cut = (text: string) => text.slice(0, text.indexOf('\n') + 20)
    await expect(providerOf(gateway.cookie, cut).exportList('counted', {})).rejects.toMatchObject({
      body: { code: 'EXPORT_CUT', message: expect.stringContaining('after 2 records') as string },
    })
  })
})

test('a workbook has texts as texts, whatever they begin with, numbers as numbers, and room for them', async () => {
  const file = sheetFile([
    ['Name', 'Share', 'Amount'],
    ['=HYPERLINK("http://x")<&\u0007', { digits: '-12.5', places: 0 }, { digits: '13.10', places: 2 }],
  ])
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.keys(parts)).toContain('[Content_Types].xml')
  expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
    '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;)&lt;&amp;</t></is></c><c r="B2"><v>-12.5</v></c><c r="C2" s="4"><v>13.10</v></c></row>',
  )
  expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
    '<cols><col min="1" max="1" width="27" customWidth="1"/><col min="2" max="2" width="7" customWidth="1"/><col min="3" max="3" width="8" customWidth="1"/></cols><sheetData>',
  )
  const styles = strFromU8(parts['xl/styles.xml'] ?? new Uint8Array())
  const used = [...styles.matchAll(/<xf numFmtId="(\d+)"/g)][4]?.[1]
  expect(styles).toContain(`<numFmt numFmtId="${used}" formatCode="0.00"/>`)
})

test.each([
  ['=1+1', `"'=1+1"`],
  [' "@SUM(A1)', `"' ""@SUM(A1)"`],
  ['\uFF1D1', `"'\uFF1D1"`],
  ['\tx', `"'\tx"`],
  ['-12.50', '"-12.50"'],
  ['-2+3', `"'-2+3"`],
  ['a=b', '"a=b"'],
])('a CSV file has the cell %j as %s', (text, written) => {
  expect(csvFile([[text]])).toBe(`\uFEFF${written}\r\n`)
})
