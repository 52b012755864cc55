import type { CipCategory } from '../data/cipCategories.ts'
import type { Investigation } from '../data/investigation.ts'
import type { Snap } from '../data/wire.ts'

/** A document that stands for every check at once. */
const COVERS_ALL = 'ALL_PASSING_CIP_RESULTS'

const rejectedIn = ({ cipCategories }: Investigation): readonly CipCategory[] =>
  cipCategories.filter(({ categoryState }) => categoryState === 'REJECTED')

const asksFor = ({ requestedDocuments }: CipCategory, proof: string): boolean =>
  requestedDocuments.some(({ name }) => name === proof)

/** Whether a rejected category of the case asks for a document of this proof type. */
export function isAskedFor(theCase: Investigation, proof: string): boolean {
  return rejectedIn(theCase).some((category) => asksFor(category, proof))
}

/** The rejected categories of a case that none of its documents with one of the statuses covers. */
export function uncovered(
  theCase: Investigation,
  snaps: readonly Snap[],
  statuses: readonly string[],
): readonly CipCategory[] {
  const own = snaps.filter((snap) => snap.sketch_id === theCase.sketchId && statuses.includes(snap.status))
  return rejectedIn(theCase).filter(
    (category) => !own.some(({ proof }) => proof === COVERS_ALL || asksFor(category, proof)),
  )
}

/** How many documents the cases still wait for: categories that ask for one, with none uploaded or approved. */
export function pendingDocuments(cases: readonly Investigation[], snaps: readonly Snap[]): number {
  return cases
    .filter(({ archived, status }) => archived !== true && status !== 'ACCEPTED')
    .flatMap((theCase) => uncovered(theCase, snaps, ['uploaded', 'approved']))
    .filter(({ requestedDocuments }) => requestedDocuments.length > 0).length
}
