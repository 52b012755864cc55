import { randomBytes } from 'node:crypto'
import { statements } from '../../../server/embedded/database.ts'
import type { DatabaseSync } from 'node:sqlite'

/** The accepted image types (spec account-review section 5) with their media types. */
export const mediaTypes = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' } as const

/** An image type by the extension of its files. */
export type ImageKind = keyof typeof mediaTypes

const PNG = '89504e470d0a1a0a'
const JPEG = 'ffd8ff'
const gifs = ['474946383761', '474946383961']

/** The number of bytes that distinguishes the types. */
export const SIGNATURE_BYTES = 8

/** The type of a file by its first bytes; undefined for anything but the three types. */
export function imageKind(start: Uint8Array): ImageKind | undefined {
  const hex = Buffer.from(start.subarray(0, SIGNATURE_BYTES)).toString('hex')
  if (hex === PNG) return 'png'
  if (hex.startsWith(JPEG)) return 'jpg'
  return gifs.some((gif) => hex.startsWith(gif)) ? 'gif' : undefined
}

/** True when the extension of a file name is one of the types. */
export const hasImageName = (name: string): boolean => /\.(?:png|jpe?g|gif)$/i.test(name)

/** The short ids belong to Teo and Ana Brandt. */
const brandtDocument = /^snap-(?:a[1-3]|407-1|3210-1)$/
const documentOfAccount = /^snap-(?:407-|3210-|ria-|joint-)?([1-9]\d{0,14})(?:-\d{1,3})?$/

/** The account in the id of a generated document. The account may not have such a document. */
export function documentOwner(snapId: string): number | undefined {
  if (brandtDocument.test(snapId)) return 4108
  const owner = documentOfAccount.exec(snapId)?.[1]
  return owner === undefined ? undefined : Number(owner)
}

/** A file for an account. It becomes a document of a case when it is saved to one. */
export interface Upload {
  readonly id: string
  readonly accountId: number
  readonly tag: string
  readonly extension: ImageKind
  readonly size: number
}

/** A file that is being received. `find` ignores it until it is kept. */
export type Draft = ReturnType<Uploads['begin']>

/** Opens the uploads of a database and removes the incomplete ones of an earlier process. */
export function openUploads(database: DatabaseSync, clock: () => number) {
  const { all, first, run } = statements(database)
  run('DELETE FROM upload_chunks WHERE upload_id NOT IN (SELECT id FROM uploads)')

  function begin() {
    const id = `snap-${randomBytes(12).toString('hex')}`
    let [place, size] = [0, 0]
    return {
      add(bytes: Uint8Array): void {
        run('INSERT INTO upload_chunks VALUES (?, ?, ?)', [id, place, bytes])
        place += 1
        size += bytes.length
      },
      /** Makes it an upload and returns the id. */
      keep({ accountId, tag, extension }: Pick<Upload, 'accountId' | 'tag' | 'extension'>): string {
        run('INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)', [id, accountId, tag, extension, size, clock()])
        return id
      },
      /** Removes what was received. */
      drop: () => void run('DELETE FROM upload_chunks WHERE upload_id = ?', [id]),
    }
  }

  const find = (id: string): Upload | undefined =>
    first<Upload>('SELECT id, account_id AS accountId, tag, extension, size FROM uploads WHERE id = ?', [id])

  /** The bytes, one chunk at a time. */
  function* bytesOf(id: string): Generator<Uint8Array> {
    for (const { place } of all('SELECT place FROM upload_chunks WHERE upload_id = ? ORDER BY place', [id])) {
      const row = first('SELECT bytes FROM upload_chunks WHERE upload_id = ? AND place = ?', [id, Number(place)])
      if (row?.['bytes'] instanceof Uint8Array) yield row['bytes']
    }
  }

  return { begin, find, bytesOf }
}

export type Uploads = ReturnType<typeof openUploads>
