import type { AccountStatus } from '../data/statuses.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { statements } from '../../../server/embedded/database.ts'
import type { Investigation } from '../data/investigation.ts'
import { emailOfCaller } from '../shared/callers.ts'
import {
  accountNotFound,
  conflict,
  done,
  id,
  name,
  objectOf,
  type Outcome,
  outcomeCodes,
  refused,
  text,
  unknown,
} from '../shared/requests.ts'
import { type AccountCases, isAskedFor, isCurrent, uncovered, type VerificationParts } from './cases.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'

const caseDecisions = ['ACCEPTED', 'REJECTED'] as const satisfies Status<'investigation'>[]

/** A submission of staff about a case, with a comment and the e-mail of the staff member. */
interface CaseSubmission {
  readonly accountId: number
  readonly sketchId: string
  readonly comment: string
  readonly by: string
  /** A document that supports the submission. */
  readonly snapId?: string
}

export interface Appeal extends CaseSubmission {
  readonly snapIds: readonly string[]
}

/** Accepting or rejecting an undecided case (D-112). */
export interface CaseDecision extends CaseSubmission {
  readonly action: (typeof caseDecisions)[number]
}

interface Found extends AccountCases {
  readonly theCase: Investigation
}

const ended: ReadonlySet<AccountStatus> = new Set(['CLOSED', 'CANCELED'])

/** Receives appeals and decisions; the clearing firm answers them after a delay. */
export function caseDesk({ database, cases, uploads, clock, delays }: VerificationParts) {
  const { first, run } = statements(database)

  function find({ accountId, sketchId }: CaseSubmission): Found | Outcome {
    const found = cases(accountId)
    if (!found) return accountNotFound
    const theCase = found.cases.find((each) => each.sketchId === sketchId && isCurrent(each))
    if (!theCase) return unknown('Case not found')
    if (ended.has(found.status)) return conflict(`The account is ${found.status}`)
    const open = 'SELECT action FROM case_moves WHERE account_id = ? AND sketch_id = ? AND due > ? LIMIT 1'
    const move = first(open, [accountId, sketchId, clock()])
    if (move) return conflict(`The case is already ${String(move['action'])} and waits for the clearing firm`)
    return { ...found, theCase }
  }

  /** True when the document belongs to this case or is uploaded for the account, and is not rejected. */
  function holds({ snaps, account, theCase }: Found, id: string): boolean {
    const snap = snaps.find(({ snap_id: snapId }) => snapId === id)
    if (snap) return snap.sketch_id === theCase.sketchId && ['uploaded', 'approved'].includes(snap.status)
    return uploads.find(id)?.accountId === account.id
  }

  function move(submission: CaseSubmission, basis: string | null, action: string, pace: number, answer: Answer): void {
    const now = clock()
    const sql = `
      INSERT INTO case_moves (account_id, sketch_id, action, comment, moved_by, basis, moved_at, due, outcome, error)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    const { accountId, sketchId, comment, by } = submission
    run(sql, [accountId, sketchId, action, comment, by, basis, now, now + pace, answer.outcome, answer.error])
  }

  /** Appeals a case that is not accepted (D-113, D-117). */
  function appeal(submission: Appeal): Outcome {
    const found = find(submission)
    if ('kind' in found) return found
    const { theCase, snaps } = found
    if (theCase.status === 'ACCEPTED') return conflict('The case is already ACCEPTED')
    const named = [...submission.snapIds, ...(submission.snapId === undefined ? [] : [submission.snapId])]
    const missing = named.find((id) => !holds(found, id))
    if (missing !== undefined) return refused(`Document ${missing} is not one of this case`)
    const proof = snaps.find(
      (snap) =>
        submission.snapIds.includes(snap.snap_id) && snap.status === 'approved' && isAskedFor(theCase, snap.proof),
    )
    if (!proof) return refused('An appeal needs an approved document that a rejected category asks for')
    move(submission, found.status, 'APPEALED', delays.appealDecision, answerTo(found))
    return done('The case is APPEALED')
  }

  /** Accepts or rejects an undecided case of an account that requires action. */
  function decide(submission: CaseDecision): Outcome {
    const found = find(submission)
    if ('kind' in found) return found
    if (found.status !== 'ACTION_REQUIRED') return conflict(`The account is ${found.status ?? 'not submitted'}`)
    const { status } = found.theCase
    if (status !== 'INDETERMINATE') return conflict(`The case is already ${status}`)
    if (submission.action === 'ACCEPTED' && submission.snapId === undefined)
      return refused('Accepting needs a document')
    if (submission.snapId !== undefined && !holds(found, submission.snapId)) {
      return refused(`Document ${submission.snapId} is not one of this case`)
    }
    move(submission, found.status, submission.action, delays.caseDecision, { outcome: submission.action, error: null })
    return done(`The case is sent as ${submission.action}`)
  }

  return { appeal, decide }
}

interface Answer {
  readonly outcome: Status<'investigation'>
  readonly error: string | null
}

/** The answer to an appeal: accepted when approved documents cover every rejected category. */
function answerTo({ theCase, snaps }: Found): Answer {
  const missing = uncovered(theCase, snaps, ['approved']).map(({ name }) => name)
  if (missing.length === 0) return { outcome: 'ACCEPTED', error: null }
  return { outcome: 'REJECTED', error: `The appeal was rejected: the documents do not cover ${missing.join(', ')}` }
}

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
  /** Of an appeal. */
  readonly text?: string
  readonly cip?: { readonly snapIDs?: readonly string[] }
  readonly [LIST]?: readonly string[]
  /** Of a decision. */
  readonly comment?: string
  readonly action: CaseDecision['action']
}

/** A form as the JSON object with the same members. Only the list of documents may occur more than once. */
function formBody(form: string): Record<string, unknown> {
  const parameters = new URLSearchParams(form)
  const list = parameters.getAll(LIST)
  parameters.delete(LIST)
  return { ...Object.fromEntries(parameters), [LIST]: list }
}

/** Appeals (D-113, D-114) and decisions (D-112) of cases. A submission without a comment is refused. */
export function caseRoutes(app: FastifyInstance, desk: ReturnType<typeof caseDesk>): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => formBody(body),
  )
  const route = (
    name: string,
    said: 'text' | 'comment',
    schema: object,
    submit: (submission: CaseSubmission, body: CaseBody) => Outcome,
  ): void =>
    void app.post<{ Body: CaseBody }>(
      `/user/apex/account/status/${name}`,
      { schema: { body: schema }, bodyLimit: 64 * 1024 },
      async (request, reply) => {
        const { apex_account_id: accountId, sketchId, snapid: snapId, [said]: comment } = request.body
        if (!comment?.trim()) return reply.code(400).send({ message: 'A comment is required' })
        const by = emailOfCaller(request)
        const submission = { accountId, sketchId, comment: comment.trim(), by, ...(snapId && { snapId }) }
        const { kind, message } = submit(submission, request.body)
        return kind === 'done' ? { status: 200, message } : reply.code(outcomeCodes[kind]).send({ message })
      },
    )
  route('appeal', 'text', appeal, (submission, { cip, [LIST]: listed = [] }) =>
    desk.appeal({ ...submission, snapIds: [...(cip?.snapIDs ?? []), ...listed] }),
  )
  route('action', 'comment', decision, (submission, { action }) => desk.decide({ ...submission, action }))
}
