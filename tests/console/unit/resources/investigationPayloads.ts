import { placed } from '../../../../language/pointer.ts'
import { withUnreadable } from '../../../../language/unreadable.ts'

type Values = Readonly<Record<string, unknown>>

const clean = {
  dowJonesResult: { profiles: [] },
  dndbResult: { profiles: [] },
  ofacResult: { ofacMatch: 'NO_MATCH' },
}

const identity = (givenName: string, familyName: string, change: Values = {}) => ({
  identity: {
    name: { givenName, familyName },
    homeAddress: {
      streetAddress: ['118 Larch Hollow Rd', 'Apt 4'],
      city: 'Ithaca',
      state: 'NY',
      postalCode: '14850',
      country: 'USA',
    },
    ...change,
  },
})

/** A case in which the address alone was rejected, by the credit bureau. */
export const addressRejected = (change: Values = {}) => ({
  sketchId: 'sketch-mara',
  status: 'REJECTED',
  archived: false,
  error: null,
  history: [
    { user: 'system', timestamp: '2026-03-04T18:22:12Z', stateChange: 'PENDING', comment: null },
    { user: 'ada.mint', timestamp: '2026-03-05T04:30:00Z', stateChange: 'REJECTED', comment: 'Address not found' },
  ],
  request: identity('Mara', 'Quill'),
  cipCategories: [
    { name: 'NAME', categoryState: 'ACCEPTED', requestedDocuments: [] },
    {
      name: 'ADDRESS',
      categoryState: 'REJECTED',
      requestedDocuments: [
        { name: 'DRIVERS_LICENSE', description: "Driver's license showing the current address" },
        { description: 'Utility bill, last 3 months' },
        { name: 'ALL_PASSING_CIP_RESULTS', description: 'Third-party results in which every check passes' },
      ],
    },
  ],
  result: {
    evaluation: { evaluatedState: 'REJECTED', dataSources: ['EQUIFAX'], comment: null },
    equifaxResult: {
      results: {
        accept: { IDENTITY_LOCATED: 'Identity found' },
        indeterminate: {},
        reject: { ADDRESS_NOT_VERIFIED: 'Address could not be verified' },
      },
    },
    ...clean,
  },
  ...change,
})

/** A case of a first applicant that every source accepted. */
export const accepted = (change: Values = {}) => ({
  sketchId: 'sketch-teo',
  status: 'ACCEPTED',
  error: null,
  request: identity('Teo', 'Brandt'),
  cipCategories: [{ name: 'ADDRESS', categoryState: 'ACCEPTED', requestedDocuments: [] }],
  result: {
    evaluation: { evaluatedState: 'ACCEPTED', dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB', 'OFAC'] },
    equifaxResult: { results: { accept: { IDENTITY_LOCATED: 'Identity found' }, indeterminate: {}, reject: {} } },
    ...clean,
  },
  ...change,
})

/** The number and the date of birth of a third party inside a record of the do-not-do-business list. */
export const thirdParty = { ssn: '900-13-0000', born: '1979-01-01' } as const

/** A case of a second applicant that is open, with a match on every list. */
export const indeterminate = (change: Values = {}) => ({
  sketchId: 'sketch-ana',
  status: 'INDETERMINATE',
  error: null,
  request: identity('Ana', 'Brandt'),
  cipCategories: [
    { name: 'ADDRESS', categoryState: 'INDETERMINATE', requestedDocuments: [] },
    {
      name: 'SSN',
      categoryState: 'REJECTED',
      requestedDocuments: [
        { name: 'SSN_CARD', description: 'Social Security card' },
        { name: 'SSA_LETTER', description: 'Letter from the Social Security Administration' },
      ],
    },
  ],
  result: {
    evaluation: { evaluatedState: 'INDETERMINATE', dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB'] },
    equifaxResult: {
      results: {
        accept: {},
        indeterminate: { FRAUD_VICTIM_ALERT: 'A fraud-victim alert is on file' },
        reject: { SSN_NOT_VERIFIED: 'SSN could not be verified', DOB_NOT_VERIFIED: 'DOB could not be verified' },
      },
    },
    dowJonesResult: {
      profiles: [
        {
          name: 'BRANDT, Ana',
          certainty: '72',
          shortSummary: 'PEP, regional office, former',
          summary: ['Held a regional office 2011-2015', 'Listed as relative of a former deputy minister'],
          reasons: [
            { field: 'NAME', strength: 'EXACT' },
            { field: 'BIRTH_DATE', strength: 'PARTIAL' },
          ],
        },
      ],
    },
    dndbResult: {
      profiles: [
        {
          record: {
            givenName: 'A.',
            familyName: 'Brandt',
            socialSecurityNumber: thirdParty.ssn,
            dateOfBirth: thirdParty.born,
            comments: 'chargeback fraud',
            createdBy: 'desk',
          },
          certainty: 'LOW',
          reasons: [{ field: 'NAME', strength: 'FUZZY' }],
        },
      ],
    },
    ofacResult: { ofacMatch: 'POTENTIAL_MATCH' },
  },
  ...change,
})

/** The answer of the status call. */
export const statusAnswer = (investigations: readonly unknown[], change: Values = {}) => ({
  result: { status: 'SUSPENDED', account_no: '9ZZ10041', sketch_ids: [], investigations, ...change },
})

/** Documents of the open case: one uploaded, one approved; and a rejected one of the other applicant. */
export const snaps = [
  { snap_id: 'snap-a1', sketch_id: 'sketch-ana', doc_type: 'ID_DOCUMENT', proof: 'SSN_CARD', status: 'uploaded' },
  { snap_id: 'snap-a2', sketch_id: 'sketch-ana', doc_type: 'ID_DOCUMENT', proof: 'SSA_LETTER', status: 'approved' },
  { snap_id: 'snap-a3', sketch_id: 'sketch-teo', doc_type: 'ID_DOCUMENT', proof: 'PASSPORT', status: 'rejected' },
] as const

/** An answer as the provider gives it where the service sent values of another type at these places. */
export const withFaults = <T>(answer: T, ...places: readonly `/${string}`[]): T =>
  withUnreadable(
    places.reduce<unknown>((whole, place) => placed(whole, place, null), answer) as T,
    Object.fromEntries(places.map((place) => [place, 'Expected array or null, got object'])),
  )
