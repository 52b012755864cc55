import { afterEach, expect, test } from 'vitest'
import type { ClaimList } from '../../../language/claim.ts'
import { model } from '../queueLibrary.ts'
import { describeStore, type Place } from '../store/places.ts'
import { startGateway } from './startGateway.ts'
import { ask, type Gateway } from './waitingBooks.ts'

const started: Gateway[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((gateway) => gateway.close()))
})

/** Two gateways over one database, each with a person of its own who is signed in. */
async function twoGateways({ open, clock, options }: Place) {
  // SQLite has one process, and so one store.
  const shared = options.databaseUrl === undefined ? await open() : undefined
  const gateways = []
  for (const [index, name] of ['Ada Mint', 'Oren Vale'].entries()) {
    const gateway = await startGateway(model, { store: shared ?? (await open()), now: () => clock.time })
    started.push(gateway)
    const userId = index + 1
    const person = { userId, name, role: 'librarian', email: `${userId}@library.test` }
    await gateway.store.access.signedIn({ ...person, signedInAt: clock.time })
    gateways.push({ gateway, cookie: await gateway.signIn({ userId, subject: `subject-${userId}` }) })
  }
  const [first, second] = gateways
  if (first === undefined || second === undefined) throw new Error('there are not two gateways')
  return { first, second }
}

type One = Awaited<ReturnType<typeof twoGateways>>['first']

const change = async ({ gateway, cookie }: One, kind: string, ids: readonly string[]) =>
  (await ask(gateway, cookie, '/console/claims/books', { body: { change: kind, ids } })).body

const list = async ({ gateway, cookie }: One) =>
  (await ask(gateway, cookie, '/console/claims/books', { method: 'GET' })).body as unknown as ClaimList

describeStore('two gateways over one database', (createPlace) => {
  test('give no record to two people who claim the next one at the same moment', async () => {
    const { first, second } = await twoGateways(await createPlace())
    const ids = Array.from({ length: 10 }, (_, index) => String(index + 1))
    const given: unknown[] = []
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all(
        [first, second].map((one) =>
          change(
            one,
            'claim',
            ids.filter((id) => !given.includes(id)),
          ),
        ),
      )
      given.push(...both.map(({ changed }) => changed))
    }
    expect(given).toHaveLength(ids.length)
    expect(new Set(given)).toEqual(new Set(ids))
    expect((await list(first)).claims).toEqual((await list(second)).claims)
  })

  test('know of each other who took a record over, and whose claim has ended', async () => {
    const place = await createPlace()
    const { first, second } = await twoGateways(place)
    await change(first, 'claim', ['7'])
    expect((await list(second)).claims).toMatchObject([{ id: '7', name: 'Ada Mint' }])
    await change(second, 'take', ['7'])
    expect((await list(first)).claims).toMatchObject([{ id: '7', name: 'Oren Vale', way: 'taken', before: 'Ada Mint' }])
    expect(await change(first, 'done', ['7'])).toMatchObject({ code: 'CONFLICT' })
    place.clock.time += 30 * 60_000
    first.cookie = await first.gateway.signIn()
    expect((await list(first)).claims).toEqual([])
    expect(await change(first, 'claim', ['7'])).toMatchObject({ changed: '7' })
  })
})
