import { describe, expect, it } from 'vitest'
import { defaultDelays } from '../../../services/embedded/accounts/firm.ts'
import type { Fault } from '../../support/faultProxy.ts'
import { untilFocused, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, openAccount, page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole()

const dialog = (on = page) => on.getByRole('dialog')
const panel = (on = page) => on.getByRole('tabpanel')
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name })
const toast = (text: string | RegExp, on = page) => on.locator('.cs-toast').getByText(text)
const submit = (on = page) => dialog(on).locator('button[type=submit]')
const posts = (path: string): number =>
  console_.main.calls.filter((call) => call.method === 'POST' && call.path.includes(path)).length

const failWith = (path: string, fault: Omit<Fault, 'path'>): void => {
  console_.main.fault({ path, ...fault })
}

/** One block of the Requests tab. */
const request = (id: number, on = page) =>
  panel(on)
    .locator('article, li, section')
    .filter({ hasText: `#${id}` })
    .last()

describe('a customer request', () => {
  it('needs a reason, is approved once, stays approved, and moves on at the clearing firm', async () => {
    await openAccount(4128, 'Pavel Redflag', '?tab=requests')
    await page.getByText(/Look twice/).waitFor()
    await request(610)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await dialog()
      .getByText(/Are you sure\?/)
      .waitFor()
    await submit().click()
    await dialog().getByText('Please enter reason!').waitFor()
    expect(posts('approve/request')).toBe(0)
    await dialog().getByPlaceholder('Please enter a reason').fill('Checked with the other firm')
    await submit().dblclick()
    await dialog().waitFor({ state: 'detached' })
    await toast(/610/).waitFor()
    expect(posts('approve/request')).toBe(1)
    await untilSettled(page)
    expect(
      await request(610)
        .getByRole('button', { name: /^(Approve|Reject)/ })
        .count(),
    ).toBe(0)
    console_.pass(defaultDelays.transferStep)
    await page.reload()
    await panel().getByText('#610').waitFor()
    await expect
      .poll(() => request(610).innerText())
      .toMatch(/Our decision: Approved[\s\S]*(REVIEW|SETTLE|TRANSFER_COMPLETE)/)
  })

  it('says No and sends nothing; a refusing service leaves the reason as it was typed', async () => {
    await openAccount(4119, 'Greta Emptyanswer', '?tab=requests')
    await request(607)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await dialog().getByRole('button', { name: 'No', exact: true }).click()
    expect(posts('approve/request')).toBe(1)
    failWith('approve/request', { answer: { status: 422, body: '{"errors":[{"message":"The desk is closed"}]}' } })
    await request(607)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await dialog().getByPlaceholder('Please enter a reason').fill('Signature is missing')
    await submit().click()
    await dialog().getByText('The desk is closed').waitFor()
    await expect
      .poll(() => dialog().getByPlaceholder('Please enter a reason').inputValue())
      .toBe('Signature is missing')
    console_.mend()
    await submit().click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => request(607).innerText()).toMatch(/Rejected|REJECTED/)
  })

  it('of two people only the first decides: the second sees what changed, nothing is sent, and the focus is on the request', async () => {
    const other = await signedInPage('operations')
    await openAccount(4120, 'Hollis Textpayload', '?tab=requests', other)
    await openAccount(4120, 'Hollis Textpayload', '?tab=requests')
    await request(608)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await dialog().getByPlaceholder('Please enter a reason').fill('Wrong account')

    await request(608, other)
      .getByRole('button', { name: /^Approve/ })
      .click()
    await dialog(other).getByPlaceholder('Please enter a reason').fill('All there')
    await submit(other).click()
    await dialog(other).waitFor({ state: 'detached' })

    const before = posts('approve/request')
    await submit().click()
    await dialog().getByText('Nothing was changed.').waitFor()
    await expect.poll(() => dialog().innerText()).toMatch(/REQUESTED[\s\S]*APPROVED/)
    expect(posts('approve/request')).toBe(before)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => request(608).innerText()).toContain('Our decision: Approved')
    await untilFocused(request(608).getByRole('heading', { level: 3 }))
  })
})

describe('closing an account', () => {
  const number = async (): Promise<string> => (await page.locator('header code').first().innerText()).trim()

  it('wants the account number typed, is sent with the service token, and runs its course on the open page', async () => {
    await openAccount(4118, 'Fergus Close-Rejected')
    await button('Close Account').click()
    const typed = dialog().getByLabel(/Type the account number/)
    await typed.fill('9ZZ00000')
    await untilRead(page)
    await typed.press('Enter')
    await expect.poll(() => submit().getAttribute('aria-disabled')).toBe('true')
    expect(posts('close/account')).toBe(0)
    await dialog()
      .getByLabel(/Type the account number/)
      .fill(await number())
    await submit().click()
    await toast('Request Sent Successfully.').waitFor()
    await expect.poll(() => button('Close Account').getAttribute('aria-disabled')).toBe('true')
    console_.pass(defaultDelays.closeInProgress)
    await page.getByText('Close request in progress').waitFor()
    await expect.poll(() => button('Close Account').getAttribute('aria-disabled')).toBe('true')
    console_.pass(defaultDelays.closeApproved)
    await expect.poll(() => button('Close Account').count()).toBe(0)
    await page.locator('.cs-record-title').getByText('CLOSED').waitFor()
    expect(posts('close/account')).toBe(1)
    expect(console_.main.calls.findLast(({ path }) => path.includes('close/account'))?.path).toMatch(
      /request_type=CLOSE_ACCOUNT&user_id=9118$/,
    )
  })
})

describe('a bank relationship', () => {
  it('is cancelled without a reason, and is gone for good', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await button(/^Cancel: Harbor checking/).click()
    await dialog().getByLabel('Reason (Optional!)', { exact: true }).waitFor()
    await submit().click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText('Harbor checking').count()).toBe(0)
    await page.reload()
    await page.getByText('Old savings').waitFor()
    await untilSettled(page)
    expect(await page.getByText('Harbor checking').count()).toBe(0)
  })
})

describe('status and switches', () => {
  it('updates the status and shows it on the page and in the list', async () => {
    await openAccount(4122, 'Jory Shortbank')
    const active = () => page.locator('.cs-record-facts').first().innerText()
    await expect.poll(active).toMatch(/Active\s+(Yes|No)/)
    const wasActive = /Active\s+Yes/.test(await active())
    await button('Update Status').click()
    await submit().click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(active).toMatch(wasActive ? /Active\s+No/ : /Active\s+Yes/)
  })

  it.each([
    ['Test', 'set/test/account/state'],
    ['Restrict User', 'restrict-user'],
    ['Restrict SSN', 'toggle/account/restriction'],
  ])('toggles %s from the page', async (label, path) => {
    const control = page.getByRole('switch', { name: new RegExp(`^${label}:`) })
    await expect.poll(() => control.getAttribute('aria-disabled')).not.toBe('true')
    const before = await control.isChecked()
    await control.click()
    await submit().click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => control.isChecked()).toBe(!before)
    expect(posts(path)).toBe(1)
  })
})

describe('a document that cannot be downloaded', () => {
  it('says so', async () => {
    await openAccount(4125, 'Mirela Suspended', '?tab=documents')
    failWith('edocs/download', { answer: { status: 500, body: '{}' } })
    await button(/^Download: /)
      .first()
      .click()
    await toast(/The service that has the file doesn’t answer/).waitFor()
  })
})
