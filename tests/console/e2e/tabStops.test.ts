import { describe, expect, it } from 'vitest'
import { untilFocused, untilSettled } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/accounts' })

/** The most stops of the Tab key from the top of a page to the pager of its list, the pager's first one among them. */
const MOST = 15

async function stopsToPager(): Promise<readonly string[]> {
  const stops: string[] = []
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    getSelection()?.removeAllRanges()
  })
  for (;;) {
    await page.keyboard.press('Tab')
    const [name, isPager] = await page.evaluate((): readonly [string, boolean] => {
      const focused = document.activeElement
      const named = focused?.getAttribute('aria-label') ?? focused?.textContent ?? ''
      return [named.trim(), focused?.closest('.cs-list-foot') !== null]
    })
    stops.push(name)
    if (isPager || stops.length > 2 * MOST) return stops
  }
}

async function open(address: string, last: string): Promise<void> {
  await page.goto(address)
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
  ])('comes to the pager of %s within its stops', async (address, last) => {
    await open(address, last)
    await page
      .getByRole('button', { name: /^Export( filtered)?$/ })
      .first()
      .waitFor()
    const stops = await stopsToPager()
    expect(stops.slice(0, 2)).toEqual(['Skip to content', 'Countersign'])
    expect(stops.length, stops.join(', ')).toBeLessThanOrEqual(MOST)
  })

  it('comes to the pager within its stops where a search is typed and rows are selected', async () => {
    await open('/treasury', 'Columns')
    await page.getByRole('searchbox').fill('28')
    await page.getByText(/^\d+ of 60$/).waitFor()
    await untilSettled(page)
    await page.locator('tbody input[type=checkbox]').first().check()
    await page.getByRole('toolbar', { name: 'Selected records' }).waitFor()
    const stops = await stopsToPager()
    expect(stops.length, stops.join(', ')).toBeLessThanOrEqual(MOST)
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
