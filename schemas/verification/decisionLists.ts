import { constantWords } from '../../language/format.ts'
import { abbreviations } from '../shared/enumerations.ts'
import type { Investigation } from './investigation.ts'
import { acknowledgementsOf, matchingSnaps, usableSnaps, type Snap } from './rules.ts'

const labelOf = ({ proof, doc_type, status }: Snap): string =>
  [constantWords(proof.trim() || doc_type.trim(), abbreviations), status].filter((text) => text !== '').join(', ')

/** Documents as choices, each once. Choices with the same label show their id. */
function choicesOf(found: readonly Snap[]) {
  const snaps = [...new Set(found)]
  return snaps.map((snap) => {
    const label = labelOf(snap)
    const isAlone = snaps.filter((other) => labelOf(other) === label).length === 1
    return { value: snap.snap_id, label: isAlone ? label : `${label} (${snap.snap_id})` }
  })
}

/**
 * The choices and acknowledgements of a decision about a case, as fields of its record. The page offers them, and the
 * gateway compares them with the request.
 */
export const decisionLists = (cases: readonly Investigation[], snaps: readonly Snap[]) => ({
  usable: choicesOf(cases.flatMap((each) => usableSnaps(each, snaps))),
  matching: choicesOf(cases.flatMap((each) => matchingSnaps(each, snaps))),
  hits: cases.flatMap(acknowledgementsOf).map((text) => ({ text })),
})
