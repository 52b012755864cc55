import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fileOfSize } from '../../support/fileOfSize.ts'
import { untilSettled } from '../../support/settled.ts'
import { console_, openDocuments, page, withConsole } from '../support/withConsole.ts'

const firm = { delays: { appealDecision: 1500, caseDecision: 1000 } }

withConsole(firm)

const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c8d6e5' } })
  .png()
  .toBuffer()

const dialog = (on = page) => on.getByRole('dialog')
const submit = (on = page) => dialog(on).locator('button[type=submit]')
const panel = (on = page) => on.locator('main')
const posts = (path: string): number =>
  console_.main.calls.filter((call) => call.method === 'POST' && call.path.includes(path)).length

const file = (name: string, buffer: Buffer = picture, mimeType = 'image/png') => ({ name, mimeType, buffer })
const fileInput = (of: string) => page.locator(`input[type=file][aria-label^="File: ${of}"]`)
const reasonIn = (on = page) => dialog(on).locator('textarea')

async function decide(reason: string): Promise<void> {
  await reasonIn().fill(reason)
  await submit().click()
  await dialog().waitFor({ state: 'detached' })
}

describe('the investigation viewer', () => {
  it("opens from the list's Error column, asks only then, and says when nothing is required", async () => {
    await page.goto('/accounts')
    await page.getByRole('link', { name: 'Teo & Ana Brandt', exact: true }).waitFor()
    await untilSettled(page)
    const before = console_.main.calls.filter(({ path }) => path.includes('status/admin')).length
    expect(before).toBe(0)
    const row = page.locator('tbody tr').filter({ hasText: 'Teo & Ana Brandt' })
    await row.getByRole('button', { name: /^View/ }).click()
    await dialog()
      .getByRole('heading', { name: /^Error/ })
      .waitFor()
    await dialog()
      .getByRole('tab', { name: /^Secondary/ })
      .click()
    await dialog()
      .getByRole('tab', { name: /^Dow Jones Result/ })
      .click()
    await expect
      .poll(() => dialog().getByRole('columnheader').allInnerTexts())
      .toEqual(['Sr. No.', 'Name', 'Certainty', 'Short Summary', 'Summary', 'Reasons'])
    await dialog().getByText('BRANDT, Ana').waitFor()
    expect(await page.content()).not.toContain('900-13-0000')
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.locator('tbody tr').filter({ hasText: 'Oren Vale' }).getByRole('button', { name: /^View/ }).click()
    await dialog().getByText('No documents required').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('from a suspended account to an accepted one', () => {
  it('uploads what is asked for, has it approved, appeals, and the clearing firm accepts', async () => {
    await openDocuments(4107, 'Mara Quill')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: /^Choose file/ }).isDisabled()).toBe(true)
    await page.getByLabel('Proof type').selectOption('DRIVERS_LICENSE')

    await fileInput('Address').setInputFiles(file('licence.pdf', Buffer.from('%PDF-1.7'), 'application/pdf'))
    await page.getByText('Only .png,.jpg,.jpeg,.gif, image format are allowed').waitFor()
    await fileInput('Address').setInputFiles(await fileOfSize('huge.png', 15 * 1024 * 1024 + 1))
    await page.getByText('The file huge.png is too big. (files must be under 15MB in size).').waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)

    await fileInput('Address').setInputFiles(file('licence.png'))
    await expect.poll(() => save.isDisabled()).toBe(false)
    await save.click()
    await expect.poll(() => posts('snap/save')).toBe(1)
    await expect.poll(() => posts('snap/images')).toBe(1)
    const uploaded = panel()
      .locator('li')
      .filter({ hasText: 'Drivers license' })
      .filter({ has: page.locator('.cs-pill', { hasText: 'uploaded' }) })
    await expect.poll(() => uploaded.count()).toBe(2)

    for (const left of [2, 1]) {
      await uploaded
        .last()
        .getByRole('button', { name: /^Approve/ })
        .click()
      await dialog().getByText('Are you sure?').waitFor()
      await submit().click()
      await dialog().getByText('Please enter reason!').waitFor()
      await decide('Address matches the application')
      await expect.poll(() => uploaded.count()).toBe(left - 1)
    }

    await page
      .getByRole('button', { name: /^Appeal/ })
      .first()
      .click()
    await dialog()
      .getByText(/Social Security card, W-2/)
      .waitFor()
    await dialog().getByRole('checkbox').first().check()
    await decide('The licence shows the current address')
    await page.getByText('APPEALED Successfully!').waitFor()
    const appeal = console_.main.calls.findLast(({ path }) => path.includes('status/appeal'))
    expect(appeal?.method).toBe('POST')
    await page.locator('.cs-record-title').getByText('COMPLETE').waitFor({ timeout: 20_000 })
    await page.getByRole('tab', { name: /ACCEPTED/ }).waitFor()

    await page.getByRole('link', { name: 'CIP file' }).click()
    const address = page
      .locator('tr, li')
      .filter({ hasText: /^Address/ })
      .filter({ hasText: 'ACCEPTED' })
    await address.first().waitFor()
    await expect.poll(() => address.first().innerText()).toMatch(/Documentary[\s\S]*Drivers license[\s\S]*approved/)
    await expect.poll(() => page.locator('main').innerText()).toMatch(/The licence shows the current address/)
  })
})
