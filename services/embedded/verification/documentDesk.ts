import { inTransaction, statements } from '../../../server/embedded/database.ts'
import { isCurrent } from './cases.ts'
import { documentOwner } from './download.ts'
import { pendingDocuments } from './settlement.ts'
import type { Outcome } from '../outcome.ts'
import type { VerificationParts } from './cases.ts'

/** Uploads that become documents of a case (D-105). */
export interface CaseDocuments {
  readonly sketchId: string
  readonly snapIDs: readonly { readonly id: string; readonly type: string; readonly proof: string }[]
}

/** The decisions about an uploaded document. */
export const documentDecisions = ['approved', 'rejected'] as const

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
    if (!upload) return { kind: 'unknown', message: `Document ${id} not found` }
    if (upload.accountId !== accountId) return { kind: 'refused', message: `Document ${id} is of another account` }
    return isSaved(id) ? { kind: 'conflict', message: `Document ${id} is already saved` } : undefined
  }

  function refusal(accountId: number, data: readonly CaseDocuments[]): Outcome | undefined {
    const found = cases(accountId)
    if (!found) return { kind: 'unknown', message: 'Account not found' }
    const known = new Set(found.cases.filter(isCurrent).map(({ sketchId }) => sketchId))
    if (!data.every(({ sketchId }) => known.has(sketchId))) return { kind: 'unknown', message: 'Case not found' }
    const ids = data.flatMap(({ snapIDs }) => snapIDs.map(({ id }) => id))
    if (ids.length === 0) return { kind: 'refused', message: 'There is no document to save' }
    if (new Set(ids).size < ids.length) return { kind: 'refused', message: 'A document can be saved only once' }
    return ids.map((id) => refusalOf(accountId, id)).find((outcome) => outcome !== undefined)
  }

  /** Saves uploads of an account to its cases: all of them, or none. */
  function save(accountId: number, data: readonly CaseDocuments[]): Outcome {
    const refused = refusal(accountId, data)
    if (refused) return refused
    inTransaction(database, () => {
      for (const { sketchId, snapIDs } of data) {
        for (const { id, type, proof } of snapIDs) {
          run('INSERT INTO saved_snaps VALUES (?, ?, ?, ?, ?)', [id, accountId, sketchId, type, proof])
        }
      }
    })
    recount(accountId)
    return { kind: 'done', message: 'Documents saved' }
  }

  /** Approves or rejects a document, which is final. */
  function decide(snapId: string, { status, comment, by }: DocumentDecision): Outcome {
    const upload = uploads.find(snapId)
    const accountId = upload?.accountId ?? documentOwner(snapId)
    const snap = accountId === undefined ? undefined : cases(accountId)?.snaps.find(({ snap_id: id }) => id === snapId)
    if (accountId === undefined || !snap) {
      if (upload) return { kind: 'conflict', message: 'The document is not saved to a case yet' }
      return { kind: 'unknown', message: 'Document not found' }
    }
    if (snap.status !== 'uploaded') return { kind: 'conflict', message: `The document is already ${snap.status}` }
    run('INSERT INTO snap_decisions VALUES (?, ?, ?, ?, ?, ?)', [snapId, accountId, status, comment, by, clock()])
    recount(accountId)
    return { kind: 'done', message: `The document is ${status}` }
  }

  return { save, decide }
}
