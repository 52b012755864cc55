import { describe, expect, test } from 'vitest'
import type { Resource } from '../../../language/resource.ts'
import { operationsOf } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { HOST, PUBLIC_URL, requestFor } from './gatewayUnderTest.ts'
import { loginType } from '../support/resources.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

/** The form, its call at a service that the gateway under test knows. */
const definition: Resource = {
  ...loginType,
  bindings: Object.fromEntries(
    Object.entries(loginType.bindings).map(([name, binding]) => [name, { ...binding, call: 'GET {trade}/v1/logins' }]),
  ),
}
const [operation] = operationsOf(definition)

withGateway({ definitions: [definition] })

async function ask(status: number, body: unknown) {
  if (operation === undefined) throw new Error('the form has no operation')
  gateway.upstream.script(answering(status, body))
  return gateway.app.inject(requestFor(operation, cookie))
}

const isUndeclared = (entry: object): boolean => 'expected' in entry && entry.expected === 'undeclared'

const login = { status: 'ACTIVE', credentials: { provider: { type: 'OKTA', name: 'OKTA' } } }

describe('an action whose answer is one item of an array', () => {
  test('gives that item, without what no one declared, and none of the others', async () => {
    const secret = 'canary-undeclared'
    const profile = { profile: { mobilePhone: secret } }
    const password = { credentials: { ...login.credentials, password: { value: secret } } }
    const response = await ask(200, [
      { ...login, ...profile, ...password },
      { ...login, status: secret },
    ])
    expect([response.statusCode, response.json()]).toEqual([200, [login]])
    expect(response.body).not.toContain(secret)
  })

  test('gives an empty array where there is no such item: that is an answer', async () => {
    const response = await ask(200, [])
    expect([response.statusCode, response.json()]).toEqual([200, []])
    const headers = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
    const drift = await gateway.app.inject({ url: '/console/drift', headers })
    expect(drift.json<{ entries: readonly object[] }>().entries.filter((entry) => !isUndeclared(entry))).toEqual([])
  })

  test('gives the words of an answer that is no array, and nothing else of it', async () => {
    const response = await ask(200, { message: 'Nobody here', token: 'canary-token' })
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Nobody here' }])
  })

  test('gives the words of a refusal', async () => {
    const response = await ask(404, { message: 'User not found' })
    expect([response.statusCode, response.json()]).toMatchObject([404, { message: 'User not found' }])
  })
})
