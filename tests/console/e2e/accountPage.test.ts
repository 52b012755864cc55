import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isReadable } from '../../support/findings.ts'
import { untilDrawn, untilFocused, untilSettled } from '../../support/settled.ts'
import { console_, openAccount, page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole()

const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true })
const tab = (name: string, on = page) => on.getByRole('tab', { name: new RegExp(`^${name}`) })
const panel = (on = page) => on.getByRole('tabpanel')

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
    await openAccount(4108, 'Teo & Ana Brandt')
    await expect
      .poll(() => page.getByRole('tab').allInnerTexts())
      .toEqual([
        'Account Details',
        'Disclosures',
        'Employment',
        expect.stringMatching(/^Documents/),
        'Linked Account',
        expect.stringMatching(/^Requests/),
        'Recent Transactions',
        'More',
        'History',
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
    await untilSettled(page)
    const name = await link.innerText()
    await link.click()
    await heading(name).waitFor()
    await tab('Disclosures').click()
    await page.waitForURL(/\?tab=disclosures$/)
    await panel().getByText('Politically exposed').waitFor()
    await page.keyboard.press('ArrowRight')
    await untilFocused(tab('Employment'))
    await page.keyboard.press('Enter')
    await panel().getByText('Occupation').waitFor()
    await page.reload()
    await panel().getByText('Occupation').waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL('**/accounts?page=2')
    await page.getByRole('link', { name, exact: true }).waitFor()
  })

  it('answers what happened with one key, and leads from a rejected document to its line, the name in sight', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await page.keyboard.press('h')
    await page.waitForURL(/\?tab=history$/)
    await untilFocused(panel())
    await panel().getByText('Drivers license (snap-a3)').waitFor()
    await tab('Documents').click()
    await page.getByRole('link', { name: /^History: .*\(snap-a3\)$/ }).click()
    const line = panel().getByRole('listitem').filter({ hasText: 'Drivers license (snap-a3)' })
    await untilFocused(line)
    expect(await line.getAttribute('aria-current')).toBe('true')
    await page.setViewportSize({ width: 1440, height: 400 })
    await page.keyboard.press('End')
    await page.locator('[data-shown]').getByText('9ZZ10058').waitFor()
  })

  it('never lets a masked value reach the browser, on any tab', async () => {
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (/\/(api|console)\//.test(response.url())) bodies.push(response.text().catch(() => ''))
    })
    await openAccount(4108, 'Teo & Ana Brandt')
    for (const name of await page.getByRole('tab').allInnerTexts()) {
      await page.getByRole('tab', { name: name.split('\n')[0] ?? '' }).click()
      await untilSettled(page)
    }
    page.removeAllListeners('response')
    const sent = (await Promise.all(bodies)).join('\n')
    expect(sent).toContain('XXXXX56612')
    for (const secret of ['900-11-7781', '900-12-0032', '1980-12-31', '1979-01-01', '000123456612', 'TST-221-77']) {
      expect(sent).not.toContain(secret)
    }
  })

  it('shows a nearly empty account and one with broken JSON without breaking', async () => {
    await openAccount(4123, 'Kestrel Nearlyempty', '?tab=linked-account')
    await panel().getByText('Not provided').waitFor()
    await page.getByText('No linked bank').waitFor()
    await openAccount(4121, 'Ingrid Brokenprofile')
    await page.getByText('Unreadable').first().waitFor()
    await tab('Disclosures').click()
    await panel().getByText('Unreadable').first().waitFor()
  })

  it('tells an answer without the record (`account: []`) from ids that do not exist', async () => {
    await page.goto('/account/4124')
    await heading('The service has no details for this record.').waitFor()
    await page.getByText('4124').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Retry' }).count()).toBe(1)
    await page.goto('/account/99999999')
    await heading('There is no such record').waitFor()
    await page.goto('/account/%3Cscript%3E')
    await page
      .getByText(/names no record|no such record/)
      .first()
      .waitFor()
  })

  it('warns in red that a suspended account needs documents, and leads to them', async () => {
    await openAccount(4125, 'Mirela Suspended')
    await page.getByRole('link', { name: 'Go to Documents' }).click()
    await page.waitForURL(/\?tab=documents$/)
    await panel().getByRole('heading').first().waitFor()
    await openAccount(4107, 'Mara Quill')
    await page.getByRole('link', { name: 'Go to Documents' }).waitFor()
    await openAccount(4108, 'Teo & Ana Brandt')
    expect(await page.getByText('Suspended: a rejected check').count()).toBe(0)
    expect(await page.getByRole('note').filter({ hasText: "What's needed" }).allInnerTexts()).toEqual([
      expect.stringMatching(/requires action[\s\S]*Go to Documents$/),
      expect.stringMatching(/transfer waits[\s\S]*Go to Requests$/),
    ])
  })

  it('gives each fact of the header a line of its own on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAccount(4107, 'Mara Quill')
    const tops = await page
      .locator('.cs-record-facts:not(.cs-on-paper) > div')
      .evaluateAll((facts) => facts.map((fact) => Math.round(fact.getBoundingClientRect().top)))
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(tops.length).toBeGreaterThan(3)
    expect(new Set(tops).size).toBe(tops.length)
  })

  it('has what waits for a decision in the first window of a phone, before what the record is in full', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openAccount(4107, 'Mara Quill', '?tab=documents')
    await panel().getByText('uploaded', { exact: true }).first().waitFor()
    const bottomOf = async (text: string) => {
      const box = await page.getByText(text, { exact: true }).first().boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    const [document, profile] = [await bottomOf('Approve'), await bottomOf('Investment Profile')]
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(document).toBeLessThan(844)
    expect(profile).toBeGreaterThan(844)
  })

  it.each(['details', 'requests', 'history'])(
    'begins the tab %s well within the first window of a phone',
    async (name) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await openAccount(4108, 'Teo & Ana Brandt', `?tab=${name}`)
      await page.getByRole('note').nth(1).waitFor()
      const box = await panel().boundingBox()
      await page.setViewportSize({ width: 1440, height: 900 })
      expect(box?.y).toBeLessThan(640)
    },
  )

  it('shows the whole frame of the focus around the history that H opens', async () => {
    await openAccount(4107, 'Mara Quill')
    await page.keyboard.press('h')
    await page.waitForFunction(() => document.activeElement?.classList.contains('cs-tab-panel'))
    const room = await page.evaluate(() => {
      const { outlineWidth, outlineOffset } = getComputedStyle(document.activeElement ?? document.body)
      const top = document.activeElement?.getBoundingClientRect().top ?? 0
      const strip = document.querySelector('.cs-tab-strip')?.getBoundingClientRect().bottom ?? 0
      return top - strip - parseFloat(outlineWidth) - parseFloat(outlineOffset)
    })
    expect(room).toBeGreaterThanOrEqual(0)
  })

  it('shows the advisory banners only with all of their evidence', async () => {
    await openAccount(4127, 'Ottilie Affiliated')
    await page.getByText(/no letter \(407 or 3210\) is on file/).waitFor()
    await openAccount(4128, 'Pavel Redflag')
    await page.getByText(/Look twice/).waitFor()
    await openAccount(4108, 'Teo & Ana Brandt')
    expect(await page.getByText(/Look twice|no letter/).count()).toBe(0)
  })

  it('says what every state of a transfer means, how long it may last, and shows the two buttons that do nothing', async () => {
    await openAccount(4113, 'Agatha Sorrel', '?tab=requests')
    const text = await panel().innerText()
    expect(text).toMatch(/REQUEST_REJECT[\s\S]*amended within 24 hours[\s\S]*Amend within 1\d h/)
    expect(text).toContain('Time to amend is over')
    expect(text).toMatch(/Late: \d+ business days/)
    const accept = panel()
      .getByRole('button', { name: /^Accept/ })
      .first()
    await expect.poll(() => accept.getAttribute('aria-disabled')).toBe('true')
    const calls = console_.main.calls.length
    await accept.click({ force: true })
    await untilDrawn(page)
    await untilSettled(page)
    expect(console_.main.calls.slice(calls).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('says that a clock runs from the first sight where the clearing firm does not say since when', async () => {
    await openAccount(4108, 'Teo & Ana Brandt', '?tab=requests')
    await expect.poll(() => panel().innerText()).toMatch(/Amend within 2[34] h( \d+ min)?/)
  })

  it('lists documents; a rejected one has no download, the others come as files', async () => {
    await openAccount(4125, 'Mirela Suspended', '?tab=documents')
    const rowWith = (status: string) =>
      panel()
        .getByRole('listitem')
        .filter({ has: page.getByText(status, { exact: true }) })
    await rowWith('rejected').first().waitFor()
    await untilSettled(page)
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
    await openAccount(4126, 'Nadir Returned')
    expect(console_.trade.calls.length).toBe(before)
    await tab('Recent Transactions').click()
    await panel().getByText('R01').waitFor()
    expect(console_.trade.calls.slice(before).map(({ path }) => path)).toEqual([
      expect.stringContaining('get_details_for_account?account_no='),
    ])
    await panel().getByText('Bank details changed').waitFor()
  })

  it('fail by themselves, keep the rest of the page, and come back with Retry', async () => {
    console_.trade.fault({ path: 'get_details_for_account', answer: { status: 500, body: '{}' } })
    await openAccount(4108, 'Teo & Ana Brandt', '?tab=transactions')
    const retry = panel().getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    await heading('Teo & Ana Brandt').waitFor()
    await page.getByText('Harbor checking').waitFor()
    console_.mend()
    await retry.click()
    await panel().getByRole('table').first().waitFor()
    await expect.poll(() => panel().getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })
})

describe('a masked value', () => {
  const revealOf = (label: string) => page.getByRole('button', { name: new RegExp(`Reveal.*${label}`) }).first()

  it('is shown after a reason, with what is left of its time, and hidden again', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await revealOf('SSN').click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('button[type=submit]').click()
    await dialog.getByText('Please enter reason!').waitFor()
    await dialog.getByPlaceholder('Please enter a reason').fill('Customer called to confirm it')
    await dialog.locator('button[type=submit]').click()
    await page.getByText('900-11-7781').waitFor()
    expect(await page.getByText('900-12-0032').count()).toBe(0)
    await page.getByRole('button', { name: /^Hide/ }).click()
    await expect.poll(() => page.getByText('900-11-7781').count()).toBe(0)
  })

  it('is not offered to who may not see it', async () => {
    const viewer = await signedInPage('viewer', '/account/4108')
    await heading('Teo & Ana Brandt', viewer).waitFor()
    await viewer.getByText('***-**-7781').waitFor()
    await untilSettled(viewer)
    expect(await viewer.getByRole('button', { name: /Reveal/ }).count()).toBe(0)
    expect(await viewer.getByRole('button', { name: 'Close Account' }).count()).toBe(0)
  })
})

it.each([
  '/account/4108',
  '/account/4108?tab=requests',
  '/account/4126?tab=transactions',
  '/account/4129',
  '/account/4125?tab=documents',
])('%s can be read in light and dark, wide and narrow', (address) => isReadable(page, address))
