/** What the audit trail keeps of a file (S-36): never its name, which is a person's own words. */
export interface FileFacts {
  readonly bytes: number
  /** Media type by its content. */
  readonly type: string
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** An uploaded file as it came and as it is sent on. */
export interface UploadFacts {
  readonly original: FileFacts
  readonly forwarded: FileFacts
}
