import type { BrowserContext } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findings } from '../../support/findings.ts'
import { pressTo } from '../../support/pressTo.ts'
import { openWithin, untilFocused, untilNotTooWide, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'
import { fillSignIn } from '../../support/fillSignIn.ts'

/** Those of the session, which some tests take away. */
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>

withConsole()
beforeAll(async () => {
  cookies = await page.context().cookies()
})
beforeEach(() => page.context().addCookies(cookies))

const field = (name: string) => page.getByLabel(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const notice = (text: string) => page.locator('.cs-form-done').getByText(text)
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '')

const calls = (path: string): number => console_.trade.calls.filter((call) => call.path.includes(path)).length

/** Opens the menu's entry for the page. */
async function fromMenu(label: string): Promise<void> {
  await button('Menu').click()
  await page.locator('#cs-main-menu').getByRole('link', { name: label, exact: true }).click()
  await heading(label).waitFor()
}

/** Looks a customer up in the list of accounts; gives what the row says. */
async function accountRow(search: string): Promise<string> {
  await openWithin(page, '/accounts')
  await page.getByRole('searchbox').fill(search)
  const row = page.getByRole('row').filter({ hasText: search }).first()
  await row.waitFor()
  await untilSettled(page)
  return row.innerText()
}

describe('by mouse', () => {
  it('tells how a user signs in, and that no one unknown does', async () => {
    await openWithin(page, '/settings')
    await fromMenu('User Requests')
    await page.getByRole('link', { name: /^Check Login Type/ }).click()
    await field('Email').fill('mara.quill@example.test')
    await button('Check Login Type').click()
    await heading('Login of mara.quill@example.test').waitFor()
    await expect
      .poll(() => page.locator('.cs-form-result').innerText())
      .toMatch(/Provider Type\s+(OKTA|SOCIAL|FEDERATION)/)
    await field('Email').fill('nobody@example.test')
    await button('Check Login Type').click()
    await page.getByText('No login found for this email').waitFor()
    expect(page.url()).not.toContain('example.test')
  })

  it('says what the service says of no one, and keeps what was typed', async () => {
    await openWithin(page, '/update-user')
    await field('Email').fill('nobody@example.test')
    await field('City').fill("O'Hare")
    await button('Update User').click()
    await dialog().getByRole('button', { name: 'Update User' }).click()
    const beside = page.locator('.cs-form-ending')
    await beside.waitFor()
    await expect
      .poll(() => beside.locator('p').allInnerTexts())
      .toEqual([
        'Error updating user information\nUser not found',
        "About: Email nobody@example.test, City O'Hare",
        'Nothing was changed.',
      ])
    await expect.poll(() => field('City').inputValue()).toBe("O'Hare")
    await untilFocused(beside)
  })
})

describe('the card of the customer', () => {
  it('says what was done for them at once, by the name of the form', async () => {
    await openWithin(page, '/user-requests?form=personalAccess')
    await field('Email').fill('basil.close-sent@example.test')
    await page.getByText('Activate', { exact: true }).click()
    const card = page.locator('.cs-form-card')
    await card.getByText('Nothing yet').waitFor()
    await button('Update Access').click()
    await dialog().getByRole('button', { name: 'Update Access' }).click()
    await card.getByText('Activate/Deactivate Personal Access').waitFor()
  })
})

describe('what may go wrong', () => {
  it('an empty form is sent: one press says all that is missing, and nothing moves under the mouse', async () => {
    await openWithin(page, '/user-requests?form=personalAccess')
    await expect.poll(focused).toBe('email')
    await untilSettled(page)
    const place = await button('Update Access').boundingBox()
    await button('Update Access').click()
    await page.getByText('Email is a required field').waitFor()
    await page.getByText('One option need to be selected').waitFor()
    await expect.poll(focused).toBe('email')
    await expect.poll(() => button('Update Access').boundingBox()).toEqual(place)
  })

  it('the session ends: what was typed in each form is there again next to the sign-in, and is sent once', async () => {
    await openWithin(page, '/user-requests?form=mcomAccess')
    await field('Division').fill('Nörd')
    await page.getByRole('link', { name: /^Unlink Bank Account/ }).click()
    await heading('Unlink Bank Account').waitFor()
    const before = calls('/bank_unlink')
    await field('Email').fill('agatha.sorrel@example.test')
    await button('Unlink Bank Account').click()
    await dialog().locator('.cs-form-about[aria-busy="false"]').waitFor()
    await dialog().getByRole('textbox').fill('agatha.sorrel@example.test')
    // The card next to the form would hear of the end before the button does.
    await page.locator('.cs-form-card section').first().waitFor()
    await untilSettled(page)
    await page.context().clearCookies()
    await dialog().getByRole('button', { name: 'Unlink Bank Account' }).click()
    await heading('Your session has ended').waitFor()
    const [beside] = await Promise.all([page.context().waitForEvent('page'), button('Sign in').click()])
    await fillSignIn(beside, 'admin@countersign.test')
    await dialog().waitFor()
    await page.bringToFront()
    expect(calls('/bank_unlink')).toBe(before)
    await dialog().getByRole('textbox').fill('agatha.sorrel@example.test')
    await dialog().getByRole('button', { name: 'Unlink Bank Account' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => calls('/bank_unlink')).toBe(before + 1)
    await page.getByRole('link', { name: /^Mcom Access/ }).click()
    await expect.poll(() => field('Division').inputValue()).toBe('Nörd')
  })

  it('someone leaves with something typed: asked by a link, and by the browser itself', async () => {
    await openWithin(page, '/update-user')
    await field('Email').fill('mara.quill@example.test')
    await page.getByRole('link', { name: 'User Requests', exact: true }).click()
    await dialog().getByText('Leave the form?').waitFor()
    await dialog().getByRole('button', { name: 'Stay' }).click()
    const asked = page.waitForEvent('dialog').then(async (question) => {
      await question.dismiss()
      return question.type()
    })
    await page.close({ runBeforeUnload: true })
    expect(await asked).toBe('beforeunload')
    await expect.poll(() => field('Email').inputValue()).toBe('mara.quill@example.test')
  })

  it('someone goes back to another form of the page while asked: asked no more', async () => {
    const question = dialog().getByText('Leave the form?')
    await openWithin(page, '/user-requests?form=mcomAccess')
    await field('Division').fill('Nörd')
    await page.getByRole('link', { name: /^Unlink Bank Account/ }).click()
    await heading('Unlink Bank Account').waitFor()
    await page.getByRole('link', { name: 'Trades', exact: true }).click()
    await question.waitFor()
    await page.evaluate(() => window.history.back())
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => field('Division').inputValue()).toBe('Nörd')
  })

  it('someone goes back with something typed: asked, stays, and leaves after all', async () => {
    const back = () => page.evaluate(() => window.history.back())
    await openWithin(page, '/settings')
    await button('Menu').click()
    await page.getByRole('link', { name: 'Update User', exact: true }).click()
    await field('Email').fill('mara.quill@example.test')
    await back()
    await dialog().getByText('Leave the form?').waitFor()
    expect(new URL(page.url()).pathname).toBe('/update-user')
    await dialog().getByRole('button', { name: 'Stay' }).click()
    await dialog().waitFor({ state: 'detached' })
    expect(await field('Email').inputValue()).toBe('mara.quill@example.test')
    await back()
    await dialog().getByRole('button', { name: 'Leave' }).click()
    await heading('Settings').waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings')
    await page.goForward()
    await heading('Update User').waitFor()
  })
})

describe('by keyboard alone', () => {
  it('finds a request, checks a login, and goes on to the next', async () => {
    await page.goto('/user-requests')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.keyboard.type('social')
    await page.keyboard.press('Enter')
    await heading('Check Login Type').waitFor()
    await expect.poll(focused).toBe('email')
    await page.keyboard.type('oren.vale@example.test')
    await page.keyboard.press('Enter')
    await heading('Login of oren.vale@example.test').waitFor()
    await expect.poll(focused).toBe('email')
  })

  it('changes an email only after the old one was typed again; the list shows the new one', async () => {
    await openWithin(page, '/user-requests')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
    await page.keyboard.type('new email')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('old_user_email')
    await page.keyboard.type('idris.kone@example.test')
    await page.keyboard.press('Tab')
    await page.keyboard.type('idris.new@example.test')
    await page.keyboard.press('Enter')
    await untilFocused(dialog().getByRole('textbox'))
    await dialog().getByText('Change idris.kone@example.test to idris.new@example.test?').waitFor()
    const confirm = dialog().getByRole('button', { name: 'Change Email' })
    await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.type('idris.kone@example.test')
    await untilRead(page)
    await page.keyboard.press('Enter')
    await notice('Email changed').waitFor()
    await expect.poll(focused).toBe('old_user_email')
    await expect.poll(() => field('Old Email').inputValue()).toBe('')
    expect(calls('/email_change')).toBe(1)
    expect(await accountRow('idris.new')).toContain('idris.new@example.test')
  })

  it('updates a user; what is left empty stays as it is', async () => {
    await page.goto('/update-user')
    await expect.poll(focused).toBe('user_email')
    await expect.poll(() => field('City').isDisabled()).toBe(true)
    await page.keyboard.type('mara.quill@example.test')
    for (const step of ['first_name', 'last_name', 'phone']) {
      await page.keyboard.press('Tab')
      await expect.poll(focused).toBe(step)
    }
    await page.keyboard.type('2125550199')
    await field('City').focus()
    await page.keyboard.type('Zwölfhausen')
    await page.keyboard.press('Enter')
    await dialog().getByText('2125550199').waitFor()
    await dialog().getByText('Zwölfhausen').waitFor()
    await pressTo(page, 'Tab', ({ name }) => name.startsWith('Update User'))
    await untilRead(page)
    await page.keyboard.press('Enter')
    await notice('User information updated successfully').waitFor()
    await expect.poll(focused).toBe('user_email')
    await openWithin(page, '/account/4107')
    await page.getByText('Zwölfhausen').first().waitFor()
    await page.getByText('Mara Quill').first().waitFor()
  })
})

describe('the pages of forms', () => {
  it('are without a finding of axe, empty and with what is missing', async () => {
    const submitted = async () => {
      await page.locator('.cs-form [type=submit]').click()
      await page.locator('.cs-form [aria-invalid=true]').first().waitFor()
      await untilSettled(page)
    }
    await page.goto('/user-requests')
    await page.locator('.cs-form-page').waitFor()
    await untilSettled(page)
    expect(await findings(page)).toEqual([])
    await page.getByRole('link', { name: /^Mcom Access/ }).click()
    await heading('Mcom Access').waitFor()
    await submitted()
    expect(await findings(page)).toEqual([])
    await fromMenu('Update User')
    await submitted()
    expect(await findings(page)).toEqual([])
  })

  it('are without a finding of axe in light and dark with choices, a card, a question and a table', async () => {
    const isClear = async (what: string): Promise<void> => {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
        expect.soft(await findings(page), `${what} in ${colorScheme}`).toEqual([])
      }
    }
    await openWithin(page, '/user-requests?form=unregister')
    await field('Email').fill('Brandt')
    await page.getByRole('option').first().waitFor()
    await isClear('choices')
    await page.getByRole('option').first().click()
    const card = page.locator('.cs-customer-card')
    await card.getByText('All orders').waitFor()
    const beginningOf = (text: string): Promise<number> =>
      card.getByText(text, { exact: true }).evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect().x
      })
    expect(await beginningOf('All orders')).toBe(await beginningOf('All requests'))
    await untilSettled(page)
    await isClear('a card')
    await button('Unregister User').click()
    await dialog().locator('.cs-form-about[aria-busy="false"]').waitFor()
    await isClear('a question')
    await openWithin(page, '/populate-details?form=manualUpload')
    const lines = 'account_no,ticker,side,quantity,price,trade_date\n9zz-10058,=1,buy,2,41.23,2026-03-02\n'
    const buffer = Buffer.from(lines)
    await page.setInputFiles('input[type=file]', { name: 'a.csv', mimeType: 'text/csv', buffer })
    await page.getByText('Has to be written 9ZZ10058').waitFor()
    await untilSettled(page)
    await isClear('a table')
  })

  it('show the form instead of the finder on a phone, with a way back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openWithin(page, '/user-requests')
    await page.getByRole('link', { name: /^Reinstate Account/ }).click()
    await heading('Reinstate Account').waitFor()
    await expect.poll(() => page.getByLabel('Find a request').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'All forms' }).click()
    await page.getByLabel('Find a request').waitFor()
    await untilNotTooWide(page)
  })
})
