import { homeOf, investigationOf } from './verificationParts.ts'
import type { Case } from './cases.ts'
import type { Investigation } from './investigation.ts'
import type { CaseState } from './verificationParts.ts'

interface OddCase {
  readonly id: number
  readonly given: string
  readonly family: string
  readonly purpose: string
  readonly status: string
  readonly state?: CaseState
}

const unknownStates: Partial<Investigation> = {
  cipCategories: [
    { name: 'NAME', categoryState: 'ACCEPTED', requestedDocuments: [] },
    { name: 'SSN', categoryState: 'ESCALATED', requestedDocuments: [] },
    {
      name: 'BENEFICIAL_OWNER',
      categoryState: 'DEFERRED_REVIEW',
      requestedDocuments: [{ name: 'FISHING_LICENCE', description: 'Fishing licence, both sides' }],
    },
    { name: 'ADDRESS', categoryState: '', requestedDocuments: [] },
  ],
}

const table: readonly OddCase[] = [
  {
    id: 4140,
    given: 'Beatrix',
    family: 'Strangestates',
    purpose: 'a case status, category states and a category that no list names',
    status: 'ACTION_REQUIRED',
    state: { status: 'UNDER_OBSERVATION', more: unknownStates },
  },
  {
    id: 4141,
    given: 'Corwin',
    family: 'Noresult',
    purpose: 'an INDETERMINATE case without any result or category',
    status: 'ACTION_REQUIRED',
    state: { status: 'INDETERMINATE', more: { result: null, cipCategories: [] } },
  },
  {
    id: 4142,
    given: 'Delia',
    family: 'Caseerror',
    purpose: 'a case with an error text',
    status: 'ERROR',
    state: {
      status: 'PENDING',
      more: { error: 'The check could not be run: the data source gave no answer', result: null, cipCategories: [] },
    },
  },
  {
    id: 4143,
    given: 'Emeric',
    family: 'Nocases',
    purpose: 'suspended, without any investigation',
    status: 'SUSPENDED',
  },
]

/** Accounts whose verification is incomplete or speaks words that nobody knows. */
export const oddCases: readonly Case[] = table.map(({ id, given, family, purpose, status, state }) => {
  const home = homeOf(id, `${id - 4100} Quarry Hill Ave`)
  return {
    id,
    given,
    family,
    purpose,
    status,
    particulars: home,
    investigations: state === undefined ? [] : [investigationOf({ id, given, family, home }, state)],
    detail: () => ({ snaps: [] }),
  }
})
