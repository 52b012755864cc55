import { expect, onTestFinished, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import {
  answerCases,
  answerWith,
  caseOf,
  casesWith,
  changes,
  clean,
  decide,
  MATCHES,
  result,
  versionOf,
} from './caseDecisions.ts'
import { bodyOf, operationOf, requestFor } from './gatewayUnderTest.ts'
import { sampleSnaps } from './sampleSnaps.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

withGateway({ limits: { drainMs: 0 } })

test.each(['approve', 'appeal'])('%s is refused, on record, while a match is not named', async (name) => {
  answerCases(result)
  const prose = { reason: `Fits\nAcknowledged: ${MATCHES.join('; ')}` }
  const other = { acknowledged: [...MATCHES, 'Ofac: MATCH'] }
  for (const said of [{}, prose, { acknowledged: MATCHES.slice(0, 2) }, other]) {
    const response = await decide(name, said)
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
  expect((await decide(name, { acknowledged: MATCHES })).statusCode).toBe(200)
  expect(changes()).toHaveLength(1)
})

test.each(['approve', 'appeal'])(
  '%s in spite of matches waits for a second person where one is asked for, and no one gets around it (R4)',
  async (name) => {
    const { approvals } = gateway.config
    Object.assign(gateway.config, { approvals: { isOn: true, expiryMs: 3_600_000 } })
    onTestFinished(() => void Object.assign(gateway.config, { approvals }))
    answerCases(result)
    const version = await versionOf(name)
    for (const acknowledged of [[], MATCHES.slice(0, 2)])
      expect(bodyOf(await decide(name, { acknowledged, version }))['code']).toBe('NOT_ACKNOWLEDGED')
    const asked = await decide(name, { acknowledged: MATCHES, version })
    expect([asked.statusCode, bodyOf(asked)]).toMatchObject([202, { approval: {} }])
    const { id } = bodyOf(asked)['approval'] as { readonly id: string }
    const { headers } = requestFor(operationOf('treasury.list'), cookie)
    const sent = { method: 'POST', url: `/console/approvals/${id}/approve`, headers, payload: { comment: '' } } as const
    expect(bodyOf(await gateway.app.inject(sent))['code']).toBe('OWN_REQUEST')
    expect(changes()).toEqual([])
  },
)

test('a list that has not answered has to be acknowledged too', async () => {
  answerCases({ dndbResult: { profiles: [] }, dowJonesResult: { profiles: [] } })
  expect((await decide('approve')).statusCode).toBe(422)
  expect((await decide('approve', { acknowledged: ['Ofac: no answer'] })).statusCode).toBe(200)
})

test('a list whose answer could not be read is acknowledged as unreadable, in the words of the page', async () => {
  const unread = { ...clean, dndbResult: { profiles: 'none' }, ofacResult: { ofacMatch: { state: 'NO_MATCH' } } }
  answerCases(unread)
  expect((await decide('approve', { acknowledged: ['DNDB: no answer', 'Ofac: no answer'] })).statusCode).toBe(422)
  expect((await decide('approve', { acknowledged: ['DNDB: unreadable', 'Ofac: unreadable'] })).statusCode).toBe(200)
})

test('a clean case needs no acknowledgement, and a rejection none at all', async () => {
  answerCases(clean)
  expect((await decide('approve')).statusCode).toBe(200)
  answerCases(result)
  expect((await decide('reject', { reason: 'Does not fit' })).statusCode).toBe(200)
})

test('the firm receives the reason with the evidence below it, and the trail keeps them as fields', async () => {
  answerCases(result)
  const text = { reason: 'Not the same person', acknowledged: MATCHES }
  expect((await decide('approve', text)).statusCode).toBe(200)
  const comment = `Not the same person\nRelied on: SSN card, approved (snap-3)\nAcknowledged: ${MATCHES.join('; ')}`
  expect(JSON.parse(changes()[0]?.body ?? '')).toEqual({
    action: 'ACCEPTED',
    apex_account_id: 4108,
    comment,
    sketchId: 'sketch-3',
    snapid: 'snap-3',
  })
  const trail = await gateway.store.audit.list({ limit: 1000 })
  expect(trail.findLast(({ phase }) => phase === 'intent')).toMatchObject({
    version: 2,
    reason: 'Not the same person',
    evidence: { reliedOn: [{ value: 'snap-3', label: 'SSN card, approved' }], acknowledged: MATCHES },
    input: { body: { comment } },
  })
})

const card = { value: 'snap-3', label: 'SSN card, approved' }

test.each([
  ['reads otherwise than it was shown', [{ ...card, label: 'Passport' }], 409, 'CONFLICT'],
  ['is not the one that the call names', [{ ...card, value: 'snap-4' }], 400, 'BAD_REQUEST'],
  ['is not there', [], 400, 'BAD_REQUEST'],
])('nothing is sent where the document that is relied on %s', async (_what, reliedOn, status, code) => {
  answerCases(clean)
  const response = await decide('approve', { evidence: { reliedOn, acknowledged: [] } })
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([status, code])
  expect(changes()).toEqual([])
})

test.each([
  ['belongs to another case', { ...sampleSnaps[0], sketch_id: 'sketch-9' }],
  ['has been rejected meanwhile', { ...sampleSnaps[0], status: 'rejected' }],
])('nothing is sent where the document that is relied on %s', async (_what, snap) => {
  answerWith({ ...casesWith(clean), snaps: [snap] })
  const response = await decide('approve')
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'CONFLICT'])
  expect(changes()).toEqual([])
  const trail = await gateway.store.audit.list({ limit: 1000 })
  expect(trail.at(-1)).toMatchObject({ phase: 'event', details: { result: 'refused', why: 'other documents' } })
})

test('a reason is refused that is too long with its evidence, and a request whose evidence has another form', async () => {
  answerCases(clean)
  const long = await decide('approve', { reason: 'e'.repeat(1980) })
  expect([long.statusCode, bodyOf(long)['message']]).toEqual([
    400,
    'The reason and its evidence are longer than 2000 characters: shorten the reason.',
  ])
  for (const evidence of [null, {}, { reliedOn: [card] }, { reliedOn: [card], acknowledged: [], more: 1 }]) {
    expect((await decide('approve', { evidence })).statusCode).toBe(400)
  }
  expect(changes()).toEqual([])
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
  expect((await decide('approve')).json()).toMatchObject({ code: 'NOT_ACKNOWLEDGED' })
  expect(changes()).toEqual([])
  expect((await decide('approve', { acknowledged: MATCHES })).statusCode).toBe(200)
})

test.each([
  ['is there no longer', { result: { investigations: [caseOf('sketch-9', clean)] } }],
  ['cannot be told among what was read', { result: { investigations: 'busy' } }],
])('a case that %s once it is decided about is refused, on record', async (_what, answer) => {
  answerWith(answer)
  const response = await decide('approve')
  expect([response.statusCode, bodyOf(response)]).toEqual([
    409,
    expect.objectContaining({
      code: 'WRONG_OWNER',
      message: 'This does not belong to the record it was asked for. Nothing was sent.',
    }),
  ])
  expect(changes()).toEqual([])
  const trail = await gateway.store.audit.list({ limit: 1000 })
  expect(trail.at(-1)).toMatchObject({ phase: 'event', details: { result: 'refused', why: 'not of this record' } })
})

test('a case is not appealed while an appeal of it has no answer', async () => {
  const asked = { user: 'staff', timestamp: '2026-03-05T04:30:00Z', stateChange: 'APPEALED', comment: null }
  const refused = { user: 'firm', timestamp: '2026-03-06T04:30:00Z', stateChange: 'REJECTED', comment: null }
  const answerHistory = (...history: readonly unknown[]) =>
    answerWith({ result: { investigations: [caseOf('sketch-3', clean, { history })] } })
  answerHistory(asked)
  const response = await decide('appeal')
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
  expect((await decide('approve')).statusCode).toBe(200)
  answerHistory(asked, refused)
  expect((await decide('appeal')).statusCode).toBe(200)
})

test('nothing is sent when the cases cannot be read', async () => {
  gateway.upstream.script(answering(500, { message: 'down' }))
  expect((await decide('approve')).statusCode).toBe(503)
  expect(changes()).toEqual([])
})
