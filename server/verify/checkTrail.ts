import { createHmac, type KeyObject } from 'node:crypto'
import { type Checkpoint, compareWith, type Place, readPlace } from './checkpoints.ts'
import type { Source } from './databases.ts'
import { textIn } from './records.ts'
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
  readonly checkpoints: number
  readonly last: Checkpoint | undefined
  readonly places: readonly Place[]
}

/** The gateway writes a checkpoint within this time of a record. */
const CHECKPOINT_MS = 60_000

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

/** Checks the whole trail, written with these keys, the newest first, and compares it with the checkpoints of files. */
export async function checkTrail(
  source: Source,
  keys: readonly KeyObject[],
  files: readonly string[],
): Promise<Verdict> {
  const off = await missingTriggers(source)
  const trail = await readTrail(source, keys)
  const { identity: store, keyChecks } = await factsOf(source)
  const places = files.map((path) => readPlace(path, keys, store))
  const checkpoints = places.flatMap((place) => place.checkpoints).toSorted((a, b) => a.seq - b.seq)
  const isOld = trail.since !== undefined && Date.now() - trail.since > CHECKPOINT_MS
  const none = isOld && checkpoints.length === 0
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
    flaw: earliest([trail.flaw, compareWith(trail, checkpoints, store)]) ?? trail.wrongResult,
    off,
    changed: places.flatMap(({ changed }) => changed ?? []),
    unproved: [
      ...places.flatMap(({ unread }) => unread ?? []),
      ...(none ? ['no checkpoints were found: a cut end or an older copy is not noticed'] : []),
    ],
    checkpoints: checkpoints.length,
    last: checkpoints.at(-1),
    places,
  }
}
