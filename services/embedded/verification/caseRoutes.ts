import { outcomeCodes } from '../outcome.ts'
import { id, name, objectOf, text } from '../services/requestSchemas.ts'
import { emailOfCaller } from '../services/serviceToken.ts'
import { caseDecisions } from './caseDesk.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Outcome } from '../outcome.ts'
import type { CaseDecision, caseDesk } from './caseDesk.ts'

const LIST = 'cip.snapIDs[]'
const names = { type: 'array', maxItems: 50, items: name } as const
const appeal = objectOf(
  { apex_account_id: id, sketchId: name, action: { const: 'APPEALED' } },
  { text, cip: { type: 'object', properties: { snapIDs: names } }, [LIST]: names, snapid: name },
)
const decision = objectOf(
  { apex_account_id: id, sketchId: name, action: { enum: caseDecisions } },
  { comment: text, snapid: name },
)

interface CaseBody {
  readonly apex_account_id: number
  readonly sketchId: string
  readonly snapid?: string
}

interface AppealBody extends CaseBody {
  readonly text?: string
  readonly cip?: { readonly snapIDs?: readonly string[] }
  readonly [LIST]?: readonly string[]
}

interface DecisionBody extends CaseBody {
  readonly action: CaseDecision['action']
  readonly comment?: string
}

/** A form as the JSON object with the same members. Only the list of documents may occur more than once. */
function formBody(form: string): Record<string, unknown> {
  const parameters = new URLSearchParams(form)
  const list = parameters.getAll(LIST)
  parameters.delete(LIST)
  return { ...Object.fromEntries(parameters), [LIST]: list }
}

type Submission = Pick<CaseDecision, 'accountId' | 'sketchId' | 'snapId' | 'comment' | 'by'>

/** Answers a submission about a case; one without a comment is refused. */
function answer(
  request: FastifyRequest<{ Body: CaseBody }>,
  reply: FastifyReply,
  comment: string | undefined,
  submit: (submission: Submission) => Outcome,
) {
  const { apex_account_id: accountId, sketchId, snapid: snapId } = request.body
  if (!comment?.trim()) return reply.code(400).send({ message: 'A comment is required' })
  const by = emailOfCaller(request)
  const { kind, message } = submit({ accountId, sketchId, comment: comment.trim(), by, ...(snapId && { snapId }) })
  return kind === 'done' ? { status: 200, message } : reply.code(outcomeCodes[kind]).send({ message })
}

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
      const snapIds = [...(body.cip?.snapIDs ?? []), ...(body[LIST] ?? [])]
      return answer(request, reply, body.text, (submission) => desk.appeal({ ...submission, snapIds }))
    },
  )
  app.post<{ Body: DecisionBody }>(
    '/user/apex/account/status/action',
    { schema: { body: decision }, bodyLimit },
    async (request, reply) => {
      const { action, comment } = request.body
      return answer(request, reply, comment, (submission) => desk.decide({ ...submission, action }))
    },
  )
}
