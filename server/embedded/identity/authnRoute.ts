import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { VerifyPassword } from './passwords.ts'
import type { SessionTokens } from './sessionTokens.ts'

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
