import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream'
import { fillTemplate } from '../../../language/template.ts'
import { recordIntent, recordOutcome } from '../audit/auditTrail.ts'
import { createSafeCsv, sentCharset, unreadableCsv } from '../core/safeCsv.ts'
import { endIfRefused, noteVariable, sendForFile } from './sendCall.ts'
import { type OperationCall, withoutSecrets } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { jsonIfAny } from '../core/json.ts'
import type { Limits } from '../core/limits.ts'
import { drop, readAnswer, type UpstreamResponse } from '../core/upstreamAnswer.ts'
import { failureIn, refusalIn } from '../operations/operationAnswer.ts'
import type { AuditOutcome } from '../../store/auditRecord.ts'

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  zip: 'application/zip',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
}

type Header = string | string[] | undefined

const textOf = (header: Header): string => (Array.isArray(header) ? (header[0] ?? '') : (header ?? ''))

const known = (extension: string | undefined): string | undefined =>
  extension !== undefined && Object.hasOwn(types, extension) ? extension : undefined

/** What the service says its text is in. UTF-8 is what text/csv is in where nothing else is said (RFC 7111). */
const charsetOf = ({ headers }: UpstreamResponse): string =>
  /;\s*charset="?([a-z0-9_-]{1,40})"?\s*(?:;|$)/i.exec(textOf(headers['content-type']))?.[1] ?? 'utf-8'

/**
 * The type and name of a download (D-47, S-39): the extension comes from the service's file name if it is known, else
 * from its content type, else it is csv. No other header of the service is used.
 */
function downloadHead(fileName: string, response: UpstreamResponse) {
  const { headers } = response
  const named = known(/\.([a-z]{3,4})"?\s*(?:;|$)/i.exec(textOf(headers['content-disposition']))?.[1]?.toLowerCase())
  const declared = textOf(headers['content-type']).split(';', 1)[0]?.trim().toLowerCase()
  const byType = Object.keys(types).find((extension) => types[extension] === declared)
  const extension = named ?? byType
  const type = extension === undefined ? undefined : types[extension]
  const charset = sentCharset(charsetOf(response)) ?? 'utf-8'
  return {
    'content-type':
      type?.startsWith('text/') === true ? `${type}; charset=${charset}` : (type ?? 'application/octet-stream'),
    'content-disposition': `attachment; filename="${fileName}.${extension ?? 'csv'}"`,
  }
}

/** A file for the browser: its own headers, and a body that is streamed. */
export interface Download {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable | string
}

type Close = (outcome: Omit<AuditOutcome, 'latencyMs'>) => Promise<void>

const typeOf = ({ headers }: UpstreamResponse): string => String(headers['content-type'] ?? '').toLowerCase()

/** Refuses a file whose length is too large before any of it is sent. */
function assertSize({ headers, body }: UpstreamResponse, { exportBytes }: Limits): void {
  if (Number(headers['content-length'] ?? 0) <= exportBytes) return
  drop(body)
  const most = Math.floor(exportBytes / MIB)
  throw new GatewayError('UPSTREAM_FORMAT', {
    message: `The file is larger than ${most} MB, the most that the console passes on. Nothing was saved. Ask for a smaller one, or for the file itself at the service.`,
  })
}

/** Refuses a table that can't be made safe, because its text can't be read. */
function assertReadable(response: UpstreamResponse): void {
  if (sentCharset(charsetOf(response)) !== undefined) return
  drop(response.body)
  throw unreadableCsv()
}

/** Passes on what is left of a piece, or breaks the file off. */
function passOn(next: TransformCallback, make: () => Buffer | undefined): void {
  try {
    next(null, make())
  } catch (error) {
    next(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Streams the file, counts its bytes, and records the count at the end. A browser that hardly reads it loses it. */
function streamed(
  response: UpstreamResponse,
  { exportBytes, readingPace }: Limits,
  isCsv: boolean,
  close: Close,
): Readable {
  const csv = isCsv ? createSafeCsv(charsetOf(response)) : undefined
  let bytes = 0
  let before = 0
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      bytes += chunk.byteLength
      if (bytes > exportBytes) next(new GatewayError('UPSTREAM_FORMAT'))
      else passOn(next, () => csv?.add(chunk) ?? chunk)
    },
    flush: (next) => passOn(next, () => csv?.end()),
  })
  const watch = setInterval(() => {
    const isWaiting = counter.readableLength > 0
    if (isWaiting && bytes - before < readingPace.bytes)
      counter.destroy(new Error('The browser does not read the file.'))
    before = bytes
  }, readingPace.windowMs)
  pipeline(response.body, counter, (error) => {
    clearInterval(watch)
    const result = error ? 'failed' : 'ok'
    void close({ result, status: response.statusCode, message: `${bytes} bytes` })
  })
  return counter
}

const MIB = 1024 * 1024

const UNSAFE = /[^A-Za-z0-9 ._-]/g

/** The declared name, filled with the request's values, without characters that could end the header's text. */
function fileNameOf({ prepared: { operation }, checked }: OperationCall): string {
  const template = operation.download?.fileName ?? operation.resource
  return fillTemplate(template, { ...checked.path, ...checked.query }).replaceAll(UNSAFE, '_')
}

/** Reads JSON, which may be a failure in place of a file (X7), and refuses HTML, before anything is sent. */
async function textIfSuspect(
  context: GatewayContext,
  call: OperationCall,
  response: UpstreamResponse,
): Promise<string | undefined> {
  const isSuspect = response.statusCode < 200 || response.statusCode >= 300 || typeOf(response).includes('json')
  if (typeOf(response).includes('html') && !isSuspect) {
    drop(response.body)
    throw new GatewayError('UPSTREAM_FORMAT')
  }
  if (!isSuspect) return undefined
  const answer = withoutSecrets(context, call, await readAnswer(response, context.limits.jsonBytes))
  const failure = failureIn(call.prepared, answer) ?? refusalIn(jsonIfAny(answer.text))
  if (failure !== undefined) {
    noteVariable(context, call, failure)
    throw failure
  }
  return answer.text
}

/**
 * Fetches a file. An export is recorded before the call and at its end, although it changes nothing. A service
 * that fails halfway aborts the browser's download; a browser that disconnects aborts the call.
 *
 * @param isShown the browser says that the file is only shown, which the record tells apart from a file that is saved
 */
export async function runDownload(context: GatewayContext, call: OperationCall, isShown: boolean): Promise<Download> {
  const { store, limits } = context
  const { operation } = call.prepared
  const { checked, staff, subject } = call
  const seq = await recordIntent(store, { operation, checked, staff, idempotencyKey: null, subject, isShown })
  const startedAt = performance.now()
  const close: Close = async (outcome) => {
    await recordOutcome(store, staff, seq, { ...outcome, latencyMs: Math.round(performance.now() - startedAt) })
  }
  try {
    const response = await sendForFile(context, call)
    assertSize(response, limits)
    const text = await textIfSuspect(context, call, response)
    const headers = downloadHead(fileNameOf(call), response)
    if (text !== undefined) {
      await close({ result: 'ok', status: response.statusCode, message: `${Buffer.byteLength(text)} bytes` })
      return { headers, body: text }
    }
    const isCsv = headers['content-disposition'].endsWith('.csv"')
    if (isCsv) assertReadable(response)
    return { headers, body: streamed(response, limits, isCsv, close) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const isRefused = error.status < 500 && error.code !== 'CLIENT_CLOSED'
    await close({ result: isRefused ? 'refused' : 'failed', status: null, message: error.code })
    await endIfRefused(context, staff, error)
    throw error
  }
}
