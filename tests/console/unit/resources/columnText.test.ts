import { describe, expect, it } from 'vitest'
import { changeOf } from '../../../../src/actions/recordChange.ts'
import { cutText, webAddress } from '../../../../src/format/text.ts'
import { columnText } from '../../../../src/model/columns.ts'
import { recordName } from '../../../../src/model/rowModel.ts'
import type { ListResource } from '../../../../language/resource.ts'
import { errorAccounts as errorAccountsDefinition } from '../../../../schemas/errorAccounts.ts'
import { resolve } from '../../../../language/resolve.ts'
import { cash, errorAccounts, etradeOrders, sponsors, trades } from '../../support/resources.ts'

/** What a column of a definition says of a record that has these fields. */
function said(definition: ListResource, id: string, fields: Readonly<Record<string, unknown>>): string {
  const column = definition.list.columns.find((each) => each.id === id)
  if (column === undefined) throw new Error(`${definition.name} has no column ${id}`)
  return columnText(column, { id: 1, ...fields })
}

describe('what a column says', () => {
  it.each([
    [{ first_name: 'Mara', last_name: 'Quill' }, 'Mara Quill'],
    [{ first_name: 'Mara', last_name: null }, 'Mara'],
    [{ first_name: ' ', last_name: 'Quill' }, 'Quill'],
    [{ first_name: null, last_name: '' }, '-'],
  ])('joins the fields that have a value: %j', (fields, text) => {
    expect(said(errorAccounts, 'first_name', fields)).toBe(text)
  })

  it.each([
    [{ email: 'a@x.test', user__email: 'b@x.test' }, 'a@x.test'],
    [{ email: '', user__email: 'b@x.test' }, 'b@x.test'],
    [{ email: null, user__email: ' ', user_id: 'c@x.test' }, 'c@x.test'],
    [{ email: null, user_id: '4107' }, '-'],
  ])('lets another field stand in for an empty one, where that is so: %j', (fields, text) => {
    expect(said(errorAccounts, 'email', fields)).toBe(text)
  })

  it.each([
    [trades, 'sell_all', true, 'TRUE'],
    [trades, 'sell_all', false, '-'],
    [trades, 'sell_all', null, '-'],
    [cash, 'isAvailableInEtfMfSecurityMaster', true, 'Available'],
    [cash, 'isAvailableInEtfMfSecurityMaster', false, 'Not available'],
    [cash, 'isAvailableInEtfMfSecurityMaster', null, '-'],
    [etradeOrders, 'email_id', null, 'N/A'],
    [etradeOrders, 'email_id', '', 'N/A'],
    [trades, 'quantity', '12.5', '12.50000'],
    [trades, 'quantity', '0.000005', '0.00001'],
    [trades, 'quantity', null, '-'],
    [trades, 'order_price', '41.2300', '41.2300'],
    [trades, 'order_price', '41.23005', '41.2301'],
    [etradeOrders, 'order_executed_price', '0', '0'],
    [etradeOrders, 'order_executed_price', 0, '0'],
    [etradeOrders, 'order_executed_price', '', '-'],
  ] as const)('has its own words, places and text for nothing: %o %s', (definition, id, value, text) => {
    expect(said(definition, id, { [id]: value })).toBe(text)
  })

  it('is what its record is called, also where the first column is a number or a day', () => {
    expect(recordName(errorAccounts, { id: 3, first_name: 'Mara', last_name: 'Quill' })).toBe('Mara Quill')
    expect(recordName(sponsors, { id: 3, ticker: 'BIL' })).toBe('BIL')
    expect(recordName(trades, { id: 3, created_at: '2026-03-04', ticker: 'ZZTK' })).toBe('ZZTK')
    const unsaid: ListResource = { ...trades, list: { ...trades.list, phoneColumns: [] } }
    expect(recordName(unsaid, { id: 3, created_at: '2026-03-04', account_no: '9ZZ10058' })).toBe('9ZZ10058')
  })

  it('is what a change of its record is told in', () => {
    const action = cash.actions['edit']!
    const seen = { id: 1, ticker: 'BIL', isAvailableInEtfMfSecurityMaster: true }
    const fresh = { ...seen, isAvailableInEtfMfSecurityMaster: false }
    expect(changeOf(cash, action, seen, fresh)?.differences).toEqual([
      { field: 'isAvailableInEtfMfSecurityMaster', title: 'Availability', before: 'Available', after: 'Not available' },
    ])
  })
})

describe('ordering by a column', () => {
  it('is offered by its first field, and never by the number of a row', () => {
    const { bindings } = errorAccountsDefinition
    const { query: _pages, ...whole } = bindings.list
    const held = resolve({ ...errorAccountsDefinition, bindings: { list: whole } })
    const columns = held.list.columns
    expect(columns.map(({ id, isSortable }) => [id, isSortable])).toEqual([
      ['number', false],
      ['first_name', true],
      ['email', true],
      ['account_no', true],
      ['created_at', true],
    ])
  })
})

describe('cutting a text', () => {
  it.each([
    ['is left alone up to its length', 'a'.repeat(30), 'a'.repeat(30)],
    ['ends in an ellipsis beyond it', 'a'.repeat(31), `${'a'.repeat(30)}…`],
    ['counts an emoji as one character', '😀'.repeat(30), '😀'.repeat(30)],
    ['tears no emoji apart', `${'a'.repeat(29)}😀😀`, `${'a'.repeat(29)}😀…`],
    ['cuts a very long text', '𝒳'.repeat(5000), `${'𝒳'.repeat(30)}…`],
  ])('%s', (_what, text, cut) => {
    expect(cutText(text, 30)).toBe(cut)
    expect(cutText(text, 30).isWellFormed()).toBe(true)
  })
})

describe('an address', () => {
  it.each([
    ['https://docs.example.test/a?b=c', 'docs.example.test'],
    ['HTTP://Example.test', 'example.test'],
    [' https://example.test:8443/ ', 'example.test:8443'],
    ['https://bank.example.test@evil.test/login', 'evil.test'],
  ])('of the web is a link to its host: %s', (text, host) => {
    expect(webAddress(text)?.host).toBe(host)
    expect(webAddress(text)?.href).toMatch(/^https?:/)
  })

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)//https://x.test',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'mailto:a@x.test',
    'file:///etc/passwd',
    'vbscript:x',
    '//evil.test/a',
    '/relative',
    'example.test',
    'https://',
    'https://[',
    'https:evil.test',
    '',
    '-',
  ])('of anything else is text: %s', (text) => {
    expect(webAddress(text)).toBeUndefined()
  })
})
