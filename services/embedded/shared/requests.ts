import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Members = Readonly<Record<string, object>>

type Value<S> = S extends { readonly enum: readonly (infer V)[] }
  ? V
  : S extends { readonly type: 'string' }
    ? string
    : S extends { readonly type: 'integer' }
      ? number
      : S extends { readonly type: 'boolean' }
        ? boolean
        : unknown

/** The values of required and optional members. */
type Given<R extends Members, O extends Members> = { readonly [K in keyof R]: Value<R[K]> } & {
  readonly [K in keyof O]?: Value<O[K]>
}

/** An object with required and optional members. */
export const objectOf = (required: Members, optional: Members = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
})

export const id = { type: 'integer', minimum: 1, maximum: 999_999_999_999 } as const
export const flag = { type: 'boolean' } as const
/** An id in a path or a query. */
export const idText = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } as const
/** The number of a page in a query, from 1 on. */
export const pageText = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } as const
export const name = { type: 'string', minLength: 1, maxLength: 100 } as const
/** A comment. */
export const text = { type: 'string', maxLength: 4000 } as const
export const accountNo = { type: 'string', minLength: 1, maxLength: 40 } as const
/** An e-mail address in a request, known or not. */
export const email = { type: 'string', minLength: 1, maxLength: 320 } as const

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

interface ChangeCall<R extends Members, O extends Members> {
  readonly method?: 'PUT'
  readonly url: string
  /** The members of the body. */
  readonly required: R
  readonly optional?: O
  /** The members are in the query instead of the body. */
  readonly inQuery?: boolean
  /** The member of the answer that carries the sentence; of an unknown record it is always `message`. */
  readonly sentence?: 'result'
}

interface ReadCall<R extends Members, O extends Members> {
  readonly url: string
  /** The members of the query; of the path, when the address has parameters. */
  readonly required?: R
  readonly optional?: O
}

const isOutcome = (answer: unknown): answer is Outcome =>
  typeof answer === 'object' && answer !== null && 'kind' in answer && 'message' in answer

/** Adds a call that reads: `read` gets the checked members, and gives the answer or why there is none. */
export function readRoute<
  const R extends Members = Record<never, never>,
  const O extends Members = Record<never, never>,
>(
  app: FastifyInstance,
  { url, required, optional }: ReadCall<R, O>,
  read: (given: Given<R, O>, reply: FastifyReply) => unknown,
): void {
  const part = url.includes(':') ? 'params' : 'querystring'
  app.get(
    url,
    { schema: { [part]: objectOf(required ?? {}, optional) }, exposeHeadRoute: false },
    async (request, reply) => {
      const answer = await read((part === 'params' ? request.params : request.query) as Given<R, O>, reply)
      return isOutcome(answer) ? sendOutcome(reply, answer) : answer
    },
  )
}

/** Adds a call that changes something: `change` gets the checked members, and its outcome is the answer. */
export function changeRoute<const R extends Members, const O extends Members = Record<never, never>>(
  app: FastifyInstance,
  { method, url, required, optional, inQuery = false, sentence }: ChangeCall<R, O>,
  change: (given: Given<R, O>, request: FastifyRequest) => Outcome,
): void {
  app.route({
    method: method ?? 'POST',
    url,
    schema: { [inQuery ? 'querystring' : 'body']: objectOf(required, optional) },
    handler: async (request, reply) => {
      const given = (inQuery ? request.query : request.body) as Given<R, O>
      const { kind, message, ...more } = change(given, request)
      const member = kind === 'unknown' ? 'message' : (sentence ?? 'message')
      return reply.code(outcomeCodes[kind]).send({ [member]: message, ...more })
    },
  })
}

/** The largest file that is accepted, in bytes (spec account-review section 5). */
const MOST_BYTES = 15 * 1024 * 1024

/** Options of @fastify/multipart: a file that is too large is truncated, so that the route words the refusal. */
export const formOptions = {
  throwFileSizeLimit: false,
  limits: { fileSize: MOST_BYTES, files: 1, fields: 8, fieldSize: 200, headerPairs: 20, parts: 9 },
}

/** A form with one file and other fields, or a sentence about what is wrong with it. */
export type FileForm<File> =
  | { readonly file: File; readonly fields: ReadonlyMap<string, string>; readonly problem?: never }
  | { readonly problem: string }

/** The multipart reader has no error code for a form that ends too early or never begins, only these words. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && /multipart data|boundary/i.test(error.message)

/**
 * Reads a multipart form with its fields in any order; `read` consumes the file in the field `file`.
 * Rejects when the connection breaks off or the body is no form.
 */
export async function readFileForm<File>(
  request: FastifyRequest,
  read: (part: MultipartFile) => Promise<File>,
): Promise<FileForm<File>> {
  const fields = new Map<string, string>()
  let found: { readonly file: File } | undefined
  let problem = 'The form has no file'
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value))
      else if (part.fieldname === 'file') found = { file: await read(part) }
      else {
        part.file.resume()
        problem = 'The file belongs in the field file'
      }
    }
  } catch (error) {
    if (isBrokenForm(error)) return { problem: 'The form is incomplete' }
    throw error
  }
  return found ? { ...found, fields } : { problem }
}
