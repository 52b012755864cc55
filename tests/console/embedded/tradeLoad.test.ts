import { expect, test } from 'vitest'
import { startEmbedded } from '../../../services/embedded/start.ts'
import { openDatabase } from '../../../server/embedded/database.ts'
import { callsOf } from './calls.ts'
import { folder, PUBLIC_URL, startBuilding, textWith } from './support.ts'
import type { EmbeddedOptions } from '../../../services/embedded/start.ts'

const PAGE = '/v1/admin/latest/trades?pages=7'

interface Page {
  readonly data: { readonly trade_line_data: readonly { readonly order_type: string; readonly sell_all: boolean }[] }
}
const pageOf = async (options: Partial<EmbeddedOptions>) =>
  (await (await callsOf(await startBuilding({ trades: 1000, ...options }))).trade(PAGE)).body as Page
/** What nothing but the draws of the lines themselves decides. */
const drawsOf = ({ data }: Page) => data.trade_line_data.map(({ order_type: side, sell_all: all }) => [side, all])

test('makes the same lines from the same seed, and others from another', async () => {
  const [first, second, other] = [await pageOf({ seed: 5 }), await pageOf({ seed: 5 }), await pageOf({ seed: 6 })]
  expect(second).toEqual(first)
  expect(drawsOf(other)).not.toEqual(drawsOf(first))
})

test('makes ten lines for every account where no number is given', async () => {
  const calls = await callsOf(await startBuilding({ accounts: 120 }))
  expect((await calls.trade('/v1/admin/latest/trades')).body).toMatchObject({ data: { pages: 24 } })
})

test('makes the lines once for a folder, and again for another number of them', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const lines: string[] = []
  let token: string | undefined
  const pagesWith = async (trades: number) => {
    const embedded = await startEmbedded({ ...options, trades, log: (line) => void lines.push(line) })
    const calls = await callsOf(embedded, token)
    ;({ token } = calls)
    const { body } = await calls.trade('/v1/admin/latest/trades')
    await embedded.close()
    return (body as { readonly data: { readonly pages: number } }).data.pages
  }
  expect(await pagesWith(500)).toBe(10)
  expect(await pagesWith(500)).toBe(10)
  expect(lines).toEqual([textWith('built 300 accounts'), textWith('built 500 trades')])
  expect(await pagesWith(900)).toBe(18)
  expect(await pagesWith(500)).toBe(10)
  expect(lines.slice(2)).toEqual([textWith('built 900 trades'), textWith('built 500 trades')])
})

test('completes what a stopped process left half done', async () => {
  const options = { dataDir: await folder(), accounts: 300, trades: 20_000, seed: 1, publicUrl: PUBLIC_URL }
  await (await startEmbedded(options)).close()
  const database = openDatabase(options.dataDir)
  expect(database.prepare("SELECT value FROM settings WHERE name = 'trades'").get()?.['value']).not.toContain('20000')
  database.close()
  const calls = await callsOf(await startBuilding(options))
  expect((await calls.trade('/v1/admin/latest/trades')).body).toMatchObject({ data: { pages: 400 } })
  expect((await calls.main('/user/apex/latest/trades?sell_all=true')).code).toBe(200)
})

test('counts what is added and removed later', async () => {
  const dataDir = await folder()
  const calls = await callsOf(await startBuilding({ dataDir, trades: 300 }))
  const path = '/user/apex/latest/trades?status=QUEUED&vehicle=OPTION'
  expect((await calls.main(path)).body).toMatchObject({ data: { pages: 0 } })
  const database = openDatabase(dataDir)
  const rest = "'2026-03-06T15:00:00Z', NULL, '9ZZ10041', 'ZZTK', 'buy', 0, 'units', '1', NULL, 'QUEUED', 'OPTION'"
  for (let id = 900_000; id <= 900_060; id += 1) database.exec(`INSERT INTO trades VALUES (${id}, ${rest})`)
  expect((await calls.main(path)).body).toMatchObject({
    data: { pages: 2, trade_line_data: Array.from({ length: 50 }, (_, index) => ({ id: 900_060 - index })) },
  })
  database.exec('DELETE FROM trades WHERE id >= 900000')
  database.close()
  expect((await calls.main(path)).body).toMatchObject({ data: { pages: 0, trade_line_data: [] } })
})

test('works without any line and with very few accounts', async () => {
  const none = await callsOf(await startBuilding({ trades: 0 }))
  const empty = { status: 200, data: { pages: 0, trade_line_data: [] } }
  expect((await none.trade('/v1/admin/latest/trades')).body).toEqual(empty)
  expect((await none.main('/user/apex/latest/trades?side=buy')).body).toEqual(empty)
  const few = await callsOf(await startBuilding({ accounts: 2 }))
  expect((await few.trade('/v1/admin/latest/trades')).body).toEqual(empty)
})
