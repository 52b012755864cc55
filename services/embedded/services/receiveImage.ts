import { hasImageName, imageKind, SIGNATURE_BYTES } from '../verification/imageKind.ts'
import type { FastifyRequest } from 'fastify'
import type { ImageKind } from '../verification/imageKind.ts'
import type { Draft } from '../verification/uploads.ts'

/** The largest file that is taken, in bytes (spec account-review section 5). */
const MOST_BYTES = 15 * 1024 * 1024

/** What a form held besides the bytes of its file, or what is wrong with it. */
export type ReceivedForm =
  | { readonly extension: ImageKind; readonly fields: ReadonlyMap<string, string>; readonly problem?: never }
  | { readonly problem: string }

type FilePart = Extract<Awaited<ReturnType<FastifyRequest['file']>>, object>

/** How the multipart reader is to be registered; a file that is too large is cut off, for us to say so. */
export const formOptions = {
  throwFileSizeLimit: false,
  limits: { fileSize: MOST_BYTES, files: 1, fields: 8, fieldSize: 200, headerPairs: 20, parts: 9 },
}

const notAnImage = 'Only png, jpg, jpeg and gif images are accepted'

/** Reads the whole file, because the form goes on behind it; what turns out to be no image is not stored. */
async function storeFile({ file, filename }: FilePart, draft: Draft): Promise<ReceivedForm> {
  let start = new Uint8Array()
  let kind: ImageKind | undefined
  for await (const bytes of file as AsyncIterable<Uint8Array>) {
    if (kind === undefined && start.length < SIGNATURE_BYTES) {
      start = Buffer.concat([start, bytes])
      kind = imageKind(start)
      if (kind !== undefined) draft.add(start)
    } else if (kind !== undefined) {
      draft.add(bytes)
    }
  }
  if (file.truncated) return { problem: 'The file is larger than 15 MB' }
  if (kind === undefined || !hasImageName(filename)) return { problem: notAnImage }
  return { extension: kind, fields: new Map() }
}

/** The reader has no code for a form that ends too early or never begins, only these words. */
const isBrokenForm = (error: unknown): boolean =>
  error instanceof Error && /multipart data|boundary/i.test(error.message)

/**
 * Reads a multipart form with one image in `file`, its bytes going into the draft as they come, its fields in any
 * order. Rejects when the connection breaks off or the body is no form; dropping the draft is the caller's part.
 */
export async function receiveImage(request: FastifyRequest, draft: Draft): Promise<ReceivedForm> {
  try {
    return await readForm(request, draft)
  } catch (error) {
    if (isBrokenForm(error)) return { problem: 'The form is incomplete' }
    throw error
  }
}

async function readForm(request: FastifyRequest, draft: Draft): Promise<ReceivedForm> {
  const fields = new Map<string, string>()
  let received: ReceivedForm = { problem: 'The form has no file' }
  for await (const part of request.parts()) {
    if (part.type === 'field') fields.set(part.fieldname, String(part.value))
    else if (part.fieldname === 'file') received = await storeFile(part, draft)
    else {
      part.file.resume()
      received = { problem: 'The file belongs in the field file' }
    }
  }
  return received.problem === undefined ? { ...received, fields } : received
}
