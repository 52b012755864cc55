import { Ajv } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SessionEntry } from '../../store/sessions.ts'
import { hashId } from '../../store/seal.ts'
import { cancelApprovals } from '../audit/approvalEvents.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { BACKCHANNEL, perAddress, REVOCATION } from '../http/requestChecks.ts'
import { endSessions } from './endSessions.ts'
import type { SignInParts } from './signIn.ts'

const FORM_BYTES = 16 * 1024

/** JSON Schema of the body of a revocation request: the person, by address or by the provider's own id. */
export const revocationBody = {
  type: 'object',
  required: ['sub_id'],
  properties: {
    sub_id: {
      type: 'object',
      required: ['format'],
      properties: { format: { enum: ['email', 'iss_sub'] }, email: text(254), iss: text(1024), sub: text(255) },
      oneOf: [
        { properties: { format: { const: 'email' } }, required: ['email'] },
        { properties: { format: { const: 'iss_sub' } }, required: ['iss', 'sub'] },
      ],
    },
  },
} as const

function text(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength } as const
}

interface Revocation {
  readonly sub_id: { readonly format: string; readonly email?: string; readonly iss?: string; readonly sub?: string }
}

const isRevocation = new Ajv({ strict: false }).compile<Revocation>(revocationBody)

/** Whose sessions a token of the provider ends, and by digest, whose requests for approval it cancels. */
interface Meant {
  readonly isMeant: (entry: SessionEntry) => boolean
  readonly cancels: () => Promise<readonly string[]>
}

/** Ends what a token of the provider names, once: a repeated token ends nothing. */
async function endOnce(
  { context, identity }: SignInParts,
  request: FastifyRequest,
  tokenId: string,
  { isMeant, cancels }: Meant,
): Promise<void> {
  const { store, limits } = context
  const claim = await store.providerTokens.claim(tokenId, limits.providerToken).catch(failWith('STORE_UNAVAILABLE'))
  if (!claim.isWithin) throw new GatewayError('BAD_REQUEST', { message: 'This token was used before.' })
  const { id: requestId, ip, log } = request
  try {
    const entries = (await store.sessions.list(limits.idleMs)).filter(isMeant)
    await endSessions(context, identity, entries, {
      actor: null,
      why: 'ended by the identity provider',
      requestId,
      ip,
      log,
    })
    for (const subjectHash of new Set(await cancels())) await cancelApprovals(context, subjectHash)
  } catch (cause) {
    // The provider may then send the same token again.
    await store.providerTokens.release(claim.id).catch(() => undefined)
    throw new GatewayError('STORE_UNAVAILABLE', { cause })
  }
}

const bearerOf = ({ headers }: FastifyRequest): string => {
  const [, token] = /^Bearer ([\x21-\x7e]{1,8192})$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) throw new GatewayError('PROVIDER_TOKEN')
  return token
}

/** More requests than ever wait at once. */
const MOST = 10_000

/** What a revocation request names: the sessions of a person, and what they have requested, even without a session. */
function meantBy({ store, config }: GatewayContext, { sub_id: { format, email, iss, sub } }: Revocation): Meant {
  if (format === 'email') {
    const isTheirs = (person: { readonly email: string }) => person.email.toLowerCase() === email?.toLowerCase()
    const cancels = async () =>
      (await store.approvals.list({ isOpen: true, limit: MOST }))
        .filter(({ request }) => isTheirs(request.requester))
        .map(({ subjectHash }) => subjectHash)
    return { isMeant: ({ data }) => isTheirs(data), cancels }
  }
  const isOwn = iss?.replace(/\/$/, '') === config.identity.issuer.replace(/\/$/, '')
  return {
    isMeant: ({ data }) => isOwn && data.subject === sub,
    cancels: async () => (isOwn && sub !== undefined ? [hashId(sub)] : []),
  }
}

/**
 * Adds the routes with which the identity provider ends sessions: OpenID Connect's back-channel logout (S-06) and Okta's
 * Universal Logout (S-07). Each request proves itself by a token that the provider has signed.
 */
export function registerProviderLogout(app: FastifyInstance, parts: SignInParts): void {
  const { limits } = parts.context
  const { verifier } = parts.identity
  const options = { config: { rateLimit: perAddress(limits.completeRate) } }
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    scope.post(BACKCHANNEL, options, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      if (token === null) throw new GatewayError('BAD_REQUEST', { message: 'Send logout_token in a form.' })
      const { id, subject, providerSession } = await verifier.logoutToken(token)
      await endOnce(parts, request, id, {
        isMeant: ({ data }) =>
          providerSession === undefined ? data.subject === subject : data.providerSession === providerSession,
        // The provider says this of every sign-out, also at the end of a day.
        cancels: async () => [],
      })
      return reply.send()
    })
    scope.post(REVOCATION, options, async (request, reply) => {
      const tokenId = await verifier.revocationToken(bearerOf(request))
      if (!isRevocation(request.body))
        throw new GatewayError('BAD_REQUEST', { message: 'Send sub_id with an email, or with iss and sub.' })
      await endOnce(parts, request, tokenId, meantBy(parts.context, request.body))
      return reply.code(204).send()
    })
  })
}
