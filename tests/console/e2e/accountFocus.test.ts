import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openWithin, untilFocused, untilNotTooWide, untilRead, untilSettled } from '../../support/settled.ts'
import { openAccount, page, withConsole } from '../support/withConsole.ts'

withConsole()

const heading = (name: string, on = page) => on.getByRole('heading', { level: 1, name, exact: true })
const panel = (on = page) => on.getByRole('tabpanel').first()

/** The values beside a label, in the order of the page. */
const valuesOf = async (label: string): Promise<readonly string[]> => {
  const texts = await page
    .locator('dt, [role=rowheader]')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=..')
    .allInnerTexts()
  return texts.map((text) => text.replace(label, '').trim().replaceAll(/\s+/g, ' '))
}

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

describe('the focus of someone at the keyboard', () => {
  const dialog = () => page.getByRole('dialog')
  const confirm = async (label: string) => {
    await untilRead(page)
    await press(dialog().getByRole('button', { name: label, exact: true }))
  }

  it('is on the heading of an account that was opened, with a ring only for keys, on its name after Back, on the heading after Forward, nowhere after a load', async () => {
    await page.goto('/accounts?page=2')
    const link = page.locator('tbody tr a').nth(5)
    await untilSettled(page)
    const name = await link.innerText()
    await link.click()
    await expect.poll(() => focused()).toBe(`H1 ${name}`)
    expect(await heading(name).evaluate((element) => element.matches(':focus-visible'))).toBe(false)
    await press(page.getByRole('link', { name: 'Back' }))
    await page.waitForURL('**/accounts?page=2')
    await expect.poll(() => focused()).toBe(`A ${name}`)
    await untilSettled(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused()).toBe(`H1 ${name}`)
    expect(await heading(name).evaluate((element) => element.matches(':focus-visible'))).toBe(true)
    await page.goBack()
    await expect.poll(() => focused()).toBe(`A ${name}`)
    await page.goForward()
    await expect.poll(() => focused()).toBe(`H1 ${name}`)
    await page.reload()
    await heading(name).waitFor()
    await untilSettled(page)
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  it('is on the next sensible thing after every action', async () => {
    await openAccount(4128, 'Pavel Redflag', '?tab=requests')
    await press(page.getByRole('button', { name: 'Update Status' }))
    await confirm('Make inactive')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => valuesOf('Active')).toEqual(['No'])
    await expect.poll(() => focused()).toBe('BUTTON Update Status')
    await press(page.getByRole('button', { name: /^Reject: / }))
    await dialog().getByLabel('Reason', { exact: true }).fill('Not signed')
    await confirm('Yes')
    await expect.poll(() => page.getByRole('button', { name: /^Reject: / }).count()).toBe(0)
    await expect.poll(() => focused()).toBe('H3 Transfer account')
    await press(page.getByRole('button', { name: /^Cancel: New checking/ }))
    await confirm('Cancel relationship')
    await expect.poll(() => page.getByRole('button', { name: /^Cancel: New checking/ }).count()).toBe(0)
    await expect.poll(() => focused()).toMatch(/^H2 ACH Relationship/)
  })

  it("is on the document that waits after a banner's link", async () => {
    await openWithin(page, '/account/4125')
    await press(page.getByRole('link', { name: 'Go to Documents' }))
    await untilFocused(page.getByRole('listitem').filter({ hasText: 'snap-4125-1' }))
    await press(page.getByRole('link', { name: 'Go to Documents' }))
    await untilFocused(page.getByRole('listitem').filter({ hasText: 'snap-4125-1' }))
  })

  it("is on the tab's panel after a banner's link, with the strip of tabs in view, also while the tab scrolls", async () => {
    const zoomed = await page.context().newPage()
    await zoomed.setViewportSize({ width: 720, height: 450 })
    await zoomed.goto('/account/4111')
    await press(zoomed.getByRole('link', { name: 'Go to History' }))
    await untilFocused(panel(zoomed))
    const top = () => zoomed.locator('.cs-tabs').evaluate((strip) => strip.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(400)
    await untilSettled(zoomed)
    await zoomed.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const bar = () => zoomed.locator('.cs-identity').evaluate((line) => line.getBoundingClientRect().bottom)
    await expect.poll(async () => Math.abs((await top()) - (await bar()))).toBeLessThanOrEqual(1)
    await zoomed.close()
  })
})

describe('an account at every width', () => {
  const widths = [640, 720, 768, 900, 1024]

  it.each(['/account/4125?tab=documents', '/account/4126?tab=transactions', '/account/4108'])(
    'scrolls nowhere sideways, and has the button that cancels the bank within: %s',
    async (address) => {
      await openWithin(page, address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilSettled(page)
      const cancel = page.getByRole('button', { name: /^Cancel: Harbor checking/ })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 450 })
        await untilNotTooWide(page)
        if (address !== '/account/4108') continue
        const right = () => cancel.evaluate((element) => element.getBoundingClientRect().right)
        await expect
          .poll(right, { message: `the button that cancels the bank at ${width} px` })
          .toBeLessThanOrEqual(width)
      }
    },
  )

  it('says on paper how its switches stand', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openAccount(4108, 'Teo & Ana Brandt')
    const onPaper = page.locator('dt').filter({ hasText: /^Test:$/ })
    await expect.poll(() => onPaper.locator('xpath=..').textContent()).toBe('Test:Test')
    await expect.poll(() => onPaper.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => onPaper.isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('switch').first().isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
  })
})

describe('who has seen an account', () => {
  it('is a link in its history, and what a person did and saw on a day one more', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Who has seen this record' }).click()
    const rows = page.getByRole('table', { name: 'Audit trail' }).getByRole('row')
    await rows.filter({ hasText: 'accounts.getOne' }).filter({ hasText: 'Seen' }).first().waitFor()
    expect(new URL(page.url()).search).toBe('?seen=accounts/4108')
    expect(await page.getByLabel('Record number').inputValue()).toBe('4108')
    await page.getByRole('button', { name: 'admin@countersign.test' }).first().click()
    await rows.filter({ hasText: 'console.audit' }).first().waitFor()
    await rows.filter({ hasText: 'accounts.getOne' }).first().waitFor()
    expect(await page.getByLabel('Person', { exact: true }).inputValue()).toBe('admin@countersign.test')
  })
})
