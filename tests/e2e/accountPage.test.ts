import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signIn, startConsoleUnderTest, type ConsoleUnderTest } from '../support/consoleUnderTest.ts'

let console_: ConsoleUnderTest
let page: Page
let storageState: Awaited<ReturnType<BrowserContext['storageState']>>
let mend: (() => void) | undefined

beforeAll(async () => {
  console_ = await startConsoleUnderTest()
  const context = await console_.newContext()
  page = await context.newPage()
  await signIn(page)
  storageState = await context.storageState()
})
afterEach(() => {
  mend?.()
  mend = undefined
})
afterAll(async () => {
  expect(console_.complaints).toEqual([])
  await console_.stop()
})

const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true })
const tab = (name: string, on = page) => on.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = (on = page) => on.getByRole('tabpanel')

async function open(id: number, name: string, query = ''): Promise<void> {
  await page.goto(`/account/${id}${query}`)
  await heading(name).waitFor()
}

/** The values beside a label, in the order of the page. */
const valuesOf = async (label: string): Promise<readonly string[]> => {
  const texts = await page
    .locator('dt, [role=rowheader]')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=..')
    .allInnerTexts()
  return texts.map((text) => text.replace(label, '').trim().replaceAll(/\s+/g, ' '))
}

describe('an account', () => {
  it('shows header, profile, tabs and bank relationships of a joint account, with both applicants', async () => {
    await open(4108, 'Teo & Ana Brandt')
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Account Details',
      'Disclosures',
      'Employment',
      expect.stringMatching(/^Documents/),
      'Linked Account',
      expect.stringMatching(/^Requests/),
      'Recent Transactions',
      'More',
    ])
    const text = await page.locator('main').innerText()
    for (const part of ['ACTION_REQUIRED', 'teo.brandt@example.test', '9ZZ10058', 'Joint', 'ACH Relationship']) {
      expect(text).toContain(part)
    }
    expect(await valuesOf('Annual income')).toEqual(['$50,001 – $100,000'])
    expect(await valuesOf('Estimated net worth')).toEqual(['$250,000.00'])
    expect(text).toContain('Ana Brandt')
    expect(text).toContain('***-**-7781')
    expect(text).toContain('***-**-0032')
    expect(text).toMatch(/teo\.b@example\.test[\s\S]{0,20}differs from Email ID/)
    expect(text).toContain('The account routing number has been updated.')
    expect(text).toContain('Bank details changed')
  })

  it('has its tabs as addresses, by mouse and by arrow keys, and Back still leads to the list in one step', async () => {
    await page.goto('/accounts?page=2')
    const link = page.locator('tbody tr a').first()
    const name = await link.innerText()
    await link.click()
    await heading(name).waitFor()
    await tab('Disclosures').click()
    await page.waitForURL(/\?tab=disclosures$/)
    await panel().getByText('Politically exposed').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await panel().getByText('Occupation').waitFor()
    await page.reload()
    await panel().getByText('Occupation').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/accounts?page=2')
    await page.getByRole('link', { name, exact: true }).waitFor()
  })

  it('never lets a masked value reach the browser, on any tab', async () => {
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (/\/(api|console)\//.test(response.url())) bodies.push(response.text().catch(() => ''))
    })
    await open(4108, 'Teo & Ana Brandt')
    for (const name of await page.getByRole('tab').allInnerTexts()) {
      await page.getByRole('tab', { name: name.split('\n')[0] ?? '' }).click()
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
    }
    page.removeAllListeners('response')
    const sent = (await Promise.all(bodies)).join('\n')
    expect(sent).toContain('XXXXX56612')
    for (const secret of ['900-11-7781', '900-12-0032', '1980-12-31', '1979-01-01', '000123456612', 'TST-221-77']) {
      expect(sent).not.toContain(secret)
    }
  })

  it('shows a nearly empty account and one with broken JSON without breaking', async () => {
    await open(4123, 'Kestrel Nearlyempty', '?tab=linked-account')
    await panel().getByText('Not provided').waitFor()
    await page.getByText('No linked bank').waitFor()
    await open(4121, 'Ingrid Brokenprofile')
    await page.getByText('Unreadable').first().waitFor()
    await tab('Disclosures').click()
    await panel().getByText('Unreadable').first().waitFor()
  })

  it('tells an answer without the record (`account: []`) from ids that do not exist', async () => {
    await page.goto('/account/4124')
    await heading('The service has no details for this record.').waitFor()
    await page.getByText('4124').waitFor()
    expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(1)
    await page.goto('/account/99999999')
    await heading('There is no such record').waitFor()
    await page.goto('/account/%3Cscript%3E')
    await page
      .getByText(/names no record|no such record/)
      .first()
      .waitFor()
  })

  it('warns in red that a suspended account needs documents, and leads to them', async () => {
    await open(4125, 'Mirela Suspended')
    await page.getByRole('link', { name: 'Go to Documents' }).click()
    await page.waitForURL(/\?tab=documents$/)
    await panel().getByRole('heading').first().waitFor()
    await open(4107, 'Mara Quill')
    await page.getByRole('link', { name: 'Go to Documents' }).waitFor()
    await open(4108, 'Teo & Ana Brandt')
    expect(await page.getByRole('link', { name: 'Go to Documents' }).count()).toBe(0)
  })

  it('shows the advisory banners only with all of their evidence', async () => {
    await open(4127, 'Ottilie Affiliated')
    await page.getByText(/no letter \(407 or 3210\) is on file/).waitFor()
    await open(4128, 'Pavel Redflag')
    await page.getByText(/Look twice/).waitFor()
    await open(4108, 'Teo & Ana Brandt')
    expect(await page.getByText(/Look twice|no letter/).count()).toBe(0)
  })

  it('says what every state of a transfer means, how long it may last, and shows the two buttons that do nothing', async () => {
    await open(4113, 'Agatha Sorrel', '?tab=requests')
    const text = await panel().innerText()
    expect(text).toMatch(/REQUEST_REJECT[\s\S]*amended within 24 hours[\s\S]*Amendable for 1\d h/)
    expect(text).toContain('Time to amend is over')
    expect(text).toMatch(/Late: \d+ business days/)
    const accept = panel()
      .getByRole('button', { name: /^Accept/ })
      .first()
    expect(await accept.getAttribute('aria-disabled')).toBe('true')
    const calls = console_.main.calls.length
    await accept.click({ force: true })
    expect(console_.main.calls.slice(calls).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('says that a clock runs from the first sight where the clearing firm does not say since when', async () => {
    await open(4108, 'Teo & Ana Brandt', '?tab=requests')
    expect(await panel().innerText()).toMatch(/Amendable for at most 2[34] h( \d+ min)? since first seen/)
  })

  it('lists documents; a rejected one has no download, the others come as files', async () => {
    await open(4125, 'Mirela Suspended', '?tab=documents')
    const rowWith = (status: string) => panel().getByRole('row').filter({ hasText: status })
    expect(
      await rowWith('rejected')
        .getByRole('button', { name: /^Download/ })
        .count(),
    ).toBe(0)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      rowWith('uploaded')
        .getByRole('button', { name: /^Download/ })
        .click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^snap-4125-\d\.png$/)
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
    await page.getByText('Document downloaded').waitFor()
  })
})

describe('recent transactions', () => {
  it('are read from the trade service only when the tab is opened', async () => {
    const before = console_.trade.calls.length
    await open(4126, 'Nadir Returned')
    expect(console_.trade.calls.length).toBe(before)
    await tab('Recent Transactions').click()
    await panel().getByText('R01').waitFor()
    expect(console_.trade.calls.slice(before).map(({ path }) => path)).toEqual([
      expect.stringContaining('get_details_for_account?account_no='),
    ])
    await panel().getByText('Bank details changed').waitFor()
  })

  it('fail by themselves, keep the rest of the page, and come back with Retry', async () => {
    mend = console_.trade.fault({ path: 'get_details_for_account', answer: { status: 500, body: '{}' } })
    await open(4108, 'Teo & Ana Brandt', '?tab=transactions')
    const retry = panel().getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    await heading('Teo & Ana Brandt').waitFor()
    await page.getByText('Harbor checking').waitFor()
    mend()
    await retry.click()
    await panel().getByRole('table').first().waitFor()
    await expect.poll(() => panel().getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })
})

describe('a masked value', () => {
  const revealOf = (label: string) => page.getByRole('button', { name: new RegExp(`Reveal.*${label}`) }).first()

  it('is shown after a reason, with what is left of its time, and hidden again', async () => {
    await open(4108, 'Teo & Ana Brandt')
    await revealOf('SSN').click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('Please enter reason!').waitFor()
    await dialog.getByPlaceholder('Please enter a reason').fill('Customer called to confirm it')
    await dialog.locator('button[type=submit]').click()
    await page.getByText('900-11-7781').waitFor()
    expect(await page.getByText('900-12-0032').count()).toBe(0)
    await page.getByRole('button', { name: /^Hide/ }).click()
    expect(await page.getByText('900-11-7781').count()).toBe(0)
  })

  it('is not offered to who may not see it', async () => {
    const context = await console_.newContext()
    const viewer = await context.newPage()
    await signIn(viewer, 'viewer', '/account/4108')
    await heading('Teo & Ana Brandt', viewer).waitFor()
    await viewer.getByText('***-**-7781').waitFor()
    expect(await viewer.getByRole('button', { name: /Reveal/ }).count()).toBe(0)
    expect(await viewer.getByRole('button', { name: 'Close Account' }).count()).toBe(0)
    await context.close()
  })
})

describe('how the page looks and reads', () => {
  it.each([
    ['1440 light', { width: 1440, height: 900 }, 'light'],
    ['390 dark', { width: 390, height: 844 }, 'dark'],
  ] as const)('has nothing serious for axe and no sideways scroll at %s', async (_name, viewport, colorScheme) => {
    const context = await console_.newContext({ storageState, viewport, colorScheme })
    const on = await context.newPage()
    for (const address of [
      '/account/4108',
      '/account/4108?tab=requests',
      '/account/4126?tab=transactions',
      '/account/4129',
      '/account/4125?tab=documents',
    ]) {
      await on.goto(address)
      await on.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => on.locator('main [aria-busy=true]').count()).toBe(0)
      const { violations } = await new AxeBuilder({ page: on }).analyze()
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(serious.map(({ id, nodes }) => `${address} ${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
      expect(await on.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
    await context.close()
  })
})

/** What has the focus: its element and its words. */
const focused = (on = page) =>
  on.evaluate(() => {
    const { activeElement: element } = document
    return `${element?.tagName ?? ''} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`
  })

/** Works a control by the keyboard alone. */
async function press(control: Locator): Promise<void> {
  await control.focus()
  await control.page().keyboard.press('Enter')
}

describe('the focus of somebody at the keyboard', () => {
  const dialog = () => page.getByRole('dialog')
  const confirm = (label: string) => press(dialog().getByRole('button', { name: label, exact: true }))

  it('is on the heading of an account that was opened, on its name in the list after Back, nowhere after a load', async () => {
    await page.goto('/accounts?page=2')
    const link = page.locator('tbody tr a').nth(5)
    const name = await link.innerText()
    await press(link)
    await heading(name).waitFor()
    await expect.poll(() => focused()).toBe(`H1 ${name}`)
    await press(page.getByRole('link', { name: 'Back' }))
    await page.waitForURL('**/accounts?page=2')
    await expect.poll(() => focused()).toBe(`A ${name}`)
    await open(4108, 'Teo & Ana Brandt')
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  it('shows no ring to somebody with a mouse', async () => {
    await page.goto('/accounts')
    const link = page.locator('tbody tr a').nth(5)
    const name = await link.innerText()
    await link.click()
    await expect.poll(() => focused()).toBe(`H1 ${name}`)
    expect(await heading(name).evaluate((element) => element.matches(':focus-visible'))).toBe(false)
  })

  it('is on the next sensible thing after every action', async () => {
    await open(4128, 'Pavel Redflag', '?tab=requests')
    await press(page.getByRole('button', { name: 'Update Status' }))
    await confirm('Make inactive')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => valuesOf('Active')).toEqual(['No'])
    await expect.poll(() => focused()).toBe('BUTTON Update Status')
    await press(page.getByRole('button', { name: /^Reject: / }))
    await dialog().getByLabel('Reason').fill('Not signed')
    await confirm('Yes')
    await expect.poll(() => page.getByRole('button', { name: /^Reject: / }).count()).toBe(0)
    await expect.poll(() => focused()).toBe('H3 Transfer account')
    await press(page.getByRole('button', { name: /^Cancel: New checking/ }))
    await confirm('Cancel relationship')
    await expect.poll(() => page.getByRole('button', { name: /^Cancel: New checking/ }).count()).toBe(0)
    await expect.poll(() => focused()).toMatch(/^H2 ACH Relationship/)
  })

  it('is on the request after the dialog that said that somebody else has decided it', async () => {
    await open(4108, 'Teo & Ana Brandt', '?tab=requests')
    const other = await page.context().newPage()
    await other.goto('/account/4108?tab=requests')
    await press(page.getByRole('button', { name: /^Approve: / }))
    await dialog().getByLabel('Reason').fill('All there')
    await press(other.getByRole('button', { name: /^Approve: / }))
    await other.getByRole('dialog').getByLabel('Reason').fill('All there')
    await press(other.getByRole('dialog').getByRole('button', { name: 'Yes' }))
    await other.getByText('Request 501 is APPROVED').waitFor()
    await other.close()
    await confirm('Yes')
    await confirm('Close')
    await expect.poll(() => focused()).toBe('H3 Transfer account')
  })

  it('is on the heading after Retry of a page that had failed, and after signing in', async () => {
    mend = console_.main.fault({ path: 'account', answer: { status: 500, body: '{}' } })
    await page.goto('/account/4125')
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    mend()
    await press(retry)
    await expect.poll(() => focused()).toBe('H1 Mirela Suspended')
    const context = await console_.newContext()
    const newcomer = await context.newPage()
    await signIn(newcomer, 'viewer', '/account/4125')
    await expect.poll(() => focused(newcomer)).toBe('H1 Mirela Suspended')
    await context.close()
  })

  it("is on the tab's panel after a banner's link, with the strip of tabs in view, also while the tab scrolls", async () => {
    const context = await console_.newContext({ storageState, viewport: { width: 720, height: 450 } })
    const zoomed = await context.newPage()
    await zoomed.goto('/account/4125')
    await press(zoomed.getByRole('link', { name: 'Go to Documents' }))
    await expect.poll(() => panel(zoomed).evaluate((element) => element === document.activeElement)).toBe(true)
    const top = () => zoomed.locator('.cs-tabs').evaluate((strip) => strip.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(400)
    await zoomed.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const bar = await zoomed.locator('.cs-header').evaluate((header) => header.getBoundingClientRect().bottom)
    expect(Math.abs((await top()) - bar)).toBeLessThanOrEqual(1)
    await context.close()
  })
})

describe('an account at every width', () => {
  it.each([640, 720, 768, 900, 1024])(
    'of %i px scrolls nowhere sideways, and its bank can be cancelled',
    async (width) => {
      const context = await console_.newContext({ storageState, viewport: { width, height: 450 } })
      const narrow = await context.newPage()
      for (const address of ['/account/4125?tab=documents', '/account/4126?tab=transactions', '/account/4108']) {
        await narrow.goto(address)
        await narrow.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(() => narrow.locator('main [aria-busy=true]').count()).toBe(0)
        expect(await narrow.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      const cancel = narrow.getByRole('button', { name: /^Cancel: Harbor checking/ })
      await cancel.scrollIntoViewIfNeeded()
      const box = await cancel.boundingBox()
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      await context.close()
    },
  )

  it('says on paper how its switches stand', async () => {
    await open(4108, 'Teo & Ana Brandt')
    const onPaper = page.locator('dt').filter({ hasText: /^Test:$/ })
    await expect.poll(() => onPaper.locator('xpath=..').textContent()).toBe('Test:Test')
    expect(await onPaper.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await onPaper.isVisible()).toBe(true)
    expect(await page.getByRole('switch').first().isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
  })
})
