import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConsoleRecord } from '../../../../dataProvider/types.ts'
import { buildTicker } from '../../support/fixtures/treasury.ts'
import { answer, bench } from './support.ts'
import type { Bench, MadeCall } from './support.ts'

const tickers = [buildTicker({ id: 1 }), buildTicker({ id: 2, ticker: 'ZZTK' })]
const first = tickers[0] as ConsoleRecord

interface Held extends Bench {
  readonly release: (response: Response) => void
}

/** A provider whose list call waits, and can be cancelled, like a real one. */
function held(): Held {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const cancelled = ({ init: { signal } }: MadeCall) =>
    new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
  return {
    ...bench((call) => Promise.race([promise.then((response) => response.clone()), cancelled(call)])),
    release: resolve,
  }
}

describe('a list that is read whole', () => {
  afterEach(() => vi.useRealTimers())

  it('is read again after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { provider, calls } = bench(() => answer(tickers))
    await provider.getList('treasury', {})
    vi.advanceTimersByTime(9_999)
    await provider.getList('treasury', { meta: { search: 'zz' } })
    expect(calls).toHaveLength(1)
    vi.advanceTimersByTime(1)
    await provider.getList('treasury', {})
    expect(calls).toHaveLength(2)
  })

  it('is read again after a failure', async () => {
    const replies = [answer({ message: 'No' }, { status: 502 }), answer(tickers)]
    const { provider } = bench(() => replies.shift() ?? answer([]))
    await expect(provider.getList('treasury', {})).rejects.toMatchObject({ status: 502 })
    expect((await provider.getList('treasury', {})).total).toBe(2)
  })

  it('does not outlive the session', async () => {
    const { provider, calls } = bench(({ url }) =>
      url.includes('main') ? answer({}, { status: 401 }) : answer(tickers),
    )
    await provider.getList('treasury', {})
    await expect(provider.getList('accounts', {})).rejects.toMatchObject({ status: 401 })
    await provider.getList('treasury', {})
    expect(calls.filter(({ url }) => url.includes('treasuries'))).toHaveLength(2)
  })

  it('is not shared with a reading that began while an action ran', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { provider, calls } = bench(({ init }) => (init.method === 'DELETE' ? promise : answer(tickers)))
    const action = provider.action('treasury', { name: 'delete', record: first })
    await provider.getList('treasury', {})
    resolve(answer({ ticker: 'x' }))
    await action
    await provider.getList('treasury', {})
    expect(calls.filter(({ init }) => init.method === 'GET')).toHaveLength(2)
  })

  it('is not taken from before an action that is still running', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { provider, calls } = bench(({ init }) => (init.method === 'DELETE' ? promise : answer(tickers)))
    await provider.getList('treasury', {})
    const action = provider.action('treasury', { name: 'delete', record: first })
    await provider.getList('treasury', {})
    expect(calls.filter(({ init }) => init.method === 'GET')).toHaveLength(2)
    resolve(answer({ ticker: 'x' }))
    await action
  })

  it('goes on for one who waits when another leaves', async () => {
    const { provider, release, calls } = held()
    const leaving = new AbortController()
    const left = provider.getList('treasury', { signal: leaving.signal })
    const stayed = provider.getList('treasury', { signal: new AbortController().signal })
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    release(answer(tickers))
    expect((await stayed).total).toBe(2)
    expect(calls).toHaveLength(1)
  })

  it('is given up when no one waits any more, and asked for again by the next', async () => {
    const { provider, release, calls } = held()
    const leaving = new AbortController()
    const left = provider.getList('treasury', { signal: leaving.signal })
    await expect.poll(() => calls.length).toBe(1)
    leaving.abort()
    await expect(left).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls[0]?.init.signal?.aborted).toBe(true)
    release(answer(tickers))
    expect((await provider.getList('treasury', {})).total).toBe(2)
    expect(calls).toHaveLength(2)
  })
})
