import type { Status } from '../../../schemas/shared/enumerations.ts'
import { busyKey } from '../../../src/actions/useActions.ts'
import type { TrailState } from '../../../src/show/history/useTrail.ts'
import type { Row } from '../../../src/model/columns.ts'
import { keysOf } from '../../../language/pointer.ts'
import { type Applicant, byWaiting } from './people.ts'
import type { PartModel } from '../../../src/nested/partModel.ts'

/** What a row of an uploaded document is drawn from. */
export interface DocumentTools {
  readonly model: PartModel
  readonly busy: ReadonlySet<string>
  /** What is on record in this console about the account: who uploaded and decided, when and why. */
  readonly trail: TrailState
  readonly view: (id: string) => void
  /** Asks before an action on a document. */
  readonly start: (name: string, record: Row) => void
}

export interface ViewableDocument {
  readonly record: Row
  readonly applicant: Applicant
}

/** All documents in the order of the page: first those that wait for a decision. */
export function viewableOf(applicants: readonly Applicant[]): readonly ViewableDocument[] {
  const { waiting, others } = byWaiting(applicants)
  return [...waiting, ...others].flatMap((applicant) => applicant.documents.map((record) => ({ record, applicant })))
}

/** The states that the decisions about a document lead to, by the names of their actions. */
const decided = { approve: 'approved', reject: 'rejected' } as const satisfies Record<string, Status<'document'>>

export const decisionNames = keysOf(decided)

/**
 * The applicants with their documents as they are read again after decisions that were sent, except for the one in the viewer:
 * what comes after them has its new place at once.
 */
export const asDecided = (applicants: readonly Applicant[], busy: DocumentTools['busy'], viewed: string | undefined) =>
  applicants.map((applicant) => ({
    ...applicant,
    documents: applicant.documents.map((record) => {
      const sent = decisionNames.find((name) => busy.has(busyKey(name, record)))
      return sent === undefined || String(record.id) === viewed ? record : { ...record, status: decided[sent] }
    }),
  }))

const idOf = ({ record }: ViewableDocument): string => String(record.id)

/** A document's position among the viewable ones. The current one counts even when its file has just gone. */
export interface PagerPosition {
  readonly current: ViewableDocument
  readonly position: number
  readonly count: number
  /** Ids of its neighbors. */
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** Finds a document and its neighbors, skipping documents without a file. */
export function pagerPositionOf(
  all: readonly ViewableDocument[],
  id: string,
  isViewable: (viewed: ViewableDocument) => boolean,
): PagerPosition | undefined {
  const row = all.filter((viewed) => idOf(viewed) === id || isViewable(viewed))
  const index = row.findIndex((viewed) => idOf(viewed) === id)
  const current = row[index]
  if (current === undefined) return undefined
  const neighbour = (viewed: ViewableDocument | undefined) => (viewed === undefined ? undefined : idOf(viewed))
  return {
    current,
    position: index + 1,
    count: row.length,
    previous: index > 0 ? neighbour(row[index - 1]) : undefined,
    next: neighbour(row[index + 1]),
  }
}
