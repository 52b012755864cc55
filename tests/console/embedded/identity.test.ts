import * as client from 'openid-client'
import { expect, test } from 'vitest'
import {
  anyText,
  authenticate,
  authorize,
  Browser,
  discover,
  PUBLIC_URL,
  signIn,
  startForTest,
  textLike,
  textWith,
  validate,
} from './support.ts'

test('signs staff in through authenticate, authorize and validate', async () => {
  const answer = await validate(await startForTest(), 'admin@countersign.test')
  expect(answer).toEqual({
    code: 200,
    body: {
      token: textLike(/^[0-9a-f]{40}$/),
      profile: {
        user: { id: 1, email: 'admin@countersign.test' },
        first_name: 'Ada',
        last_name: 'Mint',
        terms_agreed: 1,
        new_user: false,
      },
      self_role: 'admin',
      client_exist: false,
      user_advisor_menu: [],
      is_staff: true,
    },
  })
})

test('tells that a customer is not staff, and lets the token of one open nothing', async () => {
  const embedded = await startForTest()
  const { body } = await validate(embedded, 'customer@countersign.test')
  expect(body).toMatchObject({ is_staff: false, self_role: 'customer' })
  const headers = { authorization: `Token ${String(body['token'])}` }
  expect((await fetch(`${embedded.urls.main}/user/apex/get_apex_accounts`, { headers })).status).toBe(403)
})

test('refuses a wrong access token and one of someone else', async () => {
  const embedded = await startForTest()
  expect(await validate(embedded, 'viewer@countersign.test', 'admin@countersign.test')).toMatchObject({ code: 403 })
  const response = await fetch(`${embedded.urls.main}/v1/validate-okta-user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@countersign.test', access_token: 'made-up' }),
  })
  expect(response.status).toBe(401)
})

test('refuses a code that was used before, and with it the tokens it gave', async () => {
  const { configuration, callback, exchange, tokens } = await signIn(await startForTest(), 'admin@countersign.test')
  await expect(exchange(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(client.refreshTokenGrant(configuration, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('refuses an authorize request without PKCE and one for another address', async () => {
  const embedded = await startForTest()
  const { body } = await authenticate(embedded, 'admin@countersign.test')
  const { url } = await authorize(embedded, { sessionToken: String(body['sessionToken']) })
  url.searchParams.delete('code_challenge')
  url.searchParams.delete('code_challenge_method')
  const { url: callback } = await new Browser().follow(url)
  expect(callback.searchParams.get('error')).toBe('invalid_request')
  const { url: elsewhere } = await authorize(embedded, { redirect_uri: 'http://localhost:9999/auth/callback' })
  expect(await new Browser().follow(elsewhere)).toMatchObject({ code: 400, html: textWith('redirect_uri') })
})

test('rotates refresh tokens and revokes them', async () => {
  const { configuration, tokens } = await signIn(await startForTest(), 'reviewer@countersign.test')
  const refreshed = await client.refreshTokenGrant(configuration, tokens.refresh_token ?? '')
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token)
  await client.tokenRevocation(configuration, refreshed.refresh_token ?? '')
  await expect(client.refreshTokenGrant(configuration, refreshed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('accepts a session token once', async () => {
  const embedded = await startForTest()
  const { body } = await authenticate(embedded, 'admin@countersign.test')
  const { url } = await authorize(embedded, { sessionToken: String(body['sessionToken']) })
  expect((await new Browser().follow(url)).url.searchParams.get('code')).not.toBeNull()
  const { url: again } = await authorize(embedded, { sessionToken: String(body['sessionToken']) })
  expect((await new Browser().follow(again)).url.searchParams.get('error')).toBe('login_required')
})

test('a session token decides who signs in, also where someone else is signed in', async () => {
  const embedded = await startForTest()
  const browser = new Browser()
  await signIn(embedded, 'admin@countersign.test', browser)
  const { tokens } = await signIn(embedded, 'viewer@countersign.test', browser)
  expect(tokens.claims()).toMatchObject({ sub: '00uviewer' })
})

test('offers its own sign-in page without a session token, and remembers who signed in', async () => {
  const embedded = await startForTest()
  const browser = new Browser()
  const { url, exchange } = await authorize(embedded, { login_hint: 'operations@countersign.test"><b>' })
  const page = await browser.follow(url)
  expect(page.html).toContain('value="operations@countersign.test&quot;&gt;&lt;b&gt;"')
  const submit = (password: string) => {
    const body = new URLSearchParams({ email: 'operations@countersign.test', password })
    return browser.follow(page.url, { method: 'POST', body })
  }
  expect(await submit('wrong')).toMatchObject({ code: 401, html: textWith('is not right') })
  const { url: callback } = await submit('countersign')
  const claims = (await exchange(callback)).claims()
  expect(claims).toMatchObject({ sub: '00uoperations' })
  // It stands in the address of the sign-out: who the person is, userinfo alone says.
  expect(JSON.stringify(claims)).not.toMatch(/Ledger|@countersign/)
  const { url: silent } = await authorize(embedded)
  expect((await browser.follow(silent)).url.searchParams.get('code')).not.toBeNull()
})

test('ends its session when the console asks for it', async () => {
  const embedded = await startForTest()
  const browser = new Browser()
  const { tokens } = await signIn(embedded, 'admin@countersign.test', browser)
  const url = client.buildEndSessionUrl(await discover(embedded), {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: `${PUBLIC_URL}/login?signedOut=1`,
  })
  expect((await browser.follow(url)).url.href).toBe(`${PUBLIC_URL}/login?signedOut=1`)
  const { url: next } = await authorize(embedded)
  expect((await browser.follow(next)).html).toContain('autocomplete="current-password"')
})

test.each([
  ['admin@countersign.test', 'wrong', 401, 'E0000004'],
  ['nobody@countersign.test', 'countersign', 401, 'E0000004'],
  ['expired@countersign.test', 'countersign', 403, 'E0000064'],
  ['expired@countersign.test', 'wrong', 401, 'E0000004'],
  ['', '', 400, 'E0000001'],
])('answers %s with password %j as Okta does', async (username, password, code, errorCode) => {
  const answer = await authenticate(await startForTest(), username, password)
  expect(answer.code).toBe(code)
  expect(answer.body).toEqual({
    errorCode,
    errorLink: errorCode,
    errorSummary: anyText,
    errorId: textLike(/^oae/),
    errorCauses: [],
  })
})

test('locks a name after ten failures within a minute, and no other', async () => {
  const embedded = await startForTest()
  for (let tries = 0; tries < 10; tries += 1) {
    expect(await authenticate(embedded, 'Viewer@countersign.test', 'wrong')).toMatchObject({ code: 401 })
  }
  expect(await authenticate(embedded, 'viewer@countersign.test')).toMatchObject({
    code: 429,
    body: { errorCode: 'E0000047' },
  })
  expect(await authenticate(embedded, 'admin@countersign.test')).toMatchObject({
    code: 200,
    body: { status: 'SUCCESS' },
  })
})
