import { outcomeCodes } from './outcomeCodes.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Outcome } from '../accounts/changes.ts'

/** An e-mail address in a request; whether anybody has it is for the desk to say. */
export const email = { type: 'string', minLength: 1, maxLength: 320 } as const

/** A body with these members, all of them required. */
export const bodyOf = (properties: Readonly<Record<string, object>>) => ({
  body: { type: 'object', required: Object.keys(properties), properties },
})

/** Sends how a change ended as `{message}`. */
export const sendOutcome = (reply: FastifyReply, { kind, message }: Outcome) =>
  reply.code(outcomeCodes[kind]).send({ message })

/**
 * Services exist that answer 200 and tell of the failure inside (X7). Every support call does so for this one person,
 * and changes nothing, so that tests and screens can show that such an answer is never taken for a success.
 */
export const failingUser = { email: 'hollis.textpayload@example.test', accountNo: '9ZZ10120' } as const

/** What is answered for `failingUser`. */
export const failureInside = { status: 500, message: 'The user directory did not answer' } as const

const places = ['email', 'user_email', 'old_user_email', 'account_no', 'es_number'] as const

function isFailingUser(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  const given: Readonly<Record<string, unknown>> = { ...part }
  return places.some((place) => {
    const text = typeof given[place] === 'string' ? given[place].trim() : ''
    return text.toLowerCase() === failingUser.email || text === failingUser.accountNo
  })
}

/** Makes the calls of `app` fail inside for `failingUser`. */
export function failInsideForOne(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ body, query, params }, reply) => {
    if ([body, query, params].some(isFailingUser)) return reply.code(200).send(failureInside)
    return undefined
  })
}
