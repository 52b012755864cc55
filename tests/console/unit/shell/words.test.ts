import '../../support/installBrokerage.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countdown, sessionEnd } from '../../../../src/auth/idle.ts'
import { personName, parseSession } from '../../../../src/auth/session.ts'
import { initials } from '../../../../src/ui/initials.ts'
import { loginPath, safeNext } from '../../../../src/auth/signIn.ts'
import { menuEntries } from '../../../../src/layout/menuEntries.ts'
import { toastText } from '../../../../src/ui/Toasts.tsx'
import { pageTitle } from '../../../../src/layout/usePageTitle.ts'
import { isLoginRedirect } from '../../../../src/pages/Callback.tsx'
import { loginErrors } from '../../../../src/pages/Login.tsx'
import { screens } from '../../../../schemas/index.ts'
import { sessionBody } from '../../../framework/browser/support.ts'

describe('the wanted page', () => {
  it.each(['/account/7', '/accounts?state=COMPLETE&page=3', '/treasury', '/account/7?tab=requests#requests/8'])(
    '%s is kept',
    (path) => {
      expect(safeNext(path)).toBe(path)
    },
  )

  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\/evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'accounts',
    '',
    ' /accounts',
    '/\t/evil.test',
    '/\n/evil.test',
    '/a\u0000b',
    '/x/..//evil.test',
    '/.//evil.test',
    '/login',
    '/login?next=/login',
    '/signout',
    '/SIGNOUT',
    '/signout/',
    '/%73ignout',
    '/%ff',
    '/auth/callback?code=1',
    '/',
    `/${'a'.repeat(600)}`,
    null,
    undefined,
    7,
  ])('%j is not', (path) => {
    expect(safeNext(path)).toBeNull()
  })

  it('never leaves the origin, whatever it is made from', () => {
    const parts = fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', 'evil.test', '%2f', '\t', 'a'), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(parts, (pieces) => {
        const next = safeNext(`/${pieces.join('')}`)
        return next === null || new URL(next, 'https://here.test').origin === 'https://here.test'
      }),
    )
  })

  it('rides along in the address of the login page unless it is the home page', () => {
    expect(loginPath('/account/7?tab=2')).toBe('/login?next=%2Faccount%2F7%3Ftab%3D2')
    expect(loginPath('/accounts')).toBe('/login')
  })
})

describe('a person', () => {
  it.each([
    ['Ada', 'Okafor', 'AO', 'Ada Okafor'],
    ['élodie', 'ß', 'ÉSS', 'élodie ß'],
    ['', '', 'A', 'a@b.test'],
    ['  Ana ', '', 'A', 'Ana'],
    ['👩‍💻x', 'Þór', '👩‍💻Þ', '👩‍💻x Þór'],
  ])('%s %s has the initials %s and the name %s', (firstName, lastName, letters, name) => {
    const person = { firstName, lastName, email: 'a@b.test' }
    expect(initials(person.firstName, person.lastName, person.email)).toBe(letters)
    expect(personName(person)).toBe(name)
  })
})

describe('titles and menu', () => {
  const lists = screens.filter((screen) => !('groups' in screen))

  it('names page and product, or the product alone', () => {
    expect(pageTitle('Countersign', 'Treasury Master')).toBe('Treasury Master · Countersign')
    expect(pageTitle('Countersign')).toBe('Countersign')
  })

  it("lists what exists in the specification's order and leaves out what the person may not read", () => {
    expect(menuEntries(lists, ['accounts.read', 'tickers.read']).map(({ to }) => to)).toEqual([
      '/treasury',
      '/cash',
      '/cryptocurrency',
      '/accounts',
    ])
    expect(menuEntries(lists, ['accounts.read'])).toEqual([{ label: 'Trading Accounts', to: '/accounts' }])
  })
})

describe('toasts', () => {
  it('strike out nine-digit numbers, however they are written, and nothing else', () => {
    expect(toastText('SSN 123-45-6789, 123456789, 123 45 6789.')).toBe('SSN •••••••••, •••••••••, •••••••••.')
    expect(toastText('Account 12345678 of order 1234567890')).toBe('Account 12345678 of order 1234567890')
  })

  it('hold at most 300 characters and always some words', () => {
    expect(toastText('x'.repeat(301))).toBe(`${'x'.repeat(299)}…`)
    expect(toastText('x'.repeat(300))).toHaveLength(300)
    expect(toastText({ html: '<b>' })).toBe('something went wrong')
    expect(toastText('  ')).toBe('something went wrong')
  })
})

describe('the login form', () => {
  it("speaks the specification's words", () => {
    expect(loginErrors({ email: ' ', password: '' }, true)).toEqual({
      email: 'Email is a required field',
      password: 'Password is a required field',
    })
    expect(loginErrors({ email: 'nobody', password: 'x' }, true)).toEqual({ email: 'Email must be a valid email' })
    expect(loginErrors({ email: ' a@b.co ', password: '' }, false)).toEqual({})
  })
})

describe('addresses that others send people to', () => {
  it('are a login redirect only with a state and an answer', () => {
    expect(isLoginRedirect('?code=c&state=s')).toBe(true)
    expect(isLoginRedirect('?error=access_denied&state=s')).toBe(true)
    expect(isLoginRedirect('?code=c')).toBe(false)
    expect(isLoginRedirect('')).toBe(false)
  })
})

describe('the end of a session', () => {
  const session = parseSession({ status: 200, body: sessionBody(), serverTime: 0, retryAfter: null })

  it('is the nearer of both ends, and only the idle one moves', () => {
    if (session === null) throw new Error('the sample is a session')
    expect(sessionEnd({ ...session, idleExpiresAt: 5000, expiresAt: 9000 }, 1000)).toEqual({
      left: 4000,
      movable: true,
    })
    expect(sessionEnd({ ...session, idleExpiresAt: 9000, expiresAt: 9000 }, 1000)).toEqual({
      left: 8000,
      movable: false,
    })
  })

  it('counts down in minutes and seconds', () => {
    expect([countdown(120_000), countdown(65_000), countdown(900), countdown(-5)]).toEqual([
      '2:00',
      '1:05',
      '0:01',
      '0:00',
    ])
  })
})
