import type { Investigation } from './investigation.ts'

/** Teo and Ana Brandt: he was accepted, she is undecided and on a watchlist. */
export const teoAndAnaBrandtInvestigations: readonly Investigation[] = [
  {
    id: 320,
    sketchId: '5f0c1d6e-0002-4a2b-9c3d-000000000020',
    status: 'ACCEPTED',
    error: null,
    request: {
      identity: {
        homeAddress: {
          streetAddress: ['9 Dune Court'],
          city: 'Astoria',
          state: 'OR',
          postalCode: '97103',
          country: 'USA',
        },
      },
    },
    cipCategories: [
      {
        name: 'ADDRESS',
        categoryState: 'ACCEPTED',
        requestedDocuments: [],
      },
    ],
    result: {
      evaluation: {
        evaluatedState: 'ACCEPTED',
        dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB', 'OFAC'],
      },
      equifaxResult: {
        state: 'ACCEPT',
        results: {
          accept: {
            IDENTITY_LOCATED_ON_TERTIARY_DATA_SOURCE_GOOD_MATCH: 'Identity found, good match',
          },
          indeterminate: {},
          reject: {},
        },
      },
      dowJonesResult: {
        profiles: [],
      },
      dndbResult: {
        profiles: [],
      },
      ofacResult: {
        ofacMatch: 'NO_MATCH',
      },
    },
  },
  {
    id: 321,
    sketchId: '5f0c1d6e-0002-4a2b-9c3d-000000000021',
    status: 'INDETERMINATE',
    error: null,
    request: {
      identity: {
        homeAddress: {
          streetAddress: ['9 Dune Court'],
          city: 'Astoria',
          state: 'OR',
          postalCode: '',
          country: 'USA',
        },
      },
    },
    cipCategories: [
      {
        name: 'ADDRESS',
        categoryState: 'INDETERMINATE',
        requestedDocuments: [],
      },
      {
        name: 'SSN',
        categoryState: 'REJECTED',
        requestedDocuments: [
          {
            name: 'SSN_CARD',
            description: 'Social Security card',
          },
          {
            name: 'SSA_LETTER',
            description: 'Letter from the Social Security Administration',
          },
          {
            name: 'IRS_ITIN_LETTER',
            description: 'ITIN letter from the IRS',
          },
        ],
      },
    ],
    result: {
      evaluation: {
        evaluatedState: 'INDETERMINATE',
        dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB'],
      },
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
              {
                field: 'NAME',
                strength: 'EXACT',
              },
              {
                field: 'BIRTH_DATE',
                strength: 'PARTIAL',
              },
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
              {
                field: 'NAME',
                strength: 'FUZZY',
              },
              {
                field: 'PHONE_NUMBER',
                strength: 'EXACT',
              },
            ],
          },
        ],
      },
      ofacResult: {
        ofacMatch: 'POTENTIAL_MATCH',
      },
    },
  },
]
