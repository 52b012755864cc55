import { describe, expect, it } from 'vitest'
import {
  addressApprovalConditions,
  caseConditions,
  isWholeAddress,
  obstaclesIn,
  openCases,
  qualifies,
} from '../../../../schemas/verification/addressApproval.ts'
import type { AddressValidation, ApprovalCase } from '../../../../schemas/verification/addressApproval.ts'
import { isAppealed } from '../../../../schemas/verification/rules.ts'
import { readVerification } from '../../../../schemas/verification/verification.ts'
import { accepted, addressRejected, statusAnswer } from '../resources/investigationPayloads.ts'

type Values = Readonly<Record<string, unknown>>

const VALID: AddressValidation = { status: 'VALID', rdi: 'R' }
const base = addressRejected()

/** An account of which everything holds, with a change. */
const caseOf = (change: Values = {}, of: Partial<ApprovalCase> = {}): ApprovalCase => ({
  status: 'SUSPENDED',
  isActive: false,
  verification: readVerification(statusAnswer([addressRejected(change)])),
  validations: { 'sketch-mara': VALID },
  ...of,
})

const broken = (of: ApprovalCase): readonly (readonly [string, boolean | undefined])[] =>
  addressApprovalConditions(of)
    .filter(({ holds }) => holds !== true)
    .map(({ name, holds }) => [name, holds])

const result = (change: Values) => ({ result: { ...base.result, ...change } })
const equifax = (kind: 'reject' | 'indeterminate', reasons: unknown) =>
  result({ equifaxResult: { results: { accept: {}, indeterminate: {}, reject: {}, [kind]: reasons } } })
const address = (change: Values) => {
  const { identity } = base.request
  return { request: { identity: { ...identity, homeAddress: { ...identity.homeAddress, ...change } } } }
}
const category = (name: string, categoryState: string) => ({ name, categoryState, requestedDocuments: [] })
const event = (timestamp: string, stateChange: string) => ({ user: 'x', timestamp, stateChange, comment: null })

describe('the conditions of the automatic address approval', () => {
  it('all hold for an inactive, suspended account with nothing but a rejected address that was validated', () => {
    expect(broken(caseOf())).toEqual([])
    expect(qualifies(addressApprovalConditions(caseOf()))).toBe(true)
    expect(broken(caseOf({}, { status: 'ACTION_REQUIRED' }))).toEqual([])
  })

  it.each<readonly [string, string, boolean | undefined, ApprovalCase]>([
    ['an active account', 'inactive', false, caseOf({}, { isActive: true })],
    ['a complete account', 'status', false, caseOf({}, { status: 'COMPLETE' })],
    ['an account without a status', 'status', false, caseOf({}, { status: '' })],
    [
      'a second rejected category',
      'onlyAddress',
      false,
      caseOf({ cipCategories: [category('ADDRESS', 'REJECTED'), category('SSN', 'REJECTED')] }),
    ],
    [
      'another rejected category in place of the address',
      'onlyAddress',
      false,
      caseOf({ cipCategories: [category('ADDRESS', 'ACCEPTED'), category('SSN', 'REJECTED')] }),
    ],
    ['no rejected category', 'onlyAddress', false, caseOf({ cipCategories: [category('ADDRESS', 'INDETERMINATE')] })],
    [
      'an address that third-party results do not answer',
      'asksForEvidence',
      false,
      caseOf({
        cipCategories: [{ ...category('ADDRESS', 'REJECTED'), requestedDocuments: [{ name: 'DRIVERS_LICENSE' }] }],
      }),
    ],
    ['a Dow Jones match', 'noDowJones', false, caseOf(result({ dowJonesResult: { profiles: [{ name: 'Q' }] } }))],
    ['no answer of Dow Jones', 'noDowJones', undefined, caseOf(result({ dowJonesResult: null }))],
    ['an Ofac match', 'noOfac', false, caseOf(result({ ofacResult: { ofacMatch: 'POTENTIAL_MATCH' } }))],
    ['no answer of Ofac', 'noOfac', undefined, caseOf(result({ ofacResult: {} }))],
    ['a DNDB match', 'noDndb', false, caseOf(result({ dndbResult: { profiles: [{ certainty: 'LOW' }] } }))],
    ['no answer of the DNDB', 'noDndb', undefined, caseOf(result({ dndbResult: {} }))],
    ['a victim of fraud', 'noFraud', false, caseOf(equifax('reject', { SSN_FRAUD_VICTIM: 'Alert' }))],
    [
      'a post office in place of a home',
      'noFraud',
      false,
      caseOf(equifax('indeterminate', { WARNING_INQUIRY_ADDRESS_IS_A_POST_OFFICE_OR_CHECK_CASHING_FACILITY: 'x' })),
    ],
    ['a business in place of a home', 'noFraud', false, caseOf(equifax('reject', { ADDRESS_NONRESIDENTIAL: 'x' }))],
    ['fraud told in words alone', 'noFraud', false, caseOf(equifax('reject', ['A fraud alert is on file']))],
    ['no answer of Equifax', 'noFraud', undefined, caseOf(result({ equifaxResult: null }))],
    [
      'an appeal that waits',
      'notAppealed',
      false,
      caseOf({ history: [event('2026-03-06T00:00:00Z', 'APPEALED'), event('2026-03-04T00:00:00Z', 'REJECTED')] }),
    ],
    ['no street', 'wholeAddress', false, caseOf(address({ streetAddress: [' ', ''] }))],
    ['no city', 'wholeAddress', false, caseOf(address({ city: '' }))],
    ['no state', 'wholeAddress', false, caseOf(address({ state: null }))],
    ['no postal code', 'wholeAddress', false, caseOf(address({ postalCode: '  ' }))],
    ['no country', 'wholeAddress', false, caseOf(address({ country: undefined }))],
    [
      'a suspect address',
      'residential',
      false,
      caseOf({}, { validations: { 'sketch-mara': { status: 'SUSPECT', rdi: 'R' } } }),
    ],
    [
      'a business address',
      'residential',
      false,
      caseOf({}, { validations: { 'sketch-mara': { status: 'VALID', rdi: 'C' } } }),
    ],
    ['an address nobody validated', 'residential', undefined, caseOf({}, { validations: {} })],
    ['the verdict about another case', 'residential', undefined, caseOf({}, { validations: { other: VALID } })],
  ])('do not hold for %s, by that one condition', (_what, name, holds, of) => {
    expect(broken(of)).toEqual([[name, holds]])
    expect(qualifies(addressApprovalConditions(of))).toBe(false)
  })

  it('do not hold where every case is accepted, or there is none', () => {
    const none = caseOf({}, { verification: readVerification(statusAnswer([accepted()])) })
    expect(broken(none)).toEqual([['openCase', false]])
    expect(broken({ ...none, verification: readVerification({}) })).toEqual([['openCase', false]])
    expect(qualifies([])).toBe(false)
  })

  it('are asked for both applicants by name, and one of them is enough to stop it', () => {
    const second = addressRejected({
      sketchId: 'sketch-ben',
      ...result({ ofacResult: { ofacMatch: 'MATCH' } }),
      request: { identity: { ...base.request.identity, name: { givenName: 'Ben', familyName: 'Quill' } } },
    })
    const of = caseOf(
      {},
      {
        verification: readVerification(statusAnswer([addressRejected(), second])),
        validations: { 'sketch-mara': VALID, 'sketch-ben': VALID },
      },
    )
    const stopping = addressApprovalConditions(of).filter(({ holds }) => holds !== true)
    expect(stopping.map(({ text }) => text)).toEqual(['The Ofac result is clean (Ben Quill)'])
    expect(broken({ ...of, validations: { 'sketch-mara': VALID } })).toContainEqual(['residential', undefined])
  })

  it('leave out an applicant whose case is accepted, and earlier runs', () => {
    const { verification } = caseOf()
    const both = readVerification(statusAnswer([addressRejected(), accepted(), addressRejected({ archived: true })]))
    expect(openCases(both).map(({ sketchId }) => sketchId)).toEqual(['sketch-mara'])
    expect(broken(caseOf({}, { verification: both }))).toEqual(broken(caseOf({}, { verification })))
  })
})

describe('what keeps an approval from being begun', () => {
  it('is everything that does not hold or is not known, but for the validator, who is asked only then', () => {
    const names = (of: ApprovalCase) => obstaclesIn(addressApprovalConditions(of)).map(({ name }) => name)
    expect(names(caseOf({}, { validations: {} }))).toEqual([])
    expect(names(caseOf(result({ ofacResult: {} }), { isActive: true }))).toEqual(['inactive', 'noOfac'])
    expect(names(caseOf({}, { validations: { 'sketch-mara': { status: 'INVALID', rdi: '' } } }))).toEqual([
      'residential',
    ])
  })

  it('is looked for in one case alone once another has been appealed', () => {
    const [open] = openCases(caseOf(address({ city: '' })).verification)
    if (open === undefined) throw new Error('there is no open case')
    expect(obstaclesIn(caseConditions(open)).map(({ name }) => name)).toEqual(['wholeAddress'])
  })
})

describe('an appeal', () => {
  it('waits while nothing has happened after it, in whatever order the history comes', () => {
    const of = (...history: readonly unknown[]) => {
      const [open] = openCases(caseOf({ history }).verification)
      return open === undefined ? undefined : isAppealed(open)
    }
    const [asked, answered] = [event('2026-03-06T00:00:00Z', 'APPEALED'), event('2026-03-07T00:00:00Z', 'REJECTED')]
    expect([of(asked), of(asked, answered), of(answered, asked), of()]).toEqual([true, false, false, false])
    const underWay = event('2026-03-08T00:00:00Z', 'PENDING')
    expect([of(asked, underWay), of(asked, answered, underWay)]).toEqual([true, false])
  })
})

describe('a whole address', () => {
  it('has a street told as a list or as text', () => {
    const wholeOf = (change: Values) =>
      openCases(caseOf(address(change)).verification).map((one) => isWholeAddress(one.homeAddress))
    expect([wholeOf({}), wholeOf({ streetAddress: '118 Larch Hollow Rd' }), wholeOf({ streetAddress: [] })]).toEqual([
      [true],
      [true],
      [false],
    ])
  })
})
