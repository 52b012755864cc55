import { expect, it } from 'vitest'
import { books } from '../../../examples/library/schemas/books.ts'
import { saidOf } from './changedLibrary.ts'

const schema = { type: 'object', properties: { title: { type: 'string' } } }
const getOne = { call: 'GET {library}/books/{id}', permission: 'books.read', schema }
const withPage = (path: string) => ({
  bindings: { ...books.bindings, getOne },
  show: {
    path,
    exists: '/title',
    title: '/title',
    facts: ['/title'],
    blocks: [],
    record: { id: '/title', state: '/title' },
  },
})

const lists = (path: string | readonly string[]) => ({ books: { path } })

it.each<readonly [string, Readonly<Record<string, object>>, string]>([
  [
    'a record page with the address of another',
    { books: withPage('/member/{id}') },
    `duplicate-address members.show.path: is '/member/{id}', which leads to books: choose another`,
  ],
  [
    'one that differs in capitals only',
    { books: withPage('/Member/{id}') },
    `duplicate-address members.show.path: is '/member/{id}', which leads to books: choose another`,
  ],
  [
    'a page of forms with the address of a list',
    lists('/registration'),
    `duplicate-address desk.path: is '/registration', which leads to books: choose another`,
  ],
  [
    'an older address that is that of another list',
    { members: { path: ['/members', '/books'] } },
    `duplicate-address members.path: is '/books', which leads to books: choose another`,
  ],
  [
    'a page that every console has',
    { desk: { path: '/settings' } },
    `duplicate-address desk.path: is '/settings', which leads to a page that every console has: choose another`,
  ],
  [
    'a page that a sign-in passes',
    { desk: { path: '/Confirm-Sign-In' } },
    `duplicate-address desk.path: is '/Confirm-Sign-In', which leads to a page that every console has: choose another`,
  ],
  [
    'an address without a slash',
    { desk: { path: 'desk' } },
    `invalid-address desk.path: is 'desk', which is no address: write '/', then letters, digits and hyphens`,
  ],
  [
    'a list at the address of a record',
    lists('/books/{id}'),
    `invalid-address books.path: is '/books/{id}', which is no address: write '/', then letters, digits and hyphens`,
  ],
])('%s is one problem', (_what, changes, expected) => {
  expect(saidOf(changes)).toEqual([expected])
})

it('the page of a record has its id, so that pages at one address are found by any name of it', () => {
  expect(saidOf({ books: withPage('/member/{name}') })).toEqual([
    `duplicate-address members.show.path: is '/member/{id}', which leads to books: choose another`,
    `invalid-address books.show.path: is '/member/{name}', which opens no record: write it as '/member/{id}'`,
  ])
})
