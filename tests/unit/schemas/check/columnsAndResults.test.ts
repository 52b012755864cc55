import { describe, expect, it } from 'vitest'
import { cash } from '../../../../schemas/cash.ts'
import { errorAccounts } from '../../../../schemas/errorAccounts.ts'
import { etradeOrders } from '../../../../schemas/etradeOrders.ts'
import { sponsors } from '../../../../schemas/sponsors.ts'
import type { Action, ActionInput, Result } from '../../../../language/action.ts'
import type { Definition } from '../../../../language/definition.ts'
import type { Column } from '../../../../language/list.ts'
import { account, problemsWith } from './mistakes.ts'
import type { ObjectSchema } from '../../../../language/schema.ts'
import type { Mistakes } from './mistakes.ts'

type Written = Action<ObjectSchema, string>

const tickers: Definition = cash
const orders: Definition = etradeOrders
const failed: Definition = errorAccounts
const sponsored: Definition = sponsors

/** The failed accounts with one column more. */
const column = (own: Column<ObjectSchema, string>): Definition => ({
  ...failed,
  list: { ...failed.list, columns: [...failed.list.columns, { id: 'own', label: 'Own', ...own }] },
})
const OWN = 'errorAccounts.list.columns.own'
const names = 'user_id, first_name, last_name, email, user__email, account_no, created_at'

const edit = tickers.actions!['edit']!
const add = tickers.actions!['add']!
const ticker = edit.input!['ticker']!
const asking = (name: string, action: Written, change: Partial<ActionInput>): Definition => ({
  ...tickers,
  actions: { ...tickers.actions, [name]: { ...action, input: { ticker: { ...ticker, ...change } } } },
})

const details = orders.actions!['details']!
const showing = (change: Partial<Result>): Definition => ({
  ...orders,
  actions: { details: { ...details, result: { ...details.result!, ...change } } },
})
const looking = (change: Partial<Pick<Action<never, never>, 'icon'>>): Definition => ({
  ...tickers,
  actions: { ...tickers.actions, add: { ...add, ...change } },
})
const RESULT = 'etradeOrders.actions.details.result'
const answered =
  'order_id, account_id, created_at, placed_time, executed_time, status, ticker, order_type, quantity, order_price, order_executed_price, order_executed_status, legs'

const columns: Mistakes = [
  ['a second field that is none', column({ field: 'first_name', with: ['surname'] }), OWN, stray('surname')],
  ['a stand-in that is no field', column({ field: 'email', or: [{ field: 'mail' }] }), OWN, stray('mail')],
  [
    'a stand-in that depends on no field',
    column({ field: 'email', or: [{ field: 'user_id', when: { uid: { contains: '@' } } as never }] }),
    OWN,
    stray('uid'),
  ],
  [
    'a second field without a first',
    column({ with: ['last_name'] }),
    OWN,
    "has no field that 'with' could follow or 'or' stand in for",
  ],
  [
    'a row of two lines with a column that is none',
    { ...tickers, list: { ...tickers.list, brief: ['ticker', 'kind'] } },
    'cash.list.brief',
    "names 'kind', which is no column: take ticker, type, isAvailableInEtfMfSecurityMaster",
  ],
  [
    'a running number as the name of a row',
    { ...sponsored, list: { ...sponsored.list, brief: ['number', 'ticker'] } },
    'sponsors.list.brief',
    "starts with 'number', which no record could be called by: start with a column of text",
  ],
  [
    'a switch as the name of a row',
    { ...account, list: { ...account.list, brief: ['user__is_test', 'name'] } },
    'accounts.list.brief',
    "starts with 'user__is_test', which no record could be called by: start with a column of text",
  ],
  [
    'a running number with a field',
    column({ number: true, field: 'user_id' }),
    OWN,
    "is the row's number and reads 'user_id': give it no field",
  ],
  ['places of a text', column({ field: 'email', places: 2 }), OWN, "has 'places', which only format 'decimal' writes"],
  [
    'half a place',
    column({ field: 'email', format: 'decimal', places: { upTo: 2.5 } }),
    OWN,
    'has 2.5 places: say a number from 0 to 20',
  ],
  ['words of a text', column({ field: 'email', words: ['Y', 'N'] }), OWN, "has 'words', which only format 'flag' says"],
  ['a cut at nothing', column({ field: 'email', cut: 0 }), OWN, 'is cut at 0: say a whole number above 0'],
]

function stray(field: string): string {
  return `reads '${field}', which is no field; fields are: ${names}`
}

const actions: Mistakes = [
  [
    'a value that starts from no field',
    asking('edit', edit, { initial: 'tickr' }),
    'cash.actions.edit.input.ticker',
    "starts from 'tickr', which is no field; fields are: id, ticker, type, isAvailableInEtfMfSecurityMaster",
  ],
  [
    'a value of a list that starts from a field',
    asking('add', add, { initial: 'ticker' }),
    'cash.actions.add.input.ticker',
    "starts from 'ticker', and a list has no fields",
  ],
  [
    'a warning that no pattern decides',
    asking('edit', edit, { initial: 'ticker', warn: { unless: '^[A-Z', text: 'Odd' } }),
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
    showing({ at: '/data' }),
    `${RESULT}.at`,
    "reads '/data', which the answer of order does not declare; declared there: message",
  ],
  [
    'a result with a value that is not answered',
    showing({ facts: [{ label: 'Fee', at: '/fee' }] }),
    `${RESULT}.Fee`,
    `reads '/fee', which '/message' of the answer of order does not declare; declared there: ${answered}`,
  ],
  [
    'a result that could be revealed',
    showing({ facts: [{ label: 'Account', at: '/account_id', format: 'masked' }] }),
    `${RESULT}.Account`,
    "is shown as masked, and only a record's page can reveal it: leave the format out",
  ],
  [
    'a result that lists what nobody reads',
    showing({ facts: [{ label: 'Legs', at: '/legs', each: '{ticker}' }] }),
    `${RESULT}.Legs`,
    "has 'each' without 'inside', so nothing reads it: say where the list is, '' for the whole",
  ],
  [
    'a result of an answer that nobody describes',
    {
      ...orders,
      bindings: {
        ...orders.bindings,
        order: { call: orders.bindings['order']!.call, permission: orders.bindings['order']!.permission },
      },
    },
    RESULT,
    'shows an answer that nobody describes: declare bindings.order.response.schema',
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
