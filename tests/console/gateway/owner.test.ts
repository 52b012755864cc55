import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answering, hanging } from '../../support/faultyUpstream.ts'
import { sampleCallOf } from './sampleCalls.ts'
import { typeOf } from '../../../language/input.ts'
import type { Operation } from '../../../language/operations.ts'
import { bodyOf, mutations, operationOf, operations, requestFor, signedIn } from './gatewayUnderTest.ts'
import { ask, cookie, forget, gateway, withGateway } from './withGateway.ts'

withGateway({ limits: { drainMs: 0, readMs: 400, mutateMs: 4000 } })

const parts = [
  'accountDocuments.approve',
  'accountDocuments.reject',
  'accountRequests.approve',
  'achRelationships.cancel',
  'accountInvestigations.reject',
]
/** Changes that name their record by other fields than the id. */
const nameless = ['accounts.restrictUser', 'accounts.markTest', 'accounts.restrictSsn']
const mutating = [...parts, 'accounts.uploadDocument', ...nameless]
const guarded = [...mutating, 'accountDocuments.download']

/** The account 4108, with none of the sample parts and another number. */
const stranger = {
  account: [{ id: 4108, account_no: '9ZZ99999', user_id: 1 }],
  snaps: [{ snap_id: 'snap-of-4108' }],
  ach: [{ id: 77 }],
  request: [],
  result: { investigations: [{ sketchId: 'sketch-of-4108' }] },
}

const changes = () => gateway.upstream.seen.filter(({ method }) => method !== 'GET')
const isOfOwner = (target: string) => target.includes('apex_account_id=4108')
const answerFor4108 = (answer: unknown) =>
  gateway.upstream.script((request, response, incoming) =>
    answering(200, isOfOwner(request.target) ? answer : { message: 'done' })(request, response, incoming),
  )
const lastOfTrail = async () => (await gateway.store.audit.list({ limit: 10_000 })).slice(-2)

describe('what is done to a part of a record', () => {
  test.each(guarded)('%s is not sent without saying whose it is', async (id) => {
    for (const owner of ['', '../4711', '47 11']) {
      const response = await ask(id, { 'x-owner': owner })
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([400, 'BAD_REQUEST'])
      expect(bodyOf(response)['message']).toContain('X-Owner')
    }
    expect(gateway.upstream.seen).toEqual([])
  })

  test.each(guarded)('%s is refused, on record, where it belongs to another', async (id) => {
    answerFor4108(stranger)
    const response = await ask(id, { 'x-owner': '4108' })
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'WRONG_OWNER'])
    expect(bodyOf(response)['message']).toBe('This does not belong to the record it was asked for. Nothing was sent.')
    expect(gateway.upstream.seen.every(({ target }) => isOfOwner(target))).toBe(true)
    const event = (await lastOfTrail()).at(-1)
    expect(event).toMatchObject({
      phase: 'event',
      operation: id,
      details: { result: 'refused', why: 'not of this record', claimed: '4108' },
    })
    expect(event).not.toHaveProperty('subject')
  })

  test('a letter that the account itself names is downloaded, and nothing else is done to it', async () => {
    const { url } = requestFor(operationOf('accountDocuments.download'), cookie)
    const letter = new URL(String(url), 'http://gateway.test').searchParams.get('snap')
    answerFor4108({ ...stranger, account: [{ ...stranger.account[0], upload_407: letter }] })
    expect((await ask('accountDocuments.download', { 'x-owner': '4108' })).statusCode).toBe(200)
    expect(bodyOf(await ask('accountDocuments.approve', { 'x-owner': '4108' }))['code']).toBe('WRONG_OWNER')
  })

  test.each(mutating)('%s is not sent where the owner cannot be read', async (id) => {
    for (const script of [answering(500, { message: 'down' }), answering(200, '<html>'), hanging]) {
      gateway.upstream.script(script)
      const response = await ask(id, { 'x-owner': '4108' })
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'OWNER_UNREADABLE'])
    }
    expect(changes()).toEqual([])
  })

  test.each(mutating)('%s is on record with its owner', async (id) => {
    expect((await ask(id)).statusCode).toBe(200)
    const [intent] = await lastOfTrail()
    expect(intent).toMatchObject({ phase: 'intent', operation: id, subject: { resource: 'accounts', id: '4711' } })
    expect(await gateway.store.audit.verify()).toMatchObject({ ok: true })
  })

  test('is told again, and not asked about again, where it was done before', async () => {
    const part = { snaps: [{ snap_id: 'snap-3', status: 'uploaded' }] }
    answerFor4108(part)
    const headers = { 'x-owner': '4108', 'idempotency-key': randomUUID() }
    expect((await ask('accountDocuments.reject', headers)).statusCode).toBe(200)
    answerFor4108(stranger)
    expect((await ask('accountDocuments.reject', headers)).statusCode).toBe(200)
    expect(changes()).toHaveLength(1)
  })

  test('is sent under the same key once the owner can be read again', async () => {
    const headers = { 'x-owner': '4108', 'idempotency-key': randomUUID() }
    gateway.upstream.script(answering(500, {}))
    expect((await ask('accountDocuments.reject', headers)).statusCode).toBe(503)
    answerFor4108({ snaps: [{ snap_id: 'snap-3', status: 'uploaded' }] })
    expect((await ask('accountDocuments.reject', headers)).statusCode).toBe(200)
  })

  test('is refused where another account is named than the one that owns it', async () => {
    answerFor4108({ result: { investigations: [{ sketchId: 'sketch-3' }] } })
    const response = await ask('accountInvestigations.reject', { 'x-owner': '4108' })
    expect(bodyOf(response)['code']).toBe('WRONG_OWNER')
  })

  test('ends the session where the service says that it is over', async () => {
    const own = await signedIn(gateway)
    gateway.upstream.script(answering(401, { detail: 'Invalid token.' }))
    const sent = requestFor(operationOf('accountDocuments.reject'), own, { 'x-owner': '4108' })
    expect((await gateway.app.inject(sent)).statusCode).toBe(401)
  })
})

describe('a refusal for want of a permission', () => {
  const attempt = async (id: string, headers: Record<string, string>) => {
    const own = await signedIn(gateway, 'nobody')
    const response = await gateway.app.inject(requestFor(operationOf(id), own, headers))
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'FORBIDDEN'])
    const event = (await lastOfTrail()).at(-1)
    expect(event).toMatchObject({ phase: 'event', operation: id, details: { result: 'refused' } })
    expect(event).not.toHaveProperty('subject')
    expect(gateway.upstream.seen).toEqual([])
    return event
  }

  test.each(guarded)('%s is on record under the claimed record, not as about it', async (id) => {
    expect(await attempt(id, { 'x-owner': '4108' })).toMatchObject({ details: { claimed: '4108' } })
  })

  test.each(guarded)('%s is on record without a claim where none can be one', async (id) => {
    for (const owner of ['', '../4711', 'a'.repeat(65)]) {
      expect(await attempt(id, { 'x-owner': owner })).not.toHaveProperty('details.claimed')
    }
  })

  test('claims nothing where the call names its record itself', async () => {
    expect(await attempt('accounts.resubmit', { 'x-owner': '4108' })).not.toHaveProperty('details.claimed')
  })
})

test('a change that names its record by the id has it as subject, whatever the header says', async () => {
  expect((await ask('accounts.resubmit', { 'x-owner': '4108' })).statusCode).toBe(200)
  const [intent] = await lastOfTrail()
  expect(intent).toMatchObject({ subject: { resource: 'accounts', id: '3' } })
})

test("an upload is on record with the service's id of the stored document", async () => {
  gateway.upstream.script(answering(200, { result: { record_id: 90_211 } }))
  expect((await ask('accounts.uploadDocument')).statusCode).toBe(200)
  const [, outcome] = await lastOfTrail()
  expect(outcome).toMatchObject({ phase: 'outcome', result: 'ok', reference: '90211' })
})

/** Another valid value of the same field. */
const foreign: Readonly<Record<string, string | number>> = {
  id: 77,
  snap_id: 'snap-77',
  sketchId: 'sketch-77',
  apex_account_id: 4108,
  account_no: '9ZZ99999',
  user__id: 4711,
  document: 'snap-77',
}

type Values = Readonly<Record<string, unknown>>

/** The ids that an operation sends in addition to the record's own, by their names in its request. */
const idsOf = ({ definition, query, body }: Operation) =>
  [...Object.entries(query), ...Object.entries(body ?? {})].flatMap(([wire, source]) => {
    const name = 'field' in source ? source.field : 'input' in source ? source.input : ''
    const isOwn = definition.kind !== 'nested' && name === 'id'
    return Object.hasOwn(foreign, name) && !isOwn ? [[wire, name] as const] : []
  })

const sent = mutations
  .filter(({ definition, kind }) => definition.kind !== 'form' && kind !== 'upload')
  .concat(operationOf('accountDocuments.download'))
  .flatMap((operation) => idsOf(operation).map(([wire, name]) => [operation.id, wire, name] as const))

/** The sample call with one other value, in its query or its body. */
function changed(id: string, wire: string, value: unknown) {
  const operation = operationOf(id)
  const request = requestFor(operation, cookie)
  const [path = '', search = ''] = String(request.url).split('?')
  const query = new URLSearchParams(search)
  if (query.has(wire)) {
    query.set(wire, String(value))
    return { ...request, url: `${path}?${query}` }
  }
  const whole = JSON.parse(String(request.payload)) as Values & { readonly body?: Values; readonly evidence?: unknown }
  const body = { ...(whole.body ?? whole), [wire]: value }
  return { ...request, payload: JSON.stringify(whole.body === undefined ? body : { ...whole, body }) }
}

describe('an id that the record does not have', () => {
  test.each(sent)('%s with another %s is refused, and on record', async (id, wire, name) => {
    const { definition } = operationOf(id)
    const isText = typeOf(definition.record.properties[name] ?? {}) === 'string'
    const response = await gateway.app.inject(changed(id, wire, isText ? String(foreign[name]) : foreign[name]))
    // Evidence names the documents of a decision, so a changed one does not fit it.
    if (name === 'document') expect(response.statusCode).toBe(400)
    else {
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'WRONG_OWNER'])
      expect((await lastOfTrail()).at(-1)).toMatchObject({
        phase: 'event',
        operation: id,
        details: { result: 'refused' },
      })
    }
    expect(gateway.upstream.seen).toEqual([])
  })

  test('is known for every decision, and for closing', () => {
    expect(sent.map(([id]) => id)).toEqual(expect.arrayContaining(['accounts.closeAccount', ...parts, ...nameless]))
  })

  test('is refused for a document that is cited, with its evidence', async () => {
    const { payload, ...request } = changed('accountInvestigations.approve', 'snapid', 'snap-77')
    const evidence = { reliedOn: [{ value: 'snap-77', label: 'SSN card, approved' }], acknowledged: [] }
    const whole = { ...(JSON.parse(String(payload)) as Values), evidence }
    const response = await gateway.app.inject({ ...request, payload: JSON.stringify(whole) })
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'CONFLICT'])
    expect((await lastOfTrail()).at(-1)).toMatchObject({ details: { result: 'refused', why: 'other documents' } })
    expect(gateway.upstream.seen).toEqual([])
  })

  const savedAs = (sketchId: string, id: string) => [
    { sketchId, snapIDs: [{ id, type: 'ID', proof: 'SSC', status: 'uploaded' }] },
  ]
  test.each([
    ['case', savedAs('sketch-77', 'snap-3')],
    ['document', savedAs('sketch-3', 'snap-77')],
    ['document of another upload', savedAs('sketch-3', '90211')],
    ['case behind an own one', [...savedAs('sketch-3', 'snap-3'), ...savedAs('sketch-77', 'snap-3')]],
  ])('is refused where documents are saved: a foreign %s', async (_what, data) => {
    gateway.upstream.script(answering(200, { result: { record_id: 90_211 } }))
    // An upload for the account 4711, while documents are saved for 3.
    await ask('accounts.uploadDocument')
    await forget()
    const response = await gateway.app.inject(changed('accounts.saveDocuments', 'data', data))
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([409, 'WRONG_OWNER'])
    expect((await lastOfTrail()).at(-1)).toMatchObject({
      operation: 'accounts.saveDocuments',
      details: { result: 'refused', why: 'other documents' },
    })
    expect(gateway.upstream.seen).toEqual([])
  })

  test('is the own one of a document that was uploaded for the account', async () => {
    gateway.upstream.script(answering(200, { result: { record_id: 90_212 } }))
    expect((await ask('accounts.uploadDocument', { 'x-owner': '3' })).statusCode).toBe(200)
    await forget()
    const response = await gateway.app.inject(changed('accounts.saveDocuments', 'data', savedAs('sketch-3', '90212')))
    expect(response.statusCode).toBe(200)
  })
})

describe('a text to type', () => {
  const typed = operations.filter(({ action }) => action?.confirm?.typed !== undefined).map(({ id }) => id)
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')

  test.each(typed)('%s is not sent without it, nor with another', async (id) => {
    for (const confirmation of [
      undefined,
      digest(''),
      digest('close'),
      digest('-'),
      digest('9ZZ10058 '),
      'f'.repeat(64),
    ]) {
      const { headers, ...request } = requestFor(operationOf(id), cookie)
      const { 'x-confirmation': _own, ...others } = headers
      const confirmed = confirmation === undefined ? others : { ...others, 'x-confirmation': confirmation }
      const response = await gateway.app.inject({ ...request, headers: confirmed })
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([422, 'NOT_CONFIRMED'])
      expect(bodyOf(response)['message']).toMatch(/^Type the .* to confirm\. Nothing was sent\.$/)
      expect((await lastOfTrail()).at(-1)).toMatchObject({
        phase: 'event',
        operation: id,
        details: { result: 'refused', why: 'not confirmed' },
      })
    }
    for (const confirmation of ['', 'ZZ', '9ZZ10058'])
      expect((await ask(id, { 'x-confirmation': confirmation })).statusCode).toBe(400)
    expect(gateway.upstream.seen).toEqual([])
    expect((await ask(id)).statusCode).toBe(200)
  })

  test('is asked for by the actions that remove, close, or change who signs in', () => {
    expect(typed.filter((id) => sampleCallOf(id) === undefined)).toEqual([
      'changeEmail.submit',
      'clearToPassword.submit',
      'unlinkBank.submit',
      'unregister.submit',
      'deleteData.submit',
      'accounts.closeAccount',
    ])
  })
})
