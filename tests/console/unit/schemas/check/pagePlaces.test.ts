import { describe, expect, it } from 'vitest'
import {
  banner,
  depositItems,
  fields,
  header,
  more,
  page,
  problemsWith,
  profileItems,
  requestItems,
  shown,
  table,
} from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

const places: Mistakes = [
  [
    'a condition of existence',
    shown({ exists: '/acount/0' }),
    'accounts.show.exists',
    "reads '/acount/0', which the detail's schema does not declare; declared there: account, profile, joint_user, bank, snaps, ach, deposits, holdings, portfolio, request",
  ],
  [
    'a fact of the header',
    header({ facts: [{ label: 'Gender', path: '/profile/0/gendre' }] }),
    'accounts.show.facts.Gender',
    `reads '/profile/0/gendre', which the detail's schema does not declare; declared there: ${profileItems}`,
  ],
  [
    'the condition of a block',
    shown({ summary: [{ kind: 'fields', exists: '/banks', facts: [] }] }),
    'accounts.show.blocks.exists',
    "reads '/banks', which the detail's schema does not declare; declared there: account, profile, joint_user, bank, snaps, ach, deposits, holdings, portfolio, request",
  ],
  [
    'a field of the record',
    shown({ record: { ...page.record, name: '/bank/0/name' } }),
    'accounts.show.record.name',
    "reads '/bank/0/name', which the detail's schema does not declare; declared there: bank_name, bank_account_owner_name, bank_account_no",
  ],
  [
    'the array of a newest item',
    shown({
      record: { ...page.record, close_status: { path: '/joint_user', newestBy: 'id', when: {}, field: 'status' } },
    }),
    'accounts.show.record.close_status',
    "reads the items of '/joint_user', which is no array that the detail's schema declares",
  ],
  [
    'the number of a newest item',
    shown({
      record: { ...page.record, close_status: { path: '/request', newestBy: 'no', when: {}, field: 'status' } },
    }),
    'accounts.show.record.close_status',
    `reads '/no', which an item of '/request' in the detail's schema does not declare; declared there: ${requestItems}`,
  ],
  [
    'the condition of a newest item',
    shown({
      record: {
        ...page.record,
        close_status: { path: '/request', newestBy: 'id', when: { type: 'X' }, field: 'status' },
      },
    }),
    'accounts.show.record.close_status',
    `reads '/type', which an item of '/request' in the detail's schema does not declare; declared there: ${requestItems}`,
  ],
  [
    'the evidence of a banner',
    banner({ when: [{ read: 'verification', path: '/result/investigations/*/categories/*', when: {} }] }),
    'accounts.show.blocks.one',
    "reads '/result/investigations/*/categories/*', which the read 'verification' does not declare; declared there: sketchId, status, archived, error, history, request, cipCategories, result",
  ],
  [
    'the condition of a banner',
    banner({ when: [{ path: '/request/*', when: { state: 'SENT' } }] }),
    'accounts.show.blocks.one',
    `reads '/state', which '/request/*' of the detail's schema does not declare; declared there: ${requestItems}`,
  ],
  [
    'the field that another must differ from',
    banner({ when: [{ path: '/request/*', when: { status: { not: { field: 'state' } } } }] }),
    'accounts.show.blocks.one',
    `reads '/state', which '/request/*' of the detail's schema does not declare; declared there: ${requestItems}`,
  ],
  [
    'the list of a count',
    more({ count: { path: '/joint_user' } }),
    'accounts.show.tabs.more.count',
    "reads the items of '/joint_user', which is no array that the detail's schema declares",
  ],
  [
    'the condition of a count',
    more({ count: { path: '/deposits', when: { state: 'RETURNED' } } }),
    'accounts.show.tabs.more.count',
    `reads '/state', which an item of '/deposits' in the detail's schema does not declare; declared there: ${depositItems}`,
  ],
  [
    'the list of a table',
    table({ path: '/joint_user' }),
    'accounts.show.tabs.more.Deposits',
    "reads the items of '/joint_user', which is no array that the detail's schema declares",
  ],
  [
    'a column of a table',
    table({ columns: [{ label: 'Amount', path: '/sum' }] }),
    'accounts.show.tabs.more.Deposits.Amount',
    `reads '/sum', which an item of '/deposits' in the detail's schema does not declare; declared there: ${depositItems}`,
  ],
]

describe('the check of a page', () => {
  it.each(places)('names %s that no answer declares, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })

  it('takes any place inside a structure that is declared without its contents', () => {
    expect(problemsWith(fields({ label: 'Asked', path: '/request/0/request_payload/participant_name' }))).toEqual([])
  })
})
