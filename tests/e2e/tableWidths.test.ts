import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn, startConsoleUnderTest, type ConsoleUnderTest } from '../support/consoleUnderTest.ts'

let console_: ConsoleUnderTest
let page: Page

beforeAll(async () => {
  console_ = await startConsoleUnderTest()
  page = await (await console_.newContext({ timezoneId: 'Asia/Kolkata' })).newPage()
  await signIn(page, 'admin', '/etrade-details')
})
afterAll(async () => {
  expect(console_.complaints).toEqual([])
  await console_.stop()
})

const scroller = () => page.locator('.cs-list-scroller')
const rows = () => page.locator('tbody tr')
const room = () => scroller().evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }))
const at = async (width: number) => {
  await page.setViewportSize({ width, height: 900 })
}

/** Texts of the body's column that its cells do not show whole. */
const cutIn = (title: string) =>
  page.locator('table').evaluate((table: HTMLTableElement, wanted) => {
    const index = [...(table.tHead?.rows[0]?.cells ?? [])].findIndex((cell) => cell.innerText === wanted)
    const cells = [...(table.tBodies[0]?.rows ?? [])].map((row) => row.cells[index])
    if (index < 0 || cells.length === 0) throw new Error(`no column ${wanted}`)
    return cells
      .filter((cell) => cell !== undefined && cell.scrollWidth > cell.clientWidth)
      .map((cell) => cell?.innerText)
  }, title)

describe('the table of orders', () => {
  beforeAll(async () => {
    await page.getByRole('searchbox').fill('teo.brandt@example.test')
    await page.keyboard.press('Enter')
    await rows().nth(9).waitFor()
  })

  it('fits a window of 1440 px with whole order numbers and moments that name their zone', async () => {
    await at(1440)
    const { scrollWidth, clientWidth } = await room()
    expect(scrollWidth).toBe(clientWidth)
    expect(await page.locator('thead th').count()).toBe(12)
    expect(await rows().getByText('GMT+5:30').count()).toBe(10)
    expect(await rows().getByText('February 16, 2026 at 11:25 PM GMT+5:30', { exact: true }).count()).toBe(1)
    expect(await cutIn('Order ID')).toEqual([])
    expect(await cutIn('Created At')).toEqual([])
  })

  it('ends a text that does not fit with an ellipsis, and has all of it at hand', async () => {
    const email = rows().first().locator('td').first()
    expect(
      await email.evaluate((cell) => [cell.scrollWidth > cell.clientWidth, getComputedStyle(cell).textOverflow]),
    ).toEqual([true, 'ellipsis'])
    expect(await email.getAttribute('title')).toBe('teo.brandt@example.test')
    await rows()
      .locator('td:nth-child(5)')
      .evaluateAll((cells) => {
        for (const cell of cells)
          if (getComputedStyle(cell).textOverflow !== 'ellipsis') throw new Error(cell.innerHTML)
      })
  })

  it('has the icon of every order at one place', async () => {
    const icons = page.getByRole('button', { name: /^View order details/ })
    const lefts = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().left))
    expect(lefts.length).toBeGreaterThan(5)
    expect(new Set(lefts).size).toBe(1)
  })

  it('keeps the order number in sight where it is scrolled sideways', async () => {
    await at(1024)
    const { scrollWidth, clientWidth } = await room()
    expect(scrollWidth).toBeGreaterThan(clientWidth)
    await scroller().evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
    const lefts = async (cells: string) =>
      page.locator(cells).evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    await expect.poll(() => lefts('tbody td:nth-child(4), thead th:nth-child(4)')).toEqual(Array(11).fill(0))
    expect((await lefts('thead th:first-child'))[0]).toBeLessThan(0)
  })
})

describe('the titles of columns', () => {
  it.each(['/accounts', '/trades', '/treasury', '/cash', '/cryptocurrency', '/sponsers', '/notifications'])(
    'of %s stand on one line, whole, at the narrowest',
    async (path) => {
      await at(800)
      await page.goto(new URL(path, page.url()).href)
      await rows().first().waitFor()
      const wrong = await page
        .locator('thead th')
        .evaluateAll((cells) =>
          cells
            .filter(({ scrollWidth, clientWidth, clientHeight }) => scrollWidth > clientWidth || clientHeight > 36)
            .map(({ textContent }) => textContent),
        )
      expect(wrong).toEqual([])
    },
  )
})

describe('a table of few columns', () => {
  it('gives its texts of the room there is, and less of it in a narrower window', async () => {
    await at(1440)
    await page.goto(new URL('/notifications', page.url()).href)
    await rows().first().waitFor()
    const width = async () => (await page.getByRole('columnheader', { name: 'Email' }).boundingBox())?.width
    expect(await width()).toBe(420)
    expect(await cutIn('Email')).toEqual([])
    await at(900)
    await expect.poll(width).toBeLessThan(330)
    const { scrollWidth, clientWidth } = await room()
    expect(scrollWidth).toBe(clientWidth)
  })
})
