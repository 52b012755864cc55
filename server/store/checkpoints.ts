import { existsSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { type AuditSink, nameOfSink } from '../config/auditSink.ts'
import { errorCode } from '../config/settings.ts'
import { type ChainCheck, type ChainKeys, verifyEnd } from './auditChain.ts'
import { type Checkpoint, checkpointKey, compareCheckpoints, lineOf, readCheckpoints } from './checkpoint.ts'
import { type Alert, type AlertFacts, reasonOf, StoreError, type Tables } from './tables.ts'
import { appendLine, writeToSink } from './writeCheckpoint.ts'

/** Where checkpoints go, and when; the times are for tests. */
export interface CheckpointOptions {
  /** The local copy: it is read where the sink can only be written. */
  readonly file: string
  readonly sink: AuditSink | null
  readonly everyMs?: number
  readonly everyRecords?: number
  readonly retryMs?: number
}

/** What the sink has. */
export interface CheckpointState {
  /** The newest checkpoint that has arrived. */
  readonly newest: Checkpoint | null
  /** UTC milliseconds since when the sink cannot be written; null while it can. */
  readonly awaySince: number | null
}

interface Parts {
  readonly db: Kysely<Tables>
  readonly keys: ChainKeys
  readonly store: string
  readonly now: () => number
  /** Hears when the sink or the database goes away, and when it is back. */
  readonly alert: Alert
}

/** The newest checkpoint, and the newest that is known to be at the sink. */
interface Known {
  readonly newest: Checkpoint | null
  readonly arrived: Checkpoint | null
}

const newestOf = (checkpoints: readonly Checkpoint[]): Checkpoint | null =>
  checkpoints.toSorted((a, b) => a.seq - b.seq).at(-1) ?? null

/** The records at the end of the trail whose chain is checked at a start; `audit:verify` checks all. */
const CHECKED_AT_START = 10_000

/** The place of a flaw that the trail shows by itself, without a checkpoint. */
const TRAIL = 'audit'

/**
 * Compares the trail with the checkpoints that can be read, and checks the chain of its newest records.
 *
 * @throws StoreError that names the first bad record
 */
async function assertWhole(parts: Parts, { file, sink }: CheckpointOptions): Promise<Known> {
  const { db, store, keys } = parts
  const paths = sink?.kind === 'file' ? [file, sink.path] : [file]
  const refuse = (check: ChainCheck, place: string): void => {
    if (check.ok) return
    const remedy =
      place === TRAIL
        ? ''
        : `. If the trail was begun again or restored on purpose, move away: ${paths.filter((path) => existsSync(path)).join(', ')}`
    throw new StoreError(
      `the audit trail is not what it was, from record ${check.firstBad} on: ${check.why} (${place}). Run \`npm run audit:verify\` and keep a copy${remedy}`,
    )
  }
  const read: (readonly Checkpoint[])[] = []
  for (const path of paths) {
    const found = await readCheckpoints(path, keys.map(checkpointKey), store).catch((error: unknown) => {
      throw new StoreError(`the checkpoints in ${path} cannot be trusted: ${reasonOf(error)}`, { cause: error })
    })
    refuse(await compareCheckpoints(db, store, found), path)
    read.push(found)
  }
  refuse(await verifyEnd(db, keys, CHECKED_AT_START), TRAIL)
  const [local = [], atSink = []] = read
  return { newest: newestOf(read.flat()), arrived: newestOf(sink === null ? local : atSink) }
}

/** The next checkpoint; `undefined` where nothing is new since the last one. */
async function nextCheckpoint({ db, store, now }: Parts, last: Checkpoint | null): Promise<Checkpoint | undefined> {
  const newest = await db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  if (newest === undefined || newest.seq === last?.seq) return undefined
  const { count } = await db
    .selectFrom('audit')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('seq', '>', last?.seq ?? 0)
    .where('seq', '<=', newest.seq)
    .executeTakeFirstOrThrow()
  return { store, ...newest, count: (last?.count ?? 0) + count, time: new Date(now()).toISOString() }
}

/** A timer that runs until its time or until it is stopped, and does not keep the process alive. */
function createTimer(work: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    /** Does nothing while it runs. */
    start(ms: number): void {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, ms).unref()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Reads the next checkpoint. A database that is away is no failure of the sink, and is said once by itself. */
function createReader(parts: Parts) {
  let isReadable = true
  return async (last: Checkpoint | null): Promise<Checkpoint | undefined> => {
    try {
      const next = await nextCheckpoint(parts, last)
      if (!isReadable) parts.alert('the audit trail is read again for its next checkpoint', undefined, 'warn')
      isReadable = true
      return next
    } catch (error) {
      if (isReadable) parts.alert('the audit trail cannot be read for its next checkpoint', { code: errorCode(error) })
      isReadable = false
      throw error
    }
  }
}

/** Writes signed checkpoints of the trail to a second place. */
export type Checkpoints = ReturnType<typeof checkpointsFrom>

/**
 * Compares the trail with its checkpoints and goes on with them: a trail without one is checkpointed as it is, and the newest
 * is sent once more where the sink may lack it.
 *
 * @throws StoreError that names the first bad record
 */
export async function startCheckpoints(parts: Parts, options: CheckpointOptions): Promise<Checkpoints> {
  const checkpoints = checkpointsFrom(parts, options, await assertWhole(parts, options))
  await checkpoints.write()
  return checkpoints
}

function checkpointsFrom(parts: Parts, options: CheckpointOptions, known: Known) {
  const { everyMs = 60_000, everyRecords = 1000, retryMs = 15_000, sink, file } = options
  const key = checkpointKey(parts.keys[0])
  const readNext = createReader(parts)
  let { newest, arrived } = known
  let awaySince: number | null = null
  let running = Promise.resolve()
  let isQueued = false
  const timer = createTimer(() => void write())

  const retry = (): undefined => {
    timer.stop()
    timer.start(retryMs)
  }
  const failed = (error: unknown, where: Pick<AlertFacts, 'place' | 'variable'>): void => {
    const facts = { code: errorCode(error), ...where }
    if (awaySince === null) parts.alert('checkpoints of the audit trail cannot be written', facts)
    awaySince ??= parts.now()
    retry()
  }
  const attempt = async (): Promise<void> => {
    isQueued = false
    const next = await readNext(newest).catch(retry)
    let where = { place: file, variable: 'DATA_DIR' }
    try {
      if (next !== undefined) {
        newest = next
        await appendLine(file, lineOf(key, next))
      }
      if (newest === null || newest.seq === arrived?.seq) return
      // The newest one covers those before it that have not arrived.
      if (sink !== null) {
        where = { place: nameOfSink(sink), variable: 'AUDIT_SINK' }
        await writeToSink(sink, lineOf(key, newest))
      }
      arrived = newest
      if (awaySince !== null) parts.alert('checkpoints of the audit trail are written again', undefined, 'warn')
      awaySince = null
    } catch (error) {
      failed(error, where)
    }
  }
  function write(): Promise<void> {
    if (!isQueued) running = running.then(attempt)
    isQueued = true
    return running
  }
  return {
    /** Called after each record: writes a checkpoint within a minute, and at once after a thousand records. */
    note(seq: number): void {
      if (seq - (newest?.seq ?? 0) >= everyRecords) void write()
      else timer.start(everyMs)
    },
    /** Writes a checkpoint now, if there is something new. A sink that is away is reported, and does not reject. */
    write,
    state: (): CheckpointState => ({ newest: arrived, awaySince }),
    async close(): Promise<void> {
      await write()
      timer.stop()
    },
  }
}
