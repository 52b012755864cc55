import type { FastifyReply } from 'fastify'

/** How a change ended: `message` is a sentence for the person who asked for it. */
export interface Outcome {
  readonly kind: 'done' | 'refused' | 'unknown' | 'conflict'
  readonly message: string
}

export const done = (message: string): Outcome => ({ kind: 'done', message })
/** The request itself is wrong. */
export const refused = (message: string): Outcome => ({ kind: 'refused', message })
/** The request does not fit the current state. */
export const conflict = (message: string): Outcome => ({ kind: 'conflict', message })
/** The record does not exist. */
export const unknown = (message: string): Outcome => ({ kind: 'unknown', message })
/** No registered user has the e-mail address. */
export const userNotFound = unknown('User not found')
export const accountNotFound = unknown('Account not found')

/** The HTTP status of each kind of outcome. */
export const outcomeCodes = { done: 200, refused: 400, unknown: 404, conflict: 409 } as const

/** Sends an outcome with its other members, `{message}` at least. */
export const sendOutcome = (reply: FastifyReply, { kind, ...answer }: Outcome) =>
  reply.code(outcomeCodes[kind]).send(answer)
