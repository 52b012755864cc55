import type { FastifyReply } from 'fastify'

/** Fires when the browser has gone away before the answer was complete. */
export function abandonedBy(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** A call's total deadline, which also ends when nobody waits for the answer any more. */
export const deadline = (ms: number, abandoned?: AbortSignal): AbortSignal =>
  abandoned === undefined ? AbortSignal.timeout(ms) : AbortSignal.any([AbortSignal.timeout(ms), abandoned])
