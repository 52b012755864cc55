import { applicantsOf, nameOf } from '../../applicants/applicants.ts'
import type { PageModel } from '../../../src/console/extensions.ts'
import type { ApplicantCases, Verification } from '../../../schemas/verification/verification.ts'
import type { Row } from '../../../src/model/columns.ts'

export interface Applicant {
  readonly label: ApplicantCases['label']
  readonly name: string
  readonly cases: ApplicantCases | undefined
  readonly documents: readonly Row[]
}

export const isWaiting = ({ status }: Row): boolean => status === 'uploaded'

export const hasWaiting = ({ documents }: Applicant): boolean => documents.some(isWaiting)

/** The applicants as the page has them: first those whose documents wait for a decision. */
export const waitingFirst = (applicants: readonly Applicant[]): readonly Applicant[] =>
  applicants.toSorted((one, other) => Number(hasWaiting(other)) - Number(hasWaiting(one)))

const caseIds = (cases: ApplicantCases | undefined): readonly string[] =>
  cases === undefined ? [] : [cases.current, ...cases.previous].map(({ sketchId }) => sketchId)

export const isOfUnknownCase = (verification: Verification | undefined, document: Row): boolean =>
  verification !== undefined &&
  !verification.applicants.some((cases) => caseIds(cases).includes(String(document['sketch_id'])))

/** True when the detail or the cases show a second applicant. */
const hasSecond = (model: PageModel, verification: Verification | undefined): boolean =>
  applicantsOf(model.detail).length > 1 || (verification?.applicants.length ?? 0) > 1

/**
 * The applicants with their documents, by case, first those that wait. Documents of a case without a known applicant go to the primary
 * applicant.
 */
export function applicantsWith(
  model: PageModel,
  verification: Verification | undefined,
  documents: readonly Row[],
): readonly Applicant[] {
  const labels = hasSecond(model, verification) ? (['Primary', 'Secondary'] as const) : (['Primary'] as const)
  const [, secondCases] = verification?.applicants ?? []
  const ofSecond = (document: Row) => caseIds(secondCases).includes(String(document['sketch_id']))
  return labels.map((label, index) => {
    const cases = verification?.applicants[index]
    return {
      label,
      name: nameOf(index === 0 ? 0 : 1, model.detail) || cases?.current.applicant || '',
      cases,
      documents: documents
        .filter((document) => ofSecond(document) === (index === 1))
        .toSorted((one, other) => Number(isWaiting(other)) - Number(isWaiting(one))),
    }
  })
}

/** The applicant whose document it is: the primary one if its case belongs to neither. */
export const ownerOf = (record: Row | undefined, applicants: readonly Applicant[]): Applicant | undefined =>
  applicants.find(({ documents }) => documents.some(({ id }) => id === record?.id)) ?? applicants[0]
