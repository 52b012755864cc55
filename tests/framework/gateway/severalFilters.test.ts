import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../shelvesLibrary.ts'
import { providerOver } from './providerOver.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
let provider: ReturnType<typeof providerOver>

beforeAll(async () => {
  gateway = await startGateway(model)
  provider = providerOver(gateway, model)
})
afterEach(() => gateway.upstream.reset())
afterAll(() => gateway.close())

const shelf = (id: number, wing: string, floors: readonly number[], note = 'none') => ({ id, wing, floors, note })
const all = [
  shelf(1, 'NORTH', [0, 1]),
  // The last second of a day in New York, and the first one of the next.
  { ...shelf(2, 'SOUTH', [1], 'Wet floor'), painted: Date.UTC(2026, 6, 16, 3, 59, 59) / 1000, checked: null },
  { ...shelf(3, 'YARD', [2]), built: Date.UTC(2026, 2, 4) / 1000, painted: Date.UTC(2026, 6, 16, 4) / 1000 },
  { ...shelf(4, 'NORTH', [2]), painted: Date.UTC(2026, 6, 15, 4) / 1000, checked: '2026-01-15T01:30:00+01:00' },
]

async function read(resource: string, filter: object) {
  gateway.upstream.script(answering(200, all))
  const { data, total } = await provider.getList(resource, {
    pagination: { page: 1, perPage: 10 },
    filter: { ...filter },
  } as never)
  const [seen] = gateway.upstream.seen
  return { ids: data.map(({ id }) => id), total, target: seen?.target, sent: Buffer.from(seen?.bytes ?? []).toString() }
}

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

test.each([
  [{ since: '2026-01-15' }, { where: { since: Date.UTC(2026, 0, 15, 5) / 1000 } }],
  [{ since: '2026-07-15' }, { where: { since: Date.UTC(2026, 6, 15, 4) / 1000 } }],
  [
    { since: '2026-07-15', until: '2026-07-15' },
    { where: { since: Date.UTC(2026, 6, 15, 4) / 1000, until: Date.UTC(2026, 6, 16, 4) / 1000 - 1 } },
  ],
  // The clocks were put forward on this day: it had 23 hours.
  [{ until: '2026-03-08' }, { where: { until: Date.UTC(2026, 2, 9, 4) / 1000 - 1 } }],
  [{ built: '2026-07-15' }, { built: Date.UTC(2026, 6, 15) / 1000, where: {} }],
])(
  'a day begins and a range ends in New York, where moments are compared, and days as they are kept: %j',
  async (filter, sent) => {
    expect(JSON.parse((await read('found', filter)).sent)).toEqual({ page: 1, ...sent })
  },
)

describe('several values of a filter', () => {
  test.each([
    [{ wings: ['NORTH', 'YARD'] }, '/shelves?page=1&wing=NORTH%2CYARD'],
    [{ floors: [0, 2] }, '/shelves?page=1&floor=0&floor=2'],
    [{ floors: [2] }, '/shelves?page=1&floor=2'],
    [{ kinds: ['A', 'B'] }, '/shelves?page=1&kind=%5B%22A%22%2C%22B%22%5D'],
    [{ kinds: [] }, '/shelves?page=1'],
  ])('%j are sent as the call writes them', async (filter, target) => {
    expect((await read('shelves', filter)).target).toBe(target)
  })

  test('are a list in the body', async () => {
    const { sent } = await read('found', { wings: ['NORTH', 'YARD'], floor: 1 })
    expect(JSON.parse(sent)).toEqual({ page: 1, where: { wings: ['NORTH', 'YARD'], floor: 1 } })
  })

  test.each([
    '?page=1&wing=%5B%22CELLAR%22%5D',
    '?page=1&wing=NORTH',
    '?page=1&wing=NORTH,YARD',
    '?page=1&wing=%5B%22NORTH%22%5D&wing=%5B%22YARD%22%5D',
    '?page=1&floor=%5B%220%22%5D',
  ])('are checked by the gateway: %s', async (query) => {
    const headers = { ...pageHeaders, cookie: gateway.cookie, 'x-operation': 'shelves.list' }
    const response = await gateway.app.inject({ method: 'GET', url: `/api/library/shelves${query}`, headers })
    expect(response.statusCode).toBe(400)
    expect(gateway.upstream.seen).toEqual([])
  })
})

describe('a list that is read whole', () => {
  test.each([
    [{}, [1, 2, 3, 4]],
    [{ wing: ['NORTH', 'YARD'] }, [1, 3, 4]],
    [{ wing: ['NORTH'], floors: 2 }, [4]],
    [{ floors: 1 }, [1, 2]],
    [{ note: 'FLOOR' }, [2]],
    [{ wing: [] }, [1, 2, 3, 4]],
    [{ built: '2026-03-04' }, [3]],
    [{ built: '2026-03-05' }, []],
    [{ painted: '2026-07-15' }, [2, 4]],
    [{ painted: '2026-07-16' }, [3]],
    [{ painted: '2026-07-15', wing: ['NORTH'] }, [4]],
    [{ checked: '2026-01-14' }, [4]],
    [{ checked: '2026-01-15' }, []],
  ])('is filtered by %j by its fields, and is not asked for it', async (filter, ids) => {
    expect(await read('racks', filter)).toMatchObject({ ids, total: ids.length })
    for (const { target } of gateway.upstream.seen) expect(target).toBe('/racks')
  })

  test('is filtered in its file too', async () => {
    gateway.upstream.script(answering(200, all))
    const { data } = await provider.exportList('racks', { filter: { wing: ['NORTH'], floors: 2 } })
    expect(data.rows.map(({ id }) => id)).toEqual([4])
  })
})
