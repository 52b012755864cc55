import { describe, expect, it } from 'vitest'
import { installLibrary } from './installLibrary.ts'
import { fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

installLibrary()

const password = { way: 'password', email: ' admin@countersign.test ', password: ' x ', next: '/account/7' } as const
const tab = (replies: Parameters<typeof fakeGateway>[0], query = '') => {
  const gateway = fakeGateway(replies)
  const channels = fakeChannels()
  return { gateway, channels, ...openTab(gateway.fetcher, channels.open(), query) }
}

describe('login', () => {
  it('sends the trimmed e-mail, the password as typed and the wanted page, and hands back where to go', async () => {
    const { authProvider, gateway } = tab({ '/auth/login': () => json(200, { location: 'https://id.test/authorize' }) })
    await expect(authProvider.login(password)).resolves.toEqual({ redirectTo: 'https://id.test/authorize' })
    expect(gateway.seen[0]?.body).toEqual({ email: 'admin@countersign.test', password: ' x ', next: '/account/7' })
    expect(gateway.seen[0]?.headers.get('X-Countersign')).toBe('1')
  })

  it('never sends a wanted page on another origin', async () => {
    const { authProvider, gateway } = tab({ '/auth/sso': () => json(200, { location: '/x' }) })
    await authProvider.login({ way: 'sso', next: '//evil.test/' })
    expect(gateway.seen[0]?.body).toEqual({})
    await authProvider.login({ way: 'sso', isFresh: true, next: null })
    expect(gateway.seen[1]?.body).toEqual({ isFresh: true })
  })

  it.each([
    ['E0000064', 'Password is expired'],
    ['idx.session.expired', 'Session expired'],
    ['notUniqueWithinOrg', 'A user with this Email already exists'],
    ['E0000004', /^Entered password is incorrect\. Please note .* support for further assistance\.$/],
    ['E9999999', 'Error occured while logging in'],
    ['constructor', 'Error occured while logging in'],
    [undefined, 'Error occured while logging in'],
  ])('says for code %s what the specification says', async (code, message) => {
    const { authProvider } = tab({ '/auth/login': () => json(401, { code, message: 'something of the server' }) })
    await expect(authProvider.login(password)).rejects.toMatchObject({
      name: 'LoginRefused',
      message: expect.stringMatching(message) as string,
    })
  })

  it('says how long to wait after too many attempts', async () => {
    const { authProvider } = tab({ '/auth/login': () => json(429, {}, { 'Retry-After': '30' }) })
    await expect(authProvider.login(password)).rejects.toThrow('Too many attempts. Try again in 30 seconds.')
  })

  it.each(['javascript:alert(1)', '//evil.test', 'data:text/html,x', '/\\evil.test'])(
    'does not go to %s',
    async (location) => {
      const { authProvider } = tab({ '/auth/login': () => json(200, { location }) })
      await expect(authProvider.login(password)).rejects.toThrow('Error occured while logging in')
    },
  )
})

describe('the callback', () => {
  const query = '?code=c&state=s'

  it('hands the query to the gateway, loads the session, tells the other tabs and goes to the wanted page', async () => {
    const { authProvider, sessionManager, gateway, channels } = tab(
      { '/auth/complete': () => json(200, { next: '/account/7' }), '/auth/session': () => json(200, sessionBody()) },
      query,
    )
    await expect(authProvider.handleCallback()).resolves.toEqual({ redirectTo: '/account/7' })
    expect(gateway.seen[0]?.body).toEqual({ query })
    expect(sessionManager.state().status).toBe('active')
    expect(channels.told).toEqual([{ type: 'started' }])
  })

  it('goes home when the wanted page is not a path of this origin', async () => {
    const { authProvider } = tab(
      {
        '/auth/complete': () => json(200, { next: 'https://evil.test/' }),
        '/auth/session': () => json(200, sessionBody()),
      },
      query,
    )
    await expect(authProvider.handleCallback()).resolves.toEqual({ redirectTo: '/books' })
  })

  it('refuses people who are not staff, in the words of the specification', async () => {
    const { authProvider, sessionManager } = tab({ '/auth/complete': () => json(403, { code: 'NOT_STAFF' }) }, query)
    await expect(authProvider.handleCallback()).rejects.toThrow('You are not authorized to login')
    expect(sessionManager.state().status).not.toBe('active')
  })

  it.each([
    ['/account/7?tab=files', '/account/7?tab=files'],
    ['https://evil.test/', null],
  ])('knows of a refused sign-in that it was for the page %s', async (next, wanted) => {
    const { authProvider } = tab({ '/auth/complete': () => json(403, { code: 'NOT_STAFF', next }) }, query)
    await expect(authProvider.handleCallback()).rejects.toMatchObject({ code: 'NOT_STAFF', next: wanted })
  })
})

describe('logout', () => {
  it('ends the session at the gateway, then here and in the other tabs', async () => {
    const { authProvider, sessionManager, channels } = tab({
      '/auth/session': () => json(200, sessionBody()),
      '/auth/logout': () => json(200, { location: '/login?signedOut=1' }),
    })
    await expect(authProvider.logout()).resolves.toBe('/login?signedOut=1')
    expect(sessionManager.state()).toEqual({ status: 'none', reason: 'signedOut' })
    expect(channels.told).toMatchObject([{ type: 'ended' }])
  })

  it('does not call itself done when the gateway failed', async () => {
    const { authProvider, sessionManager } = tab({
      '/auth/session': () => json(200, sessionBody()),
      '/auth/logout': () => json(503, {}),
    })
    await expect(authProvider.logout()).rejects.toThrow('503')
    expect(sessionManager.state().status).toBe('active')
  })

  it('calls nothing when no one is signed in', async () => {
    const { authProvider, gateway } = tab({ '/auth/session': () => json(401, {}) })
    await expect(authProvider.logout()).resolves.toBe(false)
    expect(gateway.paths()).toEqual(['/auth/session'])
  })
})

describe('permissions', () => {
  const { authProvider } = tab({ '/auth/session': () => json(200, sessionBody()) })

  it('allow what the binding of the action or page asks for and nothing else', async () => {
    const may = (resource: string, action: string) => authProvider.canAccess({ resource, action })
    expect(await may('members', 'list')).toBe(true)
    expect(await may('members', 'show')).toBe(true)
    expect(await may('books', 'lend')).toBe(true)
    expect(await may('registration', 'submit')).toBe(false)
    expect(await may('loans', 'list')).toBe(false)
  })

  it('deny what no definition declares', async () => {
    expect(await authProvider.canAccess({ resource: 'books', action: 'create' })).toBe(false)
    expect(await authProvider.canAccess({ resource: 'secrets', action: 'list' })).toBe(false)
  })

  it('come with the identity of the person', async () => {
    expect(await authProvider.getIdentity()).toEqual({
      id: '1',
      fullName: 'Ada Okafor',
      email: 'admin@countersign.test',
    })
    expect(await authProvider.getPermissions()).toContain('books.read')
  })
})
