import { defineResource } from './console.ts'

const code = { type: 'string', minLength: 2, maxLength: 20, pattern: '^[A-Z0-9.]+$', title: 'Code' } as const
const region = {
  type: 'string',
  title: 'Region',
  enum: ['EAST', 'WEST'],
  labels: { EAST: 'East', WEST: 'West' },
} as const
const desk = { type: 'string', pattern: '^[A-Z]?[0-9]{1,4}$' } as const

/** Known by a text, paged by page and size with a total, ordered and searched by the service, and changed by it. */
export const advisors = defineResource({
  name: 'advisors',
  label: 'Advisors',
  record: {
    type: 'object',
    required: ['advisor_code', 'name'],
    properties: {
      advisor_code: { ...code, display: 'code' },
      name: { type: 'string', minLength: 1, pattern: '\\S', title: 'Name', pii: 'name', path: '/profile/fullName' },
      email: { type: ['string', 'null'], title: 'E-mail', pii: 'email', path: '/profile/email' },
      region: { ...region, default: 'EAST' },
      active: { type: 'boolean', title: 'Active', coerce: 'boolean', display: 'yesNo' },
      updated_at: { type: ['string', 'null'], title: 'Updated', format: 'date-time', readOnly: true },
    },
  },
  id: 'advisor_code',
  version: 'updated_at',
  bindings: {
    list: {
      call: 'GET {crm}/v2/advisors',
      permission: 'advisors.read',
      query: {
        page: { param: 'pageIndex' },
        size: { param: 'perPage' },
        sort: { sort: 'field,asc', several: 'repeat', fields: ['name', 'region'] },
        q: { param: 'search' },
        region: { filter: 'region' },
      },
      data: '/content',
      total: '/totalElements',
    },
    getOne: { call: 'GET {crm}/v2/advisors/{advisor_code}', permission: 'advisors.read', data: '/advisor' },
    getMany: {
      call: 'GET {crm}/v2/advisors',
      permission: 'advisors.read',
      query: { code: { param: 'ids', several: 'comma' } },
      data: '/content',
    },
    move: {
      call: 'PATCH {crm}/v2/advisors/{advisor_code}',
      permission: 'advisors.edit',
      body: { region: { input: 'region' }, desk: { input: 'desk' }, changes: [{ input: 'region' }, null] },
    },
    create: { call: 'POST {crm}/v2/advisors', permission: 'advisors.edit' },
    update: { call: 'PATCH {crm}/v2/advisors/{advisor_code}', permission: 'advisors.edit' },
  },
  form: { fields: ['name', 'email', 'region', 'active'], label: 'advisor' },
  list: {
    columns: ['advisor_code', 'name', 'email', 'region', 'active'],
    phoneColumns: ['name', 'advisor_code', 'region'],
    perPage: 25,
    sort: 'name',
    search: { placeholder: 'Search by code' },
    filter: { region: { type: 'string', enum: ['EAST', 'WEST'], title: 'Region' } },
    emptyText: 'No advisors',
  },
  show: {
    path: '/advisor/{id}',
    exists: '/advisor_code',
    title: '/name',
    facts: ['/advisor_code', '/region', '/active'],
    actions: ['move'],
    blocks: [
      { kind: 'facts', title: 'Contact', facts: ['/email'] },
      { kind: 'list', title: 'Cases', resource: 'cases', filter: 'advisor' },
    ],
  },
  actions: {
    move: {
      label: 'Move',
      binding: 'move',
      when: { active: true },
      input: {
        region: { schema: { type: 'string', enum: ['EAST', 'WEST'] }, label: 'Region', required: 'Choose a region' },
        desk: { schema: desk, label: 'Desk', when: { region: 'EAST' } },
      },
      confirm: { title: 'Move {name} to another region?' },
      success: '{name} moved',
    },
  },
})
