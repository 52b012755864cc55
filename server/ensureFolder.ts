import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, for its owner alone. Not `mkdir` with `recursive`: where a file system refuses
 * with ENOENT, as /proc does, that never returns. Throws the file system's error.
 */
export function ensureFolder(path: string): void {
  if (existsSync(path)) return
  ensureFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
