import { describe, expect, it } from 'vitest'
import { areReadable } from '../../support/findings.ts'
import { untilSettled } from '../../support/settled.ts'
import { openDocuments, page, withConsole } from '../support/withConsole.ts'

const firm = { delays: { appealDecision: 1500, caseDecision: 1000 } }

withConsole(firm)

const STAFF = 'admin@countersign.test'
const dialog = () => page.getByRole('dialog')
const file = () => page.getByRole('article').first()

async function decide(reason: string): Promise<void> {
  await dialog().locator('textarea').fill(reason)
  await dialog().locator('button[type=submit]').click()
  await dialog().waitFor({ state: 'detached' })
}

async function openFile(): Promise<void> {
  await page.getByRole('link', { name: 'CIP file' }).click()
  await file().waitFor()
  await untilSettled(page)
}

describe('the identification file of a case that was decided here', () => {
  it('says who rejected and approved which document, who decided the case, when and why', async () => {
    await openDocuments(4147, 'Ivo Awaitsreview')
    const documents = page.locator('main li').filter({ hasText: /uploaded|approved|rejected/ })
    const letter = documents.filter({ hasText: 'SSA letter' })
    const licence = documents.filter({ hasText: 'Drivers license' })
    await letter.getByRole('button', { name: /^Reject/ }).click()
    await decide('The letter is cut off at the edge')
    await letter.getByText('rejected', { exact: true }).waitFor()
    await licence.getByRole('button', { name: /^Approve/ }).click()
    await decide('The licence shows name and address')
    await licence.getByText('approved', { exact: true }).waitFor()

    await page
      .getByRole('button', { name: /^Appeal/ })
      .first()
      .click()
    await dialog().getByRole('checkbox').first().waitFor()
    for (const box of await dialog().getByRole('checkbox').all()) await box.check()
    await decide('Identity established')
    await page.getByText('APPEALED Successfully!').waitFor()

    await openFile()
    const rejected = file()
      .getByRole('heading', { name: 'Rejected documents' })
      .locator('xpath=following-sibling::*[1]')
    await expect
      .poll(() => rejected.innerText())
      .toMatch(
        new RegExp(
          `SSA letter[\\s\\S]*Rejected by ${STAFF}, \\d\\d/\\d\\d/\\d{4}[\\s\\S]*The letter is cut off at the edge`,
        ),
      )
    await expect
      .poll(() => file().innerText())
      .toMatch(new RegExp(`Drivers license[\\s\\S]*Approved by ${STAFF}[\\s\\S]*The licence shows name and address`))
    const decisions = file().locator('.cs-history > li').filter({ hasText: 'Identity established' })
    await expect.poll(() => decisions.count()).toBe(1)
    await expect
      .poll(() => decisions.innerText())
      .toMatch(
        new RegExp(
          `APPEALED[\\s\\S]*${STAFF}[\\s\\S]*Countersign and clearing firm[\\s\\S]*Relied on: Drivers license`,
        ),
      )
  })

  it('says at each match of a list who acknowledged it, which an approval needs', async () => {
    await openDocuments(4108, 'Teo & Ana Brandt')
    await page.getByRole('tab', { name: /^Secondary/ }).click()
    await page.getByRole('button', { name: /^Approve: verification/ }).click()
    await dialog().getByRole('combobox').selectOption({ index: 1 })
    await dialog().locator('textarea').fill('Looked at each of them')
    await dialog().getByRole('checkbox').first().waitFor()
    await expect.poll(() => dialog().locator('button[type=submit]').getAttribute('aria-disabled')).toBe('true')
    for (const box of await dialog().getByRole('checkbox').all()) await box.check()
    await decide('Looked at each of them')
    await page.getByText('ACCEPTED Successfully!').waitFor()
    await page.goto('/account/4108/cip')
    const ana = page.getByRole('article', { name: /^Secondary/ })
    await ana.waitFor()
    await untilSettled(page)
    const text = await ana.innerText()
    expect(text.match(new RegExp(`, acknowledged by ${STAFF}, `, 'g'))).toHaveLength(3)
    expect(text).toMatch(/Acknowledged: DNDB: [^\n]*; Dow Jones: [^\n]*; Ofac: /)
  })

  it.each([4147, 4108])('can be read in light and dark, wide and narrow: %i', (id) =>
    areReadable(page, [`/account/${id}/cip`]),
  )
})
