import type { FastifyInstance } from 'fastify'

/**
 * Some real services answer 200 with a failure in the body (X7). Every support call does so for this user and changes
 * nothing, which shows that screens never take such an answer for a success.
 */
export const failingUser = { email: 'hollis.textpayload@example.test', accountNo: '9ZZ10120' } as const

/** The answer for `failingUser`. */
export const failureInside = { status: 500, message: 'The user directory did not answer' } as const

const members = ['email', 'user_email', 'old_user_email', 'account_no', 'es_number'] as const

function isFailingUser(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const given: Readonly<Record<string, unknown>> = { ...part }
  return members.some((member) => {
    const text = typeof given[member] === 'string' ? given[member].trim() : ''
    return text.toLowerCase() === failingUser.email || text === failingUser.accountNo
  })
}

/** Makes the calls of `app` fail for `failingUser`. */
export function failForOneUser(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body, query, params }, reply) => {
    if ([body, query, params].some(isFailingUser)) return reply.code(200).send(failureInside)
    return undefined
  })
}
