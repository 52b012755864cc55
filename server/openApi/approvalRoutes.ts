import { approvalBodies, approvalCount, approvalDetail, approvalPage } from '../../language/approval.ts'
import { text } from '../../language/wire.ts'
import { errorAnswers, type Json, type Paths } from './parts.ts'
import { type Route, staffRoute } from './ownRoutes.ts'

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

export const approvalRoutes: Paths = {
  '/console/approvals': {
    post: staffRoute({
      summary: 'Approvals to decide, of their own, or all that are over, newest first',
      body: approvalBodies.list,
      answer: approvalPage,
    }),
  },
  '/console/approvals/waiting': {
    get: staffRoute({
      summary: 'How many approvals wait for this person',
      answer: approvalCount,
    }),
  },
  '/console/approvals/about': {
    get: staffRoute({
      summary: 'The approvals that wait for one record, for all of a resource, or for a form',
      parameters: [parameter('resource', 'query'), { ...parameter('id', 'query'), required: false }],
      answer: approvalPage,
    }),
  },
  '/console/approvals/{id}': {
    get: staffRoute({
      summary: 'One approval, with its record as it is now',
      parameters: [id],
      answer: approvalDetail,
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
  '/console/approvals/{id}/dismiss': decision(
    { summary: 'Dismisses how a request of their own ended', body: approvalBodies.withdraw, isBodyOptional: true },
    ended,
  ),
}
