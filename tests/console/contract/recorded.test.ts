import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { Drift } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { definitions, model } from '../../../schemas/index.ts'
import { recordFixtures } from '../../../server/fixtures/recordFixtures.ts'
import { type EmbeddedOverCopy, startEmbeddedOverCopy } from '../support/embeddedData.ts'

type Answers = Readonly<Record<string, unknown>>

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

async function recorded(resource: string): Promise<Answers> {
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
  return JSON.parse(await readFile(join(folder, `${resource}.json`), 'utf8')) as Answers
}

const validators = compileValidators(definitions)

it.each(['accounts', 'treasury', 'cash', 'cryptocurrency', 'trades', 'errorAccounts', 'sponsors', 'alerts'])(
  'answers recorded for %s are read as those of the service are',
  async (resource) => {
    const answers = await recorded(resource)
    const drift: Drift[] = []
    const fetch: typeof globalThis.fetch = async (_input, init) =>
      Response.json(answers[new Headers(init?.headers).get('x-operation') ?? ''])
    const provider = createDataProvider({ definitions, validators, fetch, onDrift: (report) => drift.push(report) })
    const { data, meta } = await provider.getList(resource, {})
    expect(data.length).toBeGreaterThan(0)
    expect(meta.unreadable).toBe(0)
    for (const { id } of data.slice(0, answers[`${resource}.getOne`] === undefined ? 0 : 1))
      expect((await provider.getOne(resource, { id })).meta.unreadable).toBe(0)
    expect(drift).toEqual([])
  },
)
