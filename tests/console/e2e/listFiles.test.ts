import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Download } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openWithin, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/trades' })

const downloads: Download[] = []
const dialog = () => page.getByRole('dialog', { name: /^Export/ })
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).press('Enter')

const button = () => page.getByRole('button', { name: /^Export( filtered)?$/ })

async function ask(address: string): Promise<void> {
  await openWithin(page, address)
  await page.locator('tbody tr').first().waitFor()
  await button().waitFor()
  await untilSettled(page)
  await askAgain()
}

async function askAgain(): Promise<void> {
  await dialog().waitFor({ state: 'detached' })
  await button().press('Enter')
  await dialog().waitFor()
  await untilRead(page)
}

async function saved(name: string): Promise<Buffer> {
  const coming = page.waitForEvent('download')
  await press(name)
  const download = await coming
  return readFile(await download.path())
}

/** What a spreadsheet would run, or would lose, if it were written as it is. */
const nasty = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' "=1', '\uFF1D1']

const withNastyTexts = () =>
  console_.main.fault({
    path: 'sponsor/get_details',
    rewrite: () => ({
      data: { result: nasty.map((text) => ({ ticker: 'ZZTK', channel_name: text, text, node: text })) },
    }),
  })

beforeEach(() => {
  downloads.length = 0
  page.removeAllListeners('download')
  page.on('download', (download) => downloads.push(download))
})

describe('a file of a list', () => {
  it('has what is filtered, as CSV and as a workbook', async () => {
    await ask('/trades?ticker=PLTR')
    const csv = (await saved('Save as CSV')).toString('utf8').trimEnd().split('\r\n')
    expect(csv[0]).toContain('"Account Number","Trade ID","Ticker","Action"')
    expect(csv.length).toBeGreaterThan(50)
    expect(csv.slice(1).every((line) => line.includes('"PLTR"'))).toBe(true)
    await askAgain()
    const sheet = unzipSync(await saved('Save as Excel'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array()
    expect(strFromU8(sheet).match(/<row /g)).toHaveLength(csv.length)
  })

  it('has nothing that a spreadsheet runs', async () => {
    withNastyTexts()
    await ask('/sponsors')
    const csv = (await saved('Save as CSV')).toString('utf8').replace('\uFEFF', '')
    const cells = [...csv.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell)
    const kept = cells.filter((cell) => /[=+\-@\uFF1D]/.test(cell) && cell.startsWith("'"))
    expect(kept).toHaveLength(3 * nasty.length)
    expect(cells.filter((cell) => /^[\s"]*[=+@\uFF1D]|^-1\+/.test(cell))).toEqual([])
    await askAgain()
    const sheet = strFromU8(unzipSync(await saved('Save as Excel'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).not.toContain('<f')
    expect(sheet.match(/t="inlineStr"><is><t xml:space="preserve">[\s"&quot;]*[=+\-@\uFF1D]/g)?.length).toBe(
      3 * nasty.length,
    )
  })

  it('is not saved where the network breaks on the way, says so, and can be asked for again', async () => {
    await ask('/trades?ticker=PLTR')
    const calls = '**/*'
    await page.route(calls, async (route) => {
      if (!route.request().headers()['x-export']) return route.fallback()
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.slice(0, text.length / 2) })
    })
    await press('Save as CSV')
    await dialog()
      .getByText(/^No file was saved\. The connection broke after \d+ records\. Try again\./)
      .waitFor()
    expect(downloads).toEqual([])
    await page.unroute(calls)
    expect((await saved('Save as CSV')).length).toBeGreaterThan(1000)
  })

  it('is not saved once it is cancelled, and the notice says so', async () => {
    await ask('/trades?ticker=PLTR')
    const { promise, resolve } = Promise.withResolvers<undefined>()
    console_.main.fault({ path: 'page=2', until: promise })
    await press('Save as CSV')
    await dialog()
      .getByText(/records read$/)
      .waitFor()
    await press('Cancel')
    await page.getByText('Export cancelled. No file was saved.').waitFor()
    resolve(undefined)
    await untilSettled(page)
    expect(downloads).toEqual([])
  })
})
