import { defineForm, defineResource } from './console.ts'

const card = { type: 'string', title: 'Card', display: 'code' } as const
const name = { type: 'string', title: 'Name', pii: 'name' } as const
const born = { type: 'string', title: 'Date of birth', pii: 'dateOfBirth' } as const

/** The people with a card. */
export const members = defineResource({
  name: 'members',
  label: 'Members',
  record: {
    type: 'object',
    required: ['id', 'card', 'name'],
    properties: { id: { type: 'integer', minimum: 1 }, name, card },
  },
  reveal: 'members.reveal',
  bindings: {
    list: { call: 'GET {library}/members', permission: 'members.read' },
    getOne: {
      call: 'GET {library}/members/{id}',
      permission: 'members.read',
      schema: {
        type: 'object',
        properties: {
          member: { type: 'object', properties: { id: { type: 'integer' }, name, card, born } },
        },
      },
    },
  },
  list: {
    columns: ['name', 'card'],
    perPage: 20,
    sort: 'name',
    emptyText: 'No members',
  },
  show: {
    path: '/member/{id}',
    exists: '/member',
    title: '/member/name',
    facts: ['/member/card'],
    blocks: [
      {
        kind: 'tabs',
        tabs: [
          { name: 'person', label: 'Person', blocks: [{ kind: 'facts', facts: ['/member/born'] }] },
          { name: 'loans', label: 'Loans', blocks: [{ kind: 'list', resource: 'loans', filter: 'member' }] },
          { name: 'history', label: 'History', blocks: [{ kind: 'history' }] },
        ],
      },
    ],
  },
})

/** A card for a new member. */
export const registration = defineForm({
  name: 'registration',
  label: 'Register a member',
  description: 'Gives somebody a card.',
  fields: {
    name: { schema: { type: 'string', minLength: 1, pii: 'name' }, label: 'Name', required: 'Enter the name' },
    born: {
      schema: { type: 'string', minLength: 1, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', pii: 'dateOfBirth' },
      label: 'Date of birth',
      placeholder: '1961-04-17',
      required: 'Enter the date of birth',
    },
  },
  submit: 'Register',
  call: {
    call: 'POST {library}/members',
    permission: 'members.register',
    body: { name: { field: 'name' }, born: { field: 'born' } },
    schema: { type: 'object', properties: {} },
  },
  confirm: { title: 'Register {name}?' },
  success: { fallback: '{name} has a card now' },
  refetch: ['members'],
})
