import type { Investigation } from './investigation.ts'

/** Mara Quill: only her address was rejected, so that it could be approved from another source. */
export const maraQuillInvestigations: readonly Investigation[] = [
  {
    id: 311,
    sketchId: '5f0c1d6e-0001-4a2b-9c3d-000000000001',
    status: 'REJECTED',
    archived: false,
    error: null,
    history: [
      {
        user: 'system',
        timestamp: '2026-03-04T18:22:12Z',
        stateChange: 'PENDING',
        comment: null,
        archived: false,
      },
      {
        user: 'system',
        timestamp: '2026-03-04T18:22:15Z',
        stateChange: 'REJECTED',
        comment: null,
        archived: false,
      },
    ],
    request: {
      identity: {
        name: {
          prefix: null,
          givenName: 'Mara',
          additionalNames: [],
          familyName: 'Quill',
          suffix: null,
        },
        homeAddress: {
          streetAddress: ['118 Larch Hollow Rd', 'Apt 4'],
          city: 'Ithaca',
          state: 'NY',
          postalCode: '14850',
          country: 'USA',
        },
        mailingAddress: null,
        phoneNumber: '6075550142',
        socialSecurityNumber: '900-10-4410',
        citizenshipCountry: 'USA',
        dateOfBirth: '1989-07-02',
      },
      includeIdentityVerification: true,
      correspondentCode: 'ZZZZ',
      branch: '9ZZ',
      account: '9ZZ10041',
      source: 'ATLAS',
      sourceId: 'req-88104',
    },
    cipCategories: [
      {
        name: 'NAME',
        categoryState: 'ACCEPTED',
        requestedDocuments: [],
      },
      {
        name: 'DATE_OF_BIRTH',
        categoryState: 'ACCEPTED',
        requestedDocuments: [],
      },
      {
        name: 'SSN',
        categoryState: 'ACCEPTED',
        requestedDocuments: [],
      },
      {
        name: 'ADDRESS',
        categoryState: 'REJECTED',
        requestedDocuments: [
          {
            name: 'DRIVERS_LICENSE',
            description: "Driver's license showing the current address",
          },
          {
            name: 'ALL_PASSING_CIP_RESULTS',
            description: 'Third-party results in which every check passes',
          },
        ],
      },
    ],
    result: {
      evaluation: {
        evaluatedState: 'REJECTED',
        dataSources: ['EQUIFAX'],
        comment: null,
      },
      equifaxResult: {
        state: 'REJECT',
        reasons: {
          ADDRESS_NOT_VERIFIED: 'Address could not be verified',
        },
        results: {
          accept: {
            IDENTITY_LOCATED_ON_TERTIARY_DATA_SOURCE_GOOD_MATCH: 'Identity found in a secondary source, good match',
          },
          indeterminate: {},
          reject: {
            ADDRESS_NOT_VERIFIED: 'Address could not be verified',
          },
        },
        errorCode: null,
        errorMessage: null,
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
]
