import { describe, expect, it } from 'vitest'
import type { Investigation } from '../../../../schemas/verification/investigation.ts'
import { readInvestigation } from '../../../../schemas/verification/investigation.ts'
import {
  appealLack,
  decisionsFor,
  hitsOf,
  isEquifaxRejection,
  isWithFirm,
  matchingSnaps,
  needsNothing,
  readSnaps,
  requiredCategories,
  usableSnaps,
} from '../../../../schemas/verification/rules.ts'
import { readVerification } from '../../../../schemas/verification/verification.ts'
import { accepted, addressRejected, indeterminate, snaps, statusAnswer } from '../resources/investigationPayloads.ts'

const bureau = (status: string) => readInvestigation(addressRejected({ status }))
const open = readInvestigation(indeterminate())
const needs = (...investigations: readonly unknown[]) => needsNothing(readVerification(statusAnswer(investigations)))
const quiet = { result: null, cipCategories: [] }
const names = (documents: readonly { readonly snap_id: string }[]) => documents.map(({ snap_id }) => snap_id)

describe('no documents are required', () => {
  it('without any case, or where no case asks for one and no source has found anything', () => {
    expect(needs()).toBe(true)
    expect(needs(accepted(quiet))).toBe(true)
    expect(needs(accepted({ ...quiet, result: { ofacResult: { ofacMatch: 'NO_MATCH' } } }))).toBe(true)
  })

  it('but they are where one is asked for, on a match, and on a word of the credit bureau', () => {
    const asked = { name: 'SSN', categoryState: 'INDETERMINATE', requestedDocuments: [{ name: 'SSN_CARD' }] }
    expect(needs(accepted({ ...quiet, cipCategories: [asked] }))).toBe(false)
    expect(needs(accepted({ ...quiet, cipCategories: [{ ...asked, categoryState: 'ACCEPTED' }] }))).toBe(true)
    expect(needs(accepted({ ...quiet, result: { ofacResult: { ofacMatch: 'POTENTIAL_MATCH' } } }))).toBe(false)
    expect(needs(accepted({ ...quiet, result: { dndbResult: { profiles: [{}] } } }))).toBe(false)
    expect(needs(accepted({ ...quiet, result: { dowJonesResult: { profiles: [{}] } } }))).toBe(false)
    expect(needs(accepted())).toBe(false)
    expect(needs(accepted(quiet), indeterminate())).toBe(false)
  })
})

describe('matches', () => {
  it('are each named with their source and certainty', () => {
    expect(hitsOf(open)).toEqual([
      { source: 'DNDB', text: 'A. Brandt, certainty LOW' },
      { source: 'Dow Jones', text: 'BRANDT, Ana, certainty 72' },
      { source: 'Ofac', text: 'POTENTIAL_MATCH' },
    ])
    expect(hitsOf(readInvestigation(accepted()))).toEqual([])
  })

  it('are named even without a name', () => {
    const result = { dndbResult: { profiles: [{}] }, dowJonesResult: { profiles: [{ certainty: 9 }] } }
    expect(hitsOf(readInvestigation(accepted({ result }))).map(({ text }) => text)).toEqual([
      'Unnamed record',
      'Unnamed profile, certainty 9',
    ])
  })
})

describe('a rejection by the credit bureau alone', () => {
  it('has its reasons to reject, or no other source, and no match on any list', () => {
    expect(isEquifaxRejection(bureau('REJECTED'))).toBe(true)
    expect(isEquifaxRejection(open)).toBe(false)
    expect(isEquifaxRejection(readInvestigation(accepted()))).toBe(false)
    const only = { evaluation: { evaluatedState: 'REJECTED', dataSources: ['equifax'] } }
    expect(isEquifaxRejection(readInvestigation(accepted({ result: only })))).toBe(true)
  })
})

describe('documents', () => {
  it('are those of the detail that have a number', () => {
    const found = readSnaps({ snaps: [...snaps, { snap_id: null }, 7, { snap_id: 's', status: null }] })
    expect(names(found)).toEqual(['snap-a1', 'snap-a2', 'snap-a3', 's'])
    expect(readSnaps({})).toEqual([])
  })

  it('can be named for an approval unless they were rejected or are of another case', () => {
    expect(names(usableSnaps(open, snaps))).toEqual(['snap-a1', 'snap-a2'])
    expect(names(usableSnaps(readInvestigation(accepted()), snaps))).toEqual([])
  })

  it('answer a case when they are approved, are of the case, and are a proof that a rejected category asks for', () => {
    expect(names(matchingSnaps(open, snaps))).toEqual(['snap-a2'])
    const [, , ofTeo] = snaps
    const wrong = [
      { ...snaps[1], status: 'uploaded' as const },
      { ...snaps[1], sketch_id: 'sketch-teo' },
      { ...snaps[1], proof: 'PASSPORT' },
      { ...ofTeo, status: 'approved' as const },
    ]
    expect(matchingSnaps(open, wrong)).toEqual([])
  })

  it('are required once for each rejected category that asks for any', () => {
    expect(requiredCategories(open).map(({ name }) => name)).toEqual(['SSN'])
  })
})

describe('a case', () => {
  const event = (stateChange: string, day: number) => ({
    user: 'x',
    timestamp: `2026-03-0${day}T00:00:00Z`,
    stateChange,
  })
  const of = (status: string, ...states: readonly string[]) =>
    readInvestigation(indeterminate({ status, history: states.map((state, at) => event(state, at + 1)) }))

  it.each([
    ['INDETERMINATE', ['PENDING', 'INDETERMINATE', 'ACCEPTED']],
    ['INDETERMINATE', ['INDETERMINATE', 'REJECTED', 'PENDING']],
    ['REJECTED', ['REJECTED', 'APPEALED']],
    ['INDETERMINATE', ['INDETERMINATE', 'APPEALED']],
  ])('that is %s is with the clearing firm after %j', (status, states) => {
    expect(isWithFirm(of(status, ...states))).toBe(true)
  })

  it.each([
    ['INDETERMINATE', []],
    ['INDETERMINATE', ['ACCEPTED', 'INDETERMINATE']],
    ['REJECTED', ['APPEALED', 'REJECTED']],
    ['ACCEPTED', ['INDETERMINATE', 'ACCEPTED']],
  ])('that is %s is not with the clearing firm after %j', (status, states) => {
    expect(isWithFirm(of(status, ...states))).toBe(false)
  })
})

describe('what can be decided', () => {
  const none = { approve: false, reject: false, appeal: false }
  const withStatus = (status: Investigation['status']): Investigation => ({ ...open, status })

  it.each([
    ['INDETERMINATE', 'ACTION_REQUIRED', { approve: true, reject: true, appeal: true }],
    ['INDETERMINATE', 'SUSPENDED', { ...none, appeal: true }],
    ['REJECTED', 'ACTION_REQUIRED', { ...none, appeal: true }],
    ['ACCEPTED', 'ACTION_REQUIRED', none],
    ['', 'ACTION_REQUIRED', none],
  ] as const)('about a case that is %j of an account that is %s', (status, account, expected) => {
    expect(decisionsFor(withStatus(status), account, snaps)).toEqual(expected)
  })

  it('is no appeal without a document that answers the case', () => {
    expect(decisionsFor(open, 'ACTION_REQUIRED', [snaps[0]]).appeal).toBe(false)
  })

  const licence = [{ ...snaps[0], sketch_id: 'sketch-mara', proof: 'DRIVERS_LICENSE', status: 'approved' as const }]

  it.each([
    ['REJECTED', { ...none, appeal: true }],
    ['INDETERMINATE', { approve: true, reject: true, appeal: true }],
    ['ACCEPTED', none],
  ])('of a rejection by the credit bureau alone that is %s, with a document that answers it', (status, expected) => {
    expect(decisionsFor(bureau(status), 'ACTION_REQUIRED', licence)).toEqual(expected)
    expect(appealLack(bureau(status), { snaps: licence, unread: '' })).toBeUndefined()
  })
})

describe('what the appeal of a case lacks that the credit bureau alone has stopped', () => {
  const own = [{ ...snaps[0], sketch_id: 'sketch-mara', status: 'approved' as const }]

  it.each(['REJECTED', 'INDETERMINATE'])('is a document that answers it: %s', (status) => {
    expect(appealLack(bureau(status), { snaps: [], unread: '' })).toMatch(/needs an approved document/)
    expect(appealLack(bureau(status), { snaps: own, unread: '' })).toMatch(/needs an approved document/)
    expect(decisionsFor(bureau(status), 'SUSPENDED', own).appeal).toBe(false)
  })

  it('is a check that asks for one, where none does', () => {
    const asksForNothing = readInvestigation(addressRejected({ cipCategories: [] }))
    expect(appealLack(asksForNothing, { snaps: own, unread: '' })).toBe(
      'No rejected check asks for a document that an appeal could name',
    )
  })

  it('is not told of a case that is decided otherwise, or by others', () => {
    for (const status of ['PENDING', 'UNDER_OBSERVATION', 'ACCEPTED']) {
      expect(appealLack(bureau(status), { snaps: [], unread: '' })).toBeUndefined()
    }
    expect(appealLack(open, { snaps: [], unread: '' })).toBeUndefined()
  })
})
