import type { DatabaseSync } from 'node:sqlite'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { emailOfCaller } from '../shared/callers.ts'
import {
  accountNotFound,
  changeRoute,
  conflict,
  done,
  formOptions,
  id,
  name,
  objectOf,
  type Outcome,
  outcomeCodes,
  readFileForm,
  refused,
  text,
  unknown,
} from '../shared/requests.ts'
import { isCurrent, pendingDocuments, type VerificationParts } from './cases.ts'
import {
  documentOwner,
  type Draft,
  hasImageName,
  imageKind,
  type ImageKind,
  SIGNATURE_BYTES,
  type Uploads,
} from './uploads.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'

/** Uploads that become documents of a case (D-105). */
export interface CaseDocuments {
  readonly sketchId: string
  readonly snapIDs: readonly { readonly id: string; readonly type: string; readonly proof: string }[]
}

const documentDecisions = ['approved', 'rejected'] as const satisfies Status<'document'>[]

/** A decision about a document, with the e-mail of the staff member. */
export interface DocumentDecision {
  readonly status: (typeof documentDecisions)[number]
  readonly comment: string
  readonly by: string
}

/** Saves documents to cases and decides about them. */
export function documentDesk({ database, cases, uploads, changed, clock }: VerificationParts) {
  const { first, run } = statements(database)

  /** Updates the count of pending documents in the list. */
  function recount(accountId: number): void {
    const found = cases(accountId)
    if (!found) return
    run('UPDATE accounts SET pending_documents = ? WHERE id = ?', [
      pendingDocuments(found.cases, found.snaps),
      accountId,
    ])
    changed()
  }

  const isSaved = (id: string): boolean => first('SELECT 1 FROM saved_snaps WHERE snap_id = ?', [id]) !== undefined

  function refusalOf(accountId: number, id: string): Outcome | undefined {
    const upload = uploads.find(id)
    if (!upload) return unknown(`Document ${id} not found`)
    if (upload.accountId !== accountId) return refused(`Document ${id} is of another account`)
    return isSaved(id) ? conflict(`Document ${id} is already saved`) : undefined
  }

  function refusal(accountId: number, data: readonly CaseDocuments[]): Outcome | undefined {
    const found = cases(accountId)
    if (!found) return accountNotFound
    const known = new Set(found.cases.filter(isCurrent).map(({ sketchId }) => sketchId))
    if (!data.every(({ sketchId }) => known.has(sketchId))) return unknown('Case not found')
    const ids = data.flatMap(({ snapIDs }) => snapIDs.map(({ id }) => id))
    if (ids.length === 0) return refused('There is no document to save')
    if (new Set(ids).size < ids.length) return refused('A document can be saved only once')
    return ids.map((id) => refusalOf(accountId, id)).find((outcome) => outcome !== undefined)
  }

  /** Saves uploads of an account to its cases: all of them, or none. */
  function save(accountId: number, data: readonly CaseDocuments[]): Outcome {
    const problem = refusal(accountId, data)
    if (problem) return problem
    inTransaction(database, () => {
      for (const { sketchId, snapIDs } of data) {
        for (const { id, type, proof } of snapIDs) {
          run('INSERT INTO saved_snaps VALUES (?, ?, ?, ?, ?)', [id, accountId, sketchId, type, proof])
        }
      }
    })
    recount(accountId)
    return done('Documents saved')
  }

  /** Approves or rejects a document, which is final. */
  function decide(snapId: string, { status, comment, by }: DocumentDecision): Outcome {
    const upload = uploads.find(snapId)
    const accountId = upload?.accountId ?? documentOwner(snapId)
    const snap = accountId === undefined ? undefined : cases(accountId)?.snaps.find(({ snap_id: id }) => id === snapId)
    if (accountId === undefined || !snap) {
      if (upload) return conflict('The document is not saved to a case yet')
      return unknown('Document not found')
    }
    if (snap.status !== 'uploaded') return conflict(`The document is already ${snap.status}`)
    run('INSERT INTO snap_decisions VALUES (?, ?, ?, ?, ?, ?)', [snapId, accountId, status, comment, by, clock()])
    recount(accountId)
    return done(`The document is ${status}`)
  }

  return { save, decide }
}

const code = { type: 'string', pattern: '^[A-Za-z0-9_]{1,100}$' } as const
const snapID = objectOf({
  id: name,
  type: code,
  proof: code,
  status: { const: 'uploaded' satisfies Status<'document'> },
})
const documents = objectOf({ sketchId: name, snapIDs: { type: 'array', maxItems: 50, items: snapID } })
const saving = objectOf({ apex_account_id: id, data: { type: 'array', maxItems: 20, items: documents } })

/** The whole file is read even when it is no image, because fields may follow it; only images are stored. */
async function storeImage(
  { file, filename }: MultipartFile,
  draft: Draft,
): Promise<ImageKind | { readonly problem: string }> {
  let start = new Uint8Array()
  let kind: ImageKind | undefined
  const chunks: AsyncIterable<Uint8Array> = file
  for await (const bytes of chunks) {
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
  | { readonly recordId: string; readonly code?: never }
  | { readonly code: 400 | 404; readonly message: string }

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
  changeRoute(
    app,
    {
      url: '/user/apex/snap/update',
      required: { snapId: name, status: { enum: documentDecisions } },
      optional: { comment: text },
    },
    ({ snapId, status, comment = '' }, request) =>
      comment.trim() === ''
        ? refused('A comment is required')
        : desk.decide(snapId, { status, comment: comment.trim(), by: emailOfCaller(request) }),
  )
}
