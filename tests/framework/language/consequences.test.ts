import { expect, it } from 'vitest'
import { books } from '../../../examples/library/schemas/books.ts'
import type { ConsoleDefinition } from '../../../language/authored/definition.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { registry } from '../libraryLanguage.ts'
import { lines, orders } from '../ordersLibrary.ts'
import { saidOf } from './changedLibrary.ts'

const said = (order: object, line: object = {}): readonly string[] => {
  const written = { registry, screens: [{ ...orders, ...order }], home: '/orders', nested: [{ ...lines, ...line }] }
  return checkModel(resolveConsole(written as never as ConsoleDefinition)).map(
    ({ code, where, message }) => `${code} ${where}: ${message}`,
  )
}

const { getOne, list } = orders.bindings
const inPages = {
  list: { ...list, query: { page: { param: 'page' } } },
  getOne,
  close: { call: 'POST {library}/orders/{id}/close', permission: 'all' },
}
const close = { label: 'Close', binding: 'close', success: 'Closed' }
const paged = { bindings: inPages, list: { ...orders.list, sort: undefined } }

it('a field of a condition that there is not is named, and not a call that would read it', () => {
  expect(said({ ...paged, actions: { close: { ...close, when: { holder: 'x' } } } })).toEqual([
    `unknown-field orders.actions.close: names 'holder', which is no field; fields are: id, shop`,
  ])
})

it('a field of a condition that the detail does not say is to be said there, where the detail is read', () => {
  const record = { ...orders.record, properties: { ...orders.record.properties, state: { type: 'string' } } }
  expect(said({ ...paged, record, actions: { close: { ...close, when: { state: 'OPEN' } } } })).toEqual([
    expect.stringMatching(
      /^\S+ orders\.actions\.close: depends on state, .*: name it in show\.record, or declare list\.find/,
    ),
  ])
})

it.each([
  ['parts', "unknown-name orders.show.blocks: shows the part 'parts', parts of orders are: lines"],
  [
    'lnies',
    "unknown-name orders.show.blocks: shows the part 'lnies', parts of orders are: lines; did you mean 'lines'?",
  ],
])('a part that there is not is a problem where it is shown: %s', (resource, expected) => {
  expect(said({ show: { ...orders.show, blocks: [{ kind: 'part', resource }] } })).toEqual([expected])
})

it('a part that no page shows is a problem of the part', () => {
  expect(said({ show: { ...orders.show, blocks: [] } })).toEqual([
    `unshown-part lines.partOf: is shown nowhere: put { kind: 'part', resource: 'lines' } into orders.show`,
  ])
})

it('a name that is taken is one problem', () => {
  expect(saidOf({ members: { ...books, show: undefined, reveal: undefined } })).toEqual([
    'duplicate-name books: is a name that is taken: choose another',
  ])
  expect(saidOf({ members: { name: 'books' } })).toEqual([
    'duplicate-name books: is a name that is taken: choose another',
  ])
})

it('mistakes that have nothing to do with each other are found at once', () => {
  const { properties } = books.record
  const mistakes = {
    replaces: { type: 'integer', title: 'Replaces', reference: 'boks' },
    successor: { type: 'integer', title: 'Successor', reference: 'memebrs' },
    email: { type: 'string' },
    contact_email: { type: 'string' },
    shelf: { type: 'strign', title: 'Shelf' },
  }
  const query = { room: { filter: 'room' } }
  const found = saidOf({
    books: {
      record: { ...books.record, properties: { ...properties, ...mistakes } },
      bindings: { ...books.bindings, list: { ...books.bindings['list'], query } },
      actions: { ...books.actions, lend: { ...books.actions!['lend'], when: { state: 3 } } },
      show: { ...books.show, title: '/titel' },
    },
    members: { list: { columns: ['nmae'], perPage: 20, emptyText: 'No members' } },
  })
  const places = [
    'impossible-condition books.actions.lend.when',
    'unknown-field members.list.columns',
    'unknown-filter books.bindings.list.room',
    'unknown-place books.show.title',
    'unknown-resource books.record.replaces',
    'unknown-resource books.record.successor',
    'unknown-type books.record.shelf',
    'unmarked-personal books.record.contact_email',
    'unmarked-personal books.record.email',
  ]
  expect(found).toHaveLength(places.length)
  expect(new Set(found.map((each) => each.split(': ')[0]))).toEqual(new Set(places))
})
