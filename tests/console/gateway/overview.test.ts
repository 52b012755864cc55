import { expect, test } from 'vitest'
import type { AuditPage } from '../../../language/auditView.ts'
import type { DecisionHours, DecisionsByPerson, WaitingStates } from '../../../schemas/overview.ts'
import { cookiesOf, events, gateway, type Jar, overEmbeddedServices, signedIn } from './embeddedGateway.ts'
import { bodyOf, HOST, PUBLIC_URL } from './gatewayUnderTest.ts'

overEmbeddedServices()

const HOUR_MS = 60 * 60_000

const get = (url: string, jar: Jar) =>
  gateway.app.inject({
    url,
    headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: cookiesOf(jar) },
  })

const decide = (operation: string, userId: number, result = 'ok', by: object = {}) =>
  gateway.store.audit.event({
    operation,
    actor: { userId, email: `person.${userId}@countersign.test`, role: 'reviewer', ...by },
    requestId: 'r',
    ip: '',
    sessionHash: null,
    details: { result },
  })

const recorded = async () => (await events()).map(({ operation }) => operation)

test('decisions are counted hour by hour and by person, without those that were refused, on record', async () => {
  await decide('accountDocuments.approve', 7)
  gateway.clock.advance(HOUR_MS)
  const jar = await signedIn('admin')
  await decide('accountDocuments.reject', 7)
  await decide('accountRequests.approve', 1)
  await decide('accountRequests.approve', 1, 'refused')
  await decide('accountDocuments.reject', 7, 'ok', { actorType: 'automation' })
  await decide('accountDocuments.approve', 7, 'unknown')
  await decide('accountDocuments.reveal', 7)
  const now = gateway.clock.now()
  const hour = now - (now % HOUR_MS)
  const { asOf, hours, unknown } = (await get('/console/decisions', jar)).json<DecisionHours>()
  expect(asOf).toBe(now)
  expect(hours).toHaveLength(3)
  expect(hours).toEqual(
    expect.arrayContaining([
      { hour: hour - HOUR_MS, kind: 'documents', count: 1, automatic: 0 },
      { hour, kind: 'documents', count: 2, automatic: 1 },
      { hour, kind: 'requests', count: 1, automatic: 0 },
    ]),
  )
  expect(unknown).toEqual([now])
  const { people } = (await get('/console/decisions/people', jar)).json<DecisionsByPerson>()
  expect(people).toEqual([
    { userId: 7, name: 'User 7', count: 3, automatic: 1 },
    { userId: 1, name: 'Ada Mint', count: 1, automatic: 0 },
  ])
  expect(await recorded()).toEqual(expect.arrayContaining(['console.decisions', 'console.decisionsByPerson']))
})

test('decisions by the hour and by person are those of the same days, the first of which begins at midnight', async () => {
  const dayOf = (moment: number) => new Date(moment).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const first = dayOf(gateway.clock.now())
  await decide('accountDocuments.approve', 7)
  while (dayOf(gateway.clock.now()) === first) gateway.clock.advance(HOUR_MS)
  await decide('accountDocuments.approve', 8)
  // Until the evening of the last of the fourteen days.
  gateway.clock.advance((13 * 24 + 20) * HOUR_MS)
  const jar = await signedIn('admin')
  const { hours } = (await get('/console/decisions', jar)).json<DecisionHours>()
  const { people } = (await get('/console/decisions/people', jar)).json<DecisionsByPerson>()
  expect(hours.map(({ count }) => count)).toEqual([1])
  expect(people.map(({ userId, count }) => [userId, count])).toEqual([[8, 1]])
})

test('waiting transfers and bank changes are ids, states and times alone, on record', async () => {
  const jar = await signedIn('operations')
  const transfers = (await get('/console/waiting/transfers', jar)).json<WaitingStates>()
  expect(Object.keys(transfers).toSorted()).toEqual(['accounts', 'asOf', 'isCut', 'states', 'unread'])
  expect(transfers).toMatchObject({ unread: 0, isCut: false })
  expect(transfers.accounts).toBeGreaterThan(0)
  expect(transfers.states.length).toBeGreaterThan(0)
  for (const state of transfers.states)
    expect(Object.keys(state).toSorted()).toEqual(['id', 'isFirstSeen', 'since', 'state'])
  expect(transfers.states).toContainEqual({
    id: expect.any(String) as string,
    state: 'REQUESTED',
    since: expect.any(String) as string,
    isFirstSeen: true,
  })
  const changes = (await get('/console/waiting/bankChanges', jar)).json<WaitingStates>()
  expect(changes).toMatchObject({ accounts: 50, isCut: false })
  expect(changes.states.map(({ state }) => state)).toContain('UPDATED_ROUTING_NUMBER_BY_NOC')
  expect((await get('/console/waiting/constructor', jar)).statusCode).toBe(404)
  expect(await recorded()).toContain('console.waiting')
})

test('what the page counted is no part of what people did', async () => {
  const jar = await signedIn('admin')
  for (const path of ['decisions', 'decisions/people', 'waiting/transfers']) await get(`/console/${path}`, jar)
  const headers = { host: HOST, origin: PUBLIC_URL, 'x-countersign': '1', cookie: cookiesOf(jar) }
  const asked = { method: 'POST', url: '/console/audit', headers, payload: { show: 'done' } } as const
  const { lines } = (await gateway.app.inject(asked)).json<AuditPage>()
  expect(lines.map(({ operation }) => operation)).toContain('auth.signIn')
  expect(lines.filter(({ operation }) => /decisions|waiting/.test(operation))).toEqual([])
})

test('people who do not lead are refused, on record, and people are counted for readers of the trail only', async () => {
  const reviewer = await signedIn('reviewer')
  const paths = ['/console/decisions', '/console/decisions/people', '/console/waiting/transfers']
  for (const path of paths) {
    const refused = await get(path, reviewer)
    expect([path, refused.statusCode]).toEqual([path, 403])
  }
  const lead = await signedIn('operations')
  expect((await get('/console/decisions', lead)).statusCode).toBe(200)
  const refused = await get('/console/decisions/people', lead)
  expect(bodyOf(refused)).toMatchObject({ code: 'FORBIDDEN', permission: 'audit.read' })
  const refusals = (await events()).filter((event) => 'details' in event && event.details['result'] === 'refused')
  expect(refusals.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['console.decisions', 'console.decisionsByPerson', 'console.waiting']),
  )
})
