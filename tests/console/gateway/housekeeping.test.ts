import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { approvalTable } from '../../../services/verification/approvals.ts'
import { buildIntent } from '../../framework/store/samples.ts'
import { startGateway } from './gatewayUnderTest.ts'

const TEN_MINUTES_MS = 10 * 60_000

afterEach(() => {
  vi.useRealTimers()
})

test('what has expired is removed every ten minutes, and a failure to do so is only logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const gateway = await startGateway()
  const { store, log, clock } = gateway
  const approvals = store.table(approvalTable)
  vi.spyOn(store, 'table').mockReturnValue(approvals)
  const kinds = [
    store.sessions,
    store.signIns,
    store.idempotency,
    store.reveals,
    store.firstSeen,
    store.views,
    approvals,
  ]
  const sweeps = kinds.map((kept) => vi.spyOn(kept, 'sweep'))
  vi.advanceTimersByTime(TEN_MINUTES_MS - 1)
  for (const sweep of sweeps) expect(sweep).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  for (const sweep of sweeps) await expect.poll(() => sweep.mock.calls.length).toBe(1)
  sweeps[0]?.mockRejectedValueOnce(new Error('disk full'))
  clock.advance(TEN_MINUTES_MS)
  vi.advanceTimersByTime(TEN_MINUTES_MS)
  await expect.poll(() => log.join('')).toContain('housekeeping failed')
  await gateway.stop()
})

test('nothing is removed while the clock is not that of the database', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const gateway = await startGateway()
  onTestFinished(() => gateway.stop())
  const { store, log } = gateway
  vi.spyOn(store, 'ping').mockRejectedValue(Object.assign(new Error('32400 s ahead'), { code: 'CLOCK_SKEW' }))
  const sweep = vi.spyOn(store.sessions, 'sweep')
  vi.advanceTimersByTime(TEN_MINUTES_MS)
  await expect.poll(() => log.join('')).toMatch(/"CLOCK_SKEW".*housekeeping failed/)
  expect(sweep).not.toHaveBeenCalled()
})

test.each([
  ['a gateway that died has left open in a shared trail', 'postgresql://shared'],
  ['this gateway has left open, because its outcome could not be written,', null],
])('what %s is closed, and what may be under way is not', async (_what, databaseUrl) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const gateway = await startGateway({ settings: { databaseUrl } })
  const { store, clock } = gateway
  onTestFinished(() => gateway.stop())
  const left = await store.audit.intent(buildIntent())
  clock.advance(60_000)
  // A file may be under way for five minutes.
  await store.audit.intent(buildIntent())
  clock.advance(300_000)
  vi.advanceTimersByTime(TEN_MINUTES_MS)
  const outcomes = async () => (await store.audit.list({ limit: 9 })).filter(({ phase }) => phase === 'outcome')
  await expect.poll(outcomes).toMatchObject([{ intentSeq: left, result: 'unknown' }])
})
