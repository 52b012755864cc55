import { expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { HOST, PUBLIC_URL, signedIn } from './gatewayUnderTest.ts'
import { ask, cookie, gateway, trail, withGateway } from './withGateway.ts'

withGateway()

const pageHeaders = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }

const drift = (method: 'GET' | 'DELETE' = 'GET', as = cookie) =>
  gateway.app.inject({ method, url: '/console/drift', headers: { ...pageHeaders, cookie: as } })

const entries = async () => (await drift()).json<{ entries: readonly Readonly<Record<string, unknown>>[] }>().entries

const canary = '900-45-6789'

test('drift has places, types, counts and times, and no value', async () => {
  const row = { id: 1, account_no: 9_876_543_210, 'quill-4711': canary, surprise: { ssn: canary } }
  gateway.upstream.script(answering(200, { apex_accounts: [row, { ...row, id: 2 }], total_pages: 'many' }))
  const first = gateway.clock.now()
  await ask('accounts.list')
  gateway.clock.advance(60_000)
  await ask('accounts.list')
  const found = await entries()
  const at = { operation: 'accounts.list', count: 4, firstSeen: first, lastSeen: first + 60_000 }
  expect(found).toContainEqual({
    ...at,
    path: '/apex_accounts/*/account_no',
    expected: 'string or null',
    seen: 'integer',
  })
  expect(found).toContainEqual({ ...at, path: '/apex_accounts/*/surprise', expected: 'undeclared', seen: 'object' })
  expect(found).toContainEqual({ ...at, path: '/apex_accounts/*/*', expected: 'undeclared', seen: 'string' })
  // Times have any digits.
  const told = found.map((entry) => ({ ...entry, firstSeen: 0, lastSeen: 0 }))
  expect(JSON.stringify(told)).not.toMatch(/900|4711|9876543210/)
})

test('a value in another form that its field takes is no drift', async () => {
  await drift('DELETE')
  gateway.upstream.script(answering(200, { apex_accounts: [{ id: 1, user__is_test: null, status: 'NEW' }] }))
  await ask('accounts.list')
  expect((await entries()).map(({ path }) => path)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/user__is_test|status/)]),
  )
})

test('a field that every record has is drift where it is missing, and one that a record may lack is none', async () => {
  await drift('DELETE')
  gateway.upstream.script(answering(200, { apex_accounts: [{ name: 'Mara Quill' }, { id: 2 }], total_pages: 1 }))
  await ask('accounts.list')
  const missing = (await entries()).filter(({ seen }) => seen === 'missing')
  expect(missing).toMatchObject([{ path: '/apex_accounts/*/id', expected: 'integer', count: 1 }])
})

test('cleared drift is gone, and who cleared it is on record', async () => {
  gateway.upstream.script(answering(200, { apex_accounts: [{ id: 1, surprise: 1 }] }))
  await ask('accounts.list')
  expect(await entries()).not.toEqual([])
  expect((await drift('DELETE')).statusCode).toBe(204)
  expect(await entries()).toEqual([])
  expect(await trail()).toMatchObject([{ phase: 'event', operation: 'console.clearDrift', actor: { userId: 1 } }])
})

test.each(['GET', 'DELETE'] as const)('%s is for people with the permission only', async (method) => {
  const refused = await drift(method, await signedIn(gateway, 'viewer'))
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'FORBIDDEN'])
  expect(await trail()).toMatchObject([{ operation: 'console.drift', details: { result: 'refused' } }])
  const headers = { ...pageHeaders, cookie: await signedIn(gateway, 'admin') }
  const searched = await gateway.app.inject({ method: 'POST', url: '/console/audit', headers, payload: {} })
  const { lines } = searched.json<{ lines: readonly { readonly operation: string; readonly label: string }[] }>()
  expect(lines.find(({ operation }) => operation === 'console.drift')).toMatchObject({ label: 'Read schema drift' })
})
