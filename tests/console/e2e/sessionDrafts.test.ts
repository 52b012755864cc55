import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openSignedIn } from '../support/consoleUnderTest.ts'
import { pressTo } from '../../support/pressTo.ts'
import { untilDrawn, untilFocused, untilSettled } from '../../support/settled.ts'
import { console_, page, signedOutEachTime, withConsole } from '../support/withConsole.ts'
import { fillSignIn } from '../../support/fillSignIn.ts'

const REASON = 'Called back on the number on file, Zwölf Äpfel'
const SIGN_IN_AGAIN = 'Your session has ended'
/** The one call behind both decisions about a customer's request. */
const DECIDE = 'approve/request'

withConsole()
signedOutEachTime()

const dialog = () => page.getByRole('dialog')
const reason = () => dialog().getByLabel('Reason', { exact: true })
const again = () => page.getByRole('heading', { name: SIGN_IN_AGAIN })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const posts = (path: string): number =>
  console_.main.calls.filter((call) => call.method === 'POST' && call.path.includes(path)).length

/** Types a reason for the rejection of one customer's request. */
async function typeReason(account: number): Promise<void> {
  await openSignedIn(page, 'admin', `/account/${account}?tab=requests`)
  await page
    .getByRole('button', { name: /^Reject: / })
    .first()
    .click()
  await reason().fill(REASON)
}

/** The session is over for the gateway; the browser has yet to hear of it. */
async function endSession(): Promise<void> {
  await page.context().clearCookies()
}

/** Ends the session and has the dialog's button hear of it. */
async function typeAndLose(account: number): Promise<void> {
  await typeReason(account)
  await endSession()
  await dialog().getByRole('button', { name: 'Yes' }).click()
  await again().waitFor()
}

/** Presses the button that opens the sign-in in a window of its own. */
async function openWindow(name = 'Sign in'): Promise<Page> {
  const [window_] = await Promise.all([page.context().waitForEvent('page'), button(name).click()])
  await window_.getByLabel('Email Address').waitFor()
  return window_
}

async function enter(on: Page, who: string): Promise<void> {
  await fillSignIn(on, `${who}@countersign.test`)
}

/** Everything the browser keeps beyond the document, and every address of the tab. */
const stored = async (): Promise<string> => {
  const kept = await page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    const caches_ = await caches.keys()
    const entries = performance.getEntries().map(({ name }) => name)
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      databases,
      caches_,
      entries,
      history.state,
    ])
  })
  return `${kept} ${page
    .context()
    .pages()
    .map((each) => each.url())
    .join(' ')}`
}

describe('a reason typed when the session ends', () => {
  it('is there again with its dialog after the same person signed in in another window, and is sent exactly once', async () => {
    await typeAndLose(4128)
    const address = page.url()
    await page.getByText('Nothing was changed. What you typed or chose is kept in this tab').waitFor()
    await untilDrawn(page)
    expect(await page.getByText('Pavel Redflag').count()).toBe(0)
    expect(await page.locator('.cs-toast').count()).toBe(0)
    expect(posts(DECIDE)).toBe(0)
    const signInWindow = await openWindow()
    await signInWindow.getByText('Sign in here, and your other tab goes on where you were.').waitFor()
    await page.getByText('Sign in in the window that has opened.').waitFor()
    expect(await stored()).not.toContain('pfel')
    await enter(signInWindow, 'admin')
    await reason().waitFor()
    await expect.poll(() => reason().inputValue()).toBe(REASON)
    await untilFocused(reason())
    await expect.poll(() => page.url()).toBe(address)
    await expect.poll(() => signInWindow.isClosed()).toBe(true)
    const before = posts(DECIDE)
    await dialog().getByRole('button', { name: 'Yes' }).click()
    await dialog().waitFor({ state: 'detached' })
    await untilFocused(page.getByRole('heading', { level: 1 }))
    await page.locator('.cs-toast').getByText(/610/).waitFor()
    expect(posts(DECIDE) - before).toBe(1)
    expect(await stored()).not.toContain('pfel')
  })

  it('is gone for another person, whose page is loaded afresh', async () => {
    await typeAndLose(4108)
    await page.evaluate(() => Object.assign(globalThis, { isOldDocument: true }))
    await enter(await openWindow(), 'operations')
    await page.getByRole('heading', { level: 1, name: 'Teo & Ana Brandt' }).waitFor()
    await untilSettled(page)
    expect(await page.evaluate(() => 'isOldDocument' in globalThis)).toBe(false)
    expect(await dialog().count()).toBe(0)
    await page
      .getByRole('button', { name: /^Reject: / })
      .first()
      .click()
    await expect.poll(() => reason().inputValue()).toBe('')
  })

  it('is there again by the keyboard alone when the person signs out in another tab and in again', async () => {
    await typeReason(4108)
    const other = await page.context().newPage()
    await other.goto('/signout')
    await again().waitFor()
    await page.bringToFront()
    await untilFocused(button('Sign in'))
    const [signInWindow] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
    await signInWindow.getByLabel('Email Address').focus()
    await signInWindow.keyboard.type('admin@countersign.test')
    await pressTo(signInWindow, 'Tab', ({ tagName }) => tagName === 'INPUT')
    await signInWindow.keyboard.type('countersign')
    await signInWindow.keyboard.press('Enter')
    await reason().waitFor()
    await untilFocused(reason())
    await expect.poll(() => reason().inputValue()).toBe(REASON)
  })

  it('is lost only by a choice that says so, when the window is blocked', async () => {
    await typeAndLose(4108)
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await button('Sign in').waitFor()
    expect(await button('Use this tab to sign in').count()).toBe(0)
    await button('Sign in').click()
    await page.getByText('The browser did not let the sign-in window open.').waitFor()
    await page.getByText('You can also use this tab to sign in. What you typed or chose will then be lost.').waitFor()
    await button('Use this tab to sign in').click()
    await page.waitForURL('**/login?next=*')
    await enter(page, 'admin')
    await page.waitForURL('**/account/4108?tab=requests')
    await page.getByRole('heading', { level: 1, name: 'Teo & Ana Brandt' }).waitFor()
    await untilSettled(page)
    expect(await dialog().count()).toBe(0)
  })
})

describe('a record of a list when the session ends with nothing typed', () => {
  it('has its place there, and leads on, once the person has signed in again', async () => {
    await openSignedIn(page, 'admin', '/accounts?filter=note:SUSPENDED_PENDING_DOCS')
    const title = page.getByRole('heading', { level: 1 })
    await page.getByRole('rowheader').getByRole('link').first().click()
    const records = page.getByRole('navigation', { name: 'Records of the list' })
    await records.getByText('1 of').waitFor()
    const first = await title.textContent()
    await (await page.context().newPage()).goto('/signout')
    await page.getByText('Your place in the list is kept in this tab: sign in again to go on.').waitFor()
    await enter(await openWindow(), 'admin')
    await records.getByText('1 of').waitFor()
    await page.keyboard.press('n')
    await records.getByText('2 of').waitFor()
    expect(await title.textContent()).not.toBe(first)
  })
})

describe('a change that was under way when the session ended', () => {
  it('was not made if it was refused with 401, and is there again after single sign-on in a second window, the first one closed', async () => {
    console_.main.fault({ path: DECIDE, answer: { status: 401, body: '{"detail":"Invalid token."}' } })
    await typeReason(4108)
    await dialog().getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Nothing was changed. What you typed or chose is kept in this tab').waitFor()
    console_.mend()
    await endSession()
    const first = await openWindow()
    await first.close()
    await page.bringToFront()
    await page.getByText('The sign-in window was closed before anybody had signed in.').waitFor()
    await button('Use this tab to sign in').waitFor()
    const signInWindow = await openWindow('Open the sign-in window again')
    await signInWindow.getByRole('button', { name: 'Sign in with single sign-on' }).click()
    await signInWindow.waitForURL('http://127.0.0.1:*/**')
    await page.getByText('Sign in in the window that has opened.').waitFor()
    await signInWindow
      .locator('input[type=email], input[name=email], input[name=username]')
      .fill('admin@countersign.test')
    await signInWindow.locator('input[type=password]').fill('countersign')
    await signInWindow.locator('button[type=submit]').click()
    await reason().waitFor()
    await untilSettled(page)
    expect(await dialog().getByRole('alert').count()).toBe(0)
    await expect.poll(() => reason().inputValue()).toBe(REASON)
    await expect.poll(() => signInWindow.isClosed()).toBe(true)
  })

  it('is unknown if it was not answered, and made once however often it is then tried', async () => {
    const answer = Promise.withResolvers<void>()
    console_.main.fault({ path: DECIDE, until: answer.promise })
    await typeReason(4108)
    const other = await page.context().newPage()
    await other.goto('/settings')
    await other.getByRole('button', { name: 'Menu' }).click()
    await page.bringToFront()
    const before = posts(DECIDE)
    await dialog().getByRole('button', { name: 'Yes' }).click()
    await expect.poll(() => posts(DECIDE) - before).toBe(1)
    await endSession()
    // The other tab hears of it by its next request, which may be one of its own.
    const link = other.getByRole('link', { name: 'Trading Accounts' })
    await Promise.any([link.dispatchEvent('click'), other.waitForURL('**/login?*')])
    await page.getByText('it is not known whether it was made').waitFor()
    answer.resolve()
    await enter(await openWindow(), 'admin')
    await dialog().getByText('Outcome unknown: the session ended before an answer came.').waitFor()
    await page.bringToFront()
    await expect.poll(() => reason().inputValue()).toBe(REASON)
    await dialog().getByRole('button', { name: 'Try again' }).click()
    // The gateway repeats the answer that was lost.
    await page.locator('.cs-toast').getByText('Request 501 is REJECTED').waitFor()
    expect(posts(DECIDE) - before).toBe(1)
  })
})
