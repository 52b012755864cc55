import { describe, expect, it } from 'vitest'
import { defaultDelays } from '../../../services/embedded/accounts/firm.ts'
import type { Fault } from '../../support/faultProxy.ts'
import { untilDrawn, untilRead, untilSettled } from '../../support/settled.ts'
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

  it('of two people only the first decides: the second sees what changed, and nothing is sent', async () => {
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
    await dialog().getByText('Nothing was sent.').waitFor()
    await expect.poll(() => dialog().innerText()).toMatch(/REQUESTED[\s\S]*APPROVED/)
    expect(posts('approve/request')).toBe(before)
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => request(608).innerText()).toContain('Our decision: Approved')
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

  it('shows the first error of the service, or the words for no answer, and never a success', async () => {
    await openAccount(4126, 'Nadir Returned')
    for (const [body, expected] of [
      ['{"errors":[{"message":"Positions must be flat"},{"message":"second"}]}', /Positions must be flat/],
      ['', /Failed to process\.[\s\S]*Check API Response\./],
    ] as const) {
      failWith('close/account', { answer: { status: body === '' ? 500 : 400, body } })
      await button('Close Account').click()
      await dialog()
        .getByLabel(/Type the account number/)
        .fill(await number())
      await submit().click()
      await expect
        .poll(() =>
          page
            .locator('.cs-toast')
            .allInnerTexts()
            .then((all) => all.join('\n')),
        )
        .toMatch(expected)
      await dialog().waitFor({ state: 'detached' })
      await untilSettled(page)
      expect(await page.locator('.cs-toast').getByText('Request Sent Successfully.').count()).toBe(0)
      console_.mend()
    }
  })

  it('is disabled while one is under way, hidden when one was approved, and there again after a rejection', async () => {
    for (const [id, name, status] of [
      [4114, 'Basil Close-Sent', 'sent'],
      [4115, 'Carla Close-Inprogress', 'in progress'],
      [4116, 'Dorian Close-Pending', 'pending'],
    ] as const) {
      await openAccount(id, name)
      await expect.poll(() => button('Close Account').getAttribute('aria-disabled')).toBe('true')
      await page.getByText(`Close request ${status}`).waitFor()
    }
    await openAccount(4117, 'Elsbeth Close-Approved')
    expect(await button('Close Account').count()).toBe(0)
  })
})

describe('a bank relationship', () => {
  it('is cancelled without a reason, and is gone for good', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    await button(/^Cancel: Harbor checking/).click()
    await dialog().getByLabel('Reason (Optional!)').waitFor()
    await submit().click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText('Harbor checking').count()).toBe(0)
    await page.reload()
    await page.getByText('Old savings').waitFor()
    await untilSettled(page)
    expect(await page.getByText('Harbor checking').count()).toBe(0)
  })

  it('stays, with the words of the service, when it refuses', async () => {
    await openAccount(4125, 'Mirela Suspended')
    failWith('ach_relation/cancel', { answer: { status: 409, body: '{"message":"A deposit is on its way"}' } })
    await button(/^Cancel: /).click()
    await dialog().getByLabel('Reason (Optional!)').fill('Customer asked')
    await submit().click()
    await dialog().getByText('A deposit is on its way').waitFor()
    await dialog().getByRole('button', { name: 'Keep it' }).click()
    await expect.poll(() => button(/^Cancel: /).count()).toBe(1)
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

describe('what is never said', () => {
  it('no success when the session ended while the dialog was open', async () => {
    const own = await signedInPage('operations', '/account/4127')
    await own.getByRole('heading', { level: 1, name: 'Ottilie Affiliated' }).waitFor()
    await button('Update Status', own).click()
    await own.context().clearCookies()
    await submit(own).click()
    await own.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await untilDrawn(own)
    expect(
      await own
        .locator('.cs-toast')
        .getByText(/now active|no longer active/)
        .count(),
    ).toBe(0)
  })
})
