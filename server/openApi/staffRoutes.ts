import { auditResults } from '../../language/auditView.ts'
import { auditExportBody, auditSearchBody } from '../gateway/audit/auditFilter.ts'
import { viewedBody } from '../gateway/calls/viewed.ts'
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
    }),
  },
})

const flag = { type: 'boolean' } as const
const countOrNull = { type: ['number', 'null'] } as const
const content = { type: 'object' } as const

const auditPage = object({
  lines: {
    type: 'array',
    items: object({
      seq: count,
      at: count,
      person: text,
      isAutomation: flag,
      operation: text,
      label: text,
      target: text,
      reason: text,
      result: { enum: auditResults },
    }),
  },
  count,
  most: { ...count, description: 'Up to which entries are counted.' },
  next: { ...countOrNull, description: 'For the next, older page.' },
})

const auditRecord = object({
  seq: count,
  label: text,
  record: content,
  counterpart: { anyOf: [content, { type: 'null' }] },
  prev: text,
  hash: text,
  isIntact: flag,
  previous: countOrNull,
  next: countOrNull,
})

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
  '/console/viewed': {
    post: {
      ...staffRoute({ summary: 'Says that a record that was read ahead is now shown', body: viewedBody, answer: true }),
      responses: { 204: { description: 'Noted.' }, ...errorAnswers('own') },
    },
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
