import { randomBytes } from 'node:crypto'
import { statements } from '../../../server/embedded/statements.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { ImageKind } from './imageKind.ts'

/** A file that the clearing firm holds for an account, by itself not yet a document of a case. */
export interface Upload {
  readonly id: string
  readonly accountId: number
  readonly tag: string
  /** Its type, as the extension of a file. */
  readonly extension: string
  readonly size: number
}

/** A file that is being received. Until it is kept nobody can find it. */
export interface Draft {
  add(bytes: Uint8Array): void
  /** Makes it an upload and gives the id. */
  keep(upload: { readonly accountId: number; readonly tag: string; readonly extension: ImageKind }): string
  /** Removes what was received. */
  drop(): void
}

/** The uploads of a database. What a process that ended left half received is removed. */
export function openUploads(database: DatabaseSync, clock: () => number) {
  const { all, first, run } = statements(database)
  run('DELETE FROM upload_chunks WHERE upload_id NOT IN (SELECT id FROM uploads)')

  function begin(): Draft {
    const id = `snap-u${randomBytes(8).toString('hex')}`
    let [place, size] = [0, 0]
    return {
      add(bytes) {
        run('INSERT INTO upload_chunks VALUES (?, ?, ?)', [id, place, bytes])
        place += 1
        size += bytes.length
      },
      keep({ accountId, tag, extension }) {
        run('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)', [id, accountId, tag, extension, size, clock()])
        return id
      },
      drop: () => void run('DELETE FROM upload_chunks WHERE upload_id = ?', [id]),
    }
  }

  function find(id: string): Upload | undefined {
    const row = first('SELECT * FROM uploads WHERE id = ?', [id])
    return (
      row && {
        id,
        accountId: Number(row['account_id']),
        tag: String(row['tag']),
        extension: String(row['extension']),
        size: Number(row['size']),
      }
    )
  }

  /** The bytes, a chunk at a time. */
  function* bytesOf(id: string): Generator<Uint8Array> {
    for (const { place } of all('SELECT place FROM upload_chunks WHERE upload_id = ? ORDER BY place', [id])) {
      const row = first('SELECT bytes FROM upload_chunks WHERE upload_id = ? AND place = ?', [id, Number(place)])
      if (row?.['bytes'] instanceof Uint8Array) yield row['bytes']
    }
  }

  return { begin, find, bytesOf }
}

/** Where uploads are received and found. */
export type Uploads = ReturnType<typeof openUploads>
