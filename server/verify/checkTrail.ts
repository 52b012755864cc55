import type { KeyObject } from 'node:crypto'
import { type Checkpoint, compareWith, readCheckpoints } from './checkpoints.ts'
import type { Source } from './databases.ts'
import { textIn } from './records.ts'
import { earliest, type Flaw, readTrail } from './trail.ts'

export interface Verdict {
  readonly count: number
  readonly flaw: Flaw | undefined
  /** Triggers that should protect the trail and do not. */
  readonly off: readonly string[]
  readonly checkpoints: number
  readonly last: Checkpoint | undefined
}

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

/**
 * Checks the whole trail, written with these keys, the newest first, and compares it with the checkpoints of files.
 *
 * @throws Error for a checkpoint of this store that was changed
 */
export async function checkTrail(
  source: Source,
  keys: readonly KeyObject[],
  files: readonly string[],
): Promise<Verdict> {
  const off = await missingTriggers(source)
  const trail = await readTrail(source, keys)
  const store = await identityOf(source)
  const checkpoints = files.flatMap((path) => readCheckpoints(path, keys, store)).toSorted((a, b) => a.seq - b.seq)
  const flaw = earliest([trail.flaw, compareWith(trail, checkpoints, store)]) ?? trail.wrongResult
  return { count: trail.count, flaw, off, checkpoints: checkpoints.length, last: checkpoints.at(-1) }
}
