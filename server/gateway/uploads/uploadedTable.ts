import { createReadStream } from 'node:fs'
import { tableMessages, tableTypes } from '../../../language/uploads.ts'
import { GatewayError } from '../errors.ts'
import type { ReadyFile } from './fileKind.ts'
import type { ReceivedFile } from './keepFile.ts'
import { isPlainText, tableEnding, tableKind } from './tableTypes.ts'
import { storageFailed } from './uploadFolder.ts'

/** Calls `look` with a file's chunks until it says no. @throws GatewayError STORAGE_FAILED */
async function holdsThroughout(path: string, look: (chunk: Buffer) => boolean): Promise<boolean> {
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) if (!look(chunk)) return false
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
  return Buffer.concat(parts).subarray(0, tableKind.signatureBytes)
}

/**
 * Looks at an uploaded table: its beginning must be what its name says, and one of text must be text to its end. It is
 * sent on byte for byte: whoever books its lines reads it.
 *
 * @throws GatewayError UNREADABLE_FILE for an empty file, UNSUPPORTED_FILE for any other content, STORAGE_FAILED
 */
export async function uploadedTable({ name, path, bytes }: ReceivedFile): Promise<ReadyFile> {
  const extension = tableEnding(name)
  if (extension === undefined) throw tableKind.wrongName()
  if (bytes === 0) throw new GatewayError('UNREADABLE_FILE', { message: tableMessages.empty })
  const isAsNamed =
    tableKind.canBegin(name, await headOf(path)) && (extension !== 'csv' || (await holdsThroughout(path, isPlainText)))
  if (!isAsNamed) throw tableKind.wrongContent()
  return { path, bytes, type: tableTypes[extension], extension }
}
