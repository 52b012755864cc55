import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Upload } from '../../../language/binding.ts'
import { tooManyText } from '../../../language/uploads.ts'
import type { GatewayError } from '../core/errors.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import { formValues, readRequest, malformed } from '../operations/operationRequest.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { incomplete, keepFile, type ReceivedFile } from './keepFile.ts'
import { refusalsOf } from './refusals.ts'

/** A form up to its files: the values are checked, no file is read yet. */
export interface OpenedForm {
  readonly checked: CheckedRequest
  /** True before the form's end. @throws GatewayError BAD_REQUEST for a part that must not follow */
  hasNext(): boolean
  /** Writes the next file to `path`. @throws GatewayError as `keepFile` does */
  readFile(path: string, signal: AbortSignal): Promise<ReceivedFile>
}

const LONGEST_NAME = 120
/** A field of the longest text of an input, and more fields than an action has inputs and constants. */
const FIELD_BYTES = 16 * 1024
const MOST_FIELDS = 64
/** More than the size of everything in a form except the files and the texts of its fields. */
const FORM_BYTES = 64 * 1024

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
function partsOf(request: FastifyRequest, { maxBytes, maxFiles }: Upload): () => Promise<Multipart | undefined> {
  const parts = unlogged(request).parts({
    limits: {
      fieldNameSize: 64,
      fieldSize: FIELD_BYTES,
      fields: MOST_FIELDS,
      // One more than accepted, so that its refusal says what is wrong.
      files: maxFiles + 1,
      parts: MOST_FIELDS + maxFiles + 1,
      fileSize: maxBytes,
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

/** Adds the text of a field, which must be whole. */
function addField(values: Map<string, readonly string[]>, part: Exclude<Multipart, MultipartFile>): void {
  const name = part.fieldname.slice(0, 64)
  if (part.fieldnameTruncated || part.valueTruncated || typeof part.value !== 'string')
    throw malformed(`body.${name} is too long or not text: correct it.`)
  values.set(name, [...(values.get(name) ?? []), part.value])
}

/** True when the announced length shows that a file must be too big. */
const isBeyond = ({ headers }: FastifyRequest, { maxBytes, maxFiles }: Upload, texts: Iterable<readonly string[]>) =>
  Number(headers['content-length'] ?? 0) >
  maxBytes * maxFiles + FORM_BYTES + Buffer.byteLength([...texts].flat().join(''))

/** The refusal of a form without a file, or with a part that is none. */
const missing = ({ field, maxFiles }: Upload): GatewayError =>
  malformed(`Send ${maxFiles === 1 ? 'one file' : 'the files'}, named ${field}, behind the other values.`)

/**
 * Reads the form of an upload up to its files: fields first, under the wire names of the operation's body and checked
 * like any other body.
 *
 * @throws GatewayError BAD_REQUEST or NOT_FOUND with the problem of the request
 */
export async function openForm(
  request: FastifyRequest,
  prepared: PreparedOperation,
  upload: Upload,
): Promise<OpenedForm> {
  const next = partsOf(request, upload)
  const texts = new Map<string, readonly string[]>()
  let part = await next()
  for (; part?.type === 'field'; part = await next()) addField(texts, part)
  if (part === undefined ? upload.required !== undefined : part.fieldname !== upload.field) throw missing(upload)
  const checked = readRequest(prepared, { target: request.originalUrl, body: formValues(prepared, texts) })
  let sent: Multipart | undefined = part
  let count = 0
  const current = (): MultipartFile => {
    if (sent?.type !== 'file' || sent.fieldname !== upload.field)
      throw malformed('The files must be the last parts of the form.')
    if (count === upload.maxFiles) throw malformed(tooManyText(upload.maxFiles))
    return sent
  }
  return {
    checked,
    hasNext: () => sent !== undefined && current() !== undefined,
    async readFile(path, signal) {
      const { filename, file } = current()
      const name = shownName(filename)
      if (isBeyond(request, upload, texts.values())) throw refusalsOf(upload).tooBig(name)
      const kept = await keepFile({ name, content: file }, path, signal, upload)
      count += 1
      sent = await next()
      return kept
    },
  }
}

/** Reads and discards the rest, so that the browser receives the answer instead of a broken connection. */
export function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}
