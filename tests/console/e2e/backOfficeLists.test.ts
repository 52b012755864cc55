import { describe, expect, it } from 'vitest'
import { openWithin, untilDrawn, untilFocused, untilSettled } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/trades' })

const rows = () => page.locator('tbody tr')
const cellsAt = (column: number) =>
  rows().evaluateAll(
    (all, index) => all.map((row) => (row as HTMLTableRowElement).cells[index]?.innerText.trim()),
    column,
  )
const filterButton = () => page.getByRole('button', { name: 'Filter', exact: true })
const field = (name: string) => page.getByRole('dialog', { name: 'Filter' }).getByLabel(name, { exact: true })

describe('the trade basket', () => {
  it('finds trades by several filters at once, by keys alone, and shows all again', async () => {
    await rows().nth(49).waitFor()
    await untilSettled(page)
    const ticker = (await cellsAt(4))[0] ?? ''
    await page.keyboard.press('/')
    await field('Account Number').waitFor()
    await untilFocused(field('Account Number'))
    await field('Ticker').fill(ticker)
    await field('Action').selectOption('buy')
    await field('Ticker').press('Enter')
    await page.waitForURL(`**/trades?ticker=${ticker}&action=buy`)
    await expect.poll(async () => new Set(await cellsAt(4))).toEqual(new Set([ticker]))
    await expect
      .poll(async () => new Set((await cellsAt(5)).map((text) => text?.toLowerCase())))
      .toEqual(new Set(['buy']))
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.waitForURL('**/trades')
    await expect.poll(async () => new Set(await cellsAt(4)).size).toBeGreaterThan(1)
  })

  it('keeps account numbers out of the address, and Back brings them back', async () => {
    await filterButton().click()
    await field('Account Number').fill('3XK00000')
    await field('Account Number').press('Enter')
    const chip = page.getByRole('button', { name: 'Remove filter Account Number: 3XK00000' })
    await chip.waitFor()
    expect(page.url()).not.toContain('3XK00000')
    expect(
      await page.evaluate(() =>
        JSON.stringify([history.state, Object.entries(localStorage), Object.entries(sessionStorage)]),
      ),
    ).not.toContain('3XK00000')
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await chip.waitFor({ state: 'detached' })
    await page.goBack()
    await chip.waitFor()
  })
})

describe('the other lists of the back office', () => {
  it('lead from their further addresses, and end where a page is not full', async () => {
    await openWithin(page, '/sponsors')
    await page.waitForURL('**/sponsers')
    await rows().first().waitFor()
    await untilSettled(page)
    const next = page.getByRole('button', { name: 'Next' })
    for (let turns = 0; turns < 50 && (await next.getAttribute('aria-disabled')) === 'false'; turns += 1) {
      const place = page.getByText(new RegExp(`^${(turns + 1) * 20 + 1}–`))
      await next.click()
      await place.waitFor()
      await untilSettled(page)
    }
    await expect.poll(() => rows().count()).toBeLessThan(20)
    await openWithin(page, '/sponsers?page=4000')
    await page.getByText('There is no page 4000').waitFor()
    await page.getByRole('button', { name: 'Go to page 1' }).click()
    await rows().first().waitFor()
  })

  it('go back to the list they belong to', async () => {
    await page.goto('/notifications')
    await rows().first().waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Trade Basket' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Error Accounts' }).waitFor()
  })

  it('add further cards below, where the person is', async () => {
    await openWithin(page, '/alerts')
    const cards = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
    await cards.first().waitFor()
    await untilSettled(page)
    const before = await cards.count()
    await page.getByRole('button', { name: 'Load more' }).focus()
    await untilDrawn(page)
    const scrolled = () => page.locator('.cs-list-scroller').evaluate((box) => box.scrollTop)
    const place = await scrolled()
    await page.keyboard.press('Enter')
    await expect.poll(() => cards.count()).toBeGreaterThan(before)
    await untilSettled(page)
    expect(await scrolled()).toBe(place)
  })

  it('ask for an address before they read orders, and know a stranger', async () => {
    await openWithin(page, '/etrade-details')
    await page.getByText('Search for a user to see their orders').waitFor()
    await page.getByRole('searchbox').fill('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('Email must be a valid email').waitFor()
    await page.getByRole('searchbox').fill('nobody.knows@example.test')
    await page.keyboard.press('Enter')
    await page.getByRole('log', { name: 'Notices' }).getByText('User not found').waitFor()
    await page.locator('.cs-view-state--lost').getByText('User not found').waitFor()
    expect(page.url()).not.toContain('nobody')
  })
})
