import type { AnyDefinition } from '../../language/defineResource.ts'
import { readPart } from '../../language/readPart.ts'
import { readRecord } from '../../language/readRecord.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { acknowledgementsOf, matchingSnaps, readSnaps, usableSnaps } from '../../schemas/verification/rules.ts'
import type { Snap } from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import { formatValue, NOTHING } from '../../src/format/formatValue.ts'
import { applicantsOf } from '../../src/show/pageModel.ts'
import type { Row } from '../../src/table/columns.ts'

/** Everything that the records of an account's cases are made of. */
export interface CaseSource {
  readonly definition: AnyDefinition
  /** The definition of the cases. */
  readonly part: AnyDefinition
  /** The detail call's answer. */
  readonly detail: Row
  /** The answer of the status call. */
  readonly answer: unknown
}

const labelOf = ({ proof, doc_type, status }: Snap): string =>
  [formatValue('words', proof || doc_type), status].filter((text) => text !== '' && text !== NOTHING).join(', ')

/** Documents as choices; those that would read the same have their id. */
const choicesOf = (snaps: readonly Snap[]) =>
  snaps.map((snap) => {
    const label = labelOf(snap)
    const isAlone = snaps.filter((other) => labelOf(other) === label).length === 1
    return { value: snap.snap_id, label: isAlone ? label : `${label} (${snap.snap_id})` }
  })

const enrich = (record: Row, investigation: Investigation, snaps: readonly Snap[]): Row => ({
  ...record,
  usable: choicesOf(usableSnaps(investigation, snaps)),
  matching: choicesOf(matchingSnaps(investigation, snaps)),
  hits: acknowledgementsOf(investigation).map((text) => ({ text })),
})

/**
 * The records of the cases in force: what the call needs, and beside it the documents that a decision can name and the
 * matches that have to be acknowledged. A case that is archived, or without a number, cannot be decided and has none.
 */
export function caseRecords({ definition, part, detail, answer }: CaseSource): readonly Row[] {
  const { records } = readPart(part, answer, readRecord(definition, detail, detail.id))
  const snaps = readSnaps(detail)
  const { show } = definition
  const people = show === undefined ? [] : applicantsOf({ show, detail })
  return readVerification(answer).applicants.flatMap(({ current }, index) => {
    const record = records.find(({ id }) => id === current.sketchId)
    if (record === undefined) return []
    const name = current.applicant || (people[index]?.name ?? record['name'])
    return [enrich({ ...record, name }, current, snaps)]
  })
}
