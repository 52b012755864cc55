import { categoriesWith, investigationBase, screeningResult } from '../investigation.ts'
import type { Investigation } from '../investigation.ts'
import type { Particulars } from '../person.ts'

export const maraQuillParticulars: Particulars = {
  address: '118 Larch Hollow Rd Apt 4',
  city: 'Ithaca',
  state: 'NY',
  zip: '14850',
  phone: '6075550142',
  dateOfBirth: '1989-07-02',
  ssn: '900-10-4410',
}

const about = {
  accountId: 4107,
  accountNo: '9ZZ10041',
  applicant: 0,
  given: 'Mara',
  family: 'Quill',
  home: maraQuillParticulars,
} as const
const { request, ...base } = investigationBase(about, 'REJECTED', Date.parse('2026-03-04T18:22:10Z'))
const result = screeningResult('REJECTED', {
  equifax: { reject: { ADDRESS_NOT_VERIFIED: 'Address could not be verified' } },
})
const home = { ...request.identity.homeAddress, streetAddress: ['118 Larch Hollow Rd', 'Apt 4'] }

/** Mara Quill: only her address was rejected, so it can be approved from another source. */
export const maraQuillInvestigation: Investigation = {
  ...base,
  id: 311,
  request: { ...request, identity: { ...request.identity, homeAddress: home }, sourceId: 'req-88104' },
  cipCategories: categoriesWith(['ADDRESS'], 'REJECTED', true).map((category) => ({
    ...category,
    requestedDocuments: category.requestedDocuments.filter(({ name }) => name !== 'STATE_ID_CARD'),
  })),
  result: { ...result, evaluation: { ...result.evaluation, dataSources: ['EQUIFAX'] } },
}
