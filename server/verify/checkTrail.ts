import type { KeyObject } from 'node:crypto'
import { type Checkpoint, compareWith, type Place, readPlace } from './checkpoints.ts'
import type { Source } from './databases.ts'
import { textIn } from './records.ts'
import { earliest, type Flaw, readTrail } from './trail.ts'

export interface Verdict {
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

/** The identity of the store; `undefined` where no gateway of this version has opened it. */
async function identityOf({ query, tables }: Source): Promise<string | undefined> {
  if (!(await query(tables)).some(({ name }) => name === 'store_fact')) return undefined
  const [fact] = await query(`select value from store_fact where name = 'identity'`)
  return fact === undefined ? undefined : textIn(fact['value'])
}

/** Checks the whole trail, written with these keys, the newest first, and compares it with the checkpoints of files. */
export async function checkTrail(
  source: Source,
  keys: readonly KeyObject[],
  files: readonly string[],
): Promise<Verdict> {
  const off = await missingTriggers(source)
  const trail = await readTrail(source, keys)
  const store = await identityOf(source)
  const places = files.map((path) => readPlace(path, keys, store))
  const checkpoints = places.flatMap((place) => place.checkpoints).toSorted((a, b) => a.seq - b.seq)
  const isOld = trail.since !== undefined && Date.now() - trail.since > CHECKPOINT_MS
  const none = isOld && checkpoints.length === 0
  return {
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
