import { constantWords } from '../../language/format.ts'
import { abbreviations } from '../shared/enumerations.ts'
import type { Investigation } from './investigation.ts'
import type { Choice } from '../../language/evidence.ts'
import { acknowledgementsOf, matchingSnaps, usableSnaps, usableStates, type Snap } from './rules.ts'

const nameOf = ({ proof, doc_type }: Snap): string => constantWords(proof.trim() || doc_type.trim(), abbreviations)

const labelOf = (snap: Snap): string => [nameOf(snap), snap.status].filter((text) => text !== '').join(', ')

const withId = (label: string, { snap_id }: Snap): string => `${label} (${snap_id})`

/** Documents as choices, each once. Choices with the same label show their id. */
function choicesOf(found: readonly Snap[]) {
  const snaps = [...new Set(found)]
  return snaps.map((snap) => {
    const label = labelOf(snap)
    const isAlone = snaps.filter((other) => labelOf(other) === label).length === 1
    return { value: snap.snap_id, label: isAlone ? label : withId(label, snap) }
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

/** The state that a document had when it was chosen by this label; `undefined` if it has another name by now. */
const chosenState = (snap: Snap, label: string): string | undefined =>
  usableStates.find((status) => {
    const own = labelOf({ ...snap, status })
    return label === own || label === withId(own, snap)
  })

/** What has become of a document since a decision named it, in words; `undefined` if it is as it was. */
function changeOf({ value, label }: Choice, snaps: readonly Snap[]): string | undefined {
  const snap = snaps.find(({ snap_id }) => snap_id === value)
  if (snap === undefined) return `${label}: no longer a document of this case`
  const before = chosenState(snap, label)
  if (before === undefined) return `${label} → ${labelOf(snap)}`
  return before === snap.status ? undefined : `${nameOf(snap) || 'Document'}: ${before} → ${snap.status}`
}

/** What has changed in the documents that a waiting decision about a case relies on. */
export const changedDocuments = (
  reliedOn: readonly Choice[],
  cases: readonly Investigation[],
  snaps: readonly Snap[],
): readonly string[] => {
  const own = snaps.filter(({ sketch_id }) => cases.some(({ sketchId }) => sketchId === sketch_id))
  return reliedOn.flatMap((choice) => changeOf(choice, own) ?? [])
}

/** True if each document is still the one that was chosen, in a state in which it can be named. */
export const areSameDocuments = (reliedOn: readonly Choice[], snaps: readonly Snap[]): boolean =>
  reliedOn.every(({ value, label }) =>
    snaps.some((snap) => snap.snap_id === value && chosenState(snap, label) !== undefined),
  )
