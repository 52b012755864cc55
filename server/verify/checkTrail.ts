import { createHmac, type KeyObject } from 'node:crypto'
import { type Checkpoint, type CheckpointFile, compareWith, type Place, placeOf } from './checkpoints.ts'
import type { Source } from './databases.ts'
import { recordIn, textIn } from './records.ts'
import { earliest, type Flaw, hasRecordOf, readTrail } from './trail.ts'

export interface Verdict {
  /** The keys are not those of this trail: what else is said of it means nothing. */
  readonly isOtherKey: boolean
  /** The store names a key that was not given. */
  readonly isKeyMissing: boolean
  readonly count: number
  readonly flaw: Flaw | undefined
  /** Triggers that should protect the trail and do not. */
  readonly off: readonly string[]
  /** Checkpoints that were changed. */
  readonly changed: readonly string[]
  /** Why the trail could not be proved by its checkpoints. */
  readonly unproved: readonly string[]
  /** Which records have no checkpoint yet. */
  readonly pending: string | undefined
  readonly checkpoints: number
  readonly last: Checkpoint | undefined
  readonly places: readonly Place[]
}

/** The gateway writes a checkpoint within this time of a record. */
const CHECKPOINT_MS = 60_000
/** Within this time it has arrived. */
const ARRIVED_MS = 2 * CHECKPOINT_MS

/** The files with checkpoints: that in DATA_DIR, and those of a second place. */
export interface CheckpointFiles {
  readonly local: readonly CheckpointFile[]
  readonly second: readonly CheckpointFile[]
}

async function assertTrail({ query, tables }: Source): Promise<void> {
  if ((await query(tables)).some(({ name }) => name === 'audit')) return
  throw new Error('the database has no audit trail: set DATA_DIR or DATABASE_URL as the gateway has it')
}

async function missingTriggers({ query, triggers, expected }: Source): Promise<readonly string[]> {
  const rows = await query(triggers)
  const isOn = (name: string, form: RegExp): boolean =>
    rows.some((row) => row['name'] === name && form.test(textIn(row['text']).trim()))
  return Object.entries(expected).flatMap(([name, form]) => (isOn(name, form) ? [] : [name]))
}

interface Facts {
  readonly identity: string | undefined
  /** What the store keeps of the keys it had. */
  readonly keyChecks: readonly string[]
}

/** What the store knows of itself; nothing where no gateway of this version has opened it. */
async function factsOf({ query, tables }: Source): Promise<Facts> {
  if (!(await query(tables)).some(({ name }) => name === 'store_fact')) return { identity: undefined, keyChecks: [] }
  const facts = (await query('select name, value from store_fact')).map(({ name, value }) => ({
    name: textIn(name),
    value: textIn(value),
  }))
  return {
    identity: facts.find(({ name }) => name === 'identity')?.value,
    keyChecks: facts.filter(({ name }) => name.startsWith('audit-key')).map(({ value }) => value),
  }
}

/** What the store keeps of a key. */
const checkOf = (key: KeyObject): string =>
  createHmac('sha256', key).update('countersign audit key check').digest('hex')

/** The newest record that has a checkpoint in one of these places; 0 where none has. */
export const newestIn = (places: readonly Place[]): number =>
  places.flatMap(({ checkpoints }) => checkpoints).reduce((newest, { seq }) => Math.max(newest, seq), 0)

interface Uncovered {
  readonly text: string
  /** The gateway has had the time to write a checkpoint of them. */
  readonly isLate: boolean
}

/** The records that no checkpoint in these places covers. */
async function uncoveredBy({ query }: Source, count: number, places: readonly Place[]): Promise<Uncovered | undefined> {
  const newest = newestIn(places)
  if (newest === 0 || newest >= count) return undefined
  const rows = await query(`select body from audit where seq in (${newest + 1}, ${count}) order by seq`)
  const times = rows.map(({ body }) => Number(recordIn(JSON.parse(textIn(body)))['ts']))
  const [since = 0, last = since] = times
  const where = places.map(({ path }) => path).join(' and ')
  return {
    text: `no checkpoint in ${where} covers the newest records: ${count - newest} since ${new Date(since).toISOString()}`,
    // By the times of the trail, because it may be a copy.
    isLate: last - since > ARRIVED_MS,
  }
}

/**
 * Checks the whole trail, written with these keys, the newest first, and compares it with the checkpoints of files.
 *
 * @throws Error where the database has none
 */
export async function checkTrail(
  source: Source,
  keys: readonly KeyObject[],
  { local, second }: CheckpointFiles,
): Promise<Verdict> {
  await assertTrail(source)
  const off = await missingTriggers(source)
  const trail = await readTrail(source, keys)
  const { identity: store, keyChecks } = await factsOf(source)
  const placesOf = (files: readonly CheckpointFile[]) => files.map((file) => placeOf(file, keys, store))
  const [here, elsewhere] = [placesOf(local), placesOf(second)]
  const places = [...here, ...elsewhere]
  const checkpoints = places.flatMap((place) => place.checkpoints).toSorted((a, b) => a.seq - b.seq)
  const isOld = trail.since !== undefined && Date.now() - trail.since > CHECKPOINT_MS
  const none = isOld && checkpoints.length === 0
  const flaw = earliest([trail.flaw, compareWith(trail, checkpoints, store)]) ?? trail.wrongResult
  const watching = second.length > 0 ? elsewhere : here
  const uncovered = flaw === undefined ? await uncoveredBy(source, trail.count, watching) : undefined
  // Other gateways write theirs to a DATA_DIR of their own.
  const isBehind = second.length > 0 && uncovered?.isLate === true
  const given = keys.map(checkOf)
  // The check values alone prove nothing: who can change the trail can change them too.
  const isOtherKey =
    keyChecks.length > 0 &&
    !keyChecks.some((check) => given.includes(check)) &&
    checkpoints.length === 0 &&
    !(await hasRecordOf(source, keys))
  return {
    isOtherKey,
    isKeyMissing: keyChecks.some((check) => !given.includes(check)),
    count: trail.count,
    flaw,
    off,
    changed: places.flatMap(({ changed }) => changed ?? []),
    unproved: [
      ...places.flatMap(({ unread }) => unread ?? []),
      ...(none ? ['no checkpoints were found: a cut end or an older copy is not noticed'] : []),
      ...(isBehind ? [uncovered.text] : []),
    ],
    pending: isBehind ? undefined : uncovered?.text,
    checkpoints: checkpoints.length,
    last: checkpoints.at(-1),
    places,
  }
}
