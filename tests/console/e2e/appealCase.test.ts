import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { pressTo } from '../../support/pressTo.ts'
import { untilDrawn, untilFocused, untilRead } from '../../support/settled.ts'
import { console_, openDocuments, page, withConsole } from '../support/withConsole.ts'

const LACK = 'An appeal needs an approved document that answers a rejected check'

withConsole({ delays: { appealDecision: 1500 } })

const dialog = (): Locator => page.getByRole('dialog')
const block = (): Locator => page.getByRole('region', { name: 'Verification' })
const appeal = (): Locator => block().getByRole('button', { name: /^Appeal: / })
const appeals = (): number => console_.main.calls.filter(({ path }) => path.includes('status/appeal')).length

/** Approves the newest document that waits for it. */
async function approveDocument(reason: string): Promise<void> {
  await page
    .locator('li[data-key]')
    .filter({ has: page.locator('.cs-pill', { hasText: 'uploaded' }) })
    .last()
    .getByRole('button', { name: /^Approve/ })
    .click()
  await dialog().locator('textarea').fill(reason)
  await dialog().locator('button[type=submit]').click()
  await dialog().waitFor({ state: 'detached' })
}

describe('the appeal of a case that the credit bureau has stopped', () => {
  it('says what it lacks, and offers nothing that the firm would not take', async () => {
    await openDocuments(4125, 'Mirela Suspended')
    await page.locator('li').filter({ hasText: 'Passport' }).filter({ hasText: 'approved' }).first().waitFor()
    await block().getByText(LACK).waitFor()
    await expect.poll(() => appeal().getAttribute('aria-disabled')).toBe('true')
    await appeal().click({ force: true })
    await untilDrawn(page)
    expect(await dialog().count()).toBe(0)

    await approveDocument('The card is genuine')
    await block().getByText(LACK).waitFor({ state: 'detached' })
    await appeal().click()
    const choices = dialog().getByRole('group', { name: 'Documents' }).getByRole('checkbox')
    await expect.poll(() => choices.count()).toBe(1)
    await expect.poll(() => dialog().innerText()).toContain('SSN card, approved')
    expect(await dialog().innerText()).not.toMatch(/passport/i)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('is made by the keyboard alone, and ends with an accepted case', async () => {
    await untilFocused(appeal())
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    await pressTo(page, 'Tab', ({ tagName }) => tagName === 'INPUT')
    await page.keyboard.press('Space')
    await pressTo(page, 'Tab', ({ tagName }) => tagName === 'TEXTAREA')
    await page.keyboard.type('The number is theirs')
    await pressTo(page, 'Tab', 'Appeal')
    await untilRead(page)
    await page.keyboard.press('Enter')
    await page.getByText('APPEALED Successfully!').waitFor()
    expect(appeals()).toBe(1)
    await page.locator('.cs-record-title').getByText('COMPLETE').waitFor({ timeout: 20_000 })
  })
})
