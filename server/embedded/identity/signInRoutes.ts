import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errors, type InteractionResults, type Provider } from 'oidc-provider'
import { type Page, pageHeaders, problemPage, signInPage } from './pages.ts'
import type { VerifyPassword } from './passwords.ts'

const LIFETIME_MS = 5 * 60_000

type SessionTokens = ReturnType<typeof sessionTokens>

/**
 * One-time tokens that lead from a checked password to the authorize redirect. They are in memory: after a restart
 * the person signs in again.
 */
export function sessionTokens() {
  const tokens = new Map<string, { readonly subject: string; readonly expires: number }>()
  return {
    issue(subject: string) {
      for (const [token, { expires }] of tokens) if (expires <= Date.now()) tokens.delete(token)
      const sessionToken = randomBytes(32).toString('base64url')
      const expires = Date.now() + LIFETIME_MS
      tokens.set(sessionToken, { subject, expires })
      return { sessionToken, expiresAt: new Date(expires) }
    },
    /** The subject of a valid token, which becomes used; undefined for a used or expired one. */
    consume(sessionToken: string): string | undefined {
      const token = tokens.get(sessionToken)
      tokens.delete(sessionToken)
      return token && token.expires > Date.now() ? token.subject : undefined
    },
  }
}

const refusals = {
  wrong: [401, 'E0000004', 'Authentication failed'],
  expired: [403, 'E0000064', 'Password is expired and must be changed.'],
  locked: [429, 'E0000047', 'API call exceeded rate limit due to too many requests.'],
  malformed: [400, 'E0000003', 'The request body was not well-formed.'],
  invalid: [400, 'E0000001', 'Api validation failed: authRequest'],
  failed: [500, 'E0000009', 'Internal Server Error'],
} as const

/** Sends an error in Okta's form. */
function refuse(reply: FastifyReply, refusal: keyof typeof refusals) {
  const [code, errorCode, errorSummary] = refusals[refusal]
  if (refusal === 'locked') void reply.header('retry-after', '60')
  const errorId = `oae${randomBytes(12).toString('base64url')}`
  return reply
    .code(code)
    .header('cache-control', 'no-store')
    .send({ errorCode, errorSummary, errorLink: errorCode, errorId, errorCauses: [] })
}

function credentials(body: unknown): { readonly username: string; readonly password: string } | undefined {
  if (typeof body !== 'object' || body === null || !('username' in body) || !('password' in body)) return undefined
  const { username, password } = body
  if (typeof username !== 'string' || typeof password !== 'string') return undefined
  return username !== '' && password !== '' && username.length <= 254 && password.length <= 1024
    ? { username, password }
    : undefined
}

/** `POST /api/v1/authn`: the part of Okta's primary authentication that the sign-in form uses. */
export function authnRoute(
  app: FastifyInstance,
  verify: VerifyPassword,
  tokens: SessionTokens,
  log: (line: string) => void,
): void {
  app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => {
      const refused = error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500
      if (!refused) log(`embedded: authenticate failed: ${String(error)}`)
      return refuse(reply, refused ? 'malformed' : 'failed')
    })
    scope.post('/api/v1/authn', async ({ body }, reply) => {
      const given = credentials(body)
      if (!given) return refuse(reply, 'invalid')
      const check = await verify(given.username, given.password)
      if (check.kind !== 'right') return refuse(reply, check.kind)
      const { subject, email, firstName, lastName } = check.person
      const { sessionToken, expiresAt } = tokens.issue(subject)
      const profile = { login: email, firstName, lastName, locale: 'en', timeZone: 'America/New_York' }
      return reply.header('cache-control', 'no-store').send({
        expiresAt: expiresAt.toISOString(),
        status: 'SUCCESS',
        sessionToken,
        _embedded: { user: { id: subject, profile } },
      })
    })
  })
}

export interface InteractionParts {
  readonly provider: () => Provider
  readonly verify: VerifyPassword
  readonly tokens: SessionTokens
  readonly consoleOrigin: string
}

const problems = {
  wrong: 'The email address or the password is not right.',
  expired: 'The password has expired.',
  locked: 'Too many tries. Wait a minute, then try again.',
} as const

function sendPage(reply: FastifyReply, code: number, page: Page) {
  return reply.code(code).headers(pageHeaders(page)).type('text/html; charset=utf-8').send(page.html)
}

const signedIn = (accountId: string): InteractionResults => ({ login: { accountId, amr: ['pwd'] } })
const refused: InteractionResults = {
  error: 'login_required',
  error_description: 'The session token is used, expired or unknown.',
}

/**
 * The step of an authorize request in which the person is identified: by the session token of the authenticate call,
 * which works once, or by the form of the provider's own page.
 */
export function interactionRoutes(
  app: FastifyInstance,
  { provider, verify, tokens, consoleOrigin }: InteractionParts,
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
      done(null, new URLSearchParams(text.toString()))
    })
    scope.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof errors.SessionNotFound)) throw error
      return sendPage(
        reply,
        400,
        problemPage(consoleOrigin, 'This sign-in has expired or was started in another window.'),
      )
    })
    scope.get<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
      const { params } = await provider().interactionDetails(request.raw, reply.raw)
      if (typeof params['sessionToken'] === 'string') {
        const subject = tokens.consume(params['sessionToken'])
        reply.hijack()
        await provider().interactionFinished(
          request.raw,
          reply.raw,
          subject === undefined ? refused : signedIn(subject),
        )
        return reply
      }
      const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : ''
      return sendPage(reply, 200, signInPage(consoleOrigin, `/interaction/${request.params.uid}`, hint))
    })
    scope.post<{ Params: { uid: string } }>('/interaction/:uid', async (request, reply) => {
      await provider().interactionDetails(request.raw, reply.raw)
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const email = form.get('email')?.trim() ?? ''
      const check = await verify(email.slice(0, 254), form.get('password')?.slice(0, 1024) ?? '')
      if (check.kind !== 'right') {
        const code = check.kind === 'locked' ? 429 : 401
        const action = `/interaction/${request.params.uid}`
        return sendPage(reply, code, signInPage(consoleOrigin, action, email, problems[check.kind]))
      }
      reply.hijack()
      await provider().interactionFinished(request.raw, reply.raw, signedIn(check.person.subject))
      return reply
    })
  })
}
