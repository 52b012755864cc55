import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GatewayError } from '../core/errors.ts'
import { type CheckedRequest, formValues, readRequest } from '../operations/operationRequest.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { type FileKind, incomplete, keepFile, type ReceivedFile } from './keepFile.ts'

/** A form up to its file: the values are checked, the file is not read yet. */
export interface OpenedForm {
  readonly checked: CheckedRequest
  /** Writes the file to `path` and reads the form's end. @throws GatewayError as `keepFile` does */
  readFile(path: string, signal: AbortSignal): Promise<ReceivedFile>
}

const LONGEST_NAME = 120
const MOST_FIELDS = 8
/** More than the size of everything in a form except the file. */
const FORM_BYTES = 64 * 1024

const malformed = (message: string): GatewayError => new GatewayError('BAD_REQUEST', { message })

/** Makes forms readable below `app`, part by part; the reader stores nothing. */
export async function registerForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
}

/** The name without characters that break a line or change the reading direction, cut to fit a message. */
const shownName = (name: string | undefined): string =>
  (name ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').slice(-LONGEST_NAME)

/** The request with a silent logger: the form's reader would log all headers, cookies included. */
const unlogged = (request: FastifyRequest): FastifyRequest =>
  Object.create(request, { log: { value: request.log.child({}, { level: 'silent' }) } }) as FastifyRequest

/** The parts of a form one by one; an error of the reader is the sender's mistake. */
function partsOf(request: FastifyRequest, uploadBytes: number): () => Promise<Multipart | undefined> {
  const parts = unlogged(request).parts({
    limits: {
      fieldNameSize: 64,
      fieldSize: 512,
      fields: MOST_FIELDS,
      files: 1,
      parts: MOST_FIELDS + 1,
      fileSize: uploadBytes,
      headerPairs: 8,
    },
  })
  return async () => {
    try {
      const next = await parts.next()
      return next.done === true ? undefined : next.value
    } catch (cause) {
      throw incomplete(cause)
    }
  }
}

/** Adds the text of a field, which must be whole and given once. */
function addField(values: Map<string, string>, part: Exclude<Multipart, MultipartFile>): void {
  const name = part.fieldname.slice(0, 64)
  if (part.fieldnameTruncated || part.valueTruncated || typeof part.value !== 'string')
    throw malformed(`body.${name} is too long or not text: correct it.`)
  if (values.has(name)) throw malformed(`body.${name} is given more than once: give it once.`)
  values.set(name, part.value)
}

/** True when the announced length shows that the file must be too big. */
const isBeyond = ({ headers }: FastifyRequest, uploadBytes: number): boolean =>
  Number(headers['content-length'] ?? 0) > uploadBytes + FORM_BYTES

/**
 * Reads the form of an upload up to its file: fields first, each once, under the wire names of the operation's body
 * and checked like any other body.
 *
 * @param uploadBytes the size of the largest file
 * @throws GatewayError BAD_REQUEST or NOT_FOUND with the problem of the request
 */
export async function openForm(
  request: FastifyRequest,
  prepared: PreparedOperation,
  uploadBytes: number,
  kind: FileKind,
): Promise<OpenedForm> {
  const next = partsOf(request, uploadBytes)
  const texts = new Map<string, string>()
  let part = await next()
  for (; part?.type === 'field'; part = await next()) addField(texts, part)
  const field = prepared.operation.upload?.field
  if (part === undefined || part.fieldname !== field)
    throw malformed(`Send one file, named ${field ?? 'file'}, behind the other values.`)
  const checked = readRequest(prepared, { target: request.originalUrl, body: formValues(prepared, texts) })
  const sent = part
  return {
    checked,
    async readFile(path, signal) {
      const name = shownName(sent.filename)
      if (isBeyond(request, uploadBytes)) throw kind.tooBig(name)
      const kept = await keepFile({ name, content: sent.file }, path, signal, kind)
      if ((await next()) !== undefined) throw malformed('The file must be the last part of the form.')
      return kept
    },
  }
}

/** Reads and discards the rest, so that the browser receives the answer instead of a broken connection. */
export function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}
