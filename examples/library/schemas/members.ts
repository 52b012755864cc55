import { defineForm, defineResource } from './console.ts'

const text = { type: 'string' } as const
const name = { type: 'string', title: 'Name', pii: 'name' } as const
const born = { type: 'string', pii: 'dateOfBirth' } as const
const loan = { type: 'object', properties: { title: text, due: { type: ['string', 'null'] } } } as const

/** The people with a card. */
export const members = defineResource({
  name: 'members',
  label: 'Members',
  recordPath: '/member/{id}',
  record: {
    type: 'object',
    required: ['id', 'card', 'name'],
    properties: { id: { type: 'integer', minimum: 1 }, name, card: { type: 'string', title: 'Card' } },
  },
  detail: {
    schema: {
      type: 'object',
      properties: {
        member: { type: 'object', properties: { id: { type: 'integer' }, name, card: text, born } },
        loans: { type: 'array', items: loan },
      },
    },
    pii: {},
    reveal: { permission: 'members.reveal' },
  },
  bindings: {
    list: { call: 'GET {library}/members', permission: 'members.read' },
    getOne: { call: 'GET {library}/members/{id}', permission: 'members.read' },
  },
  list: {
    columns: [
      { field: 'name', link: 'record' },
      { field: 'card', format: 'code' },
    ],
    paging: 'client',
    perPage: 20,
    sort: { field: 'name', order: 'ASC' },
    empty: 'No members',
  },
  show: {
    exists: '/member',
    header: { title: '/member/name', facts: [{ label: 'Card', at: '/member/card', format: 'code' }] },
    tabs: [
      {
        name: 'person',
        label: 'Person',
        blocks: [{ kind: 'fields', fields: [{ label: 'Date of birth', at: '/member/born', format: 'masked' }] }],
      },
      {
        name: 'loans',
        label: 'Loans',
        blocks: [
          {
            kind: 'table',
            title: 'Lent now',
            from: [{ answer: 'detail', label: 'The library' }],
            at: '/loans',
            columns: [
              { label: 'Book', at: '/title' },
              { label: 'Due', at: '/due', format: 'dueDate' },
            ],
            empty: 'Nothing lent',
          },
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
    name: { schema: { type: 'string', minLength: 1 }, label: 'Name', required: 'Enter the name', pii: 'name' },
    born: {
      schema: { type: 'string', minLength: 1, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
      label: 'Date of birth',
      placeholder: '1961-04-17',
      required: 'Enter the date of birth',
      pii: 'dateOfBirth',
    },
  },
  submit: { label: 'Register' },
  call: {
    call: 'POST {library}/members',
    permission: 'members.register',
    body: { name: { field: 'name' }, born: { field: 'born' } },
    response: { schema: { type: 'object', properties: {} } },
  },
  confirm: { title: 'Register {name}?' },
  success: { fromResponse: true, otherwise: '{name} has a card now' },
  refetch: ['members'],
})
