import type { Status } from '../../../schemas/shared/enumerations.ts'
import { applicantsOf, askedNameOf, nameOf } from '../../applicants/applicants.ts'
import type { PageModel } from '../../../src/console/extensions.ts'
import type { ApplicantCases, Verification } from '../../../schemas/verification/verification.ts'
import type { Row } from '../../../src/model/columns.ts'

export interface Applicant {
  readonly label: ApplicantCases['label'] | 'Unknown'
  readonly name: string
  readonly cases: ApplicantCases | undefined
  readonly documents: readonly Row[]
  /** Why it is not known which of two applicants the documents belong to. */
  readonly unknown?: string
  /** The same, where the cases are not read: until then no document is decided, because it may be the other person's. */
  readonly undecidable?: string
}

const NEITHER = 'The case of the document belongs to neither applicant.'
const NOT_YET = 'It is not known yet whose document this is.'
const NOT_LOADED = 'Whose document this is could not be loaded.'

export const isWaiting = ({ status }: Row): boolean => status === ('uploaded' satisfies Status<'document'>)

const withOnly = (applicants: readonly Applicant[], waits: boolean): readonly Applicant[] =>
  applicants.map((applicant) => ({
    ...applicant,
    documents: applicant.documents.filter((document) => isWaiting(document) === waits),
  }))

/** The applicants with their documents that wait for a decision, where they have any, and with all others. */
export const byWaiting = (applicants: readonly Applicant[]) => ({
  waiting: withOnly(applicants, true).filter(({ documents }) => documents.length > 0),
  others: withOnly(applicants, false),
})

const caseIds = (cases: ApplicantCases | undefined): readonly string[] =>
  cases === undefined ? [] : [cases.current, ...cases.previous].map(({ sketchId }) => sketchId)

/** The name of an applicant, else the label; empty while it is being read whose documents they are. */
export const personOf = ({ name, label, undecidable }: Applicant): string =>
  name || (undecidable === NOT_YET ? '' : label)

/** Whom a question about a document of an applicant is about. */
export const askedPersonOf = (applicant: Applicant, detail: unknown): string => {
  const { unknown, name, label } = applicant
  return unknown ?? (name || (askedNameOf(label === 'Secondary' ? 1 : 0, detail) ?? label))
}

export const isOfUnknownCase = (verification: Verification | undefined, document: Row): boolean =>
  verification !== undefined &&
  !verification.applicants.some((cases) => caseIds(cases).includes(String(document['sketch_id'])))

/** True when the detail or the cases show a second applicant. */
const hasSecond = (model: PageModel, verification: Verification | undefined): boolean =>
  applicantsOf(model.detail).length > 1 || (verification?.applicants.length ?? 0) > 1

interface Reading {
  readonly verification: Verification | undefined
  /** True if the cases could not be read, or not all of them. */
  readonly hasFailed: boolean
}

/** The documents of which it is not known which of two applicants they belong to; `undefined` where there are none. */
function unknownApplicant(documents: readonly Row[], reading: Reading): Applicant | undefined {
  if (documents.length === 0) return undefined
  const unread = reading.verification === undefined ? NOT_YET : undefined
  const undecidable = reading.hasFailed ? NOT_LOADED : unread
  const open = undecidable === undefined ? {} : { undecidable }
  return { label: 'Unknown', name: '', cases: undefined, documents, unknown: undecidable ?? NEITHER, ...open }
}

/**
 * The applicants with their documents, by case. Of one applicant, all documents are theirs; of two, those of a case that
 * is not known to be theirs have an unknown applicant.
 */
export function applicantsWith(model: PageModel, reading: Reading, documents: readonly Row[]): readonly Applicant[] {
  const { verification } = reading
  const labels = hasSecond(model, verification) ? (['Primary', 'Secondary'] as const) : (['Primary'] as const)
  const isOf = (cases: ApplicantCases | undefined, document: Row) =>
    labels.length === 1 || caseIds(cases).includes(String(document['sketch_id']))
  const known = labels.map((label, index) => {
    const cases = verification?.applicants[index]
    return {
      label,
      name: nameOf(index === 0 ? 0 : 1, model.detail) || cases?.current.applicant || '',
      cases,
      documents: documents.filter((document) => isOf(cases, document)),
    }
  })
  const others = documents.filter((document) => known.every((applicant) => !applicant.documents.includes(document)))
  const unknown = unknownApplicant(others, reading)
  return unknown === undefined ? known : [...known, unknown]
}

/** The applicant whose document it is. A letter of the account is the primary one's. */
export const ownerOf = (record: Row | undefined, applicants: readonly Applicant[]): Applicant | undefined =>
  applicants.find(({ documents }) => documents.some(({ id }) => id === record?.id)) ?? applicants[0]
