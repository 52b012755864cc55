import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListResource } from '../../../language/resource.ts'
import { openContext } from '../../support/browser.ts'
import { seriousFindings } from '../../support/findings.ts'
import { pressTo } from '../../support/pressTo.ts'
import { openWithin, untilFocused, untilSettled } from '../../support/settled.ts'
import { openSignedIn } from '../support/consoleUnderTest.ts'
import { page, withConsole } from '../support/withConsole.ts'
import { accounts, errorAccounts, etradeOrders, sponsors, trades, treasury } from '../support/resources.ts'

withConsole()
beforeAll(() => page.setViewportSize({ width: 390, height: 844 }))

it('says on one line of the top bar whose time is shown, and hides the whole name where there is no room', async () => {
  const zone = page.getByText('New York time', { exact: true })
  const home = page.getByRole('link', { name: 'Countersign' })
  const name = home.getByText('Countersign')
  const place = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const isNameShown = async () => {
    const [line, text] = [await place(home), await place(name)]
    return text.y < line.y + line.height && text.x + text.width <= line.x + line.width
  }
  await openWithin(page, '/accounts')
  await zone.waitFor()
  for (const [width, isShown] of [
    [390, true],
    [320, false],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    expect((await place(zone)).height).toBeLessThan(24)
    expect(await isNameShown()).toBe(isShown)
  }
  await page.setViewportSize({ width: 390, height: 844 })
})

const WITH_ORDERS = 'teo.brandt@example.test'

const rows = () => page.locator('.cs-phone-row')
const more = (row: Locator) => row.getByRole('button', { name: /^(?:Actions|Details): / })
const SHEET = 'dialog.cs-modal--sheet'
const sheet = () => page.locator(SHEET)

async function open(path: string): Promise<void> {
  await openWithin(page, path)
  if (path !== '/etrade-details') return
  await page.getByRole('searchbox').fill(WITH_ORDERS)
  await page.keyboard.press('Enter')
}

const labelsOf = (definition: ListResource): readonly string[] =>
  definition.list.columns
    .filter(({ field, view }) => field !== undefined && view === undefined)
    .map(({ label }) => label)

describe('every list on a phone', () => {
  it.each<readonly [string, string, ListResource]>([
    ['/accounts', 'Actions', accounts],
    ['/trades?action=buy&sellAll=false&option=units', 'Details', trades],
    ['/treasury', 'Actions', treasury],
    ['/sponsers', 'Details', sponsors],
    ['/notifications', 'Details', errorAccounts],
    ['/etrade-details', 'Actions', etradeOrders],
  ])('%s has a sheet with all of a record', async (path, kind, definition) => {
    await open(path)
    await rows().nth(1).waitFor()
    await untilSettled(page)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await seriousFindings(page)).toEqual([])
    if (path === '/accounts') {
      await rows()
        .getByTitle(/^Pending documents: /)
        .first()
        .waitFor()
      const edges = () =>
        rows()
          .locator('.cs-pill')
          .evaluateAll((pills) => pills.map((pill) => Math.round(pill.getBoundingClientRect().right)))
      await expect.poll(async () => new Set(await edges()).size, { message: 'the edges of the statuses' }).toBe(1)
    }
    if (path.includes('?')) {
      const { right } = await page
        .getByRole('button', { name: 'Reset', exact: true })
        .evaluate((reset) => reset.getBoundingClientRect())
      expect(right).toBeLessThan(390)
    }
    const button = more(rows().nth(1))
    const name = (await button.getAttribute('aria-label')) ?? ''
    expect(name).toMatch(new RegExp(`^${kind}: .`))
    await button.click()
    await sheet().waitFor()
    await expect.poll(() => sheet().getByRole('heading').innerText()).toBe(name.slice(kind.length + 2))
    await expect
      .poll(() => sheet().locator('dt').allInnerTexts())
      .toEqual(expect.arrayContaining([...labelsOf(definition)]))
    await expect.poll(() => sheet().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(await seriousFindings(page, SHEET)).toEqual([])
    await page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await untilFocused(button)
  })

  it('has its views next to a search without filters', async () => {
    await open('/treasury')
    await rows().nth(1).waitFor()
    const [search, views] = [page.getByRole('searchbox'), page.getByRole('button', { name: 'Views' })]
    const middleOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 }
      return y + height / 2
    }
    expect(await middleOf(views)).toBeCloseTo(await middleOf(search), 0)
  })

  it.each([
    ['/sponsers', ['Export', 'Views']],
    ['/accounts?filter=state:SUSPENDED', ['Export filtered', 'Export', 'Funding']],
  ] as const)('%s has its buttons next to each other at the right', async (path, names) => {
    await open(path)
    const buttons = names.map((name) => page.getByRole('button', { name, exact: true }))
    await rows().first().waitFor()
    await untilSettled(page)
    const places = await Promise.all(
      buttons.map((button) => button.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect)),
    )
    expect(new Set(places.map(({ top }) => top)).size).toBe(1)
    expect(places.at(-1)?.right).toBe(378)
    for (const [index, { left }] of places.slice(1).entries())
      expect(left - (places[index]?.right ?? 0)).toBeLessThan(16)
  })

  it('has the whole of cut texts and its links in the sheet', async () => {
    await open('/sponsers')
    const cut = rows()
      .filter({ has: page.locator('button[data-cut]') })
      .first()
    const whole = (await cut.locator('button[data-cut]').first().getAttribute('data-full')) ?? ''
    await expect.poll(() => cut.getByRole('link').count()).toBe(1)
    await more(cut).click()
    await sheet().getByText(whole, { exact: true }).waitFor()
    await expect.poll(() => sheet().getByRole('link').count()).toBeGreaterThan(0)
    await sheet().getByRole('button', { name: 'Close' }).click()
    await untilFocused(more(cut))
  })
})

describe('by keys alone, a phone list', () => {
  it('approves a ticker from its sheet and stays at its row', async () => {
    await open('/cryptocurrency')
    const button = more(rows().first())
    const ticker = ((await button.getAttribute('aria-label')) ?? '').replace('Actions: ', '')
    const act = async (label: string, notice: string) => {
      await pressTo(page, 'Tab', `Actions: ${ticker}`)
      await page.keyboard.press('Enter')
      await sheet().waitFor()
      await pressTo(page, 'Tab', label)
      await page.keyboard.press('Enter')
      await page.getByRole('log', { name: 'Notices' }).getByText(`Ticker - ${ticker} ${notice}`).waitFor()
      await untilFocused(button)
      await page.getByRole('searchbox').focus()
    }
    await act('Disapprove', 'DISAPPROVED')
    await act('Approve', 'APPROVED')
  })

  it('shows an order and comes back to it', async () => {
    await open('/etrade-details')
    const button = page.getByRole('button', { name: 'Actions: et-ord-9', exact: true })
    await button.waitFor()
    await pressTo(page, 'Tab', 'Actions: et-ord-9')
    await page.keyboard.press('Enter')
    await sheet().waitFor()
    await pressTo(page, 'Tab', 'View order details')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Order et-ord-9' })
    await drawer.getByText('EXECUTED', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await untilFocused(button)
  })
})

describe('a list in a low window, as at four times the zoom', () => {
  beforeAll(() => page.setViewportSize({ width: 360, height: 225 }))
  afterAll(() => page.setViewportSize({ width: 390, height: 844 }))

  /** How far the top of something is from the top of the window, and its end from the end of it. */
  const roomAround = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return Math.min(top, innerHeight - bottom)
    })

  const isUncovered = () =>
    page.evaluate(() => {
      const { left, top, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
      const shown = [0.1, 0.9].map((share) => document.elementFromPoint(left + width / 2, top + height * share))
      return shown.every((element) => element !== null && element === document.activeElement)
    })

  it.each([
    ['/treasury', 'the bar of the selection', () => page.locator('.cs-select').nth(2).press('Space')],
    ['/trades', 'the buttons of the filters', () => page.getByRole('button', { name: 'Filter' }).press('Enter')],
  ] as const)('covers nothing that has the focus: %s, %s', async (path, _, start) => {
    await open(path)
    await rows().nth(1).waitFor()
    await untilSettled(page)
    await start()
    await page.locator('.cs-bulk-bar, .cs-filter-fields').waitFor({ state: 'attached' })
    for (let count = 0; count < 7; count += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(isUncovered, { message: `the focus after ${count + 1} Tabs` }).toBe(true)
    }
  })

  it('keeps its search in view, with the first of what it finds', async () => {
    await open('/accounts')
    await rows().nth(1).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('mara')
    await page.getByText('Search: mara').waitFor()
    await untilSettled(page)
    await expect.poll(isUncovered).toBe(true)
    await expect.poll(() => roomAround(rows().first().getByRole('link', { name: 'Mara Quill' }))).toBeGreaterThan(0)
  })

  it('keeps what the arrows choose in Ctrl K in view', async () => {
    await page.keyboard.press('Control+k')
    const chosen = page.getByRole('option', { selected: true })
    await chosen.waitFor()
    for (let count = 0; count < 12; count += 1) await page.keyboard.press('ArrowDown')
    await expect.poll(() => roomAround(chosen)).toBeGreaterThan(0)
    await expect.poll(isUncovered).toBe(true)
    await page.keyboard.press('Escape')
  })

  it('lays no notice over the buttons of a question that have the focus', async () => {
    await open('/cryptocurrency')
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 502, body: 'Bad gateway' }),
    )
    for (const index of [0, 1]) {
      await more(rows().nth(index)).press('Enter')
      await sheet()
        .getByRole('button', { name: /^(?:Disa|A)pprove$/ })
        .press('Enter')
      await page.locator('.cs-toast').nth(index).waitFor()
      await sheet().waitFor({ state: 'detached' })
    }
    await more(rows().nth(2)).press('Enter')
    await sheet().getByRole('button', { name: 'Delete' }).press('Enter')
    const question = page.locator('.cs-modal--dialog')
    for (const name of ['Cancel', 'Delete']) {
      await question.getByRole('button', { name }).focus()
      await expect.poll(isUncovered, { message: name }).toBe(true)
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await untilFocused(page.locator('.cs-toast button').nth(1))
    await expect.poll(() => roomAround(page.locator('.cs-toast button').nth(1))).toBeGreaterThan(0)
    await page.unroute('**/api/**')
  })
})

/** The controls, by name, of which a finger can press less than `size` in height or, from their first 48 px, in width. */
const tooSmall = (controls: Locator, size: number): Promise<readonly string[]> =>
  controls.evaluateAll((elements, most) => {
    const reach = most / 2 - 0.5
    const isPressed = (element: Element, x: number, y: number) => {
      const found = document.elementFromPoint(x, y)
      return element.contains(found) || found?.closest('label')?.control === element
    }
    return elements.flatMap((element) => {
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const [x, y] = [left + Math.min(width, 48) / 2, top + height / 2]
      const edges = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ] as const
      const isWhole = edges.every(([toX, toY]) => isPressed(element, toX, toY))
      return isWhole ? [] : [`${element.ariaLabel ?? element.textContent}: ${width} × ${height}`]
    })
  }, size)

describe.each([
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
])('what a finger presses, $width wide', (viewport) => {
  let on: Page
  beforeEach(async () => {
    on = await (await openContext({ viewport, hasTouch: true, isMobile: true })).newPage()
    await openSignedIn(on)
  })

  it('is 24 px or more, and of a switch 32 px', async () => {
    const hasRoom = async (path: string, controls: string, size = 24) => {
      await openWithin(on, path)
      await on.locator(controls).first().waitFor()
      await untilSettled(on)
      expect(await tooSmall(on.locator(controls), size), path).toEqual([])
    }
    await hasRoom('/accounts', 'main :is(th, .cs-phone-name) > a')
    await hasRoom('/account/4107', '.cs-back, .cs-banners a, .cs-masked button')
    await hasRoom('/account/4107', '.cs-record-switch input', 32)
    await hasRoom('/trades', '.cs-found, .cs-sort')
    await hasRoom('/treasury', '.cs-select, .cs-sort')
    await hasRoom('/audit', 'main summary, main tbody button')
    await hasRoom('/access', 'main summary')
  })

  it('of the document viewer is 40 px', async () => {
    await openWithin(on, '/account/4125?tab=documents')
    await on.getByRole('button', { name: /^View/ }).first().click()
    const tools = on.locator('.cs-docview-tool')
    await tools.nth(6).waitFor()
    expect(await tooSmall(tools, 40)).toEqual([])
  })
})
