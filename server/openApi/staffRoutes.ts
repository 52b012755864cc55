import { auditPage, auditRecord } from '../../language/auditView.ts'
import { claimBody, claimList } from '../../language/claim.ts'
import { frameworkPermissions } from '../../language/registry.ts'
import { settlement, settlementBody } from '../../language/settlement.ts'
import { newSavedViewBody, savedView, savedViewList, savedViewBody } from '../../language/savedView.ts'
import { accessReview, sessionList } from '../../language/staffAccess.ts'
import { count, object, text } from '../../language/wire.ts'
import { auditExportBody, auditSearchBody } from '../gateway/audit/auditFilter.ts'
import { subjectBody } from '../gateway/core/readInput.ts'
import { ended, staffRoute } from './ownRoutes.ts'
import { errorAnswers, type Paths } from './parts.ts'

const viewId = { name: 'id', in: 'path', required: true, schema: text } as const

const resource = { name: 'resource', in: 'path', required: true, schema: text } as const

export const staffRoutes: Paths = {
  '/console/sessions': {
    get: staffRoute({
      summary: "One's own sessions, or everyone's",
      parameters: [{ name: 'of', in: 'query', required: false, schema: { const: 'everyone' } }],
      answer: sessionList,
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
    get: staffRoute({ summary: 'Who works on which record', parameters: [resource], answer: claimList }),
    post: staffRoute({
      summary: 'Claims the first free one of several records, hands one over, or ends a claim; recorded',
      parameters: [resource],
      body: claimBody,
      answer: claimList,
    }),
  },
  '/console/views': {
    get: staffRoute({
      summary: "A person's own views of a list, and the shared ones",
      parameters: [{ name: 'filter', in: 'query', required: true, schema: text, description: 'JSON: the `resource`.' }],
      answer: savedViewList,
    }),
    post: staffRoute({ summary: 'Saves a view; recorded', body: newSavedViewBody, answer: savedView }),
  },
  '/console/views/{id}': {
    put: staffRoute({
      summary: 'Changes a view; recorded',
      parameters: [viewId],
      body: savedViewBody,
      answer: savedView,
    }),
    delete: staffRoute({ summary: 'Deletes a view; recorded', parameters: [viewId], answer: object({ id: text }) }),
  },
  '/console/access': {
    get: staffRoute({
      summary: 'Who may do what, as of their last sign-in, and when they last did it',
      answer: accessReview,
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
  '/console/audit/{seq}/settle': {
    post: staffRoute({
      summary:
        'Records what became of an entry with an unknown outcome, once, by another person than who made the change',
      permission: frameworkPermissions.settleOutcomes,
      parameters: [{ name: 'seq', in: 'path', required: true, schema: count }],
      body: settlementBody,
      answer: settlement,
    }),
  },
  '/console/audit/export': {
    post: {
      ...staffRoute({
        summary:
          'The records that match, with their proofs or as a table, a line for each; recorded, after a fresh sign-in',
        body: auditExportBody,
        answer: true,
      }),
      responses: {
        200: { description: 'The file.', content: { 'application/x-ndjson': {}, 'text/csv': {} } },
        ...errorAnswers('own'),
      },
    },
  },
}
