import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from './StoreError.ts'

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/**
 * Makes this process the one writer of a data directory, by an exclusive SQLite transaction on `writer.lock`: the
 * operating system drops the lock with the process, however it ends, so nothing stale can remain.
 *
 * @returns gives the lock back
 * @throws StoreError when another process, or another store of this one, holds it
 */
export function takeWriterLock(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'writer.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new StoreError(
      `DATA_DIR ${dataDir} is in use by another running process: stop that one or choose another DATA_DIR`,
      { cause: error },
    )
  }
  return () => lock.close()
}
