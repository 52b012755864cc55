import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { CheckpointOptions } from '../../../server/store/checkpoints.ts'
import type { Store } from '../../../server/store/openStore.ts'
import { auditKey, type Place } from './places.ts'
import { runVerify } from './runVerify.ts'

const event = { operation: 'test', actor: null, requestId: 'r', ip: '::1', sessionHash: null, details: {} }
const never = 1_000_000_000

export const linesOf = (path: string): readonly { seq: number; count: number; store: string; time: string }[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; count: number; store: string; time: string })

export async function append({ audit }: Store, records: number): Promise<void> {
  for (let index = 0; index < records; index += 1) await audit.event({ ...event, details: { index } })
}

/** A place with a sink outside it, and a folder for the local copy. */
export async function createWatched(createPlace: () => Promise<Place>) {
  const place = await createPlace()
  const folder = mkdtempSync(join(tmpdir(), 'countersign-sink-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const isSqlite = place.options.databaseUrl === undefined
  const file = join(isSqlite ? place.options.dataDir : folder, 'audit-checkpoints.jsonl')
  const sink = join(folder, 'sink', 'checkpoints.jsonl')
  mkdirSync(join(folder, 'sink'))
  const alerts: string[] = []
  const facts: unknown[] = []
  const open = (figures: Partial<CheckpointOptions> = {}): Promise<Store> => {
    const checkpoints = { file, sink: { kind: 'file', path: sink } as const, everyMs: never, everyRecords: never }
    return place.open({
      checkpoints: { ...checkpoints, ...figures },
      alert: (text, about, level = 'error') => {
        alerts.push(`${level}: ${text}`)
        facts.push(about)
      },
    })
  }
  const verify = () =>
    runVerify({ options: { ...place.options, dataDir: isSqlite ? place.options.dataDir : folder } }, auditKey, {
      AUDIT_SINK: sink,
    })
  const verifyWith = (files: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    runVerify(place, auditKey, env, files)
  return { ...place, open, openUnwatched: () => place.open(), verify, verifyWith, folder, file, sink, alerts, facts }
}

/** A closed trail with three checkpoints, each after so many records. */
export async function createTrail(createPlace: () => Promise<Place>, records = 4) {
  const place = await createWatched(createPlace)
  const store = await place.open()
  for (let round = 0; round < 3; round += 1) {
    await append(store, records)
    await store.checkpoints?.write()
  }
  await store.close()
  return place
}
