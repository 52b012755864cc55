import { defineForm, defineNested, defineResource } from '../../../../schemas/console.ts'

/** What an author must not be able to write. Each case is a compile error; the type check fails if one stops being so. */
const record = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, ticker: { type: 'string' }, approved: { type: 'boolean' } },
} as const

const list = { call: 'GET {admin}/things', permission: 'tickers.read' } as const
const plain = { columns: ['id'], perPage: 10, emptyText: 'None' } as const
const base = { name: 'things', label: 'Things', record } as const

export const fine = defineResource({ ...base, bindings: { list }, list: plain })

export const unknownColumn = defineResource({
  ...base,
  bindings: { list },
  // @ts-expect-error a column names a declared field
  list: { ...plain, columns: ['tickr'] },
})

export const annotatedDeep = defineResource({
  ...base,
  record: {
    ...record,
    properties: {
      ...record.properties,
      holders: { type: 'array', items: { type: 'object', properties: { tax_id: { type: 'string', pii: 'ssn' } } } },
    },
  },
  bindings: { list },
  list: plain,
})

export const unknownClass = defineResource({
  ...base,
  record: {
    ...record,
    properties: {
      ...record.properties,
      // @ts-expect-error a class of personal data is one that there is, at any depth
      holders: { type: 'array', items: { type: 'object', properties: { tax_id: { type: 'string', pii: 'snn' } } } },
    },
  },
  bindings: { list },
  list: plain,
})

export const unknownService = defineResource({
  ...base,
  // @ts-expect-error a call names a known service
  bindings: { list, update: { call: 'PATCH {nowhere}/things/{id}', permission: 'tickers.approve' } },
  list: plain,
})

export const strayPathParameter = defineResource({
  ...base,
  // @ts-expect-error a path parameter is a field of the record
  bindings: { list, update: { call: 'PATCH {admin}/things/{uid}', permission: 'tickers.approve' } },
  list: plain,
})

export const badMethod = defineResource({
  ...base,
  // @ts-expect-error a call starts with an HTTP method
  bindings: { list, update: { call: 'FETCH {admin}/things/{id}', permission: 'tickers.approve' } },
  list: plain,
})

export const noList = defineResource({
  ...base,
  // @ts-expect-error every resource declares how it is listed
  bindings: { update: { call: 'PATCH {admin}/things/{id}', permission: 'tickers.approve' } },
  list: plain,
})

export const noPermission = defineResource({
  ...base,
  // @ts-expect-error every binding names its permission
  bindings: { list, update: { call: 'PATCH {admin}/things/{id}' } },
  list: plain,
})

export const strayBindingKey = defineResource({
  ...base,
  // @ts-expect-error a binding has no key of this name
  bindings: { list, update: { call: 'PATCH {admin}/things/{id}', permission: 'tickers.approve', retries: 3 } },
  list: plain,
})

const queryOfUndeclaredField = { of: { field: 'tickr' } } as const

export const unknownSourceField = defineResource({
  ...base,
  bindings: {
    list,
    // @ts-expect-error a request takes its values from declared fields
    find: { call: 'GET {admin}/thing', permission: 'tickers.read', query: queryOfUndeclaredField },
  },
  list: plain,
})

export const absentBinding = defineResource({
  ...base,
  bindings: { list },
  list: plain,
  actions: {
    // @ts-expect-error an action names a declared binding
    approve: { label: 'Approve', binding: 'update', success: 'Done' },
  },
})

export const wrongWhenValue = defineResource({
  ...base,
  bindings: { list },
  list: plain,
  actions: {
    // @ts-expect-error `when` compares a field with a value of its type
    approve: { label: 'Approve', binding: 'list', when: { approved: 'no' }, success: 'Done' },
  },
})

export const undeclaredWhenField = defineResource({
  ...base,
  bindings: { list },
  list: plain,
  actions: {
    // @ts-expect-error `when` names declared fields only
    approve: { label: 'Approve', binding: 'list', when: { nope: true }, success: 'Done' },
  },
})

export const unknownKey = defineResource({
  ...base,
  bindings: { list },
  list: plain,
  // @ts-expect-error a definition has no key of this name
  colour: 'teal',
})

export const unknownToggle = defineResource({
  ...base,
  bindings: { list },
  list: {
    ...plain,
    // @ts-expect-error a switch names declared actions
    columns: [{ field: 'approved', toggle: ['approve', 'nope'] }],
  },
  actions: { approve: { label: 'Approve', binding: 'list', success: 'Done' } },
})

const paged = { ...base, bindings: { list }, list: plain } as const
const shown = { path: '/thing/{id}', exists: '/id', title: '/ticker', facts: [], blocks: [] } as const
const approve = { label: 'Approve', binding: 'list', success: 'Done' } as const

export const finePage = defineResource({
  ...paged,
  bindings: {
    list,
    more: { call: 'GET {trade}/more', permission: 'tickers.read', query: { of: { field: 'ticker' } }, schema: record },
  },
  show: {
    ...shown,
    record: { ticker: '/ticker' },
    actions: ['approve'],
  },
  actions: { approve: { ...approve, blocked: [{ when: { approved: true }, message: 'Approved' }] } },
})

export const unknownHeaderAction = defineResource({
  ...paged,
  // @ts-expect-error the header names declared actions
  show: { ...shown, actions: ['aprove'] },
  actions: { approve },
})

export const unknownPageField = defineResource({
  ...paged,
  show: {
    ...shown,
    // @ts-expect-error the record of a page has the list's fields
    record: { tickr: '/ticker' },
  },
})

export const unknownFormat = defineResource({
  ...paged,
  show: {
    ...shown,
    // @ts-expect-error a fact has a known display
    facts: [{ path: '/ticker', display: 'upper' }],
  },
})

export const noPointer = defineResource({
  ...paged,
  show: {
    ...shown,
    // @ts-expect-error a place is a JSON Pointer
    facts: ['ticker'],
  },
})

export const unknownBlock = defineResource({
  ...paged,
  show: {
    ...shown,
    // @ts-expect-error a block is of a known kind
    blocks: [{ kind: 'chart' }],
  },
})

export const wrongBlockedValue = defineResource({
  ...paged,
  actions: {
    // @ts-expect-error what blocks an action compares a field with a value of its type
    approve: { ...approve, blocked: [{ when: { approved: 'yes' }, message: 'Approved' }] },
  },
})

export const readOfUndeclaredField = defineResource({
  ...paged,
  bindings: {
    list,
    // @ts-expect-error a read takes its values from declared fields
    more: { call: 'GET {trade}/more', permission: 'tickers.read', query: queryOfUndeclaredField, schema: record },
  },
})

const partBase = { ...base, bindings: {}, list: { columns: ['id'], emptyText: 'None' } } as const

export const finePart = defineNested({ ...partBase, partOf: { resource: 'things', path: '/parts' }, id: 'ticker' })

export const unknownPartKey = defineNested({
  ...partBase,
  partOf: { resource: 'things', path: '/parts' },
  // @ts-expect-error what identifies an item is a field
  id: 'tickr',
})

export const partWithoutPlace = defineNested({
  ...partBase,
  // @ts-expect-error a part says where its records are
  partOf: { resource: 'things' },
})

export const partWithAPage = defineNested({
  ...partBase,
  partOf: { resource: 'things', path: '/parts' },
  // @ts-expect-error a part has no address of its own
  show: shown,
})

const email = { schema: { type: 'string', minLength: 3 }, label: 'Email', required: 'Email is required' } as const
const form = { name: 'ask', label: 'Ask', description: 'Asks.', submit: 'Ask', success: 'Asked' } as const

export const fineForm = defineForm({
  ...form,
  fields: { email },
  call: { call: 'GET {go}/ask/{email}', permission: 'support.lookUp', query: { address: { field: 'email' } } },
})

const formQueryOfUndeclaredField = { address: { field: 'mail' } } as const

export const strayFormField = defineForm({
  ...form,
  fields: { email },
  // @ts-expect-error a form's call takes its values from the form's fields
  call: { call: 'GET {go}/ask', permission: 'support.lookUp', query: formQueryOfUndeclaredField },
})

export const strayFormPath = defineForm({
  ...form,
  fields: { email },
  // @ts-expect-error a parameter of the path is a field of the form
  call: { call: 'GET {go}/ask/{mail}', permission: 'support.lookUp' },
})

export const strayFormCallKey = defineForm({
  ...form,
  fields: { email },
  // @ts-expect-error a call has no key of this name
  call: { call: 'GET {go}/ask', permission: 'support.lookUp', retries: 3 },
})

export const unknownTones = defineResource({
  ...base,
  // @ts-expect-error a status takes its tones from a registered table
  record: { ...record, properties: { ...record.properties, state: { type: 'string', tones: 'tickers' } } },
  bindings: { list },
  list: plain,
})

export const fineConsoleFormat = defineResource({
  ...base,
  bindings: { list },
  list: { ...plain, columns: [{ field: 'ticker', display: 'achReason' }] },
})

export const unknownConsoleFormat = defineResource({
  ...base,
  bindings: { list },
  // @ts-expect-error a column has a format of the framework's or a registered one
  list: { ...plain, columns: [{ field: 'ticker', display: 'achreason' }] },
})

export const unknownPermission = defineResource({
  ...base,
  // @ts-expect-error a permission is registered
  bindings: { list: { call: 'GET {admin}/things', permission: 'tickers.raed' } },
  list: plain,
})

export const unregisteredCell = defineResource({
  ...base,
  bindings: { list },
  // @ts-expect-error a cell is registered; the console has none
  list: { ...plain, columns: [{ field: 'ticker', widget: 'sparkline' }] },
})

export const blockAsView = defineResource({
  ...base,
  bindings: { list },
  list: {
    ...plain,
    columns: [
      'id',
      // @ts-expect-error what a column opens is a registered block
      { id: 'more', label: 'More', widget: 'verfication' },
    ],
  },
})

export const unknownNestedWidget = defineResource({
  ...paged,
  show: {
    ...shown,
    // @ts-expect-error nested records are drawn by a registered block
    blocks: [{ kind: 'part', resource: 'things', widget: 'timeline' }],
  },
})

export const unregisteredPage = defineResource({
  ...paged,
  // @ts-expect-error a page of the console's own is registered; the console has none
  show: { ...shown, widget: 'thingPage' },
})

export const unknownFilterControl = defineResource({
  ...base,
  bindings: { list },
  list: {
    ...plain,
    // @ts-expect-error a filter's control is registered
    filter: { ticker: { type: 'string', title: 'Ticker', widget: 'picker' } },
  },
})

export const unknownFormInput = defineForm({
  ...form,
  // @ts-expect-error an input of a form is registered
  fields: { email: { ...email, widget: 'emailPicker' } },
  call: { call: 'GET {go}/ask/{email}', permission: 'support.lookUp' },
})

export const unknownCoercion = defineForm({
  ...form,
  // @ts-expect-error a typed text is sent by a coercion of the framework's or a registered one
  fields: { email: { ...email, schema: { type: 'string', coerce: 'ukPhone' } } },
  call: { call: 'GET {go}/ask/{email}', permission: 'support.lookUp' },
})

export const unknownDisplay = defineResource({
  ...base,
  // @ts-expect-error a field is written by a format of the framework's or a registered one
  record: { ...record, properties: { ...record.properties, state: { type: 'string', display: 'upper' } } },
  bindings: { list },
  list: plain,
})
