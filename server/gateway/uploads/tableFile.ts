import { createReadStream } from 'node:fs'
import { tableMessages, tableTypes } from '../../../language/uploads.ts'
import { GatewayError } from '../core/errors.ts'
import type { FileKind, ReadyFile, ReceivedFile } from './keepFile.ts'
import { storageFailed } from './uploadFolder.ts'

/** The ending of a table's name. */
export type TableEnding = keyof typeof tableTypes

const isTableEnding = (ending: string | undefined): ending is TableEnding =>
  ending !== undefined && Object.hasOwn(tableTypes, ending)

/** The ending of a table's name; `undefined` for other names. */
function tableEnding(name: string): TableEnding | undefined {
  const ending = /\.([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase()
  return isTableEnding(ending) ? ending : undefined
}

/** Excel's files are archives or, the old ones, compound documents. */
const signatures = {
  xlsx: Buffer.from('PK\x03\x04', 'latin1'),
  xls: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
} as const

const PDF = Buffer.from('%PDF-', 'latin1')
const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const DELETE = 0x7f

const isControl = (byte: number): boolean =>
  (byte < SPACE && byte !== TAB && byte !== LINE_FEED && byte !== RETURN) || byte === DELETE

/** True for bytes of a text in UTF-8 or a Latin code page: no control characters except line ends and tabs. */
const isPlainText = (bytes: Uint8Array): boolean => !bytes.some(isControl)

const begins = (head: Uint8Array, signature: Buffer): boolean => signature.equals(head.subarray(0, signature.length))

/** Recognises tables of records: text with separators, or a file of Excel (D-180). Their content is not read here. */
export const tableKind: FileKind = {
  hasAllowedName: (name) => tableEnding(name) !== undefined,
  signatureBytes: signatures.xls.length,
  canBegin(name, head) {
    const ending = tableEnding(name)
    if (ending === undefined) return false
    return ending === 'csv' ? isPlainText(head) && !begins(head, PDF) : begins(head, signatures[ending])
  },
  wrongName: () => new GatewayError('UNSUPPORTED_FILE', { message: tableMessages.wrongType }),
  wrongContent: () => new GatewayError('UNSUPPORTED_FILE', { message: tableMessages.otherContent }),
  tooBig: (name) => new GatewayError('TOO_LARGE', { message: tableMessages.tooBig(name) }),
}

/** True when `look` accepts every chunk of a file. @throws GatewayError STORAGE_FAILED */
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
 * Checks an uploaded table: its beginning must fit its name, and a text must be text to its end. It is forwarded byte for
 * byte, and the service reads it.
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
