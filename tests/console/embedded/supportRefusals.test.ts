import { beforeAll, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { call } from './calls.ts'
import { PUBLIC_URL } from './support.ts'
import { mara, supportOf } from './supportCalls.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

let shared: Embedded
let support: Awaited<ReturnType<typeof supportOf>>

beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 300, seed: 1, publicUrl: PUBLIC_URL })
  support = await supportOf(shared)
  return () => shared.close()
})

const person = (email: string) => ({ division_userid: '1', division: 'W', firstname: 'A', lastname: 'B', email })

/** Every support call as `[service, method, path, body]`, for a user and an account. */
const calls = (email: string, accountNo: string) =>
  [
    ['profile', 'POST', '/profile/unregister-user-manually', { email }],
    ['profile', 'POST', '/profile/mc-user-sync-event', person(email)],
    ['profile', 'GET', `/profile/populate/es/holdings/${accountNo}`, undefined],
    ['profile', 'GET', `/profile/populate/es/portfolio/${accountNo}`, undefined],
    ['profile', 'GET', `/profile/populate/es/profile/${accountNo}`, undefined],
    ['main', 'PUT', '/user/apex/clear-account', { user_email: email }],
    ['main', 'PUT', '/user/mentor/access', { user_email: email, activate_mentor: true }],
    ['trade', 'POST', '/v1/admin/user/apex_account_reopen', { account_no: accountNo }],
    ['trade', 'POST', '/v1/admin/user/reinstate', { user_email: email, user_id: '9107' }],
    ['trade', 'POST', '/v1/admin/user/bank_unlink', { user_email: email }],
    ['trade', 'POST', '/v1/admin/user/delete_information', { email }],
    ['trade', 'POST', '/v1/admin/user/email_change', { old_user_email: email, new_user_email: 'x@example.test' }],
    ['trade', 'POST', '/v1/admin/user/update_information', { user_email: email, city: 'Astoria' }],
    ['go', 'GET', `/user/fetch-okta-user-info?email=${email}`, undefined],
  ] as const

test.each(calls(mara.email, mara.accountNo))(
  '%s %s %s answers no one without a token in the form of its service',
  async (service, method, path, body) => {
    const before = await support.detail(mara.id)
    const url = `${shared.urls[service]}${path}`
    const other = service === 'trade' ? `Token ${support.token}` : support.token
    for (const authorization of ['', other, `Token ${'0'.repeat(40)}`]) {
      const refusal = { code: 401, body: { detail: 'Invalid token.' } }
      expect(await call(url, authorization, method, body)).toEqual(refusal)
    }
    expect(await support.detail(mara.id)).toEqual(before)
    expect(await support.found('search_key=mara.quill')).toEqual([mara.id])
  },
)

test.each(calls('hollis.textpayload@example.test', '9ZZ10120'))(
  '%s %s %s answers 200 with a failure inside for the one user whose calls fail so, and changes nothing',
  async (service, method, path, body) => {
    const before = await support.detail(4120)
    const { header, value } = shared.serviceToken
    const authorization = service === 'trade' ? support.token : `Token ${support.token}`
    const response = await fetch(`${shared.urls[service]}${path}`, {
      method,
      headers: { authorization, [header]: value, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const failure = { status: 500, message: 'The user directory did not answer' }
    expect([response.status, await response.json()]).toEqual([200, failure])
    expect(await support.detail(4120)).toEqual(before)
    expect(await support.found('search_key=textpayload')).toEqual([4120])
  },
)
