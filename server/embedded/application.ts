import { Ajv } from 'ajv'
import Fastify, { type FastifyInstance } from 'fastify'
import { schemaCompiler } from '../config/schemaCompiler.ts'

/** Shared by all services, with Fastify's own options, so that a schema is compiled once and not at every start. */
const compile = schemaCompiler(
  new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true, addUsedSchema: false }),
)

/** A service application that answers every failure as `{message}`, without internal details. */
export function application(log: (line: string) => void): FastifyInstance {
  const app = Fastify({ bodyLimit: 16 * 1024, forceCloseConnections: true })
  app.setValidatorCompiler(({ schema }) => compile(schema))
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }))
  app.setErrorHandler((error, request, reply) => {
    const code = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    const expected = code >= 400 && code < 500
    if (!expected) log(`embedded: ${request.method} ${request.routeOptions.url ?? ''} failed: ${String(error)}`)
    return reply
      .code(expected ? code : 500)
      .send({ message: expected && error instanceof Error ? error.message : 'Internal error' })
  })
  return app
}

/** Listens on 127.0.0.1 and returns the base URL. Port 0 is any free port; a port in use is an error. */
export const listen = (app: FastifyInstance, port = 0): Promise<string> => app.listen({ host: '127.0.0.1', port })
