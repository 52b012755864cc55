import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Resource } from '../../../../language/resource.ts'
import { OWNER } from '../../../../language/operations.ts'
import { readPart, readRecord } from '../../../../language/readRecord.ts'
import { withUnreadable } from '../../../../language/unreadable.ts'
import { accountDocuments, accountRequests, accounts, achRelationships, treasury } from '../../support/resources.ts'

const account: Resource = accounts
const requests: Resource = accountRequests
const relationships: Resource = achRelationships
const documents: Resource = accountDocuments

const closing = (id: unknown, status: unknown, request_type: unknown = 'CLOSE_ACCOUNT') => ({
  id,
  status,
  request_type,
})

const closeStatusOf = (...request: readonly unknown[]): unknown =>
  readRecord(account, { account: [{}], request }, 1)['close_status']

describe('the record of a page', () => {
  it("has the list's fields where the detail has them, and the id asked for", () => {
    const detail = { id: 9, account: [{ name: 'Mara Quill', email: 'mara.quill@example.test', user_id: 9107 }] }
    expect(readRecord(account, detail, 4107)).toMatchObject({
      id: 4107,
      name: 'Mara Quill',
      user__email: 'mara.quill@example.test',
      user__id: 9107,
      account_no: undefined,
      close_status: undefined,
    })
  })

  it.each([[undefined], [null], ['text'], [{}], [{ account: [] }], [{ account: null, request: 'text' }]])(
    'is its id alone where the detail is %j',
    (detail) => {
      const { id, ...rest } = readRecord(account, detail, 7)
      expect(id).toBe(7)
      expect(Object.values(rest).filter((value) => value !== undefined)).toEqual([])
    },
  )

  it('is the detail itself where that is one record of the list', () => {
    expect(readRecord(treasury, { ticker: 'ZZTK', isapproved: 'true' }, 3)).toEqual({
      id: 3,
      ticker: 'ZZTK',
      isapproved: true,
    })
  })
})

describe('the newest item', () => {
  it('is the one with the highest number, in whatever order they come (D-62)', () => {
    expect(closeStatusOf(closing(9, 'REJECTED'), closing(10, 'SENT'), closing(8, 'APPROVED'))).toBe('SENT')
  })

  it('is found by size and not by letter, also where numbers are text', () => {
    expect(closeStatusOf(closing('9', 'REJECTED'), closing('10', 'SENT'))).toBe('SENT')
    expect(closeStatusOf(closing('100', 'SENT'), closing(99, 'REJECTED'))).toBe('SENT')
  })

  it('counts only items of its kind, whatever their case (D-68), and says its status in capitals', () => {
    expect(closeStatusOf(closing(1, 'sent', 'close_account'), closing(2, 'REQUESTED', 'TRANSFER_ACCOUNT'))).toBe('SENT')
    expect(closeStatusOf(closing(2, 'REQUESTED', 'TRANSFER_ACCOUNT'))).toBeUndefined()
  })

  it.each([[null], [undefined], [''], ['  '], ['abc'], [Number.NaN], [{}], [[5]], [true]])(
    'is never one whose number is %j',
    (id) => {
      expect(closeStatusOf(closing(id, 'APPROVED'), closing(1, 'SENT'))).toBe('SENT')
      expect(closeStatusOf(closing(id, 'APPROVED'))).toBeUndefined()
    },
  )

  it('passes over what is no item', () => {
    expect(closeStatusOf(null, 'text', 7, [], closing(1, 'SENT'))).toBe('SENT')
  })

  it('is the same however the items are ordered', () => {
    const items = fc.uniqueArray(
      fc.record({ id: fc.integer(), status: fc.constantFrom('SENT', 'APPROVED', 'REJECTED') }),
      {
        selector: ({ id }) => id,
        minLength: 1,
      },
    )
    fc.assert(
      fc.property(
        items.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const highest = all.reduce((best, item) => (item.id > best.id ? item : best))
          expect(closeStatusOf(...shuffled.map(({ id, status }) => closing(id, status)))).toBe(highest.status)
        },
      ),
    )
  })
})

describe('the records of a part', () => {
  const parent = { id: 4107, name: 'Mara Quill', status: 'SUSPENDED' }

  it('are the items with what the page knows of their record, and whose they are', () => {
    const { records, unreadable } = readPart(requests, { request: [{ id: 5, status: 'requested' }] }, parent)
    expect(records).toEqual([{ id: 5, status: 'REQUESTED', name: 'Mara Quill', [OWNER]: 4107 }])
    expect(unreadable).toBe(0)
  })

  it('are known by their own key where they have no id', () => {
    const { records } = readPart(documents, { snaps: [{ snap_id: 'snap-a1', id: 99, status: 'uploaded' }] }, parent)
    expect(records).toEqual([{ id: 'snap-a1', snap_id: 'snap-a1', status: 'uploaded', [OWNER]: 4107 }])
  })

  it('leave an item its own fields, even where the page has them too', () => {
    const { records } = readPart(requests, { request: [{ id: 5, name: 'Own' }] }, parent)
    expect(records[0]?.['name']).toBe('Own')
  })

  it('know what could not be read of the page, next to what could not be read of themselves', () => {
    const [page, own] = ['Expected string, got object', 'Expected string, got integer']
    const detail = withUnreadable({ request: [{ id: 5, status: null }] }, { '/request/0/status': own })
    const { records } = readPart(requests, detail, withUnreadable({ ...parent, name: null }, { '/name': page }))
    expect(records[0]).toMatchObject({ name: null, '@unreadable': { '/name': page, '/status': own } })
  })

  it('hold JSON as what it says, and text that is none as text', () => {
    const request = [
      { id: 2, request_payload: '{"cash":"100.00"}', response_data: '' },
      { id: 1, request_payload: '{"cash":', response_data: { currentState: 'REVIEW' } },
    ]
    expect(readPart(requests, { request }, parent).records).toMatchObject([
      { request_payload: { cash: '100.00' }, response_data: '' },
      { request_payload: '{"cash":', response_data: { currentState: 'REVIEW' } },
    ])
  })

  it('count what cannot be acted upon: items without their key, and what is no item', () => {
    const request = [{ id: 1 }, {}, { id: null }, { id: '' }, { id: {} }, null, 'text', [{ id: 2 }]]
    const { records, unreadable } = readPart(requests, { request }, parent)
    expect(records.map(({ id }) => id)).toEqual([1])
    expect(unreadable).toBe(7)
  })

  it.each([[{}], [null], ['text'], [{ request: null }], [{ request: {} }]])('are none in %j', (detail) => {
    expect(readPart(requests, detail, parent)).toEqual({ records: [], unreadable: 0 })
  })

  it("are in the part's order: newest request first, also where ids are text", () => {
    const request = [{ id: '9' }, { id: '100' }, { id: 10 }]
    expect(readPart(requests, { request }, parent).records.map(({ id }) => id)).toEqual(['100', 10, '9'])
    const numbers = { request: [{ id: 1.25 }, { id: -1 }, { id: 1.5 }] }
    expect(readPart(requests, numbers, parent).records.map(({ id }) => id)).toEqual([1.5, 1.25, -1])
  })

  it('keep the order of the answer where the field of the order is the same, and put those without it last', () => {
    const ach = [
      { id: 1, creation_time: null },
      { id: 2, creation_time: '2026-01-01T00:00:00Z' },
      { id: 3, creation_time: '2026-02-01T00:00:00Z' },
      { id: 4, creation_time: '2026-02-01T00:00:00Z' },
    ]
    expect(readPart(relationships, { ach }, parent).records.map(({ id }) => id)).toEqual([3, 4, 2, 1])
  })

  it('are neither lost nor made, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 })), (snaps) => {
        const { records, unreadable } = readPart(documents, { snaps }, parent)
        expect(records.length + unreadable).toBe(snaps.length)
        for (const { id } of records) expect(['string', 'number']).toContain(typeof id)
      }),
    )
  })
})
