import { afterAll, beforeAll, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { valueAt } from '../../../language/pointer.ts'
import { type GatewayUnderTest, operationOf, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'

let gateway: GatewayUnderTest
beforeAll(async () => {
  gateway = await startGateway({ limits: { drainMs: 0 }, isAllScripted: true })
})
afterAll(() => gateway.stop())

/** Someone finds out that the last unregistration was not done. */
async function settleAsNotDone(): Promise<void> {
  const [unregistered] = await gateway.store.audit.search({ operation: 'unregister.submit', limit: 1 })
  const by = await signedIn(gateway, 'admin', { userId: 8, email: 'eight@countersign.test', subject: 'subject-8' })
  const { headers } = requestFor(operationOf('treasury.list'), by)
  const settled = await gateway.app.inject({
    method: 'POST',
    url: `/console/audit/${unregistered?.seq}/settle`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ finding: 'failed', reason: 'Looked at the account' }),
  })
  expect(settled.statusCode).toBe(200)
}

test.each([
  ['belongs to the account that was unregistered', 200, 9107, 'accounts'],
  ['belongs to no account where another user was unregistered', 200, 9108, undefined],
  ['belongs to no account where the unregistration was refused', 404, 9109, undefined],
  ['belongs to no account where someone found out that it was not unregistered', 500, 9110, undefined],
])('a reinstatement %s', async (_what, unregistered, userId, resource) => {
  const staff = await signedIn(gateway)
  const unregister = requestFor(operationOf('unregister.submit'), staff)
  const reinstate = requestFor(operationOf('reinstate.submit'), staff)
  const email = valueAt(JSON.parse(String(unregister.payload)), '/email')
  const ask = async (request: typeof unregister) => (await gateway.app.inject(request)).statusCode
  const row = { id: userId, user__email: email, user__id: userId === 9108 ? 1 : userId }
  const list = answering(200, { apex_accounts: [row], total_pages: 1 })
  const answer = answering(unregistered, {})
  gateway.upstream.script((asked, ...rest) =>
    (asked.target.includes('/get_apex_accounts') ? list : answer)(asked, ...rest),
  )
  await ask(unregister)
  if (userId === 9110) await settleAsNotDone()
  gateway.upstream.script(answering(200, {}))
  const typed: unknown = JSON.parse(String(reinstate.payload))
  const payload = JSON.stringify({ user_email: valueAt(typed, '/user_email'), user_id: String(userId) })
  expect(await ask({ ...reinstate, payload })).toBe(200)
  const [entry] = await gateway.store.audit.search({ operation: 'reinstate.submit', limit: 1 })
  expect(entry?.record.subject).toEqual(resource && { resource, id: String(userId) })
})
