import type { Row } from '../../../src/table/columns.ts'
import type { Applicant } from '../people.ts'

/** A document that can be looked at, and whose it is. */
export interface Viewed {
  readonly record: Row
  readonly applicant: Applicant
}

const idOf = ({ record }: Viewed): string => String(record.id)

/** Where a document stands among those that can be looked at: the current one too, when its file has just gone. */
export interface Standing {
  readonly current: Viewed
  readonly position: number
  readonly count: number
  /** Ids of its neighbours. */
  readonly previous: string | undefined
  readonly next: string | undefined
}

/** Finds a document and its neighbours; those without a file are passed over. */
export function standingOf(
  all: readonly Viewed[],
  id: string,
  isViewable: (viewed: Viewed) => boolean,
): Standing | undefined {
  const row = all.filter((viewed) => idOf(viewed) === id || isViewable(viewed))
  const index = row.findIndex((viewed) => idOf(viewed) === id)
  const current = row[index]
  if (current === undefined) return undefined
  const neighbour = (viewed: Viewed | undefined) => (viewed === undefined ? undefined : idOf(viewed))
  return {
    current,
    position: index + 1,
    count: row.length,
    previous: index > 0 ? neighbour(row[index - 1]) : undefined,
    next: neighbour(row[index + 1]),
  }
}
