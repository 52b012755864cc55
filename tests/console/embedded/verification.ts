import { documentImage } from '../../../services/embedded/verification/routes.ts'
import { staffOf } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

export const MOST_BYTES = 15 * 1024 * 1024

type Row = Readonly<Record<string, unknown>>

/** A case as the status call gives it, as far as tests look at it. */
export interface CaseSeen {
  readonly sketchId: string
  readonly status: string
  readonly archived?: boolean
  readonly error: string | null
  readonly history?: readonly Row[]
  readonly request: { readonly identity: { readonly homeAddress: Row } & Row }
  readonly cipCategories: readonly {
    readonly name: string
    readonly categoryState: string
    readonly requestedDocuments: readonly Row[]
  }[]
  readonly result: Record<string, Row> | null
}

/** A small picture of a document. */
export const picture = (): Buffer => documentImage(['TEST'])

/** `length` bytes that begin as a PNG does. */
export function pngOf(length: number): Buffer {
  const bytes = Buffer.alloc(length, 7)
  Buffer.from('89504e470d0a1a0a', 'hex').copy(bytes)
  return bytes
}

/** The parts of an upload; what is null is left out of the form. */
export interface UploadForm {
  readonly bytes?: Uint8Array | null
  readonly name?: string
  readonly tag?: string | null
  readonly account?: string | null
}

function formOf({ bytes = picture(), name = 'scan.png', tag = 'AFFILIATED_APPROVAL', account }: UploadForm): FormData {
  const form = new FormData()
  if (tag !== null) form.append('tag', tag)
  if (bytes !== null) form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  // Behind the file on purpose: fields may come in any order.
  if (account !== null) form.append('account', account ?? '9ZZ10041')
  return form
}

/** A staff member's view of verification; with a token of before, as after a restart. */
export async function reviewerOf(embedded: Embedded, known?: string) {
  const staff = await staffOf(embedded, known)

  async function upload(form: UploadForm = {}) {
    const response = await fetch(`${embedded.urls.main}/user/apex/snap/images`, {
      method: 'POST',
      headers: staff.headers,
      body: formOf(form),
    })
    return { code: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async function uploaded(account: string): Promise<string> {
    const { body } = await upload({ account })
    return String((body['result'] as Row | undefined)?.['record_id'])
  }

  async function status(accountId: number) {
    const response = await staff.main(`/user/apex/account/status/admin?apex_account_id=${accountId}`)
    const { result } = (await response.json()) as {
      result: { status: string; sketch_ids: string[]; investigations: CaseSeen[] }
    }
    return result
  }

  async function row(accountId: number, name: string): Promise<Row | undefined> {
    return (await staff.list(`search_key=${encodeURIComponent(name)}`)).apex_accounts.find(({ id }) => id === accountId)
  }

  return {
    ...staff,
    sendForm: (path: string, fields: readonly (readonly [string, string])[]) =>
      fetch(`${embedded.urls.main}${path}`, {
        method: 'POST',
        headers: staff.headers,
        body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
      }),
    upload,
    uploaded,
    status,
    row,
    async caseOf(accountId: number, applicant = 0): Promise<CaseSeen> {
      const { sketch_ids: ids, investigations } = await status(accountId)
      const found = investigations.find(({ sketchId }) => sketchId === ids[applicant])
      if (!found) throw new Error(`account ${accountId} has no case ${applicant}`)
      return found
    },
    snaps: async (accountId: number) => (await staff.detail(accountId))['snaps'] as readonly Record<string, unknown>[],
    save: (accountId: number, sketchId: string, ...documents: readonly (readonly [id: string, proof: string])[]) =>
      staff.post('/user/apex/snap/save', {
        apex_account_id: accountId,
        data: [
          {
            sketchId,
            snapIDs: documents.map(([id, proof]) => ({ id, type: 'AFFILIATED_APPROVAL', proof, status: 'uploaded' })),
          },
        ],
      }),
    decideSnap: (snapId: string, decision = 'approved', comment = 'Readable and current') =>
      staff.post('/user/apex/snap/update', { snapId, comment, status: decision }),
    appeal: (accountId: number, sketchId: string, snapIDs: readonly string[], more: object = {}) =>
      staff.post('/user/apex/account/status/appeal', {
        apex_account_id: accountId,
        sketchId,
        action: 'APPEALED',
        text: 'The document shows it',
        cip: { snapIDs },
        ...more,
      }),
    decideCase: (accountId: number, sketchId: string, action: string, more: object = {}) =>
      staff.post('/user/apex/account/status/action', {
        apex_account_id: accountId,
        sketchId,
        action,
        comment: 'Checked by hand',
        ...more,
      }),
  }
}

/** What `reviewerOf` gives. */
export type Reviewer = Awaited<ReturnType<typeof reviewerOf>>
