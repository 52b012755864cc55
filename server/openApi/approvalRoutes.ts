import { approvalBodies, approvalStates } from '../../language/approval.ts'
import { evidenceSchema } from '../../language/evidence.ts'
import { errorAnswers, type Json, type Paths } from './parts.ts'
import { type Route, staffRoute } from './ownRoutes.ts'
import { plainSchema, type Schema } from './schemas.ts'

const text = { type: 'string' } as const
const textOrNull = { type: ['string', 'null'] } as const
const moment = { type: 'string', format: 'date-time' } as const
const values = { type: ['object', 'null'] } as const

const row = {
  id: { type: 'string', format: 'uuid' },
  operation: text,
  title: { ...text, description: 'What is requested, in a sentence.' },
  recordId: textOrNull,
  about: textOrNull,
  subject: { type: ['object', 'null'], properties: { resource: text, id: text } },
  state: { enum: approvalStates },
  requester: text,
  isOwn: { type: 'boolean' },
  requestedAt: moment,
  expiresAt: moment,
  decider: text,
  decidedAt: textOrNull,
  comment: text,
  message: text,
}
const detail = {
  ...row,
  inputs: { type: 'object' },
  evidence: { anyOf: [plainSchema(evidenceSchema), { type: 'null' }] },
  seen: { ...values, description: 'The record as the first person saw it.' },
  record: { ...values, description: 'The record as it is now.' },
  version: { ...textOrNull, description: 'The version of the record as it is now, to send with an approval.' },
  problem: text,
}

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const page = object({ rows: { type: 'array', items: object(row) }, next: textOrNull })

const parameter = (name: string, place: 'path' | 'query'): Json => ({ name, in: place, required: true, schema: text })
const id = parameter('id', 'path')
const version = { $ref: '#/components/parameters/RecordVersion' }

/** A route that decides: refused where the approval no longer waits, or its record has changed. */
const decision = (route: Omit<Route, 'answer'>, done: Json): Json => ({
  post: {
    ...staffRoute({ ...route, answer: true, parameters: [id, ...(route.parameters ?? [])] }),
    responses: { ...done, ...errorAnswers('change') },
  },
})

const ended = { 204: { description: 'Done.' } }

/** The routes about actions that a second person approves. */
export const approvalRoutes: Paths = {
  '/console/approvals': {
    post: staffRoute({
      summary: 'Approvals to decide, of their own, or all that are over, newest first',
      body: approvalBodies.list,
      answer: page,
    }),
  },
  '/console/approvals/waiting': {
    get: staffRoute({
      summary: 'How many approvals wait for this person',
      answer: object({ count: { type: 'number' } }),
    }),
  },
  '/console/approvals/about': {
    get: staffRoute({
      summary: 'The approvals that wait for one record, for all of a resource, or for a form',
      parameters: [parameter('resource', 'query'), { ...parameter('id', 'query'), required: false }],
      answer: page,
    }),
  },
  '/console/approvals/{id}': {
    get: staffRoute({
      summary: 'One approval, with its record as it is now',
      parameters: [id],
      answer: object(detail),
    }),
  },
  '/console/approvals/{id}/approve': decision(
    {
      summary: 'Sends what another person has requested, once',
      body: approvalBodies.approve,
      isBodyOptional: true,
      parameters: [version],
    },
    { 200: { description: "The service's answer." } },
  ),
  '/console/approvals/{id}/reject': decision(
    { summary: 'Refuses what another person has requested', body: approvalBodies.reject },
    ended,
  ),
  '/console/approvals/{id}/withdraw': decision(
    { summary: 'Takes back a request of their own', body: approvalBodies.withdraw, isBodyOptional: true },
    ended,
  ),
}
