import { auditResults } from '../../language/auditView.ts'
import { claimBody, claimStates, claimWays } from '../../language/claim.ts'
import { newViewBody, viewBody } from '../../language/savedView.ts'
import { auditExportBody, auditSearchBody } from '../gateway/audit/auditFilter.ts'
import { subjectBody } from '../gateway/calls/viewed.ts'
import { count, ended, object, staffRoute, text, texts } from './ownRoutes.ts'
import { errorAnswers, type Paths } from './parts.ts'

const sessions = object({
  sessions: {
    type: 'array',
    items: object({
      id: text,
      isCurrent: { type: 'boolean' },
      userId: count,
      name: text,
      email: text,
      role: text,
      device: text,
      ip: text,
      signedInAt: count,
      lastActiveAt: count,
      expiresAt: count,
    }),
  },
})

const access = object({
  permissions: texts,
  roles: { type: 'object', additionalProperties: texts },
  people: {
    type: 'array',
    items: object({
      userId: count,
      name: text,
      email: text,
      role: text,
      signedInAt: count,
      permissions: texts,
      uses: { type: 'object', additionalProperties: count },
      reveals: count,
    }),
  },
})

const flag = { type: 'boolean' } as const
const countOrNull = { type: ['number', 'null'] } as const
const content = { type: 'object' } as const

const auditPage = object({
  lines: {
    type: 'array',
    items: object(
      {
        seq: count,
        reading: { enum: ['shown', 'ahead', 'search'] },
        at: count,
        person: text,
        isAutomation: flag,
        operation: text,
        label: text,
        target: text,
        reason: text,
        result: { enum: auditResults },
      },
      false,
      'reading',
    ),
  },
  count,
  most: { ...count, description: 'Up to which entries are counted.' },
  next: { ...countOrNull, description: 'For the next, older page.' },
  nextReading: { anyOf: [object({ at: count, seq: count }), { type: 'null' }] },
  alerts: {
    type: 'array',
    items: object({
      seq: count,
      at: count,
      person: text,
      of: { enum: ['records', 'files'] },
      records: count,
      minutes: count,
    }),
  },
})

const auditRecord = object({
  seq: count,
  label: text,
  record: content,
  counterpart: { anyOf: [content, { type: 'null' }] },
  after: { anyOf: [content, { type: 'null' }] },
  prev: text,
  hash: text,
  isIntact: flag,
  checkpoint: { anyOf: [object({ seq: count, time: text }), { type: 'null' }] },
  previous: countOrNull,
  next: countOrNull,
})

const claims = object({
  userId: count,
  changed: { type: ['string', 'null'], description: 'The record that a change was about.' },
  claims: {
    type: 'array',
    items: object({
      id: text,
      userId: count,
      name: text,
      state: { enum: claimStates },
      way: { enum: claimWays },
      before: { type: ['string', 'null'], description: 'Who held it before.' },
      changedAt: count,
      expiresAt: count,
    }),
  },
  mayWork: { type: 'boolean', description: 'Whether the person may take turns.' },
  colleagues: { type: 'array', items: object({ userId: count, name: text }) },
})

const savedView = object({
  id: text,
  resource: text,
  name: text,
  isShared: flag,
  query: { ...text, description: 'Filters and order, as in the address of the list.' },
  columns: { anyOf: [texts, { type: 'null' }] },
  owner: text,
  isOwn: flag,
  version: count,
})

const viewId = { name: 'id', in: 'path', required: true, schema: text } as const

const resource = { name: 'resource', in: 'path', required: true, schema: text } as const

/** The routes about staff: their sessions, their access, and what they did. */
export const staffRoutes: Paths = {
  '/console/sessions': {
    get: staffRoute({
      summary: "One's own sessions, or everyone's",
      parameters: [{ name: 'of', in: 'query', required: false, schema: { const: 'everyone' } }],
      answer: sessions,
    }),
    delete: ended("Ends all of one's own other sessions, or all of a person", [
      { name: 'userId', in: 'query', required: false, schema: count },
    ]),
  },
  '/console/sessions/{id}': {
    delete: ended('Ends one session', [{ name: 'id', in: 'path', required: true, schema: text }]),
  },
  '/console/report': {
    post: {
      ...staffRoute({
        summary: 'What the console holds about one record and who has seen it; recorded, after a fresh sign-in',
        body: subjectBody,
        answer: true,
      }),
      responses: { 200: { description: 'The file.', content: { 'application/json': {} } }, ...errorAnswers('own') },
    },
  },
  '/console/viewed': {
    post: {
      ...staffRoute({
        summary: 'Says that a record that was read ahead is now shown',
        body: subjectBody,
        answer: true,
      }),
      responses: { 204: { description: 'Noted.' }, ...errorAnswers('own') },
    },
  },
  '/console/claims/{resource}': {
    get: staffRoute({ summary: 'Who works on which record', parameters: [resource], answer: claims }),
    post: staffRoute({
      summary: 'Claims the first free one of several records, hands one over, or ends a claim; recorded',
      parameters: [resource],
      body: claimBody,
      answer: claims,
    }),
  },
  '/console/views': {
    get: staffRoute({
      summary: "A person's own views of a list, and the shared ones",
      parameters: [{ name: 'filter', in: 'query', required: true, schema: text, description: 'JSON: the `resource`.' }],
      answer: { type: 'array', items: savedView },
    }),
    post: staffRoute({ summary: 'Saves a view; recorded', body: newViewBody, answer: savedView }),
  },
  '/console/views/{id}': {
    put: staffRoute({ summary: 'Changes a view; recorded', parameters: [viewId], body: viewBody, answer: savedView }),
    delete: staffRoute({ summary: 'Deletes a view; recorded', parameters: [viewId], answer: object({ id: text }) }),
  },
  '/console/access': {
    get: staffRoute({
      summary: 'Who may do what, as of their last sign-in, and when they last did it',
      answer: access,
    }),
  },
  '/console/access.csv': {
    get: {
      ...staffRoute({ summary: 'The same as a table, for reviews; recorded', answer: true }),
      responses: { 200: { description: 'The file.', content: { 'text/csv': {} } }, ...errorAnswers('own') },
    },
  },
  '/console/audit': {
    post: staffRoute({
      summary: 'Entries of the audit trail, newest first; each search is recorded',
      body: auditSearchBody,
      answer: auditPage,
    }),
  },
  '/console/audit/{seq}': {
    get: staffRoute({
      summary: 'One record of the audit trail with its place in the chain; recorded',
      parameters: [{ name: 'seq', in: 'path', required: true, schema: count }],
      answer: auditRecord,
    }),
  },
  '/console/audit/export': {
    post: {
      ...staffRoute({
        summary: 'The records that match with their proofs, a line for each; recorded, after a fresh sign-in',
        body: auditExportBody,
        answer: true,
      }),
      responses: { 200: { description: 'The file.', content: { 'application/x-ndjson': {} } }, ...errorAnswers('own') },
    },
  },
}
