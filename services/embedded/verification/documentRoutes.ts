import multipart from '@fastify/multipart'
import { statements } from '../../../server/embedded/database.ts'
import { outcomeCodes, sendOutcome } from '../outcome.ts'
import { formOptions, readFileForm } from '../services/fileForm.ts'
import { id, name, objectOf, text } from '../services/requestSchemas.ts'
import { emailOfCaller } from '../services/serviceToken.ts'
import { documentDecisions } from './documentDesk.ts'
import { hasImageName, imageKind, SIGNATURE_BYTES } from './uploads.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { CaseDocuments, DocumentDecision, documentDesk } from './documentDesk.ts'
import type { Draft, ImageKind, Uploads } from './uploads.ts'

const code = { type: 'string', pattern: '^[A-Za-z0-9_]{1,100}$' } as const
const snapID = objectOf({ id: name, type: code, proof: code, status: { const: 'uploaded' } })
const documents = objectOf({ sketchId: name, snapIDs: { type: 'array', maxItems: 50, items: snapID } })
const saving = objectOf({ apex_account_id: id, data: { type: 'array', maxItems: 20, items: documents } })
const decision = objectOf({ snapId: name, status: { enum: documentDecisions } }, { comment: text })

/** The whole file is read even when it is no image, because fields may follow it; only images are stored. */
async function storeImage(
  { file, filename }: MultipartFile,
  draft: Draft,
): Promise<ImageKind | { readonly problem: string }> {
  let start = new Uint8Array()
  let kind: ImageKind | undefined
  for await (const bytes of file as AsyncIterable<Uint8Array>) {
    if (kind === undefined && start.length < SIGNATURE_BYTES) {
      start = Buffer.concat([start, bytes])
      kind = imageKind(start)
      if (kind !== undefined) draft.add(start)
    } else if (kind !== undefined) {
      draft.add(bytes)
    }
  }
  if (file.truncated) return { problem: 'The file is larger than 15 MB' }
  if (kind === undefined || !hasImageName(filename)) {
    return { problem: 'Only png, jpg, jpeg and gif images are accepted' }
  }
  return kind
}

type UploadAnswer =
  { readonly recordId: string; readonly code?: never } | { readonly code: 400 | 404; readonly message: string }

interface DocumentRouteParts {
  readonly database: DatabaseSync
  readonly uploads: Uploads
  readonly desk: ReturnType<typeof documentDesk>
}

/** Uploading documents, saving them to cases, deciding about them (spec account-review section 7). */
export function documentRoutes(app: FastifyInstance, { database, uploads, desk }: DocumentRouteParts): void {
  const { first } = statements(database)

  async function received(request: FastifyRequest, draft: Draft): Promise<UploadAnswer> {
    const form = await readFileForm(request, (part) => storeImage(part, draft))
    if (form.problem !== undefined) return { code: 400, message: form.problem }
    if (typeof form.file !== 'string') return { code: 400, message: form.file.problem }
    const [tag, account] = [form.fields.get('tag') ?? '', form.fields.get('account') ?? '']
    if (!/^[A-Z0-9_]{1,40}$/.test(tag)) return { code: 400, message: 'The tag is missing' }
    if (account === '') return { code: 400, message: 'The account is missing' }
    const row = first('SELECT id FROM accounts WHERE account_no = ?', [account])
    if (!row) return { code: 404, message: 'Account not found' }
    return { recordId: draft.keep({ accountId: Number(row['id']), tag, extension: form.file }) }
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
      const by = emailOfCaller(request)
      return sendOutcome(reply, desk.decide(snapId, { status, comment: comment.trim(), by }))
    },
  )
}
