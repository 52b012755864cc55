import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

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
