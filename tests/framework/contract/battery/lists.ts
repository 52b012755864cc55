import { describe, expect, it } from 'vitest'
import { HttpError } from '../../../../dataProvider/HttpError.ts'
import type { ConsoleRecord, Drift, ListAnswer, ListParams } from '../../../../dataProvider/types.ts'
import { typeOf } from '../../../../language/input.ts'
import { listOf } from '../../../../language/resource.ts'
import type { Resource } from '../../../../language/resource.ts'
import { fixtureOf, listAnswer, listBody, numbered, sentRecord, withValueAt } from '../fixtures.ts'
import type { ListFixture } from '../fixtures.ts'
import { wrongFor } from '../sample.ts'
import type { Json } from '../fixtureTypes.ts'
import { leastParams } from '../callOperation.ts'
import { json } from '../gatewayStub.ts'
import type { Context } from './context.ts'
import { unreadable } from './places.ts'

type List = (
  fixture: ListFixture,
  params?: ListParams,
  onDrift?: (drift: Drift) => void,
) => Promise<ListAnswer<ConsoleRecord>>

const lister =
  ({ operation, gateway, newProvider }: Context): List =>
  (fixture, params = {}, onDrift) => {
    gateway.answers(() => listAnswer(operation, fixture))
    return newProvider(onDrift).getList(operation.resource, { ...leastParams(operation), ...params })
  }

/** The fields that tell a row of the upstream's from others: its id, where it has one, and what the list is sorted by. */
const told = (definition: Resource, number: number): Json => {
  const { list, record } = definition
  const field = list?.sort?.field
  const schema = field === undefined ? undefined : record.properties[field]
  const isText = typeof schema === 'object' && schema.type === 'string'
  return {
    ...(isText && field !== undefined ? { [field]: String(number).padStart(3, '0') } : {}),
    ...numbered(definition, number),
  }
}

const rowsFor = ({ operation: { definition } }: Context, count: number): readonly Json[] =>
  Array.from({ length: count }, (_unused, index) => fixtureOf(definition).record(told(definition, index + 1)))

/** The id of the row with this number, by its place where the upstream gives it none. */
const idOfRow = (definition: Resource, number: number): unknown =>
  definition.idFrom === null ? fixtureOf(definition).record(told(definition, number))['id'] : number

/**
 * The row as the list gives it: with what the service sends at other places, and known by its place where the upstream
 * gives it no id.
 */
const asGiven = (definition: Resource, row: Json, place = 1): Json => ({
  ...(sentRecord(definition, row) as Json),
  ...row,
  ...(definition.idFrom === null ? {} : { id: place }),
})

/** How a list is read: mapping, paging, nothing there, everything hidden, and parts that are not as declared. */
export function listReading(context: Context): void {
  const list = lister(context)
  mapping(context, list)
  describe('drift', () => drift(context, list))
  if (listOf(context.operation.definition).paging === 'client') clientPaging(context)
  else serverPaging(context, list)
}

function mapping(context: Context, list: List): void {
  const { definition } = context.operation
  const { record } = fixtureOf(definition)

  it('gives the records as they were sent', async () => {
    const row = record(numbered(definition, 11))
    const { data, meta } = await list({ records: [row] })
    expect(data).toEqual([asGiven(definition, row)])
    expect(meta).toMatchObject({ hidden: 0, unreadable: 0 })
  })

  it('is empty where there is nothing', async () => {
    const { data, pageInfo, meta } = await list({ records: [], totalPages: 0, total: 0, next: '' })
    expect(data).toEqual([])
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false })
    expect(meta).toMatchObject({ hidden: 0, unreadable: 0, totalPages: isCounted(context) ? 1 : null })
  })

  it('gives the lists that come along: blanks dropped, each once, in order', async () => {
    const names = Object.keys(context.operation.response.extras ?? {})
    const extras = Object.fromEntries(names.map((name) => [name, ['B', ' A ', '', null, 'B', { status: 'C' }]]))
    const { meta } = await list({ records: [], extras })
    expect(meta.extras).toEqual(Object.fromEntries(names.map((name) => [name, ['B', 'A', 'C']])))
  })

  for (const column of listOf(definition).columns) {
    if (column.display !== 'status' || column.field === undefined) continue
    const { field } = column
    it(`gives a status in ${field} that no one knows as it was sent`, async () => {
      const isNumber = ['integer', 'number'].includes(typeOf(definition.record.properties[field] ?? true) ?? '')
      const status = isNumber ? 987_654 : 'BRAND_NEW_STATUS'
      const { data, meta } = await list({ records: [record({ [field]: status })] })
      expect(data[0]?.[field]).toBe(status)
      expect(meta.unreadable).toBe(0)
    })
  }

  const { hideWithout } = listOf(definition)
  if (hideWithout === undefined) return
  it.each([null, ''])(`counts the rows whose ${hideWithout} is %j and hides them`, async (empty) => {
    const { data, meta } = await list({
      records: [record({ ...numbered(definition, 1), [hideWithout]: empty }), record(numbered(definition, 2))],
    })
    expect(data.map(({ id }) => id)).toEqual([idOfRow(definition, 2)])
    expect(meta.hidden).toBe(1)
  })

  it(`shows a row whose ${hideWithout} could not be read`, async () => {
    const { data, meta } = await list({ records: [record({ [hideWithout]: { code: 7 } })] })
    expect(data).toMatchObject([{ [hideWithout]: null }])
    expect(meta).toMatchObject({ hidden: 0, unreadable: 1 })
  })

  it('tells a page of hidden rows from an empty one', async () => {
    const { data, meta } = await list({ records: [record({ [hideWithout]: '' })] })
    expect(data).toEqual([])
    expect(meta.hidden).toBe(1)
  })
}

function drift(context: Context, list: List): void {
  const { operation } = context
  const { properties, required = [] } = operation.definition.record
  const { record } = fixtureOf(operation.definition)
  const row = record(told(operation.definition, 5))

  for (const [field, schema] of Object.entries(properties)) {
    const wrong = wrongFor(schema)
    if (
      isIdentifying(operation.definition, field) ||
      wrong === undefined ||
      field === listOf(operation.definition).hideWithout
    )
      continue
    it(`empties ${field} where it has the wrong type, and tells where without telling what`, async () => {
      const seen: Drift[] = []
      const { data, meta } = await list({ records: [{ ...row, [field]: wrong }] }, {}, (report) => seen.push(report))
      expect(data).toEqual([
        { ...asGiven(operation.definition, { ...row, [field]: wrong }), [field]: null, ...unreadable(`/${field}`) },
      ])
      expect(meta.unreadable).toBe(1)
      expect(seen).toEqual([{ operation: operation.id, pointer: `/${field}`, keyword: 'type' }])
    })
  }

  it('empties a required field that is missing', async () => {
    for (const field of required.filter((name) => !isIdentifying(operation.definition, name))) {
      const { [field]: _left, ...rest } = row
      const { data, meta } = await list({ records: [rest] })
      expect(data[0]).toHaveProperty(field, null)
      expect(meta.unreadable).toBe(1)
    }
  })

  it('says nothing of a field that it does not know', async () => {
    const { data, meta } = await list({ records: [record({ brand_new_field: 1 })] })
    expect(data).toHaveLength(1)
    expect(meta.unreadable).toBe(0)
  })

  const [idField] = Object.keys(numbered(operation.definition, 1))
  const unusable = idField === undefined ? [] : [{ [idField]: null }, { [idField]: {} }, { [idField]: undefined }]
  it.each(unusable)('drops and counts a record with %j', async (id) => {
    const { data, meta } = await list({ records: [{ ...row, ...id }, record(told(operation.definition, 8))] })
    expect(data.map((each) => each.id)).toEqual([idOfRow(operation.definition, 8)])
    expect(meta).toMatchObject({ unreadable: 1, dropped: 1 })
  })

  it('drops and counts what is not a record', async () => {
    const mixed = [null, 'text', [], record(told(operation.definition, 8))] as unknown as readonly Json[]
    const { data, meta } = await list({ records: mixed })
    // What is dropped keeps its place: the ids of the others stay what they were.
    expect(data.map(({ id }) => id)).toEqual([
      operation.definition.idFrom === null ? idOfRow(operation.definition, 8) : 4,
    ])
    expect(meta).toMatchObject({ unreadable: 3, dropped: 3 })
  })

  it('is no list where the records are not one', async () => {
    const items = operation.response.items ?? ''
    for (const envelope of [withValueAt({}, items, {}), withValueAt({}, items, 'text'), {}, null, 7]) {
      context.gateway.answers(() => json(envelope))
      const error: unknown = await context
        .newProvider()
        .getList(operation.resource, leastParams(operation))
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ status: 502, body: { code: 'UNEXPECTED_ANSWER' } })
    }
  })
}

const isIdentifying = (definition: Resource, field: string): boolean =>
  field === 'id' || definition.idFields.includes(field)

const isCounted = ({ operation: { response, definition } }: Context): boolean =>
  listOf(definition).paging === 'client' || (response.pageCount ?? response.total) !== undefined

function serverPaging(context: Context, list: List): void {
  const { definition } = context.operation
  const { perPage } = listOf(definition)
  const at = (page: number): ListParams => ({ pagination: { page, perPage } })

  if (definition.idFrom === 'position') {
    it('knows records by their place in the whole list, so that no two pages share one', async () => {
      const given = await Promise.all([1, 2].map((page) => list({ records: rowsFor(context, perPage) }, at(page))))
      const ids = given.flatMap(({ data }) => data.map(({ id }) => id))
      expect(ids).toEqual(Array.from({ length: 2 * perPage }, (_unused, index) => index + 1))
    })
  }

  it('refuses a filter that the definition does not know, before anything is called', async () => {
    const call = list({ records: [] }, { filter: { nonsense: 'x' } })
    await expect(call).rejects.toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } })
    expect(context.gateway.calls).toHaveLength(0)
  })

  const { pageCount, total, next } = context.operation.response
  if (pageCount !== undefined) countedPages(context, list, at)
  else if (total !== undefined) totaledPages(context, list, at)
  else if (next !== undefined) followedPages(context, list, at)
  else {
    it('goes on while a page is full, and ends with one that is not', async () => {
      const full = await list({ records: rowsFor(context, perPage) }, at(2))
      expect(full.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true })
      for (const count of [perPage - 1, 0]) {
        const last = await list({ records: rowsFor(context, count) }, at(2))
        expect(last.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true })
      }
    })
  }
}

function countedPages(context: Context, list: List, at: (page: number) => ListParams): void {
  it.each([7, '7'])('reads the number of pages from %j', async (totalPages) => {
    const { pageInfo, meta, total } = await list({ records: rowsFor(context, 2), totalPages }, at(6))
    expect(meta).toMatchObject({ page: 6, totalPages: 7 })
    expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true })
    expect(total).toBeUndefined()
  })

  it('ends at the last page', async () => {
    const { pageInfo } = await list({ records: rowsFor(context, 2), totalPages: 7 }, at(7))
    expect(pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true })
  })

  it.each(['many', null, -1, 2.5])('does not know the number of pages from %j, and counts that', async (totalPages) => {
    const { pageInfo, meta } = await list({ records: rowsFor(context, 2), totalPages }, at(1))
    expect(meta).toMatchObject({ totalPages: null, unreadable: 1 })
    expect(pageInfo.hasNextPage).toBe(false)
  })
}

function totaledPages(context: Context, list: List, at: (page: number) => ListParams): void {
  const { perPage } = listOf(context.operation.definition)

  it('counts the pages from the number of records', async () => {
    const { total, meta, pageInfo } = await list({ records: rowsFor(context, 2), total: perPage * 2 + 1 }, at(2))
    expect({ total, totalPages: meta.totalPages }).toEqual({ total: perPage * 2 + 1, totalPages: 3 })
    expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true })
  })

  it('ends at the last page, and goes on while a page is full where the number is not known', async () => {
    const last = await list({ records: rowsFor(context, 1), total: perPage * 2 + 1 }, at(3))
    expect(last.pageInfo.hasNextPage).toBe(false)
    for (const [count, isFull] of [
      [perPage, true],
      [1, false],
    ] as const) {
      const { total, pageInfo } = await list({ records: rowsFor(context, count) }, at(1))
      expect({ total, hasNextPage: pageInfo.hasNextPage }).toEqual({ total: undefined, hasNextPage: isFull })
    }
  })
}

function followedPages(context: Context, list: List, at: (page: number) => ListParams): void {
  it('goes on while there is a next page, however many records this one has', async () => {
    const first = await list({ records: rowsFor(context, 1), next: 'more' }, at(1))
    expect(first.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false })
    const last = await list({ records: rowsFor(context, 3), next: '' }, at(1))
    expect(last.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: false })
  })
}

function clientPaging(context: Context): void {
  const { operation, gateway, newProvider } = context
  const { resource, definition } = operation
  const { perPage, search } = listOf(definition)
  const { record } = fixtureOf(definition)
  const count = perPage * 2 + 1
  const all = rowsFor(context, count)

  it('reads the whole array once for paging and searching', async () => {
    gateway.answers(() => json(listBody(operation, { records: all.toReversed() })))
    const provider = newProvider()
    const pages = [1, 2, 3].map((page) => provider.getList(resource, { pagination: { page, perPage } }))
    const [first, second, third] = await Promise.all(pages)
    expect(first?.data.map(({ id }) => id)).toEqual(
      Array.from({ length: perPage }, (_unused, index) => idOfRow(definition, index + 1)),
    )
    expect(second?.pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: true })
    expect(third).toMatchObject({
      total: count,
      data: [{ id: idOfRow(definition, count) }],
      meta: { page: 3, totalPages: 3 },
    })
    expect(gateway.calls).toHaveLength(1)
  })

  it('gives the last page for a page beyond it', async () => {
    gateway.answers(() => json(listBody(operation, { records: all })))
    const { data, meta } = await newProvider().getList(resource, { pagination: { page: 99, perPage } })
    expect(data).toHaveLength(1)
    expect(meta.page).toBe(3)
  })

  it('reads again when it must be fresh', async () => {
    gateway.answers(() => json(listBody(operation, { records: all })))
    const provider = newProvider()
    await provider.getList(resource, {})
    await provider.getList(resource, { meta: { fresh: true } })
    expect(gateway.calls).toHaveLength(2)
  })

  const [field] = [search?.field ?? []].flat()
  if (field === undefined) return
  it(`finds text anywhere in ${field}, whatever its case`, async () => {
    const records = [
      record({ ...numbered(definition, 1), [field]: 'abCDef' }),
      record({ ...numbered(definition, 2), [field]: 'xyz' }),
      record({ ...numbered(definition, 3), [field]: null }),
    ]
    gateway.answers(() => json(listBody(operation, { records })))
    const provider = newProvider()
    const { data, total } = await provider.getList(resource, { meta: { search: ' Bcd ' } })
    expect(data.map(({ id }) => id)).toEqual([idOfRow(definition, 1)])
    expect(total).toBe(1)
  })
}
