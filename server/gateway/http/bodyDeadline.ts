import type { FastifyRequest } from 'fastify'

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('multipart/') === true

/** Cuts the connection of a body that has not arrived after `ms`. Forms have the server's own, longer time. */
export const createBodyDeadline = (ms: number) => async (request: FastifyRequest) => {
  const { raw } = request
  if (raw.complete || isForm(request)) return
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, ms)
  raw.once('close', () => clearTimeout(timer))
}
