import { caseDecisions } from '../verification/caseDesk.ts'
import { outcomeCodes } from './outcomeCodes.ts'
import { emailOfCaller } from './snapRoutes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CaseDecision, caseDesk } from '../verification/caseDesk.ts'

const id = { type: 'integer', minimum: 1, maximum: 999_999_999_999 } as const
const name = { type: 'string', minLength: 1, maxLength: 100 } as const
const text = { type: 'string', maxLength: 4000 } as const
const names = { type: 'array', maxItems: 50, items: name } as const
const appeal = {
  type: 'object',
  required: ['apex_account_id', 'sketchId', 'action'],
  properties: {
    apex_account_id: id,
    sketchId: name,
    action: { const: 'APPEALED' },
    text,
    cip: { type: 'object', properties: { snapIDs: names } },
    'cip.snapIDs[]': names,
    snapid: name,
  },
}
const decision = {
  type: 'object',
  required: ['apex_account_id', 'sketchId', 'action'],
  properties: { apex_account_id: id, sketchId: name, action: { enum: caseDecisions }, comment: text, snapid: name },
}

interface CaseBody {
  readonly apex_account_id: number
  readonly sketchId: string
  readonly snapid?: string
}

interface AppealBody extends CaseBody {
  readonly text?: string
  readonly cip?: { readonly snapIDs?: readonly string[] }
  readonly 'cip.snapIDs[]'?: readonly string[]
}

interface DecisionBody extends CaseBody {
  readonly action: CaseDecision['action']
  readonly comment?: string
}

const LIST = 'cip.snapIDs[]'

/** A form as the object that JSON would have given; only the list of documents may come more than once. */
function formBody(form: string): Record<string, unknown> {
  const parameters = new URLSearchParams(form)
  const list = parameters.getAll(LIST)
  parameters.delete(LIST)
  return { ...Object.fromEntries(parameters), [LIST]: list }
}

const submissionOf = ({ apex_account_id: accountId, sketchId, snapid }: CaseBody) => ({
  accountId,
  sketchId,
  ...(snapid === undefined ? {} : { snapId: snapid }),
})

/** Appeals (D-113, D-114) and decisions (D-112) of cases. */
export function caseRoutes(app: FastifyInstance, desk: ReturnType<typeof caseDesk>): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => formBody(body),
  )
  const bodyLimit = 64 * 1024
  app.post<{ Body: AppealBody }>(
    '/user/apex/account/status/appeal',
    { schema: { body: appeal }, bodyLimit },
    async (request, reply) => {
      const { body } = request
      const comment = body.text?.trim() ?? ''
      if (comment === '') return reply.code(400).send({ message: 'A comment is required' })
      const snapIds = [...(body.cip?.snapIDs ?? []), ...(body[LIST] ?? [])]
      const { kind, message } = desk.appeal({ ...submissionOf(body), comment, by: emailOfCaller(request), snapIds })
      return kind === 'done' ? { status: 200, message } : reply.code(outcomeCodes[kind]).send({ message })
    },
  )
  app.post<{ Body: DecisionBody }>(
    '/user/apex/account/status/action',
    { schema: { body: decision }, bodyLimit },
    async (request, reply) => {
      const { body } = request
      const comment = body.comment?.trim() ?? ''
      if (comment === '') return reply.code(400).send({ message: 'A comment is required' })
      const submission = { ...submissionOf(body), comment, by: emailOfCaller(request), action: body.action }
      const { kind, message } = desk.decide(submission)
      return kind === 'done' ? { status: 200, message } : reply.code(outcomeCodes[kind]).send({ message })
    },
  )
}
