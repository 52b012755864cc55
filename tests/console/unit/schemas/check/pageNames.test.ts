import { describe, expect, it } from 'vitest'
import type { Block } from '../../../../../language/show.ts'
import {
  account,
  ach,
  banner,
  fields,
  header,
  more,
  page,
  problemsWith,
  recordFields,
  shown,
  table,
} from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

const names: Mistakes = [
  [
    'two tabs of one name',
    shown({ tabs: [...page.tabs, { name: 'more', label: 'Yet more', blocks: [] }] }),
    'accounts.show.tabs.more',
    'is listed twice: every tab needs an address of its own',
  ],
  [
    'a tab whose name cannot be part of an address',
    shown({ tabs: [...page.tabs, { name: 'Yet more', label: 'More', blocks: [] }] }),
    'accounts.show.tabs.Yet more',
    'is not a usable name: it is part of the address, so write lower-case letters, digits and single hyphens',
  ],
  [
    'a block of no kind',
    shown({ below: [...page.below, { kind: 'histroy' } as never] }),
    'accounts.show.blocks',
    "has a block of the kind 'histroy', which there is not; kinds are: banner, facts, history, image, list, part, raw, table, tabs",
  ],
  [
    'a tab that waits for no read',
    more({ read: 'trades' }),
    'accounts.show.tabs.more',
    "names the read 'trades', declared are: transactions, verification",
  ],
  [
    'a banner that looks into no read',
    banner({ when: [{ read: 'checks', path: '/result', when: {} }] }),
    'accounts.show.blocks.one',
    "names the read 'checks', declared are: transactions, verification",
  ],
  [
    'a banner that leads to no tab',
    banner({ link: { label: 'Go', tab: 'papers' } }),
    'accounts.show.blocks.one.tab',
    "leads to the tab 'papers', declared are: details, disclosures, employment, documents, linked-account, requests, transactions, more, history",
  ],
  [
    'a banner that is part of one that is not before it',
    banner({ partOf: { blocks: ['two'], message: 'Look here, too' } }),
    'accounts.show.blocks.one.partOf',
    "is part of 'two', banners before it are: none",
  ],
  [
    'two banners of one name',
    shown({ banners: [...page.banners, page.banners.find(({ name }) => name === 'redFlags')!] }),
    'accounts.show.blocks.redFlags',
    'is listed twice: every banner needs a name of its own',
  ],
  [
    'a table of what its tab does not wait for',
    table({ read: [{ name: 'transactions', label: 'Trade service' }] }),
    'accounts.show.tabs.more.Deposits',
    "is drawn from 'transactions', which nothing reads there; read are: detail",
  ],
  [
    'a part that is none of this resource',
    shown({ below: [...page.below, { kind: 'part', resource: 'treasury' } satisfies Block] }),
    'accounts.show.blocks',
    "shows the part 'treasury', parts of accounts are: accountRequests, achRelationships, accountDocuments, accountInvestigations",
  ],
  [
    'an action of the header that is not declared',
    header({ actions: ['resubmt'] }),
    'accounts.show.actions',
    `names 'resubmt', declared are: ${Object.keys(account.actions).join(', ')}`,
  ],
  [
    'a row that is found by a field that is none',
    { ...account, list: { ...account.list, find: { search: ['account_number'] } } },
    'accounts.list.find',
    `names 'account_number', which is no field; fields are: ${Object.keys(account.record.properties).join(', ')}`,
  ],
  [
    'a field of the record that is none',
    shown({ record: { ...page.record, title: '/account/0/name' } }),
    'accounts.show.record',
    `names 'title', which is no field; fields are: ${Object.keys(account.record.properties).join(', ')}`,
  ],
  [
    'words of a banner about what the page does not know',
    banner({ message: 'Look at {bank_account}' }),
    'accounts.show.blocks.one',
    `uses 'bank_account', which show.record does not say; said are: ${recordFields}`,
  ],
  [
    'a refresh by what the page does not know',
    shown({ refresh: { when: { bank_account: 'x' }, everyMs: 3000 } }),
    'accounts.show.poll',
    `uses 'bank_account', which show.record does not say; said are: ${recordFields}`,
  ],
]

const columnOf = (field: string) => ach.list.columns.find((column) => column.field === field)!
const [masked, named] = [columnOf('bank_account_no'), columnOf('nickname')]

const readings: Mistakes = [
  [
    'JSON of several places',
    fields({ label: 'Income', path: ['/account/0/investment_profile', '/account/0/name'], inside: '/annualIncomeUSD' }),
    'accounts.show.blocks.Income',
    "has 'inside' and several places: read one place only",
  ],
  [
    'JSON where a yes or no stands',
    fields({ label: 'Active', path: '/account/0/is_active', inside: '/x' }),
    'accounts.show.blocks.Active',
    "looks inside '/account/0/is_active', which is neither text, object nor list",
  ],
  [
    'a mask where nothing is masked',
    fields({ label: 'City', path: '/profile/0/city', display: 'masked' }),
    'accounts.show.blocks.City',
    "is shown as masked, but no class masks anything at '/profile/*/city'",
  ],
  [
    'a masked value that is shown as if it were whole',
    fields({ label: 'Born', path: '/profile/0/date_of_birth', display: 'date' }),
    'accounts.show.blocks.Born',
    'is masked by the gateway: leave its display out',
  ],
  [
    'a masked column that is shown as if it were whole',
    { ...ach, list: { ...ach.list, columns: [{ ...masked, display: 'text' }] } },
    'achRelationships.list.columns.bank_account_no',
    'is masked by the gateway: leave its display out',
  ],
  [
    'a column with a mask where nothing is masked',
    { ...ach, list: { ...ach.list, columns: [{ ...named, display: 'masked' }] } },
    'achRelationships.list.columns.nickname',
    "is shown as masked, and 'nickname' has no class that is",
  ],
]

const read = account.reads['transactions']!

const uses: Mistakes = [
  [
    'a read that sends what the page does not know',
    {
      ...account,
      reads: { ...account.reads, transactions: { ...read, query: { account_no: { field: 'bank_account' } } } },
    },
    'accounts.bindings.transactions',
    `sends 'bank_account', which show.record does not say; said are: ${recordFields}`,
  ],
  [
    'a read with a path parameter that no record has',
    { ...account, reads: { ...account.reads, transactions: { ...read, call: 'GET {trade}/v1/{number}' } } },
    'accounts.bindings.transactions',
    `needs 'number', which no record has; fields are: ${Object.keys(account.record.properties).join(', ')}`,
  ],
  [
    'a read with the name of an action',
    { ...account, reads: { ...account.reads, activate: read } },
    'accounts.bindings.activate',
    'has the name of an action: both would be the operation accounts.activate',
  ],
  [
    "a read with the name of the detail's answer",
    { ...account, reads: { ...account.reads, detail: read } },
    'accounts.bindings.detail',
    "has the name of the detail's answer: take another",
  ],
  [
    'a read with an unusable name',
    { ...account, reads: { ...account.reads, 'to-date': read } },
    'accounts.bindings.to-date',
    "is not a usable name: start with a lower-case letter, and not 'list' or 'getOne'",
  ],
]

describe('the check of a page', () => {
  it.each([...names, ...readings, ...uses])('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})
