import { describe, expect, it } from 'vitest'
import { openWithin, untilRead } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'

withConsole()

const field = (name: string) => page.getByLabel(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const notice = (text: string) => page.locator('.cs-form-done').getByText(text)
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

const calls = (path: string): number => console_.trade.calls.filter((call) => call.path.includes(path)).length

describe('populating details', () => {
  it('populates holdings and portfolio, which the account then has', async () => {
    await openWithin(page, '/account/4113?tab=more')
    const block = (title: string) =>
      page
        .locator('section')
        .filter({ has: heading(title) })
        .last()
    await block('Holdings').getByText('None populated').waitFor()
    for (const kind of ['Holdings', 'Portfolio']) {
      await (kind === 'Holdings'
        ? openWithin(page, '/populate-details?form=populateHoldings')
        : page.getByRole('link', { name: /^Populate Portfolio/ }).click())
      // The form before has a field of the same name.
      await button(`Populate ${kind}`).waitFor()
      await field('Account Number').fill('9ZZ10113')
      await button(`Populate ${kind}`).click()
      await untilRead(page)
      await dialog()
        .getByRole('button', { name: `Populate ${kind}` })
        .click()
      await page.locator('.cs-form-done').waitFor()
    }
    await openWithin(page, '/account/4113?tab=more')
    await expect.poll(() => block('Holdings').locator('tbody tr').count()).toBe(8)
    await expect.poll(() => block('Portfolio').innerText()).toMatch(/Positions\s+8\s+Value\s+\$[\d,]+\.\d\d/)
  })

  it('uploads a table of trade lines: refused with the reasons, then booked', async () => {
    await openWithin(page, '/populate-details?form=manualUpload')
    const header = 'account_no,ticker,side,quantity,price,trade_date'
    const choose = (name: string, ...lines: readonly string[]) => {
      const buffer = Buffer.from([header, ...lines, ''].join('\n'))
      return page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer })
    }
    const send = async (name: string) => {
      await button('Upload').click()
      await dialog().getByText(`${name} (1 KB)`).waitFor()
      await dialog().getByRole('button', { name: 'Upload' }).click()
      await dialog().waitFor({ state: 'detached' })
    }
    await choose('June.csv', '9ZZ99999,ZZTK,buy,3,41.23,2026-03-02')
    await send('June.csv')
    const beside = page.locator('.cs-form-ending')
    await beside.waitFor()
    await expect
      .poll(() => beside.innerText())
      .toBe(
        'Something Went Wrong\n1 line could not be read, and nothing was booked.\n' +
          'Each refused line says why, in the table above.',
      )
    await page.getByText('The service refused 1 line.').waitFor()
    await choose('July.csv', '9ZZ10058,ZZTK,buy,3.5,41.23,2026-03-02', '9ZZ10058,=1+1,buy,many,41.23,2026-03-02')
    await page.getByText('Enter an amount above 0').waitFor()
    await button('Upload').click()
    await page.getByText('Lines that cannot be used: 1. Correct them, or leave them out.').waitFor()
    const faults = page.getByRole('alert').filter({ hasText: '1 line of 2 cannot be used.' })
    await faults.getByRole('button', { name: 'Leave out 1 line' }).click()
    await page.getByText('July (1 of 2 lines).csv').waitFor()
    await send('July (1 of 2 lines).csv')
    await notice('File Uploaded').waitFor()
    await button('Choose a file').waitFor()
    await expect.poll(() => beside.count()).toBe(0)
  })

  it('shows faults of every column without a need to scroll sideways, at every width', async () => {
    await openWithin(page, '/populate-details?form=manualUpload')
    const lines = [
      'account_no,ticker,side,quantity,price,trade_date',
      '9zz-10041,,hold,1e3,,yesterday',
      '9ZZ99999,ZZTK,buy,3,41.23,2026-03-02',
      '',
    ]
    const buffer = Buffer.from(lines.join('\n'))
    await page.setInputFiles('input[type=file]', { name: 'faults.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Lines to show', { exact: true }).selectOption({ label: 'All lines' })
    const table = page.getByRole('table', { name: 'Lines of the file' })
    await table.getByText('Not found in Trading Accounts').waitFor()
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => table.locator('.cs-fault').count()).toBe(6)
      const tooWide = () =>
        table.evaluate((each) => (each.parentElement?.scrollWidth ?? 0) - (each.parentElement?.clientWidth ?? 0))
      await expect.poll(tooWide).toBe(0)
    }
    const line = table.getByRole('columnheader', { name: 'Line', exact: true })
    expect(await line.evaluate((each) => each.getBoundingClientRect().width)).toBeLessThan(64)
  })

  it('shows the lines of a file with 100,000 of them', async () => {
    await openWithin(page, '/populate-details?form=manualUpload')
    const lines = Array.from({ length: 100_000 }, (_, index) => `9ZZ${10_000 + index},VTI,buy,1,41.23,2026-03-02`)
    const text = ['account_no,ticker,side,quantity,price,trade_date', ...lines, ''].join('\n')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByText(/^100,000 lines · quantity of buys 100,000 in all$/).waitFor({ timeout: 30_000 })
    await page.getByText('25 of 100,000 lines compared with Trading Accounts.').waitFor()
    await page.getByText('Page 1 of 500').waitFor()
    await button('Remove').click()
    await button('Choose a file').waitFor()
  })

  it('the network is cut while a file is on its way: its outcome is unknown, the file stays, and it is booked once', async () => {
    await openWithin(page, '/populate-details?form=manualUpload')
    const line = '9ZZ10058,ZZTK,buy,2,41.23,2026-03-02'
    const buffer = Buffer.from(`account_no,ticker,side,quantity,price,trade_date\n${line}\n`)
    await page.setInputFiles('input[type=file]', { name: 'cut.csv', mimeType: 'text/csv', buffer })
    await page.getByText('1 line · quantity of buys 2 in all').waitFor()
    const before = calls('/upload_manual')
    await page.route('**/upload_manual_trade_line_entries', (route) => route.abort('connectionreset'))
    await button('Upload').click()
    await untilRead(page)
    await dialog().getByRole('button', { name: 'Upload' }).click()
    await page
      .locator('.cs-form-ending')
      .getByText(/^The connection broke before an answer came\./)
      .waitFor()
    await page.getByText('cut.csv', { exact: true }).waitFor()
    await page.unroute('**/upload_manual_trade_line_entries')
    await button('Upload').click()
    await dialog()
      .getByText(/^This was sent before, but its outcome is unknown\./)
      .waitFor()
    await untilRead(page)
    await dialog().getByRole('button', { name: 'Upload' }).click()
    await notice('File Uploaded').waitFor()
    expect(calls('/upload_manual')).toBe(before + 1)
  })
})
