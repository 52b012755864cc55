import { randomUUID } from 'node:crypto'
import { chmod, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import { ensureFolder } from '../../config/dataDir.ts'
import { GatewayError } from '../core/errors.ts'
import type { Limits } from '../core/limits.ts'

/** The two files of one upload, empty and readable by this process's user alone. */
export interface UploadFiles {
  /** Where the file is kept as it arrives. */
  readonly received: string
  /** Where the image that is sent on is written. */
  readonly made: string
  /** Removes the file as it came: once the image is made, nothing needs it. */
  discardReceived(): Promise<void>
}

/** Where files are kept while they are looked at: identity documents, so each for seconds and behind mode 0600. */
export interface UploadFolder {
  /** Gives `work` its files and removes them when it has ended, whichever way. @throws GatewayError STORAGE_FAILED */
  lend<T>(log: FastifyBaseLogger, work: (files: UploadFiles) => Promise<T>): Promise<T>
  /** Removes what nobody can be at work on any more. */
  sweep(): Promise<void>
}

const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600
/** A file that is so many times as old as an upload may take belongs to none: its removal failed, or its process died. */
const LIFETIMES = 5

/** The failure of a write that the disk refused: the gateway's own fault and never the fault of the file that was sent. */
export const storageFailed = (cause: unknown): GatewayError => new GatewayError('STORAGE_FAILED', { cause })

/** Removes a file if it is there. A failure ends no upload: the file is found again by the next sweep. */
async function remove(path: string, log: FastifyBaseLogger): Promise<void> {
  try {
    await rm(path, { force: true })
  } catch (error) {
    log.error({ err: error }, 'upload file not removed')
  }
}

async function createEmpty(path: string): Promise<void> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'wx', OWNER_ONLY_FILE)
  } catch (cause) {
    throw storageFailed(cause)
  } finally {
    await file?.close()
  }
}

async function sweepFile(path: string, youngest: number): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    // Its own upload has removed it meanwhile.
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found !== undefined && found.mtimeMs <= youngest) await rm(path, { force: true, recursive: true })
}

/**
 * The folder for uploads below DATA_DIR, made where it is missing, and emptied of what a process that died has left.
 * Whoever has a store of files has the folder to itself; with a shared database another gateway may be at work in it,
 * as when one takes over from the other, and what may be its is left to a later sweep.
 */
export async function openUploads(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { uploadMs }: Pick<Limits, 'uploadMs'>,
): Promise<UploadFolder> {
  const folder = join(dataDir, 'uploads')
  ensureFolder(folder)
  await chmod(folder, OWNER_ONLY_FOLDER)
  const sweep = async (ageMs: number): Promise<void> => {
    const youngest = Date.now() - ageMs
    for (const name of await readdir(folder)) await sweepFile(join(folder, name), youngest)
  }
  await sweep(databaseUrl === null ? 0 : LIFETIMES * uploadMs)

  return {
    async lend(log, work) {
      const name = join(folder, randomUUID())
      const [received, made] = [`${name}.received`, `${name}.made`]
      try {
        await createEmpty(received)
        await createEmpty(made)
        return await work({ received, made, discardReceived: () => remove(received, log) })
      } finally {
        await Promise.all([remove(received, log), remove(made, log)])
      }
    },
    sweep: () => sweep(LIFETIMES * uploadMs),
  }
}
