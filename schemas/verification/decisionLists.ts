import { constantWords } from '../../language/format.ts'
import { abbreviations } from '../shared/enumerations.ts'
import type { Investigation } from './investigation.ts'
import { acknowledgementsOf, matchingSnaps, usableSnaps, type Snap } from './rules.ts'

const labelOf = ({ proof, doc_type, status }: Snap): string =>
  [constantWords(proof.trim() || doc_type.trim(), abbreviations), status].filter((text) => text !== '').join(', ')

/** Documents as choices, each once; those that would read the same have their id. */
function choicesOf(found: readonly Snap[]) {
  const snaps = [...new Set(found)]
  return snaps.map((snap) => {
    const label = labelOf(snap)
    const isAlone = snaps.filter((other) => labelOf(other) === label).length === 1
    return { value: snap.snap_id, label: isAlone ? label : `${label} (${snap.snap_id})` }
  })
}

/**
 * What a decision about a case chooses from and has acknowledged, as fields of the case's record: the page offers them,
 * and the gateway compares them with what was sent.
 */
export const decisionLists = (cases: readonly Investigation[], snaps: readonly Snap[]) => ({
  usable: choicesOf(cases.flatMap((each) => usableSnaps(each, snaps))),
  matching: choicesOf(cases.flatMap((each) => matchingSnaps(each, snaps))),
  hits: cases.flatMap(acknowledgementsOf).map((text) => ({ text })),
})
