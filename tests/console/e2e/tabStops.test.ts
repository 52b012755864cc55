import { describe, expect, it } from 'vitest'
import { openWithin, untilFocused, untilSettled } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/accounts' })

/** The most stops of the Tab key from the top of a page to the pager of its list, the pager's first one among them. */
const MOST = 15

interface Stop {
  readonly name: string
  readonly isPager: boolean
  readonly isRecord: boolean
}

async function stopsToPager(): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  await page.evaluate(() => {
    // The way goes on from what had the focus last, also after it has lost it.
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate((): Stop => {
      const focused = document.activeElement
      const name = focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
      const isIn = (place: string) => focused?.closest(place) != null
      return { name: name.trim(), isPager: isIn('.cs-list-foot'), isRecord: isIn('.cs-list-scroller') }
    })
    stops.push(stop)
    if (stop.isPager || stops.length > 2 * MOST) return stops
  }
}

function expectFew(stops: readonly Stop[]): void {
  expect(stops.filter(({ isRecord }) => isRecord)).toHaveLength(1)
  expect(stops.length, stops.map(({ name }) => name).join(', ')).toBeLessThanOrEqual(MOST)
}

async function open(address: string, last: string): Promise<void> {
  await openWithin(page, address)
  await page.locator('tbody tr').first().waitFor()
  await page.locator('[role=toolbar] button', { hasText: last }).waitFor()
  await untilSettled(page)
}

describe('the Tab key', () => {
  it.each([
    ['/accounts?filter=state:COMPLETE', 'Columns'],
    ['/trades?action=buy', 'Columns'],
    ['/sponsors', 'Columns'],
    ['/notifications', 'Columns'],
  ])('comes to the pager of %s within its stops, one of them the table', async (address, last) => {
    await open(address, last)
    await page
      .getByRole('button', { name: /^Export( filtered)?$/ })
      .first()
      .waitFor()
    const stops = await stopsToPager()
    expect(stops.slice(0, 2).map(({ name }) => name)).toEqual(['Skip to content', 'Countersign'])
    expectFew(stops)
  })

  it('comes to the pager within its stops where a search is typed and rows are selected', async () => {
    await open('/treasury', 'Columns')
    await page.getByRole('searchbox').fill('28')
    await page.getByText(/^\d+ of 60$/).waitFor()
    await untilSettled(page)
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('toolbar', { name: 'Selected records' }).waitFor()
    expectFew(await stopsToPager())
  })
})

describe('a toolbar', () => {
  it('is one stop whose controls the arrows, Home and End reach, and is left at its first one', async () => {
    await open('/accounts', 'Columns')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Funding').waitFor()
    await button('Start').focus()
    await page.keyboard.press('ArrowRight')
    await untilFocused(button('Export'))
    await page.keyboard.press('End')
    await untilFocused(button('Funding'))
    await page.keyboard.press('ArrowRight')
    await untilFocused(button('Start'))
    await page.keyboard.press('ArrowLeft')
    await untilFocused(button('Funding'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await untilFocused(button('Start'))
  })

  it('leaves the keys of an open menu to it', async () => {
    const columns = page.getByRole('button', { name: 'Columns', exact: true })
    await columns.press('Enter')
    const item = page.getByRole('menuitemcheckbox').nth(1)
    await untilFocused(page.getByRole('menuitemcheckbox').first())
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await untilFocused(item)
    await page.keyboard.press('Escape')
    await untilFocused(columns)
  })

  it('gives the screens next to the menu to the arrows, and leaves those in the menu to it', async () => {
    const bar = page.getByRole('toolbar', { name: 'Screens' })
    const menu = bar.getByRole('button', { name: /^Menu/ })
    await menu.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await untilFocused(bar.getByRole('link', { name: 'Trades', exact: true }))
    await page.keyboard.press('Home')
    await untilFocused(menu)
    await page.keyboard.press('ArrowDown')
    const first = page.locator('#cs-main-menu a').first()
    await untilFocused(first)
    await page.keyboard.press('ArrowRight')
    await untilFocused(first)
    await page.keyboard.press('Escape')
    await untilFocused(menu)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press(' ')
    await page.waitForURL('**/trades')
  })
})
