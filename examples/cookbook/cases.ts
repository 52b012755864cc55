import { defineResource } from './console.ts'

const advisor = { type: 'string', title: 'Advisor', pattern: '^[A-Z0-9.]{2,20}$', reference: 'advisors' } as const
const note = { type: 'string', minLength: 1, maxLength: 2000, pattern: '\\S' } as const

/** Read by a search in the body of a POST, page by page with a cursor, annotated by staff, and each of one advisor. */
export const cases = defineResource({
  name: 'cases',
  label: 'Cases',
  record: {
    type: 'object',
    required: ['office', 'number', 'subject', 'state'],
    properties: {
      office: { type: 'string', title: 'Office', minLength: 1, maxLength: 8, pattern: '^[A-Z]+$' },
      number: { type: 'integer', title: 'Number', minimum: 1 },
      subject: { type: 'string', title: 'Subject' },
      state: { type: 'string', title: 'State', tones: 'case' },
      opened: { type: ['string', 'null'], title: 'Opened', coerce: 'epochMilliseconds', display: 'dateTime' },
      advisor: { ...advisor, type: ['string', 'null'], path: '/assignee/code' },
      tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
    },
  },
  id: ['office', 'number'],
  bindings: {
    list: {
      call: 'POST {desk}/cases/search',
      permission: 'cases.read',
      effect: 'read',
      body: {
        query: {
          nested: {
            text: { param: 'search' },
            state: { filter: 'state' },
            advisor: { filter: 'advisor' },
            deleted: null,
            kinds: ['case'],
          },
        },
        limit: { param: 'perPage' },
        after: { param: 'cursor' },
      },
      data: '/hits',
      next: '/page/next',
    },
    note: {
      call: 'POST {desk}/offices/{office}/cases/{number}/notes',
      permission: 'cases.note',
      body: { text: { input: 'text' } },
    },
    attach: {
      call: 'POST {desk}/offices/{office}/cases/{number}/files',
      permission: 'cases.note',
      body: { kind: { input: 'kind' } },
      upload: {
        field: 'files',
        kind: ['pdf', 'any'],
        maxBytes: 5 * 1024 * 1024,
        maxFiles: 3,
        required: 'Choose a file',
      },
    },
    assign: {
      call: 'PUT {desk}/offices/{office}/cases/{number}/assignee',
      permission: 'cases.note',
      body: { code: { input: 'advisor' } },
    },
  },
  list: {
    columns: ['number', 'office', 'subject', 'state', 'advisor', 'opened', 'tags'],
    perPage: 20,
    search: { placeholder: 'Search in cases' },
    filter: { state: { type: 'string', enum: ['open', 'closed'], title: 'State' }, advisor },
    emptyText: 'No cases',
  },
  actions: {
    note: {
      label: 'Add note',
      binding: 'note',
      input: { text: { schema: note, label: 'Note', required: 'Enter a note' } },
      confirm: { title: 'Add a note to {office} {number}?' },
      success: 'Note added',
    },
    attach: {
      label: 'Attach',
      binding: 'attach',
      input: { kind: { schema: { enum: ['letter', 'mail'] }, label: 'Kind', required: 'Choose what it is' } },
      success: 'Files attached',
    },
    assign: {
      label: 'Assign',
      binding: 'assign',
      input: { advisor: { schema: advisor, label: 'Advisor', field: 'advisor', required: 'Choose an advisor' } },
      confirm: { title: 'Assign {office} {number}' },
      success: '{office} {number} assigned',
    },
  },
})
