import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answering } from '../support/faultyUpstream.ts'
import { bodyOf, operationOf, requestFor, signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

let gateway: GatewayUnderTest
let cookie: string

beforeAll(async () => {
  gateway = await startGateway({ limits: { drainMs: 0 } })
  cookie = await signedIn(gateway)
})
afterEach(() => gateway.upstream.reset())
afterAll(() => gateway.stop())

const MATCHES = ['DNDB: A. Brandt, certainty LOW', 'Dow Jones: BRANDT, Ana, certainty 72', 'Ofac: POTENTIAL_MATCH']

const result = {
  dndbResult: { profiles: [{ record: { givenName: 'A.', familyName: 'Brandt' }, certainty: 'LOW', reasons: [] }] },
  dowJonesResult: { profiles: [{ name: 'BRANDT, Ana', certainty: '72', reasons: [] }] },
  ofacResult: { ofacMatch: 'POTENTIAL_MATCH' },
}
const clean = {
  dndbResult: { profiles: [] },
  dowJonesResult: { profiles: [] },
  ofacResult: { ofacMatch: 'NO_MATCH' },
}

const caseOf = (sketchId: string, found: unknown, change = {}) => ({
  sketchId,
  status: 'INDETERMINATE',
  cipCategories: [],
  result: found,
  ...change,
})

const casesWith = (found: unknown) => ({ result: { investigations: [caseOf('sketch-3', found)] } })

/** Decides about a case of an account that no test answers for by the way. */
async function decide(name: string, reason: string) {
  const sent = requestFor(operationOf(`accountInvestigations.${name}`), cookie, { 'x-owner': '4108' })
  const body = JSON.parse(String(sent.payload ?? '{}')) as Record<string, unknown>
  const said = 'text' in body ? { text: reason } : { comment: reason }
  const payload = JSON.stringify({ ...body, ...said, apex_account_id: 4108 })
  return gateway.app.inject({ ...sent, payload })
}

const changes = () => gateway.upstream.seen.filter(({ method }) => method === 'POST')

const answerWith = (answer: unknown) =>
  gateway.upstream.script((request, response, incoming) =>
    answering(200, request.method === 'GET' ? answer : { message: 'done' })(request, response, incoming),
  )

const answerCases = (found: unknown) => answerWith(casesWith(found))

test.each(['approve', 'appeal'])('%s is refused, on record, while a match is not named', async (name) => {
  answerCases(result)
  for (const reason of ['Fits', `Fits\nAcknowledged: ${MATCHES.slice(0, 2).join('; ')}`, MATCHES.join('; ')]) {
    const response = await decide(name, reason)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([422, 'NOT_ACKNOWLEDGED'])
  }
  expect(changes()).toEqual([])
  const trail = await gateway.store.audit.list({ limit: 100 })
  expect(trail.at(-1)).toMatchObject({
    phase: 'event',
    operation: `accountInvestigations.${name}`,
    details: { result: 'refused', why: 'not acknowledged' },
  })
})

test.each(['approve', 'appeal'])('%s goes out once every match is named', async (name) => {
  answerCases(result)
  expect((await decide(name, `Fits\nAcknowledged: ${MATCHES.join('; ')}`)).statusCode).toBe(200)
  expect(changes()).toHaveLength(1)
})

test('a list that has not answered has to be acknowledged too', async () => {
  answerCases({ dndbResult: { profiles: [] }, dowJonesResult: { profiles: [] } })
  expect((await decide('approve', 'Fits')).statusCode).toBe(422)
  expect((await decide('approve', 'Fits\nAcknowledged: Ofac: no answer')).statusCode).toBe(200)
})

test('a clean case needs no acknowledgement, and a rejection none at all', async () => {
  answerCases(clean)
  expect((await decide('approve', 'Fits')).statusCode).toBe(200)
  answerCases(result)
  expect((await decide('reject', 'Does not fit')).statusCode).toBe(200)
})

test.each([
  ['archived', { investigations: [caseOf('sketch-3', result, { archived: true }), caseOf('sketch-9', clean)] }],
  [
    'of an earlier run',
    {
      sketch_ids: ['sketch-9'],
      investigations: [caseOf('sketch-9', clean), caseOf('sketch-3', result)],
    },
  ],
  ['there twice', { investigations: [caseOf('sketch-3', clean), caseOf('sketch-3', result)] }],
])('a case that is %s has its matches acknowledged as well', async (_what, found) => {
  answerWith({ result: found })
  expect((await decide('approve', 'Fits')).json()).toMatchObject({ code: 'NOT_ACKNOWLEDGED' })
  expect(changes()).toEqual([])
  expect((await decide('approve', `Fits\nAcknowledged: ${MATCHES.join('; ')}`)).statusCode).toBe(200)
})

test.each([
  ['is there no longer', { result: { investigations: [caseOf('sketch-9', clean)] } }],
  ['cannot be told among what was read', { result: { investigations: 'busy' } }],
])('a case that %s once it is decided about is refused, on record', async (_what, answer) => {
  const answers = [casesWith(clean), answer]
  gateway.upstream.script((request, response, incoming) =>
    answering(200, request.method === 'GET' ? answers.shift() : { message: 'done' })(request, response, incoming),
  )
  const response = await decide('approve', 'Fits')
  expect([response.statusCode, bodyOf(response)]).toEqual([
    409,
    expect.objectContaining({
      code: 'WRONG_OWNER',
      message: 'The account has no such case any more. Nothing was sent. Load the account again.',
    }),
  ])
  expect(changes()).toEqual([])
  const trail = await gateway.store.audit.list({ limit: 1000 })
  expect(trail.at(-1)).toMatchObject({ phase: 'event', details: { result: 'refused', why: 'unknown case' } })
})

test('a case is not appealed while an appeal of it has no answer', async () => {
  const asked = { user: 'staff', timestamp: '2026-03-05T04:30:00Z', stateChange: 'APPEALED', comment: null }
  const refused = { user: 'firm', timestamp: '2026-03-06T04:30:00Z', stateChange: 'REJECTED', comment: null }
  const answerHistory = (...history: readonly unknown[]) =>
    answerWith({ result: { investigations: [caseOf('sketch-3', clean, { history })] } })
  answerHistory(asked)
  const response = await decide('appeal', 'Fits')
  expect([response.statusCode, bodyOf(response)]).toEqual([
    409,
    expect.objectContaining({
      code: 'CONFLICT',
      message: 'An appeal of this case is waiting for the clearing firm. Nothing was sent.',
    }),
  ])
  expect(changes()).toEqual([])
  const trail = await gateway.store.audit.list({ limit: 1000 })
  expect(trail.at(-1)).toMatchObject({ phase: 'event', details: { result: 'refused', why: 'appeal waits' } })
  expect((await decide('approve', 'Fits')).statusCode).toBe(200)
  answerHistory(asked, refused)
  expect((await decide('appeal', 'Fits')).statusCode).toBe(200)
})

test('nothing is sent when the cases cannot be read', async () => {
  gateway.upstream.script(answering(500, { message: 'down' }))
  expect((await decide('approve', 'Fits')).statusCode).toBe(503)
  expect(changes()).toEqual([])
})
