import { describe, expect, it } from 'vitest'
import { untilFocused, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/treasury' })

const rows = () => page.locator('tbody tr')
const firstRow = () => rows().first()

describe('the treasury master', () => {
  it('lists ten tickers by id, each with a dot and the word for whether it is approved, as wide as its search and pager', async () => {
    await rows().nth(9).waitFor()
    await expect.poll(() => rows().count()).toBe(10)
    await untilSettled(page)
    const ids = await rows().evaluateAll((all) =>
      all.map((row) => Number((row as HTMLTableRowElement).cells[1]?.innerText.trim())),
    )
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    await expect.poll(() => page.getByText(/^(Approved|Not approved)$/).count()).toBe(10)
    const [word] = await page.getByText(/^(Approved|Not approved)$/).all()
    expect((await word?.boundingBox())?.width).toBeGreaterThan(50)
    const right = async (css: string) => {
      const box = await page.locator(css).boundingBox()
      return Math.round((box?.x ?? 0) + (box?.width ?? 0))
    }
    const edges = await Promise.all(['.cs-filter-row', '.cs-list-foot', 'tbody tr:first-child', 'table'].map(right))
    expect(new Set(edges).size, edges.join()).toBe(1)
  })

  it('turns pages by their numbers', async () => {
    const before = await firstRow().innerText()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await page.waitForURL('**/treasury?page=2')
    await expect.poll(() => firstRow().innerText()).not.toBe(before)
    await page.getByRole('button', { name: 'Page 1', exact: true }).click()
    await expect.poll(() => firstRow().innerText()).toBe(before)
  })

  it('finds tickers by a part of their name, whatever the case', async () => {
    await untilSettled(page)
    const ticker = (await firstRow().locator('code').innerText()).trim()
    await page.getByRole('searchbox').fill(ticker.toLowerCase())
    await expect.poll(() => rows().count()).toBe(1)
    await expect.poll(() => page.locator('.cs-list-foot').count()).toBe(0)
    await page.getByRole('searchbox').fill('no such ticker')
    await page.getByText('No data').waitFor()
    expect(page.url()).not.toContain('ticker')
    await page.getByRole('searchbox').fill('')
    await expect.poll(() => rows().count()).toBe(10)
  })

  it('approves and disapproves, says so, and shows it after reading the list again', async () => {
    const row = rows()
      .filter({ has: page.getByRole('button', { name: /^Approve/ }) })
      .first()
    await row.waitFor()
    await untilSettled(page)
    const ticker = (await row.locator('code').innerText()).trim()
    const same = rows().filter({ hasText: ticker })
    await row.getByRole('button', { name: /^Approve/ }).click()
    await page.getByText(`Ticker - ${ticker} APPROVED`).waitFor()
    await same.getByText('Approved', { exact: true }).waitFor()
    await same.getByRole('button', { name: /^Disapprove/ }).click()
    await page.getByText(`Ticker - ${ticker} DISAPPROVED`).waitFor()
    await same.getByText('Not approved', { exact: true }).waitFor()
  })

  it('deletes after asking, and not when the person changes their mind', async () => {
    await untilSettled(page)
    const ticker = (await firstRow().locator('code').innerText()).trim()
    await firstRow()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog', { name: `Delete ${ticker}?` }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(console_.admin.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0)
    await firstRow()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`Ticker - ${ticker} DELETED`).waitFor()
    await expect.poll(() => rows().filter({ hasText: ticker }).count()).toBe(0)
    expect(console_.admin.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('can be worked by the keyboard alone', async () => {
    await page.reload()
    await rows().nth(9).waitFor()
    const button = rows()
      .getByRole('button', { name: /^Delete/ })
      .last()
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await untilFocused(dialog.getByRole('button', { name: 'Cancel' }))
    await page.keyboard.press('Escape')
    await untilFocused(button)
  })

  it('deletes nothing by a double click that also meets the answer of its question', async () => {
    // The one width at which both are in the same place.
    await page.setViewportSize({ width: 620, height: 900 })
    await untilSettled(page)
    const buttons = rows().getByRole('button', { name: /^Delete/ })
    await buttons.first().click()
    const answer = page.getByRole('dialog').getByRole('button', { name: /^Delete/ })
    const { x, y, width, height } = (await answer.boundingBox()) ?? expect.fail()
    await page.keyboard.press('Escape')
    const boxes = await Promise.all((await buttons.all()).map((each) => each.boundingBox()))
    const under = boxes.find((box) => box !== null && Math.abs(box.y + box.height / 2 - (y + height / 2)) < height)
    const row = under ?? expect.fail('no row where the answer is')
    const place = [Math.max(x, row.x) + 8, Math.max(y, row.y) + 4] as const
    expect(place[0]).toBeLessThan(Math.min(x + width, row.x + row.width))
    await page.mouse.dblclick(...place)
    await untilRead(page)
    expect(await answer.boundingBox()).toEqual({ x, y, width, height })
    await page.keyboard.press('Escape')
    await page.mouse.click(...place)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})
