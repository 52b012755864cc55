import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { areReadable } from '../../support/findings.ts'
import { untilDrawn, untilFocused, untilNotTooWide, untilSettled } from '../../support/settled.ts'
import { console_, openAccount, page, withConsole } from '../support/withConsole.ts'

withConsole()

const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true })
const tab = (name: string, on = page) => on.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = (on = page) => on.getByRole('tabpanel')

/** The values beside a label, in the order of the page. */
const valuesOf = async (label: string): Promise<readonly string[]> => {
  const texts = await page
    .locator('dt, [role=rowheader]')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=..')
    .allInnerTexts()
  return texts.map((text) => text.replace(label, '').trim().replaceAll(/\s+/g, ' '))
}

describe('an account', () => {
  it('shows header, profile, tabs and bank relationships of a joint account, with both applicants', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual([
        'Account Details',
        'Disclosures',
        'Employment',
        expect.stringMatching(/^Documents/),
        'Linked Account',
        expect.stringMatching(/^Requests/),
        'Recent Transactions',
        'More',
        'History',
      ])
    const text = await page.locator('main').innerText()
    for (const part of ['ACTION_REQUIRED', 'teo.brandt@example.test', '9ZZ10058', 'Joint', 'ACH Relationship']) {
      expect(text).toContain(part)
    }
    expect(await valuesOf('Annual income')).toEqual(['$50,001 – $100,000'])
    expect(await valuesOf('Estimated net worth')).toEqual(['$250,000.00'])
    expect(text).toContain('Ana Brandt')
    expect(text).toContain('***-**-7781')
    expect(text).toContain('***-**-0032')
    expect(text).toMatch(/teo\.b@example\.test[\s\S]{0,20}differs from Email ID/)
    expect(text).toContain('The account routing number has been updated.')
    expect(text).toContain('Bank details changed')
    expect(text).not.toMatch(/Look twice|no letter|Suspended: a rejected check/)
    await tab('Requests').click()
    // The clearing firm does not say since when: the clock runs from when it was first seen.
    await expect.poll(() => panel().innerText()).toMatch(/Amend within 2[34] h \d+ min \(since first seen\)/)
  })

  it('has room at its end to scroll its last button clear of two notices', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    const twoNotices = 16 + 2 * 44 + 8
    const room = () =>
      page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        const buttons = [...document.querySelectorAll('main button')]
        return innerHeight - Math.max(...buttons.map((button) => button.getBoundingClientRect().bottom))
      })
    await expect.poll(room).toBeGreaterThanOrEqual(twoNotices)
    await page.evaluate(() => window.scrollTo(0, 0))
  })

  it('leads to its trades and forms from a menu whose items begin where its own edge is', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await page.getByRole('button', { name: 'Go to', exact: true }).click()
    const menu = page.getByRole('menu', { name: 'Go to' })
    const indent = () =>
      menu.getByRole('menuitem', { name: 'Trades' }).evaluate((item) => {
        const text = document.createRange()
        text.selectNodeContents([...item.childNodes].at(-1) ?? item)
        return Math.round(text.getBoundingClientRect().left - item.getBoundingClientRect().left)
      })
    await expect.poll(indent).toBe(8)
    await page.keyboard.press('Escape')
  })

  it('has the whole menu of a claim in the window of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAccount(4108, 'Teo & Ana Brandt')
    await page.getByRole('button', { name: 'Claim', exact: true }).click()
    await page.getByRole('button', { name: /^More/ }).click()
    const giveBack = page.getByRole('menuitem', { name: 'Give back' })
    await giveBack.waitFor()
    await untilNotTooWide(page)
    await giveBack.click()
    await page.getByRole('button', { name: 'Claim', exact: true }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('keeps its name, number and status in view in a low window, as at four times the zoom, clear of what has the focus', async () => {
    await page.setViewportSize({ width: 360, height: 225 })
    await openAccount(4107, 'Mara Quill', '?tab=documents')
    await page.getByRole('tab', { name: /^Documents/ }).focus()
    const line = page.locator('.cs-identity', { hasText: '9ZZ10041SUSPENDED' })
    // A panel is higher than the window.
    const isUncovered = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect()
        const shown = [0.1, 0.9].map((share) => document.elementFromPoint(left + width / 2, top + height * share))
        return focused?.role === 'tabpanel' || shown.every((element) => focused?.contains(element) === true)
      })
    for (let count = 0; count < 6; count += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(isUncovered, { message: `the focus after ${count + 1} Tabs` }).toBe(true)
    }
    await line.waitFor()
    for (let count = 0; count < 4; count += 1) {
      await page.keyboard.press('Shift+Tab')
      await expect.poll(isUncovered, { message: `the focus after ${count + 1} Tabs back` }).toBe(true)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('has its tabs as addresses, by mouse and by arrow keys, and Back still leads to the list in one step', async () => {
    await page.goto('/accounts?page=2')
    const link = page.locator('tbody tr a').first()
    await untilSettled(page)
    const name = await link.innerText()
    await link.click()
    await heading(name).waitFor()
    await tab('Disclosures').click()
    await page.waitForURL(/\?tab=disclosures$/)
    await panel().getByText('Politically exposed').waitFor()
    await page.keyboard.press('ArrowRight')
    await untilFocused(tab('Employment'))
    await page.keyboard.press('Enter')
    await panel().getByText('Occupation').waitFor()
    await page.reload()
    await panel().getByText('Occupation').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/accounts?page=2')
    await page.getByRole('link', { name, exact: true }).waitFor()
  })

  it('answers what happened with one key and a whole frame of the focus, and leads from a rejected document to its line', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await page.keyboard.press('h')
    await page.waitForURL(/\?tab=history$/)
    await untilFocused(panel())
    const roomAboveFrame = await panel().evaluate((focused) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(focused)
      const strip = document.querySelector('.cs-tab-strip')?.getBoundingClientRect().bottom ?? 0
      return focused.getBoundingClientRect().top - strip - parseFloat(outlineWidth) - parseFloat(outlineOffset)
    })
    expect(roomAboveFrame).toBeGreaterThanOrEqual(0)
    await panel().getByText('Drivers license (snap-a3)').waitFor()
    await tab('Documents').click()
    await page.getByRole('link', { name: /^History: .*\(snap-a3\)$/ }).click()
    const line = panel().getByRole('listitem').filter({ hasText: 'Drivers license (snap-a3)' })
    await untilFocused(line)
    expect(await line.getAttribute('aria-current')).toBe('true')
    await page.setViewportSize({ width: 1440, height: 400 })
    await page.keyboard.press('End')
    await page.locator('[data-shown]').getByText('9ZZ10058').waitFor()
  })

  it('never lets a masked value reach the browser, on any tab', async () => {
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (/\/(api|console)\//.test(response.url())) bodies.push(response.text().catch(() => ''))
    })
    await page.goto('/account/4108')
    await heading('Teo & Ana Brandt').waitFor()
    await untilSettled(page)
    for (const name of await page.getByRole('tab').allInnerTexts()) {
      await page.getByRole('tab', { name: name.split('\n')[0] ?? '' }).click()
      await untilSettled(page)
    }
    page.removeAllListeners('response')
    const sent = (await Promise.all(bodies)).join('\n')
    expect(sent).toContain('XXXXX56612')
    for (const secret of ['900-11-7781', '900-12-0032', '1980-12-31', '1979-01-01', '000123456612', 'TST-221-77']) {
      expect(sent).not.toContain(secret)
    }
  })

  it('has a line for each fact on a phone, and in its first window what waits for a decision, before the record in full', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAccount(4107, 'Mara Quill', '?tab=documents')
    await panel().getByText('uploaded', { exact: true }).first().waitFor()
    const bottomOf = async (text: string) => {
      const box = await page.getByText(text, { exact: true }).first().boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const [document, profile] = [await bottomOf('Approve'), await bottomOf('Investment Profile')]
    const tops = await page
      .locator('.cs-record-facts:not(.cs-on-paper) > div')
      .evaluateAll((facts) => facts.map((fact) => Math.round(fact.getBoundingClientRect().top)))
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(document).toBeLessThan(844)
    expect(profile).toBeGreaterThan(844)
    expect(tops.length).toBeGreaterThan(3)
    expect(new Set(tops).size).toBe(tops.length)
  })

  it('begins each tab well within the first window of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAccount(4108, 'Teo & Ana Brandt')
    await page.getByText(/^What's needed: decide the uploaded document, then /).waitFor()
    const beginnings: number[] = []
    for (const name of ['Account Details', 'Requests', 'History']) {
      await tab(name).click()
      await untilSettled(page)
      beginnings.push(await panel().evaluate((element) => element.getBoundingClientRect().top + scrollY))
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(Math.max(...beginnings)).toBeLessThan(640)
  })

  it('says what every state of a transfer means, how long it may last, and shows the two buttons that do nothing', async () => {
    await openAccount(4113, 'Agatha Sorrel', '?tab=requests')
    const text = await panel().innerText()
    expect(text).toMatch(/REQUEST_REJECT[\s\S]*amended within 24 hours[\s\S]*Amend within 1\d h/)
    expect(text).toContain('Time to amend is over')
    expect(text).toMatch(/Late: \d+ business days/)
    const accept = panel()
      .getByRole('button', { name: /^Accept/ })
      .first()
    await expect.poll(() => accept.getAttribute('aria-disabled')).toBe('true')
    const calls = console_.main.calls.length
    await accept.click({ force: true })
    await untilDrawn(page)
    await untilSettled(page)
    expect(console_.main.calls.slice(calls).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('lists documents; a rejected one has no download, the others come as files', async () => {
    await openAccount(4125, 'Mirela Suspended', '?tab=documents')
    const rowWith = (status: string) =>
      panel()
        .getByRole('listitem')
        .filter({ has: page.getByText(status, { exact: true }) })
    await rowWith('rejected').first().waitFor()
    await untilSettled(page)
    expect(
      await rowWith('rejected')
        .getByRole('button', { name: /^Download/ })
        .count(),
    ).toBe(0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      rowWith('uploaded')
        .getByRole('button', { name: /^Download/ })
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^snap-4125-\d\.png$/)
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    await page.getByText('Document downloaded').waitFor()
  })
})

describe('recent transactions', () => {
  it('are read from the trade service only when the tab is opened', async () => {
    const before = console_.trade.calls.length
    await openAccount(4126, 'Nadir Returned')
    expect(console_.trade.calls.length).toBe(before)
    await tab('Recent Transactions').click()
    await panel().getByText('R01').waitFor()
    expect(console_.trade.calls.slice(before).map(({ path }) => path)).toEqual([
      expect.stringContaining('get_details_for_account?account_no='),
    ])
    await panel().getByText('Bank details changed').waitFor()
  })
})

describe('a masked value', () => {
  const revealOf = (label: string) => page.getByRole('button', { name: new RegExp(`Reveal.*${label}`) }).first()

  it('is shown after a reason, with what is left of its time, and hidden again', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await revealOf('SSN').click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('Please enter reason!').waitFor()
    await dialog.getByPlaceholder('Please enter a reason').fill('Customer called to confirm it')
    await dialog.locator('button[type=submit]').click()
    await page.getByText('900-11-7781').waitFor()
    expect(await page.getByText('900-12-0032').count()).toBe(0)
    await page.getByRole('button', { name: /^Hide/ }).click()
    await expect.poll(() => page.getByText('900-11-7781').count()).toBe(0)
  })
})

it('can be read in light and dark, wide and narrow', () =>
  areReadable(page, [
    '/account/4108',
    '/account/4126?tab=transactions',
    '/account/4108?tab=requests',
    '/account/4129',
    '/account/4125?tab=documents',
    '/account/4148?tab=documents',
    '/account/4108?tab=documents',
  ]))
