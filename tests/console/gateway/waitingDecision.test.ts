import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerWith, caseOf, casesWith, changes, decide, MATCHES, result, versionOf } from './caseDecisions.ts'
import { valueAt } from '../../../language/pointer.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, consoleHeaders, operationOf, signedIn } from './gatewayUnderTest.ts'
import { sampleSnaps } from './sampleSnaps.ts'
import { gateway, withGateway } from './withGateway.ts'

withGateway({ limits: { drainMs: 0 } })

let second: string

beforeEach(async () => {
  Object.assign(gateway.config, { approvals: { isOn: true, expiryMs: 3_600_000 } })
  const person = { userId: 2, email: 'second@countersign.test', subject: 'subject-2' }
  second = await signedIn(gateway, 'admin', person)
})
afterEach(async () => {
  for (const { id, state } of await gateway.store.approvals.list({ limit: 100 }))
    if (state === 'waiting') expect((await ask(id, '/reject', { comment: 'Not yet' })).statusCode).toBe(204)
})

const card = { ...sampleSnaps[0], status: 'approved' }
const uploaded = { ...card, status: 'uploaded' }

/** The documents and the case of the account from now on. */
const answer = (snaps: readonly object[], found: object = casesWith(result)) => answerWith({ ...found, snaps })

/** One request of the second person about an approval. */
const ask = (id: string, step: '' | '/approve' | '/reject', payload?: object, version?: string) => {
  const { 'x-operation': _, ...headers } = consoleHeaders(operationOf('treasury.list'), second)
  const seen = version === undefined ? {} : { 'x-record-version': version }
  const body =
    payload === undefined ? {} : { payload, headers: { ...headers, ...seen, 'content-type': 'application/json' } }
  return gateway.app.inject({
    method: step === '' ? 'GET' : 'POST',
    url: `/console/approvals/${id}${step}`,
    headers,
    ...body,
  })
}

/** Requests the approval of the sample case on the strength of the card as it is at that time. */
async function requested(label: string, found?: object): Promise<string> {
  const evidence = { reliedOn: [{ value: 'snap-3', label }], acknowledged: MATCHES }
  const response = await decide('approve', { evidence, version: await versionOf('approve', found) })
  expect(response.statusCode).toBe(202)
  return String((bodyOf(response)['approval'] as { readonly id: string }).id)
}

/** Why the approvals that wait for the account can't be approved, as its page has it. */
async function problemsAbout(id: string): Promise<readonly unknown[]> {
  const { rows } = bodyOf(await ask(`about?resource=accounts&id=${id}`, '')) as { readonly rows: readonly object[] }
  for (const row of rows) expect(row).toMatchObject({ reliedOn: ['snap-3'] })
  return rows.map((row) => valueAt(row, '/problem'))
}

/** The approval as the second person sees it, also on the account's page, and what comes of approving it. */
async function approved(id: string) {
  const { changes: said, problem, version, subject } = bodyOf(await ask(id, ''))
  expect(await problemsAbout(String(valueAt(subject, '/id')))).toEqual([problem])
  const { statusCode, ...response } = await ask(id, '/approve', {}, String(version))
  return { said, problem, status: statusCode, message: JSON.parse(response.body)['message'] as unknown }
}

test.each([
  ['the person of the case', { givenName: 'Ben', familyName: 'Quill' }, [], 'Ben Quill'],
  ['the account, where the case names no one', null, [], 'Mara Quill'],
  ['the second applicant, where their case names no one', null, [caseOf('sketch-2', result)], 'Ana Brandt'],
])('a decision that waits is titled by %s', async (_who, name, others, title) => {
  const account = [{ id: 4108, status: 'ACTION_REQUIRED', name: 'Mara Quill' }]
  const joint_user = { joint_first_name: 'Ana', joint_last_name: 'Brandt' }
  const found = caseOf('sketch-3', result, { request: { identity: { name } } })
  answer([uploaded], { account, joint_user, result: { investigations: [...others, found] } })
  const id = await requested('SSN card, uploaded', found)
  expect(bodyOf(await ask(id, ''))).toMatchObject({ title: `Approve the verification of ${title}` })
})

test.each([
  ['is as it was', [uploaded], []],
  ['has been approved meanwhile', [card], ['SSN card: uploaded → approved']],
  ['has been joined by a second one of its kind', [uploaded, { ...uploaded, snap_id: 'snap-9' }], []],
])('a waiting decision is sent whose document %s, with what the first person named', async (_what, snaps, said) => {
  answer([uploaded])
  const id = await requested('SSN card, uploaded')
  answer(snaps)
  expect(await approved(id)).toMatchObject({ said, problem: '', status: 200 })
  expect(JSON.parse(changes()[0]?.body ?? '')).toMatchObject({
    action: 'ACCEPTED',
    snapid: 'snap-3',
    comment: expect.stringContaining('Relied on: SSN card, uploaded (snap-3)') as string,
  })
})

const AGAIN = 'Once this request is rejected or withdrawn, it can be made again.'
const DOCUMENT = 'A document that this relies on can no longer be named'

test.each([
  ['has been rejected', { ...card, status: 'rejected' }, 'SSN card: uploaded → rejected'],
  ['is of another kind by now', { ...uploaded, proof: 'W2' }, 'SSN card, uploaded → W2, uploaded'],
  [
    'belongs to another case',
    { ...uploaded, sketch_id: 's-9' },
    'SSN card, uploaded: no longer a document of this case',
  ],
])('a waiting decision says that its document %s, what to do, and is not sent', async (_what, snap, change) => {
  answer([uploaded])
  const id = await requested('SSN card, uploaded')
  answer([snap])
  expect(await approved(id)).toEqual({
    said: [change],
    problem: `${DOCUMENT}, so it can’t be approved. ${AGAIN}`,
    status: 409,
    message: `${DOCUMENT} (${change}), so it can’t be approved. ${AGAIN} Nothing was sent.`,
  })
  expect(changes()).toEqual([])
})

test('a waiting decision says that the matches of its case have changed', async () => {
  answer([uploaded])
  const id = await requested('SSN card, uploaded')
  answer([uploaded], casesWith({ ...result, ofacResult: { ofacMatch: 'MATCH' } }))
  const problem = `The matches to acknowledge have changed since the request, so it can’t be approved. ${AGAIN}`
  expect(await approved(id)).toEqual({ said: [], problem, status: 422, message: `${problem} Nothing was sent.` })
})

test('a waiting decision says that its case was decided otherwise meanwhile', async () => {
  answer([uploaded])
  const id = await requested('SSN card, uploaded')
  answer([uploaded], { result: { investigations: [caseOf('sketch-3', result, { status: 'REJECTED' })] } })
  const found = await approved(id)
  expect(found.problem).toBe(
    "'Approve' is no longer possible, so it can’t be approved. It can only be rejected or withdrawn.",
  )
  expect(found.status).toBe(409)
  expect(changes()).toEqual([])
})

const decided = (stateChange: string) => ({ user: 'ada', timestamp: '2026-11-20T10:00:00Z', stateChange, comment: '' })

test.each([
  ['ACCEPTED', 'approved'],
  ['REJECTED', 'rejected'],
  ['APPEALED', 'appealed'],
])(
  'a waiting decision says that its case was sent as %s since, although its status is as before',
  async (state, word) => {
    answer([uploaded])
    const id = await requested('SSN card, uploaded')
    const history = [decided(state)]
    answer([uploaded], { result: { investigations: [caseOf('sketch-3', result, { history })] } })
    const problem = `The case has been ${word} since the request, so it can’t be approved. It can only be rejected or withdrawn.`
    expect(await approved(id)).toEqual({ said: [], problem, status: 409, message: `${problem} Nothing was sent.` })
    expect(changes()).toEqual([])
  },
)

test('a decision that was requested although an earlier one has no answer yet is sent', async () => {
  const found = { result: { investigations: [caseOf('sketch-3', result, { history: [decided('REJECTED')] })] } }
  answer([uploaded], found)
  const id = await requested('SSN card, uploaded', caseOf('sketch-3', result, { history: [decided('REJECTED')] }))
  expect(await approved(id)).toMatchObject({ problem: '', status: 200 })
})

test('an account page has what waits also while it is not known whether it can be approved', async () => {
  answer([uploaded])
  const id = await requested('SSN card, uploaded')
  const { subject } = bodyOf(await ask(id, ''))
  gateway.upstream.script(answering(503, {}))
  expect(await problemsAbout(String(valueAt(subject, '/id')))).toEqual([''])
})

test('a waiting appeal says whose verification it is about, by the account', async () => {
  const account = [{ id: 4108, status: 'SUSPENDED', account_no: '9ZZ10058', name: 'Teo Brandt' }]
  answerWith({ ...casesWith(result), account })
  const response = await decide('appeal', { acknowledged: MATCHES, version: await versionOf('appeal') })
  expect(response.statusCode).toBe(202)
  const { id } = bodyOf(response)['approval'] as { readonly id: string }
  const shown = { name: 'Teo Brandt', account_no: '9ZZ10058', account_status: 'SUSPENDED' }
  expect(bodyOf(await ask(id, ''))).toMatchObject({
    title: 'Appeal the verification of Teo Brandt',
    seen: shown,
    record: shown,
  })
})

test('the list of accounts has the decisions about their verifications that wait', async () => {
  answer([uploaded])
  await requested('SSN card, uploaded')
  const { rows } = bodyOf(await ask('about?resource=accounts', '')) as { readonly rows: readonly object[] }
  expect(rows).toMatchObject([
    { operation: 'accountInvestigations.approve', recordId: 'sketch-3', subject: { resource: 'accounts', id: '4108' } },
  ])
})
