import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openWithin, untilSettled } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/etrade-details', context: { timezoneId: 'Asia/Kolkata' } })

const scroller = () => page.locator('.cs-list-scroller')
const rows = () => page.locator('tbody tr')
/** By how much the table is wider than its room. */
const tooWide = () => scroller().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
const at = async (width: number) => {
  await page.setViewportSize({ width, height: 900 })
}

/** Texts of the body's column that its cells do not show whole on one line. */
const cutIn = (title: string) =>
  page.locator('table').evaluate((table: HTMLTableElement, wanted) => {
    const index = [...(table.tHead?.rows[0]?.cells ?? [])].findIndex((cell) => cell.innerText === wanted)
    const cells = [...(table.tBodies[0]?.rows ?? [])].map((row) => row.cells[index])
    if (index < 0 || cells.length === 0) throw new Error(`no column ${wanted}`)
    return cells
      .filter((cell) => cell !== undefined && (cell.scrollWidth > cell.clientWidth || cell.clientHeight > 36))
      .map((cell) => cell?.innerText)
  }, title)

const columnWidths = () =>
  page.locator('thead th').evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().width)))

/** Longer than most addresses are. */
const LONG = 'bartholomew.quincy.the.younger@mail.example.test'

/** Gives the newest order that the service tells of a long address; all others keep their own. */
const lengthenFirst = () =>
  page.route('**/api/trade/v1/admin/user/etrade_orders*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { readonly message: readonly object[] }
    const [first, ...others] = answer.message
    await route.fulfill({ response, json: { ...answer, message: [{ ...first, email_id: LONG }, ...others] } })
  })

describe('the table of orders', () => {
  beforeAll(async () => {
    await lengthenFirst()
    await page.getByRole('searchbox').fill('teo.brandt@example.test')
    await page.keyboard.press('Enter')
    await rows().nth(9).waitFor()
  })

  it.each([1440, 1400])(
    'fits a window of %i px with whole order numbers and moments that name their zone',
    async (width) => {
      await at(width)
      await expect.poll(tooWide).toBe(0)
      await expect.poll(() => page.locator('thead th').count()).toBe(12)
      await expect.poll(() => rows().getByText('GMT+5:30').count()).toBe(10)
      await expect.poll(() => page.getByRole('banner').getByText('Local time', { exact: true }).count()).toBe(1)
      await expect
        .poll(() => rows().getByText('February 16, 2026 at 11:25 PM GMT+5:30', { exact: true }).count())
        .toBe(1)
      await expect.poll(() => cutIn('Order ID')).toEqual([])
      await expect.poll(() => cutIn('Created At')).toEqual([])
    },
  )

  it('shows an address whole, or ends it with an ellipsis and has all of it at hand', async () => {
    await expect.poll(() => cutIn('Email ID')).toEqual([LONG])
    const email = rows().first().locator('td').nth(1)
    await expect.poll(() => email.evaluate((cell) => getComputedStyle(cell).textOverflow)).toBe('ellipsis')
    await expect.poll(() => email.getAttribute('title')).toBe(LONG)
    const ends = () =>
      rows()
        .locator('td:nth-child(5)')
        .evaluateAll((cells) => [...new Set(cells.map((cell) => getComputedStyle(cell).textOverflow))])
    await expect.poll(ends).toEqual(['ellipsis'])
  })

  it('has the icon of every order at one place', async () => {
    const icons = page.getByRole('button', { name: /^View order details/ })
    const lefts = () => icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().left))
    await expect.poll(async () => (await lefts()).length).toBeGreaterThan(5)
    await expect.poll(async () => new Set(await lefts()).size).toBe(1)
  })

  it('keeps the order number, which names the row, in sight where it is scrolled sideways', async () => {
    await at(800)
    await expect.poll(tooWide).toBeGreaterThan(0)
    await scroller().evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
    const lefts = async (cells: string) =>
      page.locator(cells).evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    await expect.poll(() => lefts('tbody th[scope=row], thead th:nth-child(4)')).toEqual(Array(11).fill(0))
    await expect.poll(async () => (await lefts('thead th:first-child'))[0]).toBeLessThan(0)
    // What scrolls in any case needs no cut texts; no column is wider than the one of the longest address.
    await expect.poll(() => cutIn('Email ID')).toEqual([LONG])
    await expect.poll(() => cutIn('Order Executed Status')).toEqual([])
  })
})

describe('the accounts', () => {
  const widthOf = (name: string) =>
    page.getByRole('columnheader', { name }).evaluate((cell) => cell.getBoundingClientRect().width)

  it('show their 13 columns in a window of 1440 px', async () => {
    await at(1440)
    await openWithin(page, '/accounts')
    await rows().first().waitFor()
    await untilSettled(page)
    await expect.poll(() => page.locator('thead th').count()).toBe(13)
    await expect.poll(tooWide).toBe(0)
    for (const title of ['Account Number', 'Date', 'Status']) await expect.poll(() => cutIn(title)).toEqual([])
    await expect.poll(() => widthOf('Restrict User')).toBe(64)
  })

  it('keep their columns where they are while pages turn', async () => {
    const before = await widthOf('Account Number')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.waitForURL('**/accounts?page=2')
    await untilSettled(page)
    await expect.poll(() => widthOf('Account Number')).toBe(before)
    await expect.poll(tooWide).toBe(0)
  })

  it('keep the number next to the name while they scroll sideways, and only the name in a narrower window', async () => {
    const left = (name: string) =>
      page.getByRole('columnheader', { name }).evaluate((cell) => Math.round(cell.getBoundingClientRect().left))
    await at(1100)
    await scroller().evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
    await expect.poll(() => left('Name')).toBe(0)
    const frozen = async () => (await widthOf('Name')) + (await widthOf('Account Number'))
    await expect.poll(async () => left('Account Number')).toBe(Math.round(await widthOf('Name')))
    expect(await frozen()).toBeLessThan(1100 / 3)
    await at(800)
    await scroller().evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
    await expect.poll(() => left('Name')).toBe(0)
    await expect.poll(() => left('Account Number')).toBeLessThan(0)
    expect(await widthOf('Name')).toBeLessThan(800 / 3)
  })

  it('size their columns to the rows of a search and of a tab, and as before once the search is cleared', async () => {
    await at(1440)
    await page.goto('/accounts?filter=state:SUSPENDED')
    await rows().first().waitFor()
    await untilSettled(page)
    const suspended = await columnWidths()
    await page.goto('/accounts')
    await rows().first().waitFor()
    await untilSettled(page)
    const all = await columnWidths()
    const search = page.getByRole('searchbox')
    await search.fill('%')
    await expect.poll(() => rows().count()).toBe(1)
    await expect.poll(columnWidths).not.toEqual(all)
    await search.press('Escape')
    await rows().nth(9).waitFor()
    await expect.poll(columnWidths).toEqual(all)
    await page.getByRole('tab', { name: /^Suspended/ }).click()
    await expect.poll(columnWidths).toEqual(suspended)
  })

  it.each(['ACTION_REQUIRED', 'PENDING'])('show a status whole that all of them have: %s', async (status) => {
    await at(1440)
    await openWithin(page, `/accounts?filter=state:${status}`)
    await rows().first().waitFor()
    await untilSettled(page)
    const texts = page.locator('tbody .cs-pill .cs-ellipsis')
    const cut = () =>
      texts.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth || one.clientHeight > 20).length)
    await expect.poll(() => texts.filter({ hasText: status }).count()).toBeGreaterThan(1)
    await expect.poll(cut).toBe(0)
    await expect.poll(tooWide).toBe(0)
  })
})

describe('the titles of columns', () => {
  const others = ['/trades', '/treasury', '/cash', '/cryptocurrency', '/sponsers', '/notifications']

  it('are whole in every list, on two lines at most', async () => {
    const wrong = () =>
      page
        .locator('thead th')
        .evaluateAll((cells) =>
          cells
            .filter(({ scrollWidth, clientWidth, clientHeight }) => scrollWidth > clientWidth || clientHeight > 44)
            .map(({ textContent }) => textContent),
        )
    await at(800)
    for (const path of ['/accounts', ...others]) {
      await openWithin(page, path)
      await rows().first().waitFor()
      await untilSettled(page)
      await expect.poll(wrong, { message: path }).toEqual([])
      // A list of few columns has room for them and for its scrollbar.
      if (await page.locator('.cs-list--fits').isVisible()) expect(await tooWide(), path).toBe(0)
    }
  })
})

describe('numbers', () => {
  it('end where the titles of their columns end', async () => {
    await at(1440)
    await openWithin(page, '/trades')
    await rows().first().waitFor()
    await untilSettled(page)
    const gaps = () =>
      page.locator('table').evaluate((table: HTMLTableElement) => {
        const end = (cell: Element | undefined) => {
          const range = document.createRange()
          range.selectNodeContents(cell ?? table)
          return range.getBoundingClientRect().right
        }
        const titles = [...(table.tHead?.rows[0]?.cells ?? [])]
        const numbers = [...table.querySelectorAll<HTMLTableCellElement>('tbody .cs-td--number')]
        return numbers.map((cell) => Math.round(end(cell) - end(titles[cell.cellIndex])))
      })
    await expect.poll(gaps).toEqual(Array(100).fill(0))
  })
})

describe('with letters that a person has set further apart (WCAG 1.4.12)', () => {
  afterEach(async () => {
    await page.reload()
  })

  it.each(['/accounts', '/trades'])('numbers, codes, times and states of %s are whole', async (path) => {
    await at(1440)
    await openWithin(page, path)
    await rows().first().waitFor()
    await untilSettled(page)
    const whole = page.locator('tbody :is(.cs-td--number, td:has(> code), td:has(> time), .cs-pill .cs-ellipsis)')
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }')
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await whole.count()).toBeGreaterThan(90)
    expect(
      await whole.evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((one) => one.textContent),
      ),
    ).toEqual([])
  })
})

describe('a table of few columns', () => {
  it('is as wide as its values, with the pager below, and shortens its texts in a narrower window', async () => {
    await at(1440)
    await openWithin(page, '/notifications')
    await rows().first().waitFor()
    await untilSettled(page)
    const right = (css: string) => page.locator(css).evaluate((one) => one.getBoundingClientRect().right)
    await expect.poll(() => right('.cs-list-scroller')).toBeLessThan(800)
    await expect.poll(() => cutIn('Email')).toEqual([])
    expect(await right('.cs-list-foot')).toBe(await right('table'))
    await at(640)
    await expect.poll(() => cutIn('Email')).not.toEqual([])
    await expect.poll(tooWide).toBe(0)
  })
  it('does not move what is above it while a person types a search', async () => {
    await at(1440)
    await openWithin(page, '/cash')
    await rows().nth(9).waitFor()
    await untilSettled(page)
    const before = await columnWidths()
    await page.getByRole('searchbox').fill('DTRXX')
    await expect.poll(() => rows().count()).toBe(1)
    expect(await columnWidths()).toEqual(before)
  })
})
