import { errorCode } from './settings.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder and its parents, readable by the owner only. `mkdir` with `recursive` never returns where a file
 * system refuses with ENOENT, as /proc does. Throws the file system's error.
 */
export function ensureFolder(path: string): void {
  if (existsSync(path)) return
  ensureFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

const KEY_BYTES = 32

/** The 32 bytes of a key written as 64 hexadecimal digits or as base64; `undefined` for anything else. */
export function parseKey(text: string): Uint8Array | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  return bytes.length === KEY_BYTES ? new Uint8Array(bytes) : undefined
}

/**
 * The key in `{dataDir}/{name}.key`, made at the first start and readable by the owner only. For development;
 * elsewhere keys come from the environment, so that several machines share them.
 */
export function readOrCreateKey(dataDir: string, name: string): Uint8Array {
  const file = join(dataDir, `${name}.key`)
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const key = parseKey(readFileSync(file, 'utf8').trim())
  if (key === undefined)
    throw new Error(
      `${file} does not hold a key of 64 hexadecimal digits: restore it, or remove it to have a new one made`,
    )
  return key
}
