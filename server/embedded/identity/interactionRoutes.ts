import { errors } from 'oidc-provider'
import { pageHeaders, problemPage, signInPage } from './pages.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import type { Page } from './pages.ts'
import type { VerifyPassword } from './passwords.ts'
import type { SessionTokens } from './sessionTokens.ts'

/** Dependencies of the sign-in step. */
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
