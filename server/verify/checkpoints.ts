import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Content, recordIn, textIn } from './records.ts'
import type { Flaw, Trail } from './trail.ts'

/** A signed statement about the trail at one time. */
export interface Checkpoint {
  readonly store: string
  readonly seq: number
  readonly count: number
  readonly hash: string
  readonly time: string
}

/** The signed checkpoints of a file, whatever comes before each on its line. */
export function readCheckpoints(
  path: string,
  keys: readonly KeyObject[],
  store: string | undefined,
): readonly Checkpoint[] {
  const signers = keys.map((key) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'countersign audit checkpoint', 32))),
  )
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const json = text.slice(text.indexOf('{'))
      let line: Content
      try {
        line = recordIn(JSON.parse(json))
      } catch {
        // A line that was cut short, or another's, says nothing.
        return []
      }
      const parts = ['store', 'seq', 'count', 'hash', 'time'].map((name) => line[name])
      const signed = ['countersign checkpoint 1', ...parts].join('\n')
      const isSigned = signers.some(
        (signer) => createHmac('sha256', signer).update(signed).digest('hex') === line['mac'],
      )
      if (isSigned)
        return [
          {
            store: textIn(line['store']),
            seq: Number(line['seq']),
            count: Number(line['count']),
            hash: textIn(line['hash']),
            time: textIn(line['time']),
          },
        ]
      if (store !== undefined && line['store'] === store)
        throw new Error(`${path} has a checkpoint of record ${String(line['seq'])} that is not signed with this key`)
      return []
    })
}

/** The first record that is no longer the one a checkpoint names, as far as the trail is read. */
export function compareWith(
  { count, hashes, flaw }: Trail,
  checkpoints: readonly Checkpoint[],
  store: string | undefined,
): Flaw | undefined {
  const last = checkpoints.at(-1)
  let good = 0
  for (const { seq, hash, time, store: named, count: had } of checkpoints) {
    if (named !== store) return { seq: 1, why: `at ${time} this was another store, with ${had} records` }
    if (seq > count)
      return flaw === undefined
        ? { seq: count + 1, why: `the trail ends at record ${count}, and had ${last?.count} records at ${last?.time}` }
        : undefined
    if (hashes.get(seq) !== hash || had !== seq)
      return { seq: good + 1, why: `records ${good + 1} to ${seq} are not those of ${time}` }
    good = seq
  }
  return undefined
}
