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

/** A file with checkpoints, and what it says about the trail. */
export interface Place {
  readonly path: string
  readonly checkpoints: readonly Checkpoint[]
  /** A checkpoint of this store that was changed. */
  readonly changed: string | undefined
  /** Why not all of its checkpoints could be read. */
  readonly unread: string | undefined
}

const inJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The lines of checkpoints within what a log server made of one: with something before and after it, or in JSON, as text or
 * as an object.
 */
function linesIn(value: unknown): readonly Content[] {
  if (typeof value === 'string') {
    const whole = inJson(value.slice(value.indexOf('{'), value.lastIndexOf('}') + 1))
    return whole === undefined
      ? [...value.matchAll(/\{[^{}]*\}/g)].flatMap(([part]) => linesIn(inJson(part)))
      : linesIn(whole)
  }
  const line = recordIn(value)
  if (typeof line['store'] === 'string' && Object.hasOwn(line, 'seq')) return [line]
  return Object.values(line).flatMap(linesIn)
}

/** A whole signature: what was cut short has none. */
const SIGNATURE = /\bmac\b\W+[0-9a-f]{64}/

const checkpointOf = (line: Content): Checkpoint => ({
  store: textIn(line['store']),
  seq: Number(line['seq']),
  count: Number(line['count']),
  hash: textIn(line['hash']),
  time: textIn(line['time']),
})

export const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)

/** A file that should have checkpoints, or why it cannot be read. */
export type CheckpointFile = { readonly path: string } & ({ readonly text: string } | { readonly unread: string })

/** Reads a file before the trail: what a running gateway writes meanwhile is of records that the trail would lack. */
export function readFileOf(path: string): CheckpointFile {
  try {
    return { path, text: readFileSync(path, 'utf8') }
  } catch (error) {
    return { path, unread: `${path} cannot be read (${reasonOf(error)})` }
  }
}

/** The signed checkpoints of a file, whatever a log server put around each on its line. */
export function placeOf(file: CheckpointFile, keys: readonly KeyObject[], store: string | undefined): Place {
  const { path } = file
  const place = { path, checkpoints: [], changed: undefined, unread: undefined }
  if ('unread' in file) return { ...place, unread: file.unread }
  const signers = keys.map((key) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'countersign audit checkpoint', 32))),
  )
  const isSigned = (line: Content): boolean => {
    const parts = ['store', 'seq', 'count', 'hash', 'time'].map((name) => line[name])
    const signed = ['countersign checkpoint 1', ...parts].join('\n')
    return signers.some((signer) => createHmac('sha256', signer).update(signed).digest('hex') === line['mac'])
  }
  const checkpoints: Checkpoint[] = []
  let unread: string | undefined
  for (const [index, one] of file.text.split('\n').entries()) {
    const lines = one.includes('store') ? linesIn(one) : []
    if (lines.length === 0 && SIGNATURE.test(one))
      unread ??= `line ${index + 1} of ${path} has a checkpoint in a form that cannot be read`
    const changed = lines.find((line) => line['store'] === store && !isSigned(line))
    if (changed !== undefined)
      return {
        ...place,
        changed: `${path} has a checkpoint of record ${String(changed['seq'])} that is not signed with this key`,
      }
    checkpoints.push(...lines.filter(isSigned).map(checkpointOf))
  }
  if (checkpoints.length === 0) unread ??= `${path} holds no checkpoint of this trail`
  return { ...place, checkpoints, unread }
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
