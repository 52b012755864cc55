import { describe, expect, it } from 'vitest'
import { createSessionFetch } from '../../../src/auth/createSessionFetch.ts'
import { installLibrary } from './installLibrary.ts'
import { fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

installLibrary()

const signedIn = (overrides = {}) => ({ '/auth/session': () => json(200, sessionBody(overrides)) })

describe('the session in memory', () => {
  it('is asked for once by however many callers, with the static header and no cache', async () => {
    const gateway = fakeGateway(signedIn())
    const { sessionManager } = openTab(gateway.fetcher, fakeChannels().open())
    const [first, second] = await Promise.all([sessionManager.current(), sessionManager.current()])
    await sessionManager.current()
    expect(first?.email).toBe('admin@countersign.test')
    expect(second).toBe(first)
    expect(gateway.seen).toHaveLength(1)
    expect(gateway.seen[0]?.headers.get('X-Countersign')).toBe('1')
  })

  it.each([
    ['a 401', () => json(401, { detail: 'Invalid token.' })],
    ['an empty answer', () => new Response(null, { status: 204 })],
  ])('is no one after %s, and unknown answers are failures instead of a signed-out person', async (_name, answer) => {
    const gateway = fakeGateway({ '/auth/session': answer })
    const { sessionManager } = openTab(gateway.fetcher, fakeChannels().open())
    expect(await sessionManager.current()).toBeNull()
    expect(sessionManager.state()).toEqual({ status: 'none' })

    const broken = openTab(fakeGateway({ '/auth/session': () => json(200, {}) }).fetcher, fakeChannels().open())
    await expect(broken.sessionManager.load()).rejects.toThrow('without a session')
    expect(broken.sessionManager.state()).toEqual({ status: 'failed' })
  })

  it("moves the ends of the session to this machine's clock", async () => {
    const ahead = new Date(Date.now() + 3_600_000)
    const gateway = fakeGateway({
      '/auth/session': () =>
        json(200, sessionBody({ idleExpiresAt: new Date(ahead.getTime() + 60_000).toISOString() }), {
          Date: ahead.toUTCString(),
        }),
    })
    const session = await openTab(gateway.fetcher, fakeChannels().open()).sessionManager.current()
    const left = (session?.idleExpiresAt ?? 0) - Date.now()
    expect(left).toBeGreaterThan(55_000)
    expect(left).toBeLessThan(65_000)
  })
})

describe('what is off in this environment', () => {
  it('is listed with the permissions under marks of its own', async () => {
    const gateway = fakeGateway(signedIn({ notConfigured: ['books.lend'] }))
    const { authProvider } = openTab(gateway.fetcher, fakeChannels().open())
    const permissions = await authProvider.getPermissions()
    expect(permissions).toEqual(['books.read', 'members.read', 'books.lend', 'not-configured:books.lend'])
  })
})

describe('a 401', () => {
  it('ends the session once, in all tabs, however many calls answer with it', async () => {
    const channels = fakeChannels()
    const gateway = fakeGateway({ ...signedIn(), '/api/main/x': () => json(401, { detail: 'Invalid token.' }) })
    const tabs = [openTab(gateway.fetcher, channels.open()), openTab(gateway.fetcher, channels.open())] as const
    await Promise.all(tabs.map(({ sessionManager }) => sessionManager.load()))
    let changes = 0
    tabs[0].sessionManager.subscribe(() => (changes += 1))
    const call = createSessionFetch(tabs[0].sessionManager, gateway.fetcher)
    await Promise.allSettled(Array.from({ length: 20 }, () => call('/api/main/x')))
    expect(changes).toBe(1)
    expect(channels.told.filter(({ type }) => type === 'ended')).toHaveLength(1)
    for (const { sessionManager } of tabs) expect(sessionManager.state()).toEqual({ status: 'none', reason: 'expired' })
  })

  it('that arrives late does not end the session that has come since, nor reach the screens', async () => {
    const late = Promise.withResolvers<Response>()
    const gateway = fakeGateway({ ...signedIn(), '/api/main/x': () => late.promise })
    const { sessionManager } = openTab(gateway.fetcher, fakeChannels().open())
    const old = await sessionManager.load()
    const pending = createSessionFetch(sessionManager, gateway.fetcher)('/api/main/x')
    sessionManager.end(old?.mark ?? '', 'expired')
    gateway.replies['/auth/session'] = () => json(200, sessionBody({ expiresAt: '2030-01-02T08:00:00.000Z' }))
    await sessionManager.reload()
    late.resolve(json(401, { detail: 'Invalid token.' }))
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' })
    sessionManager.end(old?.mark ?? '', 'expired')
    expect(sessionManager.state().status).toBe('active')
  })

  it('told twice is told to the other tabs once', async () => {
    const channels = fakeChannels()
    const { sessionManager } = openTab(fakeGateway(signedIn()).fetcher, channels.open())
    const session = await sessionManager.load()
    sessionManager.end(session?.mark ?? '', 'expired')
    sessionManager.end(session?.mark ?? '', 'signedOut')
    expect(channels.told).toEqual([{ type: 'ended', mark: session?.mark }])
  })

  it('told by another tab about another session changes nothing here', async () => {
    const channels = fakeChannels()
    const { sessionManager } = openTab(fakeGateway(signedIn()).fetcher, channels.open())
    await sessionManager.load()
    channels.open().tell({ type: 'ended', mark: '2 2030-01-01T08:00:00.000Z' })
    expect(sessionManager.state().status).toBe('active')
  })

  it('is the only error that checkError rejects, and it does so without a notice', async () => {
    const { sessionManager, authProvider } = openTab(fakeGateway(signedIn()).fetcher, fakeChannels().open())
    await sessionManager.load()
    await authProvider.checkError({ status: 403 })
    await authProvider.checkError({ status: 500 })
    expect(sessionManager.state().status).toBe('active')
    await expect(authProvider.checkError({ status: 401 })).rejects.toEqual({ message: false, logoutUser: false })
    expect(sessionManager.state().status).toBe('none')
  })
})

describe('activity', () => {
  it('moves the idle end in all tabs', async () => {
    const channels = fakeChannels()
    const later = '2030-01-01T01:30:00.000Z'
    const gateway = fakeGateway({ ...signedIn(), '/auth/session/touch': () => json(200, { idleExpiresAt: later }) })
    const [one, two] = [openTab(gateway.fetcher, channels.open()), openTab(gateway.fetcher, channels.open())]
    await Promise.all([one.sessionManager.load(), two.sessionManager.load()])
    await one.sessionManager.touch()
    for (const { sessionManager } of [one, two]) {
      const state = sessionManager.state()
      expect(state.status === 'active' && Math.abs(state.session.idleExpiresAt - Date.parse(later)) < 5000).toBe(true)
    }
  })

  it('after the end of the session ends it here as well', async () => {
    const gateway = fakeGateway({ ...signedIn(), '/auth/session/touch': () => json(401, {}) })
    const { sessionManager } = openTab(gateway.fetcher, fakeChannels().open())
    await sessionManager.load()
    await sessionManager.touch()
    expect(sessionManager.state()).toEqual({ status: 'none', reason: 'expired' })
  })
})
