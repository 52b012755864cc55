import { afterEach, beforeEach, expect, test } from 'vitest'
import { startGateway } from '../gateway/startGateway.ts'
import {
  approve,
  changes,
  detail,
  discard,
  type Gateway,
  history,
  requested,
  second,
  shelve,
} from '../gateway/waitingBooks.ts'
import { model } from '../waitingLibrary.ts'
import { describePostgres } from './places.ts'

const third = { userId: 4, email: 'third@library.test', subject: 'subject-4' }

describePostgres('two gateways', (createPlace) => {
  let gateways: Gateway[]
  let clock: { time: number }

  beforeEach(async () => {
    const place = await createPlace()
    const { open } = place
    clock = place.clock
    const start = async () =>
      startGateway(model, {
        store: await open(),
        approvals: { isOn: true, expiryMs: 3_600_000 },
        now: () => clock.time,
      })
    gateways = [await start(), await start()]
    for (const gateway of gateways) shelve(gateway)
  })
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.close())))

  test('show the same requests, and send what is approved on both at once one time', async () => {
    const [one, other] = gateways as [Gateway, Gateway]
    const people = [await other.signIn(second), await one.signIn(third)] as const
    for (let round = 1; round <= 5; round += 1) {
      const id = await requested(one)
      expect(await discard(other)).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } })
      expect(await approve(other, other.cookie, id)).toMatchObject({ status: 403, body: { code: 'OWN_REQUEST' } })
      expect((await detail(other, people[0], id)).body).toMatchObject({ state: 'waiting', inputs: { reason: 'Torn' } })
      const answers = await Promise.all([approve(other, people[0], id), approve(one, people[1], id)])
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
      expect([...changes(one), ...changes(other)]).toHaveLength(round)
      for (const gateway of gateways)
        expect((await detail(gateway, people[0], id)).body).toMatchObject({ state: 'approved' })
    }
    const trail = await one.store.audit.list({ limit: 1000 })
    expect(trail.filter((entry) => entry.phase === 'intent')).toHaveLength(5)
  })

  test('record once that a request has expired, whichever of them is asked for the history first', async () => {
    await requested(gateways[0] as Gateway)
    clock.time += 3_600_000
    const signedIn = gateways.map(async (gateway) => ({ ...gateway, cookie: await gateway.signIn() }))
    const histories = await Promise.all((await Promise.all(signedIn)).map(history))
    for (const found of histories) expect(found).toMatchObject([{ operation: 'books.approvalExpired' }, {}])
    expect(await gateways[0]?.store.audit.list({ limit: 9 })).toHaveLength(2)
  })
})
