import type { GatewayError } from '../errors.ts'

/** One kind of file that forms may bring: how it is told from others while it arrives, and how it is refused. */
export interface FileKind {
  readonly hasAllowedName: (name: string) => boolean
  /** So many bytes tell whether a file can be of the kind at all. */
  readonly signatureBytes: number
  /** Whether a file of this name that begins so can be of the kind; whether it is shows only when all of it is here. */
  readonly canBegin: (name: string, head: Uint8Array) => boolean
  /** The refusal by name. */
  readonly wrongName: () => GatewayError
  /** The refusal by content. */
  readonly wrongContent: () => GatewayError
  readonly tooBig: (name: string) => GatewayError
}

/** A file that was looked at whole and may be sent on. */
export interface ReadyFile {
  readonly path: string
  readonly bytes: number
  /** Media type by its content. */
  readonly type: string
  /** Of the name it is sent on by: `document.{extension}`. */
  readonly extension: string
}
