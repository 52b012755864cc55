import { describe, expect, it } from 'vitest'
import { acknowledgementsOf } from '../../../../schemas/verification/rules.ts'
import { casesIn, readVerification } from '../../../../schemas/verification/verification.ts'
import {
  accepted,
  addressRejected,
  indeterminate,
  statusAnswer,
  thirdParty,
  withFaults,
} from '../resources/investigationPayloads.ts'

const read = (investigations: readonly unknown[], change = {}) => readVerification(statusAnswer(investigations, change))
const sketchIds = (answer: ReturnType<typeof readVerification>) =>
  answer.applicants.map(({ current, previous }) => [current.sketchId, ...previous.map(({ sketchId }) => sketchId)])

describe('the cases of an account', () => {
  it('are read with everything that the viewer shows', () => {
    const [applicant] = read([addressRejected()]).applicants
    expect(applicant).toMatchObject({
      label: 'Primary',
      previous: [],
      current: {
        sketchId: 'sketch-mara',
        status: 'REJECTED',
        applicant: 'Mara Quill',
        hasResult: true,
        homeAddress: { street: '118 Larch Hollow Rd, Apt 4', city: 'Ithaca' },
        evaluation: { state: 'REJECTED', dataSources: ['EQUIFAX'] },
        equifax: { reject: [{ key: 'ADDRESS_NOT_VERIFIED', text: 'Address could not be verified' }] },
        ofacMatch: 'NO_MATCH',
      },
    })
    expect(applicant?.current.categories[1]?.documents).toEqual([
      { proof: 'DRIVERS_LICENSE', description: "Driver's license showing the current address" },
      { proof: 'UTILITY_BILL_LAST_3_MONTHS', description: 'Utility bill, last 3 months' },
      { proof: 'ALL_PASSING_CIP_RESULTS', description: 'Third-party results in which every check passes' },
    ])
  })

  it('belong to the applicants in the order of sketch_ids', () => {
    const both = [accepted(), indeterminate()]
    expect(sketchIds(read(both, { sketch_ids: ['sketch-ana', 'sketch-teo'] }))).toEqual([
      ['sketch-ana'],
      ['sketch-teo'],
    ])
    expect(sketchIds(read(both, { sketch_ids: [] }))).toEqual([['sketch-teo'], ['sketch-ana']])
    expect(sketchIds(read(both, { sketch_ids: ['sketch-ana', 'sketch-ana', 'sketch-teo'] }))).toHaveLength(2)
  })

  it('that were archived or run again are earlier ones of their applicant', () => {
    const older = indeterminate({ sketchId: 'sketch-ana-1', archived: true })
    const order = { sketch_ids: ['sketch-teo', 'sketch-ana'] }
    expect(sketchIds(read([older, accepted(), indeterminate()], order))).toEqual([
      ['sketch-teo'],
      ['sketch-ana', 'sketch-ana-1'],
    ])
    expect(sketchIds(read([addressRejected({ sketchId: 'old', archived: true }), addressRejected()]))).toEqual([
      ['sketch-mara', 'old'],
    ])
  })

  it('never make a third applicant', () => {
    const third = accepted({ sketchId: 'third', request: null })
    expect(sketchIds(read([accepted(), indeterminate(), third]))).toEqual([['sketch-teo', 'third'], ['sketch-ana']])
  })

  it('hold nothing of a third party beyond a name', () => {
    const said = JSON.stringify(read([indeterminate()]))
    expect(said).toContain('A. Brandt')
    expect(said).not.toContain(thirdParty.ssn)
    expect(said).not.toContain(thirdParty.born)
  })

  it('keep states that no one knows as they came', () => {
    const odd = accepted({
      status: 'UNDER_OBSERVATION',
      cipCategories: [{ name: 'BENEFICIAL_OWNER', categoryState: 'DEFERRED_REVIEW', requestedDocuments: null }],
    })
    const [applicant] = read([odd]).applicants
    expect(applicant?.current.status).toBe('UNDER_OBSERVATION')
    expect(applicant?.current.categories).toEqual([
      { name: 'BENEFICIAL_OWNER', state: 'DEFERRED_REVIEW', documents: [], unread: {} },
    ])
  })

  it.each([[undefined], [null], ['text'], [{}], [{ result: null }], [{ result: { investigations: 'none' } }]])(
    'are none in %j',
    (answer) => {
      expect(readVerification(answer).applicants).toEqual([])
    },
  )

  it('are empty where nothing is said in them', () => {
    const [applicant] = read([{}, null, 7]).applicants
    expect(applicant?.current).toMatchObject({
      sketchId: '',
      status: '',
      hasResult: false,
      categories: [],
      history: [],
    })
  })
})

describe('a result', () => {
  const current = (result: unknown) => read([accepted({ result })]).applicants[0]?.current

  it('is there only with something in it', () => {
    expect(current(null)?.hasResult).toBe(false)
    expect(current({})?.hasResult).toBe(false)
    expect(current({ evaluation: null, ofacResult: null })?.hasResult).toBe(false)
    expect(current({ ofacResult: { ofacMatch: 'NO_MATCH' } })?.hasResult).toBe(true)
  })

  it('is no answer of a list with a match that could not be read', () => {
    for (const profile of ['x', null])
      expect(
        current({ dndbResult: { profiles: [profile] }, dowJonesResult: { profiles: [profile] } })?.answered,
      ).toMatchObject({ dndb: false, dowJones: false })
  })

  it('names to acknowledge which lists were unreadable, and which did not answer', () => {
    const answer = withFaults(
      { result: { investigations: [accepted({ result: { ofacResult: null } })] } },
      '/result/investigations/0/result/dndbResult/profiles',
    )
    expect(casesIn(answer).flatMap(acknowledgementsOf)).toEqual([
      'DNDB: unreadable',
      'Dow Jones: no answer',
      'Ofac: no answer',
    ])
  })

  it('says which lists have answered: silence is not clean', () => {
    expect(current({ ofacResult: { ofacMatch: 'NO_MATCH' } })?.answered).toEqual({
      dndb: false,
      dowJones: false,
      equifax: false,
    })
    expect(current({ dndbResult: { profiles: [] }, dowJonesResult: { profiles: null } })?.answered).toMatchObject({
      dndb: true,
      dowJones: false,
    })
  })

  it('takes the reasons of the credit bureau as a map, whatever its keys, or as a list of texts', () => {
    const results = {
      accept: { 'A/B~C': 'Slashes are words too', EMPTY: '' },
      indeterminate: ['INDETERMINATE|FRAUD_ALERT|An alert | on file', 'Plain text', 7],
      reject: null,
    }
    expect(current({ equifaxResult: { results } })?.equifax).toEqual({
      accept: [
        { key: 'A/B~C', text: 'Slashes are words too' },
        { key: 'EMPTY', text: 'EMPTY' },
      ],
      indeterminate: [
        { key: 'FRAUD_ALERT', text: 'An alert | on file' },
        { key: '', text: 'Plain text' },
      ],
      reject: [],
    })
  })
})
