import { type Operation, ownerIn } from '../language/operations.ts'
import { fillTemplate } from '../language/template.ts'
import type { Caller } from './createCaller.ts'
import { HttpError, unexpectedAnswer } from './HttpError.ts'
import { refuseFailure } from './readJson.ts'
import { asFailure } from './send.ts'
import type { DownloadAnswer, DownloadParams } from './types.ts'

/** Extensions by content type, for answers that do not name their file (D-47). */
const extensions: Readonly<Record<string, string>> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-excel': 'xls',
  'application/zip': 'zip',
  'application/json': 'json',
}

/** The media type of an answer, without its parameters. */
const mediaTypeOf = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const named = (disposition: string): string | undefined => {
  const [, encoded] = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition) ?? []
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return (encoded === undefined ? undefined : decoded(encoded)) ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? bare
}

/** The last part of a name, without characters that file systems reject: a server never chooses the folder. */
const safe = (name: string): string => (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{Cc}<>:"|?*]/gu, '').trim()

/**
 * The name a download is saved under: the answer's own, otherwise the declared name with the type's extension (D-47).
 */
export function fileNameOf(headers: Headers, fileName: string): string {
  const own = safe(named(headers.get('Content-Disposition') ?? '') ?? '')
  if (own !== '' && own !== '.' && own !== '..') return own
  return `${safe(fileName)}.${extensions[mediaTypeOf(headers)] ?? 'csv'}`
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw unexpectedAnswer('The file could not be read.')
  }
}

const broken = new HttpError(0, {
  code: 'NETWORK',
  message: 'The connection broke before the whole file had arrived. Try again.',
})

/** Reads the file of an answer. @throws HttpError where the connection breaks before its end */
export const wholeFile = (response: Response): Promise<Blob> =>
  response.blob().catch((error: unknown) => {
    const failure = asFailure(error, { effect: 'read' })
    throw failure instanceof HttpError ? broken : failure
  })

/**
 * Fetches a file. An HTML page, an empty file, or JSON that reports a failure (X7) is not the requested file, so the
 * call rejects.
 */
export async function fetchFile(
  caller: Caller,
  operation: Operation,
  { record, input, isShown, signal }: DownloadParams,
): Promise<DownloadAnswer> {
  const { request } = await caller.prepare(operation, { ...(record && { record }), ...(input && { input }) })
  const response = await caller.send(operation, request, { signal, isShown, owner: ownerIn(operation, record) })
  const blob = await wholeFile(response)
  const type = mediaTypeOf(response.headers)
  if (blob.size === 0) throw unexpectedAnswer('The file came empty.')
  if (type === 'text/html') throw unexpectedAnswer('The answer is a page and not the file asked for.')
  if (type === 'application/json') refuseFailure(jsonIn(await blob.text()))
  const name = fillTemplate(operation.download?.fileName ?? operation.id, { ...request.path, ...request.query })
  return { data: { ok: true, blob, fileName: fileNameOf(response.headers, name) } }
}
