import multipart from '@fastify/multipart'
import { statements } from '../../../server/embedded/statements.ts'
import { staffByUserId } from '../staff.ts'
import { documentDecisions } from '../verification/documentDesk.ts'
import { outcomeCodes } from './outcomeCodes.ts'
import { formOptions, receiveImage } from './receiveImage.ts'
import { callerOf } from '../../../server/embedded/tokens.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { CaseDocuments, documentDesk, DocumentDecision } from '../verification/documentDesk.ts'
import type { Draft, Uploads } from '../verification/uploads.ts'

const name = { type: 'string', minLength: 1, maxLength: 100 } as const
const code = { type: 'string', pattern: '^[A-Za-z0-9_]{1,100}$' } as const
const snapID = {
  type: 'object',
  required: ['id', 'type', 'proof', 'status'],
  properties: { id: name, type: code, proof: code, status: { const: 'uploaded' } },
}
const documents = {
  type: 'object',
  required: ['sketchId', 'snapIDs'],
  properties: { sketchId: name, snapIDs: { type: 'array', maxItems: 50, items: snapID } },
}
const saving = {
  type: 'object',
  required: ['apex_account_id', 'data'],
  properties: {
    apex_account_id: { type: 'integer', minimum: 1, maximum: 999_999_999_999 },
    data: { type: 'array', maxItems: 20, items: documents },
  },
}
const decision = {
  type: 'object',
  required: ['snapId', 'status'],
  properties: { snapId: name, status: { enum: documentDecisions }, comment: { type: 'string', maxLength: 4000 } },
}

/** The e-mail of the staff member whose request this is, as histories name people. */
export function emailOfCaller(request: FastifyRequest): string {
  return staffByUserId(callerOf(request))?.email ?? 'staff'
}

/** What the routes of documents stand on. */
interface SnapRouteParts {
  readonly database: DatabaseSync
  readonly uploads: Uploads
  readonly desk: ReturnType<typeof documentDesk>
}

type UploadAnswer =
  { readonly recordId: string; readonly code?: never } | { readonly code: 400 | 404; readonly message: string }

/** Uploading documents, saving them to cases, deciding about them (spec account-review section 7). */
export function snapRoutes(app: FastifyInstance, { database, uploads, desk }: SnapRouteParts): void {
  const { first } = statements(database)

  async function received(request: FastifyRequest, draft: Draft): Promise<UploadAnswer> {
    const form = await receiveImage(request, draft)
    if (form.problem !== undefined) return { code: 400, message: form.problem }
    const [tag, account] = [form.fields.get('tag') ?? '', form.fields.get('account') ?? '']
    if (!/^[A-Z0-9_]{1,40}$/.test(tag)) return { code: 400, message: 'The tag is missing' }
    if (account === '') return { code: 400, message: 'The account is missing' }
    const row = first('SELECT id FROM accounts WHERE account_no = ?', [account])
    if (!row) return { code: 404, message: 'Account not found' }
    return { recordId: draft.keep({ accountId: Number(row['id']), tag, extension: form.extension }) }
  }

  app.register(multipart, formOptions)
  app.post('/user/apex/snap/images', async (request, reply) => {
    const draft = uploads.begin()
    let isKept = false
    try {
      const answer = await received(request, draft)
      if (answer.code !== undefined) return await reply.code(answer.code).send({ message: answer.message })
      isKept = true
      return { result: { record_id: answer.recordId } }
    } finally {
      if (!isKept) draft.drop()
    }
  })
  app.post<{ Body: { apex_account_id: number; data: readonly CaseDocuments[] } }>(
    '/user/apex/snap/save',
    { schema: { body: saving } },
    async ({ body }, reply) => {
      const { kind, message } = desk.save(body.apex_account_id, body.data)
      return kind === 'done' ? { data: { message } } : reply.code(outcomeCodes[kind]).send({ message })
    },
  )
  app.post<{ Body: { snapId: string; status: DocumentDecision['status']; comment?: string } }>(
    '/user/apex/snap/update',
    { schema: { body: decision } },
    async (request, reply) => {
      const { snapId, status, comment = '' } = request.body
      if (comment.trim() === '') return reply.code(400).send({ message: 'A comment is required' })
      const { kind, message } = desk.decide(snapId, { status, comment: comment.trim(), by: emailOfCaller(request) })
      return reply.code(outcomeCodes[kind]).send({ message })
    },
  )
}
