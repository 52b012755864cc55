import { resolveConsole } from '../../../language/resolve.ts'
import { defineNested, defineResource, registry } from '../libraryLanguage.ts'

const id = { type: 'integer', minimum: 1 } as const
const state = { type: ['string', 'null'], title: 'State', coerce: 'upperCase' } as const
const born = { type: ['string', 'null'], title: 'Born', pii: 'dateOfBirth' } as const
const permission = 'all'
const page = { page: { param: 'page' } } as const
const list = { columns: ['state'], perPage: 10, emptyText: 'Nothing' } as const
const sort = 'id'
const record = { type: 'object', required: ['id'], properties: { id, state } } as const

/** A list that is read whole. */
const books = defineResource({
  name: 'books',
  label: 'Books',
  record: { ...record, properties: { id, state, born, copies: { type: ['integer', 'null'] } } },
  bindings: {
    list: { call: 'GET {library}/books', permission },
    lend: { call: 'POST {library}/books/{id}/lend', permission },
    mend: { call: 'POST {library}/books/{id}/mend', permission },
  },
  list: { ...list, sort },
  actions: {
    lend: {
      label: 'Lend',
      binding: 'lend',
      recheck: true,
      when: { state: ['AVAILABLE', 'RESERVED'] },
      blocked: [{ when: { state: 'RESERVED' }, message: 'Reserved by somebody born {born}' }],
      success: 'Lent',
    },
    mend: { label: 'Mend', binding: 'mend', when: { state: { not: 'LOST' } }, success: 'Mended' },
  },
})

/** A detail whose places give the record. */
const members = defineResource({
  name: 'members',
  label: 'Members',
  record,
  bindings: {
    list: { call: 'GET {library}/members', permission, query: page },
    getOne: {
      call: 'GET {library}/members/{id}',
      permission,
      schema: {
        type: 'object',
        properties: {
          member: { type: 'object', properties: { id, state } },
          loans: { type: 'array', items: { type: 'object', properties: { id, state } } },
        },
      },
    },
    suspend: { call: 'POST {library}/members/{id}/suspend', permission },
  },
  list,
  show: {
    path: '/member/{id}',
    exists: '/member',
    record: { state: '/member/state' },
    title: '/member/state',
    facts: [],
    blocks: [{ kind: 'part', resource: 'loans' }],
  },
  actions: {
    suspend: { label: 'Suspend', binding: 'suspend', recheck: true, when: { state: 'ACTIVE' }, success: 'Suspended' },
  },
})

/** Records in the detail of another. */
const loans = defineNested({
  name: 'loans',
  label: 'Loans',
  partOf: { resource: 'members', path: '/loans', include: { member_state: 'state' } },
  record: { ...record, properties: { id, state, member_state: state } },
  bindings: {
    extend: { call: 'POST {library}/loans/extend', permission, body: { loan: { field: 'id' } } },
    slip: { call: 'GET {library}/loans/{id}/slip', permission, download: 'Slip' },
  },
  list: { columns: ['state'], sort, emptyText: 'Nothing' },
  actions: {
    extend: {
      label: 'Extend',
      binding: 'extend',
      recheck: true,
      when: { state: 'OPEN', member_state: 'ACTIVE' },
      success: 'Extended',
    },
    slip: { label: 'Slip', binding: 'slip', when: { state: 'OPEN' }, success: 'Saved' },
  },
})

/** A list in pages, with a detail that lacks what only the row has. */
const copies = defineResource({
  name: 'copies',
  label: 'Copies',
  record: { ...record, properties: { id, state, code: { type: 'string', minLength: 1 } } },
  bindings: {
    list: { call: 'GET {library}/copies', permission, query: { ...page, q: { param: 'search' } } },
    getOne: {
      call: 'GET {library}/copies/{id}',
      permission,
      schema: { type: 'object', properties: { copy: { type: 'object', properties: { code: { type: 'string' } } } } },
    },
    shelve: { call: 'POST {library}/shelve', permission, body: { code: { field: 'code' } } },
  },
  list: { ...list, search: {}, find: { search: ['code'] } },
  show: {
    path: '/copy/{id}',
    exists: '/copy',
    record: { code: '/copy/code' },
    title: '/copy/code',
    facts: [],
    blocks: [],
  },
  actions: {
    shelve: { label: 'Shelve', binding: 'shelve', recheck: true, when: { state: 'BACK' }, success: 'Shelved' },
  },
})

/** A list in pages without a detail, whose filter finds one record. */
const desks = defineResource({
  name: 'desks',
  label: 'Desks',
  record,
  bindings: {
    list: { call: 'GET {library}/desks', permission, query: { ...page, number: { filter: 'number' } } },
    close: { call: 'DELETE {library}/desks/{id}', permission },
  },
  list: { ...list, filter: { number: { type: 'integer' } }, find: { number: ['id'] } },
  actions: { close: { label: 'Close', binding: 'close', recheck: true, when: { state: 'IDLE' }, success: 'Closed' } },
})

/** Records with an Edit form, whose service counts their changes. */
const notes = defineResource({
  name: 'notes',
  label: 'Notes',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id, text: { type: 'string', title: 'Text' }, changes: { type: 'integer', readOnly: true } },
  },
  version: 'changes',
  bindings: {
    list: { call: 'GET {library}/notes', permission, query: page },
    getOne: { call: 'GET {library}/notes/{id}', permission },
    update: { call: 'PATCH {library}/notes/{id}', permission },
    discard: { call: 'DELETE {library}/notes/{id}', permission },
    print: { call: 'POST {library}/notes/{id}/print', permission },
  },
  list: { columns: ['text'], perPage: 10, emptyText: 'Nothing' },
  actions: {
    discard: { label: 'Discard', binding: 'discard', recheck: true, success: 'Discarded' },
    print: { label: 'Print', binding: 'print', recheck: true, success: 'Printed' },
  },
})

/** Records that are changed by sending them whole. */
const labels = defineResource({
  name: 'labels',
  label: 'Labels',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id, text: { type: 'string', title: 'Text', path: '/print/text' }, born },
  },
  bindings: {
    list: { call: 'GET {library}/labels', permission, query: page },
    getOne: { call: 'GET {library}/labels/{id}', permission },
    update: { call: 'PUT {library}/labels/{id}', permission },
  },
  list: { columns: ['text'], perPage: 10, emptyText: 'Nothing' },
})

/** A library with an action on every kind of record. */
export const model = resolveConsole({
  registry,
  screens: [books, members, copies, desks, notes, labels],
  home: '/books',
  nested: [loans],
})

/** How each kind of record is asked for and read. */
export interface Case {
  readonly operation: string
  readonly method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET'
  readonly url: string
  readonly payload?: object
  readonly owner?: string
  /** Of the record that the person saw. */
  readonly version?: string
  /** The state in which the action is available. */
  readonly state: string
  /** What the reads answer for a record in this state; without a state the record is gone. */
  readonly answer: (target: string, state: string | undefined) => unknown
  readonly reads: readonly string[]
  readonly target: string
  readonly gone: string
}

export const cases: Readonly<Record<string, Case>> = {
  'a whole list': {
    operation: 'books.lend',
    method: 'POST',
    url: '/books/7/lend',
    state: 'available',
    answer: (_target, own) => [{ id: 6, state: 'gone' }, ...(own === undefined ? [] : [{ id: 7, state: own }])],
    reads: ['/books'],
    target: 'id=7',
    gone: 'CONFLICT',
  },
  'a detail': {
    operation: 'members.suspend',
    method: 'POST',
    url: '/members/7/suspend',
    state: 'ACTIVE',
    answer: (_target, own) => (own === undefined ? {} : { member: { id: 7, state: own } }),
    reads: ['/members/7'],
    target: 'id=7',
    gone: 'CONFLICT',
  },
  'nested records': {
    operation: 'loans.extend',
    method: 'POST',
    url: '/loans/extend',
    payload: { loan: 7 },
    owner: '3',
    state: 'OPEN',
    answer: (_target, own) => ({
      member: { id: 3, state: 'ACTIVE' },
      loans: own === undefined ? [{ id: 8, state: 'OPEN' }] : [{ id: 7, state: own }],
    }),
    reads: ['/members/3'],
    target: 'id=7',
    gone: 'WRONG_OWNER',
  },
  'a row that the detail leads to': {
    operation: 'copies.shelve',
    method: 'POST',
    url: '/shelve',
    payload: { code: 'C-7' },
    owner: '7',
    state: 'BACK',
    answer: (target, own) =>
      target.includes('?') ? (own === undefined ? [] : [{ id: 7, state: own }]) : { copy: { code: 'C-7' } },
    reads: ['/copies/7', '/copies?page=1&q=C-7'],
    target: 'code=C-7',
    gone: 'CONFLICT',
  },
  'a filtered list': {
    operation: 'desks.close',
    method: 'DELETE',
    url: '/desks/7',
    state: 'IDLE',
    answer: (_target, own) => (own === undefined ? [] : [{ id: 7, state: own }]),
    reads: ['/desks?page=1&number=7'],
    target: 'id=7',
    gone: 'CONFLICT',
  },
}
