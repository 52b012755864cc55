import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FORM } from '../../../language/binding.ts'
import { type Operation, operationsOf } from '../../../language/operations.ts'
import type { Values } from '../../../language/pointer.ts'
import { CALL_BYTES } from '../../../language/uploads.ts'
import { createAnswers } from './createAnswers.ts'
import { callReader } from './readCall.ts'
import type { RecordsSource } from './records.ts'

const urlOf = ({ path }: Operation): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

const namesIds = ({ kind, binding }: Operation): boolean => kind === 'list' && binding === 'getMany'

/** The fields of a form as the values of a body: a field given several times is a list. */
const valuesOf = (fields: Iterable<readonly [name: string, value: unknown]>): Values =>
  Object.fromEntries(
    [...Map.groupBy(fields, ([name]) => name)].map(([name, found]) => {
      const [first, ...more] = found.map(([, value]) => value)
      return [name, more.length > 0 ? [first, ...more] : first]
    }),
  )

/** Reads a form with files, which are dropped, as the body of its call. */
async function formBody(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return
  const fields: (readonly [string, unknown])[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.push([part.fieldname, part.value])
    else part.file.resume()
  }
  request.body = valuesOf(fields)
}

function addRoute(
  app: FastifyInstance,
  operations: readonly [Operation, ...Operation[]],
  answer: ReturnType<typeof createAnswers>,
): void {
  const [{ method }] = operations
  // A list ignores parameters that it does not know, so the call that names ids is tried first.
  const readers = operations.toSorted((one, other) => Number(namesIds(other)) - Number(namesIds(one))).map(callReader)
  app.route({
    method,
    url: urlOf(operations[0]),
    exposeHeadRoute: false,
    preValidation: formBody,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      let problem = ''
      for (const read of readers) {
        const call = read(request)
        if (typeof call !== 'string') return answer(call, reply)
        problem = call
      }
      return reply.code(400).send({ message: `The request is not as declared: ${problem}` })
    },
  })
}

export interface ServedCollections extends RecordsSource {
  readonly service: string
}

const OTHER_JSON = /^application\/.+\+json/

/**
 * Serves every call that the definitions make to the service and that the application has no route for: lists, details
 * and reads of generated records, and changes of them. Call it after the application's own routes.
 */
export function serveCollections(app: FastifyInstance, { service, ...parts }: ServedCollections): void {
  const answer = createAnswers(parts)
  const operations = parts.model.definitions.flatMap(operationsOf).filter((each) => each.service === service)
  const routes = Map.groupBy(operations, (operation) => `${operation.method} ${urlOf(operation)}`)
  app.register(async (scope) => {
    if (!scope.hasContentTypeParser('multipart/form-data'))
      await scope.register(multipart, { limits: { fileSize: CALL_BYTES } })
    if (!scope.hasContentTypeParser(OTHER_JSON))
      scope.addContentTypeParser(OTHER_JSON, { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'ignore'))
    if (!scope.hasContentTypeParser(FORM))
      scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, text, done) =>
        done(null, valuesOf(new URLSearchParams(String(text)))),
      )
    // A file that is the whole body of its call is read and dropped.
    if (!scope.hasContentTypeParser('*'))
      scope.addContentTypeParser(
        '*',
        (_request, file: NodeJS.ReadableStream, done) => void file.on('end', () => done(null)).resume(),
      )
    for (const [first, ...more] of routes.values()) {
      if (first === undefined || app.hasRoute({ method: first.method, url: urlOf(first) })) continue
      addRoute(scope, [first, ...more], answer)
    }
  })
}
