import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/embedded/database.ts'
import { openTokens } from '../server/embedded/tokens.ts'
import { startEmbedded } from '../services/embedded/start.ts'
import { median } from './measure.ts'

/** The cost of one kind of request to the list of trades over HTTP, in milliseconds. */
export interface TradeCost {
  readonly name: string
  readonly ms: number
  readonly pages: number
}

/**
 * How long the embedded services take to load their trade lines, in milliseconds, and the cost of each filter
 * afterwards.
 */
export interface TradeCosts {
  /** Start from an empty folder → every service listens. */
  readonly listenMs: number
  /** After that → the lines are loaded and their first page is available. */
  readonly loadMs: number
  /** Start with the existing folder → the first page is available. */
  readonly againMs: number
  readonly requests: readonly TradeCost[]
}

interface Line {
  readonly [field: string]: string | number | boolean | null
}
interface Page {
  readonly data: { readonly pages: number; readonly trade_line_data: readonly Line[] }
}

const SOURCE = { accounts: 5000, trades: 200_000, seed: 1, publicUrl: 'http://localhost:8080' }

const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/** All ten filters, with values that match `line`. */
const filtersOf = (line: Line): Readonly<Record<string, string>> => ({
  trade_date: String(line['trade_date']),
  created_at: newYork.format(new Date(String(line['created_at']))),
  account: String(line['account_no']),
  id: String(line['id']),
  ticker: String(line['ticker']),
  option: String(line['order_category']),
  side: String(line['order_type']),
  sell_all: String(line['sell_all']),
  status: String(line['order_status']),
  vehicle: String(line['security_type']),
})

/** Single filters, pairs, all filters together, distant pages, and filters without a match. */
function queriesFor(line: Line): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const filters = filtersOf(line)
  const some = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, filters[name] ?? '']))
  return {
    ...Object.fromEntries(Object.keys(filters).map((name) => [name, some(name)])),
    'sell_all true': { sell_all: 'true' },
    'a rare status': { status: 'QUEUED' },
    'ticker, status': some('ticker', 'status'),
    'ticker, side, option': some('ticker', 'side', 'option'),
    'created_at, trade_date': some('created_at', 'trade_date'),
    'account, side': some('account', 'side'),
    'side, vehicle': some('side', 'vehicle'),
    'five choices, rare': { status: 'NO_SHARES', vehicle: 'CASH', side: 'sell', sell_all: 'true', option: 'values' },
    'all ten': filters,
    'no filter, page 2000': { page: '2000' },
    'side, page 1300': { side: 'buy', page: '1300' },
    'status, page 1750': { status: 'COMPLETE', page: '1750' },
    'beyond the end': { page: '999999' },
    'no such ticker': { ticker: 'NOPE' },
    'no such status of a ticker': { ticker: 'ZZTK', status: 'NOPE' },
    'no such choices': { status: 'QUEUED', vehicle: 'NOPE' },
  }
}

type Read = (base: string, query: Readonly<Record<string, string>>) => Promise<Page>

/** Reads pages as a member of staff whose token is created in the database of `dataDir`. */
function readerOf(dataDir: string): Read {
  const database = openDatabase(dataDir)
  const authorization = `Token ${openTokens(database).issue(1, true)}`
  database.close()
  return async (base, query) => {
    const url = `${base}/user/apex/latest/trades?${new URLSearchParams(query).toString()}`
    const response = await fetch(url, { headers: { authorization } })
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    return (await response.json()) as Page
  }
}

async function measureRequests(read: (query: Readonly<Record<string, string>>) => Promise<Page>, rounds: number) {
  const popular = await read({ ticker: 'ZZTK', status: 'COMPLETE' })
  const requests: TradeCost[] = []
  for (const [name, query] of Object.entries(queriesFor(popular.data.trade_line_data[7] ?? {}))) {
    const times: number[] = []
    let pages = 0
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.now()
      pages = (await read(query)).data.pages
      times.push(performance.now() - before)
    }
    requests.push({ name, ms: median(times), pages })
  }
  return requests
}

async function measureIn(dataDir: string, rounds: number): Promise<TradeCosts> {
  const started = performance.now()
  const first = await startEmbedded({ ...SOURCE, dataDir })
  const listening = performance.now()
  const read = readerOf(dataDir)
  await read(first.urls.main, {})
  const loaded = performance.now()
  await first.close()
  const startedAgain = performance.now()
  const again = await startEmbedded({ ...SOURCE, dataDir })
  try {
    await read(again.urls.main, {})
    const againMs = performance.now() - startedAgain
    const requests = await measureRequests((query) => read(again.urls.main, query), rounds)
    return { listenMs: listening - started, loadMs: loaded - listening, againMs, requests }
  } finally {
    await again.close()
  }
}

/** Measures the list of trades of embedded services in this process, `rounds` times per kind of request. */
export async function measureTrades(rounds: number): Promise<TradeCosts> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-bench-trades-'))
  try {
    return await measureIn(dataDir, rounds)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
