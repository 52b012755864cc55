import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { PUBLIC_URL } from './support.ts'
import { reviewerOf } from './verification.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import type { CaseSeen, Reviewer } from './verification.ts'

let shared: Embedded
let staff: Reviewer
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 60, seed: 1, publicUrl: PUBLIC_URL })
  staff = await reviewerOf(shared)
})
afterAll(() => shared.close())

const states = ({ cipCategories }: CaseSeen) =>
  Object.fromEntries(cipCategories.map(({ name, categoryState }) => [name, categoryState]))
const rejected = ({ cipCategories }: CaseSeen) =>
  cipCategories.filter(({ categoryState }) => categoryState === 'REJECTED').map(({ name }) => name)
const profiles = ({ result }: CaseSeen, list: string) => result?.[list]?.['profiles']

async function validated({ request }: CaseSeen) {
  const { streetAddress, city, postalCode } = request.identity.homeAddress
  const parts = { StreetAddress: String(streetAddress), City: String(city), PostalCode: String(postalCode) }
  const query = new URLSearchParams({ ...parts, CountryCode: 'US' })
  const { header, value } = shared.addressKey
  const response = await fetch(`${shared.urls.address}/v1/validate?${query.toString()}`, {
    headers: { [header]: value },
  })
  const { status, rdi } = (await response.json()) as Record<string, unknown>
  return [status, rdi]
}

test.each([
  [4107, ['VALID', 'R'], 0],
  [4131, ['VALID', 'R'], 0],
  [4132, ['VALID', 'R'], 1],
  [4133, ['INVALID', ''], 0],
  [4134, ['SUSPECT', 'R'], 0],
  [4135, ['VALID', 'C'], 0],
])('has account %i rejected for its address alone, which is validated as %j', async (id, answer, matches) => {
  const theCase = await staff.caseOf(id)
  expect([theCase.status, rejected(theCase)]).toEqual(['REJECTED', ['ADDRESS']])
  expect(theCase.cipCategories.flatMap((each) => each.requestedDocuments)).toContainEqual(
    expect.objectContaining({ name: 'ALL_PASSING_CIP_RESULTS' }),
  )
  expect(theCase.result?.['ofacResult']).toEqual({ ofacMatch: 'NO_MATCH' })
  expect(profiles(theCase, 'dowJonesResult')).toHaveLength(matches)
  expect(await validated(theCase)).toEqual(answer)
  expect((await staff.detail(id))['account']).toMatchObject([{ status: 'SUSPENDED', is_active: false }])
})

test('has undecided cases: by Equifax, with a DNDB record, with an OFAC match, without a result', async () => {
  const [equifax, dndb, ofac, empty] = await Promise.all([4136, 4144, 4145, 4141].map((id) => staff.caseOf(id)))
  for (const each of [equifax, dndb, ofac, empty]) expect(each?.status).toBe('INDETERMINATE')
  expect(equifax?.result?.['equifaxResult']).toMatchObject({
    state: 'INDETERMINATE',
    results: { indeterminate: { SSN_NOT_VERIFIED: 'SSN could not be verified' }, reject: {} },
  })
  expect(dndb && profiles(dndb, 'dndbResult')).toMatchObject([{ record: { socialSecurityNumber: '900-77-4144' } }])
  expect(ofac?.result?.['ofacResult']).toEqual({ ofacMatch: 'POTENTIAL_MATCH' })
  expect(empty).toMatchObject({ result: null, cipCategories: [] })
})

test('has a fraud reason, an error text, unknown states, and an account without cases', async () => {
  expect((await staff.caseOf(4137)).result?.['equifaxResult']).toMatchObject({
    state: 'REJECT',
    results: { reject: { SSN_FRAUD_VICTIM: 'The SSN belongs to a victim of fraud' } },
  })
  expect((await staff.caseOf(4142)).error).toContain('could not be run')
  expect(states(await staff.caseOf(4140))).toEqual({
    NAME: 'ACCEPTED',
    SSN: 'ESCALATED',
    BENEFICIAL_OWNER: 'DEFERRED_REVIEW',
    ADDRESS: '',
  })
  expect(await staff.status(4143)).toMatchObject({ status: 'SUSPENDED', sketch_ids: [], investigations: [] })
})

test('has a joint account of which only the second applicant was rejected', async () => {
  expect([(await staff.caseOf(4138)).status, (await staff.caseOf(4138, 1)).status]).toEqual(['ACCEPTED', 'REJECTED'])
  const { joint_user: joint } = await staff.detail(4138)
  const { identity } = (await staff.caseOf(4138, 1)).request
  expect(joint).toMatchObject({
    joint_first_name: 'Zeno',
    joint_ssn: identity['socialSecurityNumber'],
    joint_dob: identity['dateOfBirth'],
  })
})

test('has three runs of the checks, two of them archived, of which sketch_ids name the last', async () => {
  const { sketch_ids: ids, investigations } = await staff.status(4139)
  expect(investigations.map(({ archived }) => archived)).toEqual([true, true, false])
  expect(ids).toEqual([investigations[2]?.sketchId])
})

test('has documents in every stage, and all four letters to download', async () => {
  expect(await staff.snaps(4146)).toMatchObject([{ proof: 'SSN_CARD', status: 'approved' }])
  expect(rejected(await staff.caseOf(4146))).toEqual(['SSN'])
  expect((await staff.snaps(4147)).map(({ status }) => status)).toEqual(['uploaded', 'uploaded'])
  const { account, joint_user: joint } = await staff.detail(4148)
  const letters = { ...(account as readonly object[])[0], ...(joint as object) } as Record<string, unknown>
  for (const name of ['upload_ria', 'upload_407', 'upload_3210', 'joint_upload']) {
    const response = await staff.main(`/user/apex/edocs/download?snap=${String(letters[name])}`)
    expect([name, response.status, response.headers.get('content-type')]).toEqual([name, 200, 'image/png'])
  }
})
