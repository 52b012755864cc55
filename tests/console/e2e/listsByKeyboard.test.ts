import { describe, expect, it } from 'vitest'
import { openWithin, untilDrawn, untilFocused, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/treasury' })

const rows = () => page.locator('tbody tr')
const focusedName = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '')
const field = (name: string) => page.getByRole('dialog', { name: 'Filter' }).getByLabel(name, { exact: true })

describe('the focus in a ticker master', () => {
  it('is on the name of the row whose button gave way to the opposite one', async () => {
    const approve = rows()
      .getByRole('button', { name: /^Approve/ })
      .first()
    await untilSettled(page)
    const name = (await approve.getAttribute('aria-label')) ?? ''
    const ticker = name.replace('Approve: ', '')
    await approve.focus()
    await page.keyboard.press('Enter')
    await rows()
      .getByRole('button', { name: `Disapprove: ${ticker}`, exact: true })
      .waitFor()
    await untilFocused(page.getByRole('rowheader').filter({ hasText: ticker }))
  })

  it('is on the row that came into the place of a deleted one', async () => {
    const deletes = rows().getByRole('button', { name: /^Delete/ })
    await rows().nth(9).waitFor()
    await untilSettled(page)
    const next = (await deletes.nth(5).getAttribute('aria-label')) ?? ''
    await deletes.nth(4).focus()
    await page.keyboard.press('Enter')
    await untilRead(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
    await expect.poll(focusedName).toBe(next)
  })

  it('is in the search box where the search finds nothing more', async () => {
    await openWithin(page, '/cash')
    await rows().first().waitFor()
    await untilSettled(page)
    const ticker = (await rows().first().locator('th, td').first().innerText()).trim()
    await page.getByRole('searchbox').fill(ticker)
    await expect.poll(() => page.locator('.cs-list-count').innerText()).toMatch(/^\d+ of \d+$/)
    await page.getByRole('button', { name: `Edit: ${ticker}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Ticker').fill('QQXX99')
    await untilRead(page)
    await page.keyboard.press('Enter')
    await page.getByText('EDITED').waitFor()
    await expect.poll(focusedName).not.toBe('BODY')
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.cs-list') !== null)).toBe(true)
  })
})

describe('the focus that J moves to the next row', () => {
  /** Where the frame of the focus is: whether it keeps off the text, and all of it is in its cell. */
  const frame = () =>
    page.evaluate(() => {
      const focused = document.activeElement
      const cell = focused?.closest('th, td')
      if (!focused || !cell) return undefined
      const { outlineOffset, outlineWidth, paddingLeft } = getComputedStyle(focused)
      const [offset, width] = [parseFloat(outlineOffset), parseFloat(outlineWidth)]
      const [own, box] = [focused, cell].map((each) => each.getBoundingClientRect()) as [DOMRect, DOMRect]
      const out = offset + width
      const isWhole =
        own.top - out >= box.top &&
        own.bottom + out <= box.bottom &&
        own.left - out >= box.left &&
        own.right + out <= box.right
      return { isOffText: parseFloat(paddingLeft) + offset >= 1, isWhole }
    })

  it.each(['/treasury', '/cryptocurrency', '/accounts'])(
    '%s: has a whole frame, and no tip of what is seen',
    async (at) => {
      await openWithin(page, at)
      await rows().nth(1).waitFor()
      await untilSettled(page)
      // The code of the keys comes after the rows.
      const isInRows = () => page.evaluate(() => document.activeElement?.closest('tbody tr') !== null)
      await expect.poll(() => page.keyboard.press('k').then(isInRows)).toBe(true)
      await page.keyboard.press('j')
      await untilFocused(rows().nth(1).locator('th:not(:has(a)), th a'))
      await untilDrawn(page)
      expect(await frame()).toEqual({ isOffText: true, isWhole: true })
      expect(await page.locator('.cs-tip').count()).toBe(0)
    },
  )
})

it('opens the search over everything by a key that is pressed before its code is there', async () => {
  const held = Promise.withResolvers<undefined>()
  const isAsked = page.waitForRequest(/\/assets\/KeyDialogs/)
  await page.route(/\/assets\/KeyDialogs/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/trades')
  await isAsked
  await page.keyboard.press('Control+k')
  held.resolve(undefined)
  const palette = page.getByRole('combobox', { name: 'Record, screen or action' })
  await palette.waitFor()
  await page.unrouteAll()
  await palette.press('Escape')
  await palette.waitFor({ state: 'detached' })
})

describe('a list of trades', () => {
  it('moves the focus by a screenful of rows, into view', async () => {
    await openWithin(page, '/trades')
    await rows().nth(49).waitFor()
    await untilSettled(page)
    const focusedRow = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest('tr')
        const [own, box] = [row, row?.closest('.cs-list-scroller')].map((each) => each?.getBoundingClientRect())
        const isSeen = own !== undefined && box !== undefined && own.top >= box.top + 32 && own.bottom <= box.bottom
        return { row: row?.rowIndex ?? -1, isSeen }
      })
    const places: number[] = []
    await rows().first().getByRole('button').first().focus()
    for (const key of ['PageDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp']) {
      await page.keyboard.press(key)
      await expect.poll(async () => (await focusedRow()).isSeen).toBe(true)
      places.push((await focusedRow()).row)
    }
    const [first = 0, second = 0, third, fourth, fifth] = places
    expect(first).toBeGreaterThan(10)
    expect(second - first).toBe(first - 1)
    expect([third, fourth, fifth]).toEqual([50, 51 - first, 52 - 2 * first])
  })

  it('asks for a personal filter again after a reload, and shows nothing without it', async () => {
    await openWithin(page, '/trades')
    await rows().first().waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await field('Account Number').fill('3XK00000')
    await field('Action').selectOption('buy')
    await field('Action').press('Enter')
    await page.waitForURL('**/trades?action=buy&private=accountNumber')
    await page.reload()
    await page.getByText('The Account Number filter is not kept when the page is reloaded').waitFor()
    await untilSettled(page)
    expect(await rows().count()).toBe(0)
    await page.getByRole('button', { name: 'Enter it again' }).press('Enter')
    await untilFocused(field('Account Number'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show without it' }).press('Enter')
    await page.waitForURL('**/trades?action=buy')
    await rows().first().waitFor()
  })

  it('goes to the page whose number is typed', async () => {
    await openWithin(page, '/trades?page=-3')
    await page.waitForURL('**/trades')
    const number = page.getByRole('textbox', { name: /^Page number/ })
    await number.fill('37')
    await number.press('Enter')
    await page.waitForURL('**/trades?page=37')
    await page.getByText(/^Page 37 of/).waitFor()
    await untilFocused(number)
  })

  it('is scrolled by keys, and its tips stay inside the window', async () => {
    await page.setViewportSize({ width: 1024, height: 600 })
    const stop = page.getByRole('grid').locator('[tabindex="0"]')
    await untilSettled(page)
    await stop.focus()
    await page.keyboard.press('PageDown')
    await expect.poll(() => page.locator('.cs-list-scroller').evaluate((box) => box.scrollTop)).toBeGreaterThan(0)
    await openWithin(page, '/sponsers')
    await rows().first().waitFor()
    await untilSettled(page)
    await stop.focus()
    const cut = page.locator('[data-cut]').last()
    await page.keyboard.press('Control+End')
    await cut.focus()
    await expect.poll(() => cut.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(600)
    const tip = () => page.locator('.cs-tip').evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect)
    await expect.poll(async () => (await tip()).top).toBeGreaterThanOrEqual(0)
    await expect.poll(async () => (await tip()).bottom).toBeLessThanOrEqual(600)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('the search box of accounts', () => {
  it('takes each letter of a number that is typed over another one', async () => {
    await openWithin(page, '/accounts')
    await page.getByRole('link', { name: 'Mara Quill' }).waitFor()
    await untilSettled(page)
    const box = page.getByRole('searchbox')
    for (const [typed, name] of [
      ['9zz-10113', 'Agatha Sorrel'],
      ['9zz-10125', 'Mirela Suspended'],
      ['9zz 10114', 'Basil Close-Sent'],
    ] as const) {
      await box.focus()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(typed)
      expect(await box.inputValue()).toBe(typed)
      await expect.poll(() => rows().count()).toBe(1)
      await page.getByRole('link', { name }).waitFor()
    }
  })
})

describe('a notice', () => {
  it('of a search that failed goes with the next search, and none outlasts the session', async () => {
    await page.goto('/etrade-details')
    const notices = page.getByRole('log', { name: 'Notices' }).getByRole('listitem')
    const mend = console_.trade.fault({ path: '/etrade_orders', answer: { status: 500, body: '{}' } })
    await page.getByRole('searchbox').fill('somebody@example.test')
    await page.keyboard.press('Enter')
    await notices.first().waitFor()
    await expect.poll(() => notices.first().innerText()).toMatch(/User not found\nThe service failed\./)
    mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.locator('.cs-view-state--lost').waitFor()
    await expect.poll(() => notices.allInnerTexts()).not.toContainEqual(expect.stringContaining('The service failed.'))
    await notices.first().waitFor()
    await page.context().clearCookies()
    await page.getByRole('searchbox').fill('nobody.else@example.test')
    await page.keyboard.press('Enter')
    await page.getByLabel('Email Address').waitFor()
    await untilDrawn(page)
    expect(await notices.count()).toBe(0)
  })
})
