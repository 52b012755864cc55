import { createReadStream } from 'node:fs'
import { fileTypeFromFile } from 'file-type'
import { type UploadKind, uploadKinds } from '../../../language/binding.ts'
import { canBegin, extensionOf, isPlainText, SIGNATURE_BYTES } from '../../../language/uploads.ts'
import { createCsvGuard } from '../core/csvGuard.ts'
import { failWith } from '../core/errors.ts'
import type { ReadyFile, ReceivedFile } from './keepFile.ts'
import { type Accepted, refusalsOf } from './refusals.ts'
import { storageFailed } from './uploadFolder.ts'

/** True when `look` accepts every chunk of a file. @throws GatewayError STORAGE_FAILED */
async function holdsThroughout(path: string, look: (chunk: Buffer) => boolean): Promise<boolean> {
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(path)
    for await (const chunk of chunks) if (!look(chunk)) return false
    return true
  } catch (cause) {
    throw storageFailed(cause)
  }
}

async function headOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  await holdsThroughout(path, (chunk) => {
    parts.push(chunk)
    return false
  })
  return Buffer.concat(parts).subarray(0, SIGNATURE_BYTES)
}

const mediaTypes: Readonly<Record<string, string>> = { ...uploadKinds.pdf, ...uploadKinds.table }

/** The line of a CSV file in which a cell first begins like a formula (S-38). */
async function formulaLine(path: string): Promise<number | undefined> {
  const guard = createCsvGuard()
  const isHarmless = (chunk: Buffer): boolean => {
    guard.add(chunk.toString('latin1'))
    return guard.formulaLine() === undefined
  }
  if (await holdsThroughout(path, isHarmless)) guard.end()
  return guard.formulaLine()
}

/** The extension of the sent file's name. */
const SAFE_EXTENSION = /^[a-z0-9]{1,10}$/

/** A file of no particular kind, with the type that its content shows. */
async function uploadedAny({ name, path, bytes }: ReceivedFile): Promise<ReadyFile> {
  const found = await fileTypeFromFile(path).catch(failWith('UNREADABLE_FILE'))
  const own = extensionOf(name)
  const extension = SAFE_EXTENSION.test(own) ? own : (found?.ext ?? 'bin')
  return { path, bytes, type: found?.mime ?? 'application/octet-stream', extension }
}

/**
 * Checks a file that is sent on byte for byte. A PDF or a table must begin as its name says, and a text must be text to
 * its end (D-180), without formulas where its lines are declared. What else is inside is left to the service.
 *
 * @throws GatewayError UNREADABLE_FILE for an empty file, UNSUPPORTED_FILE for any other content, STORAGE_FAILED
 */
export async function uploadedAsIs(
  file: ReceivedFile,
  kind: Exclude<UploadKind, 'image'>,
  accepted: Accepted,
): Promise<ReadyFile> {
  const { name, path, bytes } = file
  const { empty, formula, wrongContent } = refusalsOf(accepted)
  if (bytes === 0) throw empty(name)
  if (kind === 'any') return uploadedAny(file)
  const extension = extensionOf(name)
  const isAsNamed =
    canBegin(kind, name, await headOf(path)) && (extension !== 'csv' || (await holdsThroughout(path, isPlainText)))
  if (!isAsNamed) throw wrongContent(name)
  const line = accepted.rows !== undefined && extension === 'csv' ? await formulaLine(path) : undefined
  if (line !== undefined) throw formula(line)
  return { path, bytes, type: mediaTypes[extension] ?? 'application/octet-stream', extension }
}
