import { describe, expect, it } from 'vitest'
import { definitions } from '../../../../schemas/index.ts'
import { checkDefinitions, checkResources } from '../../../../language/check/checkModel.ts'
import type { Definition, ResourceDefinition } from '../../../../language/authored/definition.ts'
import { accounts } from '../../../../schemas/accounts.ts'
import { treasury } from '../../../../schemas/treasury.ts'

const account: ResourceDefinition = accounts
const ticker: ResourceDefinition = treasury
const { sort: _sort, ...unsorted } = ticker.list

/** The tickers' record with more said of the field `ticker`, as an author without types could write it. */
const annotated = (more: Readonly<Record<string, unknown>>): ResourceDefinition['record'] => {
  const field: object = ticker.record.properties['ticker'] as object
  return { ...ticker.record, properties: { ...ticker.record.properties, ticker: { ...field, ...more } } }
}

const mistakes: readonly (readonly [title: string, definition: Definition, where: string, message: RegExp])[] = [
  [
    'a record without an id',
    {
      ...ticker,
      record: {
        type: 'object',
        properties: { ticker: { title: 'T' }, isapproved: { title: 'A' }, id: { title: 'ID' } },
      },
    },
    'treasury.record',
    /does not require its 'id'/,
  ],
  [
    'a column without a title',
    {
      ...ticker,
      record: { ...ticker.record, properties: { ...ticker.record.properties, cusip: { type: 'string' } } },
      list: { ...ticker.list, columns: ['cusip'] },
    },
    'treasury.list.columns.cusip',
    /no title/,
  ],
  [
    'a column of no field',
    { ...ticker, list: { ...ticker.list, columns: ['nope'] } },
    'treasury.list.columns',
    /names 'nope', which is no field; fields are: id, ticker, isapproved/,
  ],
  ['an order by no field', { ...ticker, list: { ...ticker.list, sort: 'idx' } }, 'treasury.list.sort', /names 'idx'/],
  [
    'a condition on no field',
    { ...ticker, actions: { approve: { ...ticker.actions!['approve']!, when: { isapprovd: false } } } },
    'treasury.actions.approve',
    /names 'isapprovd'/,
  ],
  [
    'a path parameter that no record has',
    {
      ...ticker,
      bindings: {
        ...ticker.bindings,
        update: { call: 'PATCH {admin}/treasuries-master/{idd}', permission: 'tickers.approve' },
      },
    },
    'treasury.bindings.update',
    /needs 'idd'/,
  ],
  [
    'a keyword that nothing reads',
    { ...ticker, record: annotated({ color: 'teal' }) },
    'treasury.record.ticker',
    /has 'color'/,
  ],
  [
    'a class of personal data that there is not',
    { ...ticker, record: annotated({ pii: 'snn' }) },
    'treasury.record/ticker',
    /has the class 'snn', which there is not; classes are: name, /,
  ],
  [
    'a class that there is not, deep in the answer of a read',
    {
      ...account,
      bindings: {
        ...account.bindings,
        family: {
          call: 'GET {main}/family',
          permission: 'accounts.read',
          schema: {
            type: 'object',
            properties: {
              members: { type: 'array', items: { type: 'object', properties: { tax: { pii: 'tax' as 'ssn' } } } },
            },
          },
        },
      },
    },
    'accounts.bindings.family.schema/members/*/tax',
    /has the class 'tax'/,
  ],
  [
    'an annotated structure, which cannot be masked',
    { ...ticker, record: annotated({ pii: 'ssn', type: 'object' }) },
    'treasury.record/ticker',
    /is masked, so its schema must allow text/,
  ],
  [
    'a column of an annotated place that is not shown as masked',
    {
      ...ticker,
      record: annotated({ type: 'object', properties: { tax_id: { type: 'string', pii: 'ssn' } } }),
      list: { ...ticker.list, columns: [{ field: 'ticker', path: '/tax_id', display: 'text' }] },
    },
    'treasury.list.columns.ticker',
    /is masked by the gateway: leave its display out/,
  ],
  [
    'a column without a name',
    { ...ticker, list: { ...ticker.list, columns: [{ label: 'Virtual' }] } },
    'treasury.list.columns',
    /needs an 'id'/,
  ],
  [
    'a column that is listed twice',
    { ...ticker, list: { ...ticker.list, columns: ['id', 'id'] } },
    'treasury.list.columns.id',
    /twice/,
  ],
  [
    'a place inside a field that is not declared',
    {
      ...account,
      list: { ...account.list, columns: [{ id: 'utm', label: 'Utm', field: 'profile_utm', path: '/0/utm_campain' }] },
    },
    'accounts.list.columns.utm',
    /not declared inside/,
  ],
  ['client paging without an order', { ...ticker, list: unsorted }, 'treasury.list.sort', /stable order/],
  [
    'server paging with an order of its own',
    { ...account, list: { ...account.list, sort: 'id' } },
    'accounts.list.sort',
    /does nothing/,
  ],
  [
    'a search that is never sent',
    {
      ...account,
      bindings: { ...account.bindings, list: { ...account.bindings['list']!, query: { pages: { param: 'page' } } } },
    },
    'accounts.list.search',
    /never sent/,
  ],
  [
    'a request that takes an undeclared filter',
    {
      ...ticker,
      bindings: { ...ticker.bindings, list: { ...ticker.bindings['list']!, query: { s: { filter: 'status' } } } },
    },
    'treasury.bindings.list.s',
    /takes filter 'status'/,
  ],
  [
    'a filter menu that sets an undeclared filter',
    { ...account, list: { ...account.list, filter: {} } },
    'accounts.list.filterMenu.state',
    /sets filter 'status'/,
  ],
  [
    'a message about a field no record has',
    { ...ticker, actions: { approve: { ...ticker.actions!['approve']!, success: '{tickr} done' } } },
    'treasury.actions.approve',
    /\{tickr\}/,
  ],
  [
    'an action with a reserved name',
    { ...ticker, actions: { list: ticker.actions!['approve']! } },
    'treasury.actions.list',
    /usable name/,
  ],
  [
    'an action of an undeclared binding',
    { ...ticker, actions: { approve: { ...ticker.actions!['approve']!, binding: 'patch' } } },
    'treasury.actions.approve',
    /binding 'patch'/,
  ],
  [
    'an input that is sent but never asked',
    {
      ...ticker,
      bindings: {
        ...ticker.bindings,
        update: { ...ticker.bindings['update']!, body: { comment: { input: 'reason' } } },
      },
    },
    'treasury.actions.approve.input',
    /lacks 'reason'/,
  ],
  [
    'a switch whose action does not name its field',
    { ...account, actions: { ...account.actions, markTest: { ...account.actions!['markTest']!, when: {} } } },
    'accounts.actions.markTest.when',
    /user__is_test/,
  ],
  [
    'an address without a call that reads it',
    { ...ticker, show: { path: '/treasury/{id}', exists: '/id', title: '/ticker', facts: [], blocks: [] } },
    'treasury.show.path',
    /no binding/,
  ],
  [
    'a page that shows what no answer declares',
    { ...account, show: { ...account.show!, exists: '/acount/0' } },
    'accounts.show.exists',
    /acount/,
  ],
]

describe('checkDefinitions', () => {
  it('finds nothing wrong with the definitions of the console', () => {
    expect(checkResources(definitions)).toEqual([])
  })

  it.each(mistakes)('names %s, and where it stands', (_title, definition, where, message) => {
    expect(checkDefinitions([definition])).toContainEqual(
      expect.objectContaining({ where, message: expect.stringMatching(message) as string }),
    )
  })

  it('names a resource that is registered twice', () => {
    expect(checkDefinitions([ticker, ticker])).toContainEqual(
      expect.objectContaining({ where: 'treasury', message: 'is a name that is taken: choose another' }),
    )
  })

  it('reports every mistake at once', () => {
    const wrong: Definition = { ...ticker, list: unsorted, actions: { list: ticker.actions!['approve']! } }
    expect(checkDefinitions([wrong]).length).toBeGreaterThanOrEqual(2)
  })
})
