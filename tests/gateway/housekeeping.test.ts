import { afterEach, expect, test, vi } from 'vitest'
import { startGateway } from './gatewayUnderTest.ts'

const TEN_MINUTES_MS = 10 * 60_000

afterEach(() => {
  vi.useRealTimers()
})

test('what has expired is removed every ten minutes, and a failure to do so is only logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const gateway = await startGateway()
  const { store, log } = gateway
  const kinds = [store.sessions, store.signIns, store.idempotency, store.reveals, store.firstSeen, store.approvals]
  const sweeps = kinds.map((kept) => vi.spyOn(kept, 'sweep'))
  vi.advanceTimersByTime(TEN_MINUTES_MS - 1)
  for (const sweep of sweeps) expect(sweep).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  for (const sweep of sweeps) expect(sweep).toHaveBeenCalledTimes(1)
  sweeps[0]?.mockRejectedValueOnce(new Error('disk full'))
  vi.advanceTimersByTime(TEN_MINUTES_MS)
  await expect.poll(() => log.join('')).toContain('housekeeping failed')
  await gateway.stop()
})
