import { approvalReason } from '../../language/secondApprover.ts'
import { gatewayErrors } from '../gateway/core/errors.ts'
import type { Schema } from './schemas.ts'

/** An object of the document. */
export type Json = Readonly<Record<string, unknown>>

/** Addresses with what each method does. */
export type Paths = Readonly<Record<string, Json>>

export const json = (schema: Schema): Json => ({ 'application/json': { schema } })

export const staffOnly = [{ session: [] }] as const

const always = [400, 401, 403, 404, 429, 500, 503]
const statuses = {
  own: always,
  public: [...always.filter((status) => status !== 401), 422],
  read: [...always, 422, 502, 504],
  change: [...always, 409, 413, 422, 502, 504],
  upload: [...always, 409, 413, 422, 502, 504, 507],
}

/** The errors that a kind of call answers with. A service's own refusal keeps its status, if it is one of 4xx. */
export const errorAnswers = (kind: keyof typeof statuses): Json => ({
  ...Object.fromEntries(statuses[kind].map((status) => [status, { $ref: `#/components/responses/Error${status}` }])),
  ...(kind === 'own' || kind === 'public' ? {} : { '4XX': { $ref: '#/components/responses/Refused' } }),
})

const errorContent = { content: json({ $ref: '#/components/schemas/Error' }) }

const errorResponses = (): Json =>
  Object.fromEntries(
    [...Map.groupBy(gatewayErrors, ([, status]) => status)].map(([status, errors]) => [
      `Error${status}`,
      { description: errors.map(([code, , message]) => `${code}: ${message}`).join('\n'), ...errorContent },
    ]),
  )

const header = (name: string, required: boolean, schema: Schema, description: string): Json => ({
  name,
  in: 'header',
  required,
  schema,
  description,
})

const key = { type: 'string', format: 'uuid' }
const recordId = { type: 'string', pattern: '^[A-Za-z0-9_.:~-]{1,64}$' }
const keyText =
  'A new one for each change, the same for a repetition: a change is made once, and its answer is kept for repetitions.'
const ownerText =
  'The id of the record that the call is about, or that its nested record belongs to. The gateway checks it.'

const errorSchema = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string', description: 'What happened, for the person. It has no values of the request.' },
    isDefaultMessage: {
      const: true,
      description: 'The message is the default one of the code: neither the service nor a rule says more.',
    },
    requestId: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: "The service's messages about single values.",
    },
    permission: { type: 'string', description: 'The permission that is missing.' },
    contact: { type: 'string', description: 'Who gives permissions here.' },
    changed: {
      type: ['object', 'null'],
      properties: {
        name: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
        action: { type: 'string', description: 'The label of the action.' },
        isSuperseded: {
          const: true,
          description: 'The service has changed it since, by itself or for someone outside this console.',
        },
      },
      description: 'Who changed the record since the person saw it; null: no one in this console.',
    },
    next: { type: 'string', description: 'The page that a refused sign-in was for.' },
    detail: { const: 'Invalid token.', description: 'Only with 401.' },
  },
  additionalProperties: false,
}

/** What several operations of the document share. */
export const components = (): Json => ({
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-Http-sid',
      description: 'Set by POST /auth/complete. Secure, HttpOnly, SameSite=Strict.',
    },
  },
  parameters: {
    Console: header('X-Countersign', true, { const: '1' }, 'No page of another origin can send it.'),
    Origin: header('Origin', true, { type: 'string', format: 'uri' }, "The console's own origin; browsers send it."),
    IdempotencyKey: header('Idempotency-Key', true, key, keyText),
    IdempotencyKeyOptional: header('Idempotency-Key', false, key, `For operations that change something. ${keyText}`),
    Owner: header('X-Owner', true, recordId, ownerText),
    OwnerOptional: header('X-Owner', false, recordId, `For some of the operations. ${ownerText}`),
    RecordVersion: header(
      'X-Record-Version',
      false,
      { type: 'string', pattern: '^[0-9a-f]{64}$' },
      'The digest of the values that the person saw. The call is made only if the record still has them.',
    ),
    Confirmation: header(
      'X-Confirmation',
      false,
      { type: 'string', pattern: '^[0-9a-f]{64}$' },
      'For operations that have a text typed to confirm: its SHA-256, trimmed and in lower case.',
    ),
    ApprovalReason: header(
      'X-Approval-Reason',
      false,
      approvalReason.schema,
      'For operations that wait for a second person and have no reason of their own: why, percent-encoded.',
    ),
    OutcomeChecked: header(
      'X-Outcome-Checked',
      false,
      { const: '1' },
      'The person has checked what came of the same earlier request, whose outcome is unknown.',
    ),
  },
  headers: {
    ContentRange: { description: 'The number of records: `books */61`.', schema: { type: 'string' } },
    NextPage: {
      description: 'The cursor of the next page, percent-encoded; empty on the last page.',
      schema: { type: 'string' },
    },
  },
  responses: {
    ...errorResponses(),
    Refused: { description: 'The refusal of the service, under its own status.', ...errorContent },
  },
  schemas: {
    Error: errorSchema,
  },
})
