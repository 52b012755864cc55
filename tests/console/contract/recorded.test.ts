import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { definitions, model } from '../../../schemas/index.ts'
import { recordFixtures } from '../../../server/fixtures/recordFixtures.ts'
import { recordedIn, recordedProblems } from '../../framework/contract/recorded.ts'
import { type EmbeddedOverCopy, startEmbeddedOverCopy } from '../support/embeddedData.ts'

let folder: string
let embedded: EmbeddedOverCopy

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  embedded = await startEmbeddedOverCopy({ accounts: 600, seed: 1, publicUrl: 'http://localhost:8080' })
}, 120_000)
afterAll(async () => {
  await embedded.close()
  await rm(folder, { recursive: true })
})

async function recorded(resource: string): Promise<string> {
  const { main, admin, trade, profile, go } = embedded.urls
  await recordFixtures({
    model,
    folder,
    resource,
    environment: 'dev',
    env: { MAIN_URL: main, ADMIN_URL: admin, TRADE_URL: trade, PROFILE_URL: profile, GO_URL: go },
    token: async () => embedded.staffToken,
    seed: 1,
  })
  return readFile(join(folder, `${resource}.json`), 'utf8')
}

it.each(['accounts', 'treasury', 'cash', 'cryptocurrency', 'trades', 'errorAccounts', 'sponsors', 'alerts'])(
  'answers recorded for %s are read as those of the service are, and have no value of a person',
  async (resource) => {
    expect(await recordedProblems(await recorded(resource), definitions)).toEqual([])
  },
)

it('what the battery would not take is found in recorded answers', async () => {
  const text = await recorded('treasury')
  const [file] = recordedIn(folder).filter(([name]) => name === 'treasury.json')
  expect(file?.[1]).toBe(text)
  const problems = (change: (text: string) => string) => recordedProblems(change(text), definitions)
  expect(await problems((own) => own.replaceAll(/"ticker": "\w+"/g, '"ticker": "bo@mail.test"'))).toContainEqual(
    expect.stringMatching(/^treasury\.list.*ticker looks like email$/),
  )
  expect(await problems((own) => own.replaceAll('"ticker":', '"tick":'))).toContainEqual(
    expect.stringMatching(/^treasury\.list.*tick is not declared$/),
  )
  expect(await problems((own) => own.replaceAll(/"ticker": "\w+"/g, '"ticker": 7'))).toContainEqual(
    expect.stringMatching(/^treasury\.list.*ticker breaks type$/),
  )
  expect(await problems((own) => own.replace('treasury.list', 'treasury.all'))).toEqual([
    'treasury.all is no operation: record it again',
  ])
})
