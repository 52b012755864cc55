import { describe, expect, it } from 'vitest'
import type { ActionInput, Result } from '../../../../../language/action.ts'
import type { ResolvedAction, ResolvedColumn, Resource } from '../../../../../language/resource.ts'
import { cash, errorAccounts, etradeOrders, sponsors } from '../../../support/resources.ts'
import { account, problemsWith } from './mistakes.ts'
import type { Mistakes } from './mistakes.ts'

type Written = ResolvedAction

const tickers = cash
const orders = etradeOrders
const failed = errorAccounts
const sponsored = sponsors
const { field: _field, number: _number, ...plain } = failed.list.columns[0]!

/** The failed accounts with one column more. */
const column = (own: Partial<ResolvedColumn>): Resource => ({
  ...failed,
  list: { ...failed.list, columns: [...failed.list.columns, { ...plain, id: 'own', label: 'Own', ...own }] },
})
const OWN = 'errorAccounts.list.columns.own'
const names = 'user_id, first_name, last_name, email, user__email, account_no, created_at'

const edit = tickers.actions['edit']!
const add = tickers.actions['add']!
const ticker = edit.input['ticker']!
const asking = (name: string, action: Written, change: Partial<ActionInput>): Resource => ({
  ...tickers,
  actions: { ...tickers.actions, [name]: { ...action, input: { ticker: { ...ticker, ...change } } } },
})

const details = orders.actions['details']!
const showing = (change: Partial<Result>): Resource => ({
  ...orders,
  actions: { details: { ...details, result: { ...details.result!, ...change } } },
})
const looking = (change: Partial<Pick<ResolvedAction, 'icon'>>): Resource => ({
  ...tickers,
  actions: { ...tickers.actions, add: { ...add, ...change } },
})
const RESULT = 'etradeOrders.actions.details.result'
const answered =
  'order_id, account_id, created_at, placed_time, executed_time, status, ticker, order_type, quantity, order_price, order_executed_price, order_executed_status, legs'

const columns: Mistakes = [
  ['a second field that is none', column({ field: 'first_name', and: ['surname'] }), OWN, stray('surname')],
  ['a stand-in that is no field', column({ field: 'email', fallback: [{ field: 'mail' }] }), OWN, stray('mail')],
  [
    'a stand-in that depends on no field',
    column({ field: 'email', fallback: [{ field: 'user_id', when: { uid: { pattern: '@' } } as never }] }),
    OWN,
    stray('uid'),
  ],
  [
    'a second field without a first',
    column({ and: ['last_name'] }),
    OWN,
    "has no field that 'and' could follow or 'fallback' replace",
  ],
  [
    'a row of two lines with a column that is none',
    { ...tickers, list: { ...tickers.list, phoneColumns: ['ticker', 'kind'] } },
    'cash.list.phoneColumns',
    "names 'kind', which is no column: take ticker, type, isAvailableInEtfMfSecurityMaster",
  ],
  [
    'a running number as the name of a row',
    { ...sponsored, list: { ...sponsored.list, phoneColumns: ['number', 'ticker'] } },
    'sponsors.list.phoneColumns',
    "starts with 'number', which no record could be called by: start with a column of text",
  ],
  [
    'a switch as the name of a row',
    { ...account, list: { ...account.list, phoneColumns: ['user__is_test', 'name'] } },
    'accounts.list.phoneColumns',
    "starts with 'user__is_test', which no record could be called by: start with a column of text",
  ],
  [
    'a running number with a field',
    column({ number: true, field: 'user_id' }),
    OWN,
    "is the row's number and reads 'user_id': give it no field",
  ],
  [
    'half a place',
    column({ field: 'email', display: 'decimal', decimals: [0, 2.5] }),
    OWN,
    'has 2.5 decimals: say a number from 0 to 20',
  ],
  ['a cut at nothing', column({ field: 'email', truncate: 0 }), OWN, 'is truncated at 0: say a whole number above 0'],
]

function stray(field: string): string {
  return `reads '${field}', which is no field; fields are: ${names}`
}

const actions: Mistakes = [
  [
    'a value that starts from no field',
    asking('edit', edit, { field: 'tickr' }),
    'cash.actions.edit.input.ticker',
    "starts from 'tickr', which is no field; fields are: id, ticker, type, isAvailableInEtfMfSecurityMaster",
  ],
  [
    'a value of a list that starts from a field',
    asking('add', add, { field: 'ticker' }),
    'cash.actions.add.input.ticker',
    "starts from 'ticker', and a list has no fields",
  ],
  [
    'a warning that no pattern decides',
    asking('edit', edit, { field: 'ticker', warn: { unless: '^[A-Z', text: 'Odd' } }),
    'cash.actions.edit.input.ticker',
    "warns unless '^[A-Z', which is no regular expression",
  ],
  [
    'an icon for the list as a whole',
    looking({ icon: 'details' }),
    'cash.actions.add.icon',
    'is for an action on a record: a button of the list has room for its words',
  ],
  [
    'a result at a place that is not answered',
    showing({ path: '/data' }),
    `${RESULT}.at`,
    "reads '/data', which the answer of order does not declare; declared there: message",
  ],
  [
    'a result with a value that is not answered',
    showing({ facts: [{ label: 'Fee', path: '/fee' }] }),
    `${RESULT}.Fee`,
    `reads '/fee', which '/message' of the answer of order does not declare; declared there: ${answered}`,
  ],
  [
    'a result that could be revealed',
    showing({ facts: [{ label: 'Account', path: '/account_id', display: 'masked' }] }),
    `${RESULT}.Account`,
    "is shown as masked, and only a record's page can reveal it: give it no masked class",
  ],
  [
    'a result of an answer without a schema',
    {
      ...showing({}),
      bindings: {
        ...orders.bindings,
        order: { ...orders.bindings['order']!, response: {} },
      },
    },
    RESULT,
    'shows an answer that has no schema: declare bindings.order.schema',
  ],
  [
    'a title of what no record has',
    showing({ title: 'Order {number}' }),
    'etradeOrders.actions.details',
    `says {number}, which no record has; fields are: ${Object.keys(orders.record.properties).join(', ')}`,
  ],
]

describe('the check of how columns write', () => {
  it.each(columns)('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})

describe('the check of inputs, icons and results', () => {
  it.each(actions)('names %s, and nothing else', (_title, definition, where, message) => {
    expect(problemsWith(definition)).toEqual([{ where, message }])
  })
})
