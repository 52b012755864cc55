import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { textImage } from '../../drawing/textImage.ts'
import type { DeskParts } from '../accounts/details.ts'
import { accountNotFound, idText, name, readRoute, unknown } from '../shared/requests.ts'
import { caseDesk, caseRoutes } from './caseDesk.ts'
import { drawDocument } from './drawDocument.ts'
import { accountCases, caseSettlement, isCurrent, type VerificationParts } from './cases.ts'
import { documentDesk, documentRoutes } from './documentDesk.ts'
import { documentOwner, type ImageKind, mediaTypes, openUploads, type Upload } from './uploads.ts'

interface Download {
  readonly status: string | undefined
  readonly extension: ImageKind
  readonly size?: number
  readonly content: () => Readable | Buffer | Promise<Buffer>
}

const letters = [
  ['upload_ria', 'RIA LETTER'],
  ['upload_407', '407 LETTER'],
  ['upload_3210', '3210 LETTER'],
  ['joint_upload', 'JOINT LETTER'],
] as const

const sheet = {
  width: 640,
  height: 400,
  margin: 48,
  lineHeight: 60,
  scale: 4,
  paper: 244,
  ink: 30,
  frame: { width: 12, grey: 150 },
} as const

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The picture of a letter: a framed sheet with lines of about 22 letters. */
export const documentImage = (lines: readonly string[]): Buffer => textImage(lines, sheet)

/** Downloads of documents (D-133): uploads byte for byte, generated documents and letters as a drawn picture. */
function downloadRoute(app: FastifyInstance, { detail, cases, uploads }: VerificationParts): void {
  const uploaded = ({ id, accountId, extension, size }: Upload): Download => ({
    status: detail(accountId)?.detail.snaps.find(({ snap_id: snapId }) => snapId === id)?.status,
    extension,
    size,
    content: () => Readable.from(uploads.bytesOf(id), { objectMode: false }),
  })

  const secondCase = (accountId: number) => cases(accountId)?.cases.filter(isCurrent)[1]

  function generated(snapId: string): Download | undefined {
    const accountId = documentOwner(snapId)
    const known = accountId === undefined ? undefined : detail(accountId)?.detail
    if (!known) return undefined
    const snap = known.snaps.find(({ snap_id: id }) => id === snapId)
    const members: Readonly<Record<string, unknown>> = { ...known.account[0], ...known.joint_user }
    const kind = snap?.proof ?? letters.find(([member]) => members[member] === snapId)?.[1]
    if (kind === undefined) return undefined
    const lines = [kind.replaceAll('_', ' '), `ACCOUNT ${accountId}`, snapId, 'SYNTHETIC DATA']
    const plain = () => documentImage(lines)
    if (snap === undefined) return { status: undefined, extension: 'png', content: plain }
    const isSecond = snap.sketch_id === secondCase(Number(accountId))?.sketchId && known.joint_user !== null
    const home = known.profile?.[0] ?? {}
    const drawn = {
      id: snapId,
      proof: snap.proof,
      given: textOf(members[isSecond ? 'joint_first_name' : 'first_name']),
      family: textOf(members[isSecond ? 'joint_last_name' : 'last_name']),
      street: textOf(home['address']),
      town: `${textOf(home['city'])}, ${textOf(home['state'])} ${textOf(home['zipcode'])}`,
      born: textOf(isSecond ? members['joint_dob'] : home['date_of_birth']),
      ssn: textOf(members[isSecond ? 'joint_ssn' : 'ss_number']),
    }
    // A gateway in the same process, as in tests, lets no one draw SVG there.
    return { status: snap.status, extension: 'png', content: () => drawDocument(drawn).catch(plain) }
  }

  readRoute(app, { url: '/user/apex/edocs/download', required: { snap: name } }, async ({ snap }, reply) => {
    const upload = uploads.find(snap)
    const found = upload ? uploaded(upload) : generated(snap)
    if (!found) return unknown('Document not found')
    if (found.status === 'rejected') return unknown('A rejected document is not kept')
    if (found.size !== undefined) reply.header('content-length', found.size)
    return reply
      .type(mediaTypes[found.extension])
      .header('content-disposition', `attachment; filename="${snap}.${found.extension}"`)
      .send(await found.content())
  })
}

/** The verification status of an account (spec account-review section 7); `sketch_ids` has one id per applicant. */
function statusRoute(app: FastifyInstance, cases: ReturnType<typeof accountCases>): void {
  readRoute(app, { url: '/user/apex/account/status/admin', required: { apex_account_id: idText } }, (given) => {
    const found = cases(Number(given.apex_account_id))
    if (!found) return accountNotFound
    const { account, status } = found
    return {
      result: {
        status,
        account_no: account.accountNo,
        request_time: account.requestTime,
        sketch_ids: found.cases.filter(isCurrent).map(({ sketchId }) => sketchId),
        investigations: found.cases,
      },
    }
  })
}

/** Verification in the main API: cases, documents, appeals and decisions. Due answers take effect before each request. */
export function verificationRoutes(app: FastifyInstance, given: DeskParts): void {
  const cases = accountCases(given)
  const uploads = openUploads(given.database, given.clock)
  const parts = { ...given, cases, uploads }
  const settleDue = caseSettlement(parts)
  app.addHook('preHandler', async () => settleDue())
  statusRoute(app, cases)
  downloadRoute(app, parts)
  documentRoutes(app, { database: given.database, uploads, desk: documentDesk(parts) })
  caseRoutes(app, caseDesk(parts))
}
