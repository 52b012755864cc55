import { randomUUID } from 'node:crypto'
import { chmod, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { ensureFolder } from '../../config/dataDir.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { Limits } from '../core/limits.ts'

/** The two files on disk for one uploaded file, empty and readable only by this process's user. */
export interface UploadFiles {
  /** For the file as it arrives. */
  readonly received: string
  /** For the image that is forwarded. */
  readonly made: string
  /** Removes the received file, which is not needed once the image is made. */
  discardReceived(): Promise<void>
}

/** The folder for files while they are checked: identity documents, so each for seconds and with mode 0600. */
export type UploadFolder = Awaited<ReturnType<typeof openUploads>>

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
/** A file older than this many upload deadlines belongs to no upload: its removal failed, or its process died. */
const LIFETIMES = 5

/** The failure of a write to the disk, which is never the fault of the uploaded file. */
export const storageFailed = (cause: unknown): GatewayError => new GatewayError('STORAGE_FAILED', { cause })

/** Removes a file if it exists. A failure does not end the upload: the next sweep finds the file again. */
async function remove(path: string, log: FastifyBaseLogger): Promise<void> {
  try {
    await rm(path, { force: true })
  } catch (error) {
    log.error({ err: error }, 'upload file not removed')
  }
}

async function createEmpty(path: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY_FILE).catch(failWith('STORAGE_FAILED'))
  await file.close()
}

async function sweepFile(path: string, youngest: number): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    // Its upload has removed it meanwhile.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found !== undefined && found.mtimeMs <= youngest) await rm(path, { force: true, recursive: true })
}

/**
 * Opens the folder for uploads below DATA_DIR, and removes the files of a dead process. With a shared database another
 * gateway may still use the folder, as when one replaces the other, so younger files are left to a later sweep.
 */
export async function openUploads(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { uploadMs }: Pick<Limits, 'uploadMs'>,
) {
  const folder = join(dataDir, 'uploads')
  ensureFolder(folder)
  await chmod(folder, OWNER_ONLY_FOLDER)
  const sweep = async (ageMs: number): Promise<void> => {
    const youngest = Date.now() - ageMs
    for (const name of await readdir(folder)) await sweepFile(join(folder, name), youngest)
  }
  await sweep(databaseUrl === null ? 0 : LIFETIMES * uploadMs)

  return {
    /**
     * Lends files to `work`, two at each call of `next`, and removes them all at its end.
     *
     * @throws GatewayError STORAGE_FAILED
     */
    async lend<T>(log: FastifyBaseLogger, work: (next: () => Promise<UploadFiles>) => Promise<T>): Promise<T> {
      const paths: string[] = []
      const next = async (): Promise<UploadFiles> => {
        const name = join(folder, randomUUID())
        const [received, made] = [`${name}.received`, `${name}.made`]
        paths.push(received, made)
        await createEmpty(received)
        await createEmpty(made)
        return { received, made, discardReceived: () => remove(received, log) }
      }
      try {
        return await work(next)
      } finally {
        await Promise.all(paths.map((path) => remove(path, log)))
      }
    },
    /** Removes files that no upload can still use. */
    sweep: (): Promise<void> => sweep(LIFETIMES * uploadMs),
  }
}
