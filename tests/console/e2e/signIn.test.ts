import { describe, expect, it } from 'vitest'
import { openSignedIn, signIn } from '../support/consoleUnderTest.ts'
import { console_, page, signedOutEachTime, withConsole } from '../support/withConsole.ts'
import { url } from '../../support/browser.ts'
import { fillSignIn } from '../../support/fillSignIn.ts'
import { untilFocused } from '../../support/settled.ts'

withConsole()
signedOutEachTime()

const fill = (email: string, password: string): Promise<void> => fillSignIn(page, email, password)

const path = (): string => new URL(page.url()).pathname

describe('signing in', () => {
  it('shows the screen word for word', async () => {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Welcome to Countersign' }).waitFor()
    await expect.poll(path).toBe('/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await page.waitForURL('**/forgotpwd')
  })

  it('refuses in the words of the specification', async () => {
    await page.goto('/login')
    for (const [email, password, words] of [
      [
        'admin@countersign.test',
        'wrong',
        /^Entered password is incorrect\. Please note that your account was recently upgraded/,
      ],
      ['expired@countersign.test', 'countersign', /^Password is expired$/],
      ['customer@countersign.test', 'countersign', /^You are not authorized to login$/],
    ] as const) {
      await fill(email, password)
      await page.getByRole('alert').getByText(words).waitFor()
      expect(path()).toBe('/login')
    }
  })

  it('leads to the wanted page after a person was refused', async () => {
    const wanted = '/account/4108?tab=requests#accountRequests/501'
    await page.goto(wanted)
    await fill('customer@countersign.test', 'countersign')
    await page.getByRole('alert').getByText('You are not authorized to login').waitFor()
    await fill('viewer@countersign.test', 'countersign')
    await page.waitForURL(`**${wanted}`)
  })

  it('leads to the heading of the wanted page, and from the login to the accounts, and keeps the session out of reach', async () => {
    await signIn(page, 'admin', '/account/4125')
    await untilFocused(page.getByRole('heading', { level: 1, name: 'Mirela Suspended' }))
    await page.goto('/auth/callback')
    await page.waitForURL('**/accounts')
    await page.goto('/login')
    await page.waitForURL('**/accounts')
    await page.getByRole('row').nth(40).waitFor()
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]))
    expect(stored).not.toMatch(/countersign\.test|token|Quill/)
    const cookies = await page.context().cookies()
    expect(
      cookies.map(({ name, httpOnly, secure, sameSite }) => ({ name, httpOnly, secure, sameSite })),
    ).toContainEqual({
      name: '__Host-Http-sid',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    })
  })

  it('goes through the provider’s own page by single sign-on', async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await page.waitForURL('http://127.0.0.1:*/**')
    await page.locator('input[type=email], input[name=email], input[name=username]').fill('reviewer@countersign.test')
    await page.locator('input[type=password]').fill('countersign')
    await page.locator('button[type=submit]').click()
    await page.waitForURL('**/accounts')
    await page.getByRole('heading', { name: 'Trading Accounts' }).waitFor()
  })

  it('goes to the login when the callback is not a redirect of the provider', async () => {
    await page.goto('/auth/callback')
    await page.waitForURL('**/login*')
    await page.goto('/auth/callback?code=made-up&state=made-up')
    await page.waitForURL('**/login*')
  })
})

describe('a console whose code is cut off on its way', () => {
  it.each(['**/assets/index-*.js', '**/assets/react-*.js'])('says so, and is loaded again: %s', async (code) => {
    await page.route(code, (route) => route.abort('connectionreset'))
    await page.goto('/login')
    await page.getByRole('alert').getByText('The console could not be loaded.').waitFor()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Welcome to Countersign' }).waitFor()
  })
})

describe('the session', () => {
  it('ends in all tabs when one signs out, and a signed-out page asks for a sign-in first', async () => {
    await openSignedIn(page, 'admin', '/settings')
    const other = await page.context().newPage()
    await other.goto('/treasury')
    await other.getByRole('heading', { name: 'Treasury Master' }).waitFor()
    await page.goto('/signout')
    await page.getByText('You are signed out.').waitFor()
    await other.waitForURL('**/login*')
    await other.goto('/nowhere')
    await other.waitForURL('**/login*')
  })

  it('is not ended by a link on another site before the person confirms it', async () => {
    await openSignedIn(page, 'admin', '/settings')
    const body = `<a rel="noreferrer" href="${url}/signout">A prize</a>`
    await page.route('https://elsewhere.test/', (route) => route.fulfill({ contentType: 'text/html', body }))
    const follow = async () => {
      await page.goto('https://elsewhere.test/')
      await page.getByRole('link', { name: 'A prize' }).click()
      await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
    }
    await follow()
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await page.getByRole('heading', { name: 'Trading Accounts' }).waitFor()
    await follow()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
  })

  it('ends once and quietly when a service answers Invalid token, in all tabs', async () => {
    await openSignedIn(page, 'admin', '/settings')
    const other = await page.context().newPage()
    const mend = console_.main.fault({
      path: 'get_apex_accounts',
      answer: { status: 401, body: '{"detail":"Invalid token."}' },
    })
    await other.goto('/accounts?page=3')
    await page.waitForURL('**/login*')
    await other.waitForURL('**/login*')
    await page.bringToFront()
    await page.getByLabel('Email Address').waitFor()
    expect(
      await page
        .getByRole('status')
        .filter({ hasText: /wrong|token|failed/i })
        .count(),
    ).toBe(0)
    mend()
    await fill('admin@countersign.test', 'countersign')
    await page.waitForURL('**/settings')
  })
})
