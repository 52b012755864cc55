import type { Operation } from '../language/operations.ts'
import { ownerIn } from '../language/owner.ts'
import { fillTemplate } from '../language/template.ts'
import type { Caller } from './createCaller.ts'
import { fileNameOf, mediaTypeOf } from './fileNameOf.ts'
import { unexpectedAnswer } from './HttpError.ts'
import { refuseFailure } from './readJson.ts'
import { asFailure } from './send.ts'
import type { DownloadAnswer, DownloadParams } from './types.ts'

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw unexpectedAnswer('The file could not be read.')
  }
}

/**
 * Fetches a file. A page of HTML, an empty file, or JSON that says that the call failed (X7) is not the file that was
 * asked for, and rejects.
 */
export async function fetchFile(
  caller: Caller,
  operation: Operation,
  { record, signal }: DownloadParams,
): Promise<DownloadAnswer> {
  const { request } = await caller.prepare(operation, { ...(record && { record }) })
  const response = await caller.send(operation, request, { signal, owner: ownerIn(operation, record) })
  const blob = await response.blob().catch((error: unknown) => {
    throw asFailure(error, operation)
  })
  const type = mediaTypeOf(response.headers)
  if (blob.size === 0) throw unexpectedAnswer('The file came empty.')
  if (type === 'text/html') throw unexpectedAnswer('The answer is a page and not the file asked for.')
  if (type === 'application/json') refuseFailure(jsonIn(await blob.text()))
  const name = fillTemplate(operation.download?.fileName ?? operation.id, { ...request.path, ...request.query })
  return { data: { ok: true, blob, fileName: fileNameOf(response.headers, name) } }
}
