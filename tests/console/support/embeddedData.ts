import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { loadData, nameOfData } from '../../../services/embedded/load.ts'
import { DATABASE_FILE, openDatabase, openSettings } from '../../../server/embedded/database.ts'
import { openPasswords } from '../../../server/embedded/identity/passwords.ts'
import { staff, staffByEmail } from '../../../services/embedded/shared/callers.ts'
import { openTokens } from '../../../server/embedded/tokens.ts'
import { startEmbedded, TRADES_AN_ACCOUNT } from '../../../services/embedded/start.ts'
import { loadTrades } from '../../../services/embedded/trades/load.ts'
import type { Embedded, EmbeddedOptions } from '../../../services/embedded/start.ts'

const FOLDER = 'COUNTERSIGN_TEST_DATA'
const silent = (): void => undefined

/** Vitest's global set-up: one folder for the whole run that holds the data from which tests take copies. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[FOLDER] !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'countersign-data-'))
  process.env[FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** Data that copies are taken from, and the token of an administrator that it knows. */
interface Snapshot {
  readonly file: string
  readonly staffToken: string
}

type Source = Required<Pick<EmbeddedOptions, 'accounts' | 'seed' | 'trades'>>

/** Builds in `folder` what the services build at their first start. */
async function build(folder: string, { accounts, seed, trades }: Source): Promise<void> {
  const database = openDatabase(folder)
  const settings = openSettings(database)
  const source = { accounts, seed, builtAt: Date.now() }
  loadData(database, settings, source, silent)
  const { signal } = new AbortController()
  await loadTrades({ database, settings, seed, trades, accounts: nameOfData(source), signal, log: silent })
  await openPasswords(database, staff)
  const admin = staffByEmail('admin@countersign.test')
  if (admin === undefined) throw new Error('the embedded staff has no administrator')
  await writeFile(join(folder, 'token'), openTokens(database).issue(admin.userId, true))
  database.close()
}

/** The snapshot of a source, built by the first that asks; another process may be building it at the same time. */
async function snapshotOf(source: Source): Promise<Snapshot> {
  const root = process.env[FOLDER]
  if (root === undefined) throw new Error(`${FOLDER} is not set: the project lacks its global set-up`)
  const folder = join(root, `${source.accounts}-${source.seed}-${source.trades}`)
  if (!existsSync(folder)) {
    const own = await mkdtemp(join(root, 'building-'))
    await build(own, source)
    await rename(own, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  }
  return { file: join(folder, DATABASE_FILE), staffToken: await readFile(join(folder, 'token'), 'utf8') }
}

/** Copies the snapshot into `dataDir`, as if it had been built there at this moment. */
async function copyInto(dataDir: string, file: string, builtAt: number): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const copy = join(dataDir, DATABASE_FILE)
  await copyFile(file, copy)
  const database = new DatabaseSync(copy)
  openSettings(database).write('built_at', String(builtAt))
  database.close()
}

/** Running services, and the token of a signed-in administrator. */
export interface EmbeddedOverCopy extends Embedded {
  readonly staffToken: string
}

/**
 * Starts the embedded services over a copy of data that is built once for the whole run. What `dataDir` already holds
 * is kept, as after a restart. Tests of the building itself use `startEmbedded`.
 */
export async function startEmbeddedOverCopy(options: EmbeddedOptions): Promise<EmbeddedOverCopy> {
  const { accounts, seed, trades = accounts * TRADES_AN_ACCOUNT, clock = Date.now } = options
  const { file, staffToken } = await snapshotOf({ accounts, seed, trades })
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'embedded-')))
  if (!existsSync(join(dataDir, DATABASE_FILE))) await copyInto(dataDir, file, clock())
  const embedded = await startEmbedded({ ...options, dataDir })
  return {
    ...embedded,
    staffToken,
    async close() {
      await embedded.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
