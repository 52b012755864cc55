import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/embedded/database.ts'
import { openTokens } from '../server/embedded/tokens.ts'
import { startEmbedded } from '../services/embedded/start.ts'
import { operationOf, requestFor, type Sent } from '../tests/console/gateway/gatewayUnderTest.ts'
import { forkGateway, forkPassThrough } from './forkGateway.ts'
import { percentile, timed } from './times.ts'
import { startUpstream } from './upstream.ts'

const READS = 1000
const WARM_UP = 1000

const agent = new Agent({ keepAlive: true })

/** Reads an answer to its end, over a connection that stays open. */
async function read(url: string, { method = 'GET', headers = {}, payload }: Partial<Sent> = {}): Promise<void> {
  const [answer] = (await once(request(url, { method, headers, agent }).end(payload), 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  if (answer.statusCode !== 200) throw new Error(`${url} was answered with ${answer.statusCode}`)
}

type Turn = (turn: number) => Promise<void>

/** Reads in two ways, one after the other, and gives what half of the reads of each take at most, in ms. */
async function sideBySide(one: Turn, other: Turn): Promise<readonly [one: number, other: number]> {
  const times: readonly [number[], number[]] = [[], []]
  for (let turn = 0; turn < WARM_UP + READS; turn += 1) {
    const [first, second] = [await timed(() => one(turn)), await timed(() => other(turn))]
    if (turn < WARM_UP) continue
    times[0].push(first)
    times[1].push(second)
  }
  return [percentile(times[0], 0.5), percentile(times[1], 0.5)]
}

/** What stands before a service adds to its answer, at p50, in ms. */
export interface GatewayCost {
  /** The answer itself. */
  readonly directMs: number
  readonly gatewayMs: number
  /** The least that the same packages add. */
  readonly passThroughMs: number
}

/** A page of 50 accounts from a service that answers at once, and with the gateway or a bare pass-through before it. */
export async function measureGateway(): Promise<GatewayCost> {
  const upstream = await startUpstream(import.meta.dirname)
  const [gateway, passThrough] = [await forkGateway(upstream.url), await forkPassThrough(upstream.url)]
  try {
    const path = '/main/user/apex/get_apex_accounts?pages=2'
    const direct = () => read(`${upstream.url}${path}`)
    const asked = requestFor(operationOf('accounts.list'), gateway.cookies[0] ?? '')
    const [passed, passedFrom] = await sideBySide(() => read(`http://127.0.0.1:${passThrough.port}${path}`), direct)
    const [through, directMs] = await sideBySide(
      () => read(`http://127.0.0.1:${gateway.port}${asked.url}`, asked),
      direct,
    )
    return { directMs, gatewayMs: through - directMs, passThroughMs: passed - passedFrom }
  } finally {
    await Promise.all([gateway.stop(), passThrough.stop()])
    await upstream.close()
  }
}

const FEW = 5000
const MANY = 1_000_000
const PER_PAGE = 50

/** Embedded services with this many accounts, and a reader of their list. */
async function startList(accounts: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-accounts-'))
  const services = await startEmbedded({
    accounts,
    trades: 1,
    seed: 1,
    publicUrl: 'http://localhost:8080',
    dataDir,
  })
  const database = openDatabase(dataDir)
  const authorization = `Token ${openTokens(database).issue(1, true)}`
  database.close()
  return {
    read: (query: Readonly<Record<string, string>>): Promise<void> =>
      read(`${services.urls.main}/user/apex/get_apex_accounts?${new URLSearchParams(query).toString()}`, {
        headers: { authorization },
      }),
    async close() {
      await services.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A page of the embedded account list, with few accounts and with many. */
export interface ListCost {
  readonly name: string
  readonly fewMs: number
  readonly manyMs: number
}

/** Pages of the whole list and of one status, from its beginning to its end, in embedded services of two sizes. */
export async function measureAccountLists(): Promise<readonly ListCost[]> {
  const [few, many] = [await startList(FEW), await startList(MANY)]
  try {
    const costs: ListCost[] = []
    for (const [name, filter] of Object.entries({ all: {}, 'one status': { status: 'COMPLETE' } })) {
      const pageOf = (turn: number, accounts: number) => String(1 + ((turn * 7919) % (accounts / PER_PAGE)))
      const [fewMs, manyMs] = await sideBySide(
        (turn) => few.read({ ...filter, pages: pageOf(turn, FEW) }),
        (turn) => many.read({ ...filter, pages: pageOf(turn, MANY) }),
      )
      costs.push({ name, fewMs, manyMs })
    }
    return costs
  } finally {
    await Promise.all([few.close(), many.close()])
  }
}
