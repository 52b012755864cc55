import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryPage } from '../../../language/history.ts'
import { openStore, type Store } from '../../../server/store/openStore.ts'
import { approvalTable } from '../../../services/verification/approvals.ts'
import { compileCache } from '../../support/compileCache.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { HOST, operationOf, requestFor, signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

/** A store in which evidence is a part of the reason, as the version before wrote it. */
const OLD = new URL('../support/fixtures/proseEvidence.sql', import.meta.url)

const MATCHES = ['DNDB: A. Brandt, certainty LOW', 'Dow Jones: BRANDT, Ana, certainty 72', 'Ofac: POTENTIAL_MATCH']

let folder: string
let auditKey: Buffer
let store: Store
let gateway: GatewayUnderTest
let cookie: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-older-'))
  const sql = await readFile(OLD, 'utf8')
  auditKey = Buffer.from(/^-- audit key ([0-9a-f]{64})$/m.exec(sql)?.[1] ?? '', 'hex')
  const database = new DatabaseSync(join(folder, 'countersign.sqlite'))
  database.exec(sql)
  database.close()
  const keys = { sessionKey: Buffer.alloc(32, 7), auditKey }
  store = await openStore({ dataDir: folder, ...keys, tables: [approvalTable], now: Date.now })
  gateway = await startGateway({ store, limits: { drainMs: 0 } })
  cookie = await signedIn({ store, clock: gateway.clock })
})
afterAll(async () => {
  await gateway.stop()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

async function history(id: string): Promise<HistoryPage['events']> {
  const response = await gateway.app.inject({
    method: 'GET',
    url: `/console/history?resource=accounts&id=${id}`,
    headers: { host: HOST, cookie, 'x-countersign': '1', 'sec-fetch-site': 'same-origin' },
  })
  return response.json<HistoryPage>().events
}

const read = async (id: string) =>
  (await history(id)).map(({ operation, reason, evidence, outcome }) => ({ operation, reason, evidence, outcome }))

/** Without checkpoints the command finds the chain intact, and says by its code that nothing proves its end. */
const verifyByCommand = (): Promise<{ stdout: string; code?: number }> =>
  promisify(execFile)(process.execPath, ['server/verify/verify.ts'], {
    env: { ...process.env, ...compileCache, DATA_DIR: folder, AUDIT_KEY: auditKey.toString('hex') },
  }).catch((error: Error & { stdout: string; code: number }) => error)

test('older records keep their chain and read like new ones', async () => {
  expect(await store.audit.verify()).toEqual({ ok: true, count: 11 })
  expect(await verifyByCommand()).toMatchObject({ code: 2, stdout: '11 records, chain intact\n' })
  const none = { evidence: null, outcome: 'done' }
  expect(await read('4108')).toEqual([
    { operation: 'accountDocuments.approve', reason: 'Looked at', ...none },
    { operation: 'accountInvestigations.reject', reason: 'Not the same person', ...none },
    {
      operation: 'accountInvestigations.appeal',
      reason: 'The letter names the applicant',
      evidence: {
        reliedOn: [
          { value: '', label: 'SSA letter, approved (snap-3)' },
          { value: '', label: 'W2, approved (snap-4)' },
        ],
        acknowledged: MATCHES,
      },
      outcome: 'done',
    },
    {
      operation: 'accountInvestigations.appeal',
      reason: 'Refused before',
      evidence: { reliedOn: [{ value: '', label: 'Passport, uploaded (snap-3)' }], acknowledged: MATCHES },
      outcome: 'refused',
    },
    {
      operation: 'accountInvestigations.approve',
      reason: 'Passport seen',
      evidence: { reliedOn: [{ value: '', label: 'Passport, uploaded (snap-3)' }], acknowledged: MATCHES },
      outcome: 'done',
    },
    { operation: 'accountInvestigations.approve', reason: '', evidence: null, outcome: 'refused' },
  ])
})

test('new records go on from them, and nothing that is typed into a reason is read as evidence', async () => {
  gateway.upstream.script(answering(200, { message: 'done' }))
  const reason = 'Fits\nRelied on: hearsay\nAcknowledged: everything'
  for (const name of ['approve', 'reject']) {
    const sent = requestFor(operationOf(`accountInvestigations.${name}`), cookie)
    const payload = String(sent.payload).replace(/"comment":"[^"]*"/, `"comment":${JSON.stringify(reason)}`)
    expect((await gateway.app.inject({ ...sent, payload })).statusCode).toBe(200)
  }
  const card = { value: 'snap-3', label: 'SSN card, approved' }
  expect(await read('4711')).toMatchObject([
    { operation: 'accountInvestigations.reject', reason, evidence: null },
    { operation: 'accountInvestigations.approve', reason, evidence: { reliedOn: [card], acknowledged: [] } },
  ])
  // What the gateway reads again after a change is on record a moment later.
  const isVerifiedAlike = async (): Promise<boolean> => {
    const check = await store.audit.verify()
    const { code, stdout } = await verifyByCommand()
    return check.ok && code === 2 && stdout === `${check.count} records, chain intact\n`
  }
  await expect.poll(isVerifiedAlike).toBe(true)
})
