import type { accountDetails } from '../accounts/details.ts'

/** A document that can be downloaded. */
export interface FoundDocument {
  readonly accountId: number
  /** What it is: a proof type, or the letter of an affiliated person. */
  readonly kind: string
  readonly status: string
}

const letters = [
  ['upload_ria', 'RIA LETTER'],
  ['upload_407', '407 LETTER'],
  ['upload_3210', '3210 LETTER'],
  ['joint_upload', 'JOINT LETTER'],
] as const

/** The short ids are those of Teo and Ana Brandt. */
const brandtDocument = /^snap-(?:a[1-3]|407-1|3210-1)$/
const documentOfAccount = /^snap-(?:407-|3210-|ria-|joint-)?([1-9]\d{0,14})(?:-\d{1,3})?$/

/** The account that a generated document would belong to; whether it is there is for its detail to say. */
export function documentOwner(snapId: string): number | undefined {
  if (brandtDocument.test(snapId)) return 4108
  const owner = documentOfAccount.exec(snapId)?.[1]
  return owner === undefined ? undefined : Number(owner)
}

/** Finds an uploaded document or letter by its id; undefined when no account has it. */
export function findDocument(detail: ReturnType<typeof accountDetails>, snapId: string): FoundDocument | undefined {
  const accountId = documentOwner(snapId)
  const known = accountId === undefined ? undefined : detail(accountId)?.detail
  if (accountId === undefined || !known) return undefined
  const snap = known.snaps.find(({ snap_id: id }) => id === snapId)
  if (snap) return { accountId, kind: snap.proof, status: snap.status }
  const members: Readonly<Record<string, unknown>> = { ...known.account[0], ...known.joint_user }
  const letter = letters.find(([member]) => members[member] === snapId)
  return letter && { accountId, kind: letter[1], status: 'approved' }
}
