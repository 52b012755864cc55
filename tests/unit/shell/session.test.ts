import { describe, expect, it } from 'vitest'
import { createSessionFetch } from '../../../src/auth/createSessionFetch.ts'
import { fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

const signedIn = (overrides = {}) => ({ '/auth/session': () => json(200, sessionBody(overrides)) })

describe('the session in memory', () => {
  it('is asked for once by however many callers, with the static header and no cache', async () => {
    const gateway = fakeGateway(signedIn())
    const { keeper } = openTab(gateway.fetcher, fakeChannels().open())
    const [first, second] = await Promise.all([keeper.current(), keeper.current()])
    await keeper.current()
    expect(first?.email).toBe('admin@countersign.test')
    expect(second).toBe(first)
    expect(gateway.seen).toHaveLength(1)
    expect(gateway.seen[0]?.headers.get('X-Countersign')).toBe('1')
  })

  it('is nobody after a 401, and unknown answers are failures instead of a signed-out person', async () => {
    const gateway = fakeGateway({ '/auth/session': () => json(401, { detail: 'Invalid token.' }) })
    const { keeper } = openTab(gateway.fetcher, fakeChannels().open())
    expect(await keeper.current()).toBeNull()
    expect(keeper.state()).toEqual({ status: 'none' })

    const broken = openTab(fakeGateway({ '/auth/session': () => json(200, {}) }).fetcher, fakeChannels().open())
    await expect(broken.keeper.load()).rejects.toThrow('without a session')
    expect(broken.keeper.state()).toEqual({ status: 'failed' })
  })

  it("moves the ends of the session to this machine's clock", async () => {
    const ahead = new Date(Date.now() + 3_600_000)
    const gateway = fakeGateway({
      '/auth/session': () =>
        json(200, sessionBody({ idleExpiresAt: new Date(ahead.getTime() + 60_000).toISOString() }), {
          Date: ahead.toUTCString(),
        }),
    })
    const session = await openTab(gateway.fetcher, fakeChannels().open()).keeper.current()
    const left = (session?.idleExpiresAt ?? 0) - Date.now()
    expect(left).toBeGreaterThan(55_000)
    expect(left).toBeLessThan(65_000)
  })
})

describe('what is off in this environment', () => {
  it('stands beside the permissions under marks of its own', async () => {
    const gateway = fakeGateway(signedIn({ notConfigured: ['accounts.close'] }))
    const { authProvider } = openTab(gateway.fetcher, fakeChannels().open())
    const permissions = await authProvider.getPermissions()
    expect(permissions).toEqual(['accounts.read', 'tickers.read', 'tickers.approve', 'not-configured:accounts.close'])
  })
})

describe('a 401', () => {
  it('ends the session once, in all tabs, however many calls answer with it', async () => {
    const channels = fakeChannels()
    const gateway = fakeGateway({ ...signedIn(), '/api/main/x': () => json(401, { detail: 'Invalid token.' }) })
    const tabs = [openTab(gateway.fetcher, channels.open()), openTab(gateway.fetcher, channels.open())] as const
    await Promise.all(tabs.map(({ keeper }) => keeper.load()))
    let changes = 0
    tabs[0].keeper.subscribe(() => (changes += 1))
    const call = createSessionFetch(tabs[0].keeper, gateway.fetcher)
    await Promise.allSettled(Array.from({ length: 20 }, () => call('/api/main/x')))
    expect(changes).toBe(1)
    expect(channels.told.filter(({ type }) => type === 'ended')).toHaveLength(1)
    for (const { keeper } of tabs) expect(keeper.state()).toEqual({ status: 'none', reason: 'expired' })
  })

  it('that arrives late does not end the session that has come since, nor reach the screens', async () => {
    const late = Promise.withResolvers<Response>()
    const gateway = fakeGateway({ ...signedIn(), '/api/main/x': () => late.promise })
    const { keeper } = openTab(gateway.fetcher, fakeChannels().open())
    const old = await keeper.load()
    const pending = createSessionFetch(keeper, gateway.fetcher)('/api/main/x')
    keeper.end(old?.mark ?? '', 'expired')
    gateway.replies['/auth/session'] = () => json(200, sessionBody({ expiresAt: '2030-01-02T08:00:00.000Z' }))
    await keeper.reload()
    late.resolve(json(401, { detail: 'Invalid token.' }))
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    keeper.end(old?.mark ?? '', 'expired')
    expect(keeper.state().status).toBe('active')
  })

  it('told twice is told to the other tabs once', async () => {
    const channels = fakeChannels()
    const { keeper } = openTab(fakeGateway(signedIn()).fetcher, channels.open())
    const session = await keeper.load()
    keeper.end(session?.mark ?? '', 'expired')
    keeper.end(session?.mark ?? '', 'signedOut')
    expect(channels.told).toEqual([{ type: 'ended', mark: session?.mark, reason: 'expired' }])
  })

  it('told by another tab about another session changes nothing here', async () => {
    const channels = fakeChannels()
    const { keeper } = openTab(fakeGateway(signedIn()).fetcher, channels.open())
    await keeper.load()
    channels.open().tell({ type: 'ended', mark: '2 2030-01-01T08:00:00.000Z', reason: 'expired' })
    expect(keeper.state().status).toBe('active')
  })

  it('is the only error that checkError rejects, and it does so without a notice', async () => {
    const { keeper, authProvider } = openTab(fakeGateway(signedIn()).fetcher, fakeChannels().open())
    await keeper.load()
    await authProvider.checkError({ status: 403 })
    await authProvider.checkError({ status: 500 })
    expect(keeper.state().status).toBe('active')
    await expect(authProvider.checkError({ status: 401 })).rejects.toEqual({ message: false, logoutUser: false })
    expect(keeper.state().status).toBe('none')
  })
})

describe('activity', () => {
  it('moves the idle end in all tabs', async () => {
    const channels = fakeChannels()
    const later = '2030-01-01T01:30:00.000Z'
    const gateway = fakeGateway({ ...signedIn(), '/auth/session/touch': () => json(200, { idleExpiresAt: later }) })
    const [one, two] = [openTab(gateway.fetcher, channels.open()), openTab(gateway.fetcher, channels.open())]
    await Promise.all([one.keeper.load(), two.keeper.load()])
    await one.keeper.touch()
    for (const { keeper } of [one, two]) {
      const state = keeper.state()
      expect(state.status === 'active' && Math.abs(state.session.idleExpiresAt - Date.parse(later)) < 5000).toBe(true)
    }
  })

  it('after the end of the session ends it here as well', async () => {
    const gateway = fakeGateway({ ...signedIn(), '/auth/session/touch': () => json(401, {}) })
    const { keeper } = openTab(gateway.fetcher, fakeChannels().open())
    await keeper.load()
    await keeper.touch()
    expect(keeper.state()).toEqual({ status: 'none', reason: 'expired' })
  })
})
