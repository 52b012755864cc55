import { beforeAll, expect, test } from 'vitest'
import { confirmationDigest } from '../../../language/recordVersion.ts'
import { fillPath } from '../../../language/template.ts'
import { cookiesOf, gateway, overEmbeddedServices, signedIn } from '../gateway/embeddedGateway.ts'
import { bodyOf, operationOf, requestFor } from '../gateway/gatewayUnderTest.ts'

overEmbeddedServices()

let cookie: string
beforeAll(async () => {
  cookie = cookiesOf(await signedIn('admin'))
})

type Values = Readonly<Record<string, string | boolean>>

/** What the gateway answers to a form's call with these values. */
async function submit(
  form: string,
  values: { readonly path?: Values; readonly query?: Values; readonly body?: Values },
) {
  const typed = String(Object.values(values.body ?? {})[0])
  const operation = operationOf(`${form}.submit`)
  const sample = requestFor(operation, cookie)
  const { path = {}, query = {}, body } = values
  const payload = operation.queryInBody ? { query, ...(body && { body }) } : body
  const response = await gateway.app.inject({
    ...sample,
    headers: {
      ...sample.headers,
      ...(operation.action?.confirm?.typed && { 'x-confirmation': await confirmationDigest(typed) }),
    },
    url: `/api/${operation.service}${fillPath(operation.path, path)}`,
    ...(payload && { payload: JSON.stringify(payload) }),
  })
  return [response.statusCode, bodyOf(response)] as const
}

const mara = 'mara.quill@example.test'

test('every service of the support forms is reached with the token it knows', async () => {
  const email = { email: mara }
  expect(await submit('loginType', { query: email })).toMatchObject([200, [{ credentials: { provider: {} } }]])
  expect(await submit('loginType', { query: { email: 'nobody@example.test' } })).toEqual([200, []])
  expect(await submit('unlinkBank', { body: { user_email: mara } })).toMatchObject([
    200,
    { message: 'Bank account unlinked' },
  ])
  const person = { ...email, division_userid: '7', division: 'West', firstname: 'Mara', lastname: 'Quill' }
  expect(await submit('mcomAccess', { body: person })).toMatchObject([200, { message: 'Mcom access given' }])
  expect(await submit('unregister', { body: email })).toMatchObject([200, { message: 'User unregistered' }])
  expect(await submit('unregister', { body: email })).toMatchObject([409, { message: 'User is already unregistered' }])
  expect(await submit('clearToPassword', { body: { user_email: mara } })).toMatchObject([
    404,
    { message: 'User not found' },
  ])
  expect(await submit('populateHoldings', { path: { es_number: '9ZZ10058' } })).toMatchObject([200, {}])
})

test('an update takes no emoji for a legal name, and no words for a state', async () => {
  const user = { user_email: 'teo.brandt@example.test' }
  for (const wrong of [{ first_name: 'Teo 🙂' }, { last_name: '🙂' }, { state: 'New York Sta te' }, { state: 'N1' }])
    expect((await submit('updateUser', { body: { ...user, ...wrong } }))[0]).toBe(400)
  const right = { first_name: 'Zoë-Ana', last_name: "O’Neil-D'Souza, Jr.", state: 'OR' }
  expect(await submit('updateUser', { body: { ...user, ...right } })).toMatchObject([200, {}])
})

test('a failure inside an answer of 200 is no success', async () => {
  const failure = { message: 'The user directory did not answer' }
  const email = 'hollis.textpayload@example.test'
  for (const [form, values] of [
    ['loginType', { query: { email } }],
    ['unregister', { body: { email } }],
    ['unlinkBank', { body: { user_email: email } }],
    ['personalAccess', { body: { user_email: email, activate_mentor: true } }],
    ['populateHoldings', { path: { es_number: '9ZZ10120' } }],
  ] as const) {
    const [status, body] = await submit(form, values)
    expect([form, status >= 400, body]).toMatchObject([form, true, failure])
  }
})
