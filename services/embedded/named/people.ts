import { achEntry, deposit, openTransfer, transferPayload } from './caseParts.ts'
import { closeRequest, type DetailOverride } from '../data/wire.ts'
import {
  categoriesWith,
  type Investigation,
  investigationBase,
  requestedFor,
  screeningResult,
} from '../data/investigation.ts'
import type { Particulars } from '../data/person.ts'

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

const account = {
  apex_email: 'teo.b@example.test',
  marital_status: 'MARRIED',
  citizenship: 'USA',
  ss_number: '900-11-7781',
  investment_exprience: 'LIMITED',
  investment_profile: '{"annualIncomeUSD":{"min":50001,"max":100000}}',
  political_organization: '[{"political_organization":"City council","relation":"Sibling"}]',
  is_control_person: true,
  stock_name: 'ZZTK',
  is_affiliated_exchange_finra: true,
  firm_name: 'Northgate Securities (synthetic)',
  upload_ria: null,
  upload_407: 'snap-407-1',
  upload_3210: 'snap-3210-1',
  is_political_exposed: true,
  time_horizon: 'LONGEST',
  liquidity_needs: 'SOMEWHAT_IMPORTANT',
  employer_name: 'Northgate Securities (synthetic)',
  occupation: 'Analyst',
}

const profile = {
  gender: 'M',
  address: '9 Dune Court',
  city: 'Astoria',
  state: 'OR',
  country: 'USA',
  zipcode: '97103',
  phone: '5035550107',
  country_code: '+1',
  date_of_birth: '1980-12-31',
  estimated_net_worth: '250000',
}

const jointUser = {
  joint_phone: '5035550108',
  joint_country_code: '+1',
  joint_citizenship: 'USA',
  joint_dob: '1979-01-01',
  joint_ssn: '900-12-0032',
  joint_street: '9 Dune Court',
  joint_city: 'Astoria',
  joint_state: 'OR',
  joint_country: 'USA',
  joint_postal: '97103',
  joint_is_control_person: false,
  joint_stock_name: null,
  joint_is_affiliated_exchange_finra: false,
  joint_firm_name: null,
  joint_upload: null,
  joint_upload_file_type: null,
  joint_is_political_exposed: false,
  joint_political_organization: '[]',
}

const sketch = (last: string): string => `5f0c1d6e-0002-4a2b-9c3d-0000000000${last}`

const snap = (place: number, owner: string, proof: string, status: string) => ({
  snap_id: `snap-a${place}`,
  sketch_id: sketch(owner),
  doc_type: 'ID_DOCUMENT',
  proof,
  status,
})

const ach = [
  achEntry(71, '2026-02-11T15:04:00Z', {
    nickname: 'Harbor checking',
    bank_account_no: '000123456612',
    ach_id: 'ach-9001',
    reason: 'UPDATED_ROUTING_NUMBER_BY_NOC',
  }),
  achEntry(72, '2025-11-02T09:00:00Z', {
    nickname: 'Old savings',
    bank_account_no: '4412',
    approval_method: 'MICRO_DEPOSIT',
    ach_id: 'ach-9002',
    status: 'CANCELED',
    reason: 'EXHAUSTED_MICRO_DEPOSIT_ATTEMPTS',
  }),
]

const partial = transferPayload(4108, true)
const requests = [
  openTransfer(501, 4108, {
    request_payload: {
      ...partial,
      contra_account_number: 'TST-221-77',
      cash: '100.00',
      tickers: [{ ticker: 'ZZTK', shares: '3' }],
    },
  }),
  openTransfer(502, 4108, {
    status: 'APPROVED',
    request_payload: { ...transferPayload(4108), contra_account_number: 'TST-221-78' },
    response_data: {
      tifId: 'tif-1',
      acatsControlNumber: '20260690000001',
      direction: 'JOINING',
      currentState: 'REQUEST_REJECT',
      previousState: 'REQUEST',
      notes: 'SSN_TAX_ID_MISMATCH',
      expectedSettlementDate: null,
    },
  }),
  closeRequest(503, 'SENT'),
]

/** Teo and Ana Brandt: a joint account with two owners, disclosures, documents, banks, deposits and requests. */
export const teoAndAnaBrandtDetail: DetailOverride = {
  account,
  profile: [profile],
  joint: jointUser,
  bank: [{ bank_name: 'Harbor Test Bank', bank_account_owner_name: 'Teo Brandt', bank_account_no: '000123456612' }],
  snaps: [
    snap(1, '21', 'SSN_CARD', 'uploaded'),
    snap(2, '21', 'SSA_LETTER', 'approved'),
    snap(3, '20', 'DRIVERS_LICENSE', 'rejected'),
  ],
  ach,
  deposits: [
    deposit('250.00', '2026-02-20T16:00:00Z'),
    deposit('90.00', '2026-02-24T16:00:00Z', { status: 'RETURNED', reason: 'R01' }),
  ],
  request: requests,
}

const dune = { streetAddress: ['9 Dune Court'], city: 'Astoria', state: 'OR', postalCode: '97103', country: 'USA' }

/** Teo was accepted; Ana is undecided and on a watchlist. Their cases lack members that others have. */
export const teoAndAnaBrandtInvestigations: readonly Investigation[] = [
  {
    id: 320,
    sketchId: sketch('20'),
    status: 'ACCEPTED',
    error: null,
    request: { identity: { homeAddress: dune } },
    cipCategories: [{ name: 'ADDRESS', categoryState: 'ACCEPTED', requestedDocuments: [] }],
    result: {
      evaluation: { evaluatedState: 'ACCEPTED', dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB', 'OFAC'] },
      equifaxResult: {
        state: 'ACCEPT',
        results: {
          accept: { IDENTITY_LOCATED_ON_TERTIARY_DATA_SOURCE_GOOD_MATCH: 'Identity found, good match' },
          indeterminate: {},
          reject: {},
        },
      },
      dowJonesResult: { profiles: [] },
      dndbResult: { profiles: [] },
      ofacResult: { ofacMatch: 'NO_MATCH' },
    },
  },
  {
    id: 321,
    sketchId: sketch('21'),
    status: 'INDETERMINATE',
    error: null,
    request: { identity: { homeAddress: { ...dune, postalCode: '' } } },
    cipCategories: [
      { name: 'ADDRESS', categoryState: 'INDETERMINATE', requestedDocuments: [] },
      { name: 'SSN', categoryState: 'REJECTED', requestedDocuments: requestedFor('SSN') },
    ],
    result: {
      evaluation: { evaluatedState: 'INDETERMINATE', dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB'] },
      equifaxResult: {
        state: 'INDETERMINATE',
        results: {
          accept: {},
          indeterminate: {
            FRAUD_VICTIM_ALERT_PRESENT_IN_DATABASE: 'A fraud-victim alert is on file',
            WARNING_INQUIRY_ADDRESS_IS_A_POST_OFFICE_OR_CHECK_CASHING_FACILITY:
              'Address belongs to a mail or check-cashing business',
          },
          reject: {
            SSN_NOT_VERIFIED: 'SSN could not be verified',
            DOB_NO_SSN_RELATION_FOUND: 'SSN and date of birth could not be related',
          },
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
              socialSecurityNumber: '900-13-0000',
              dateOfBirth: '1979-01-01',
              id: 55,
              comments: 'chargeback fraud',
              createdBy: 'desk',
            },
            certainty: 'LOW',
            reasons: [
              { field: 'NAME', strength: 'FUZZY' },
              { field: 'PHONE_NUMBER', strength: 'EXACT' },
            ],
          },
        ],
      },
      ofacResult: { ofacMatch: 'POTENTIAL_MATCH' },
    },
  },
]
