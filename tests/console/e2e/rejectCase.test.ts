import { describe, expect, it } from 'vitest'
import { pressTo } from '../../support/pressTo.ts'
import { untilFocused, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, openDocuments, page, signedInPage, withConsole } from '../support/withConsole.ts'

const DECISION = 'account/status/action'
const STATUS = 'account/status/admin'

/** How long the firm takes for a decision: longer than any test, which lets it pass by itself. */
const DECIDING_MS = 600_000

withConsole({ delays: { caseDecision: DECIDING_MS } })

const dialog = (on = page) => on.getByRole('dialog')
const submit = (on = page) => dialog(on).locator('button[type=submit]')
const reason = (on = page) => dialog(on).getByPlaceholder('Please enter a reason')
const block = (on = page) => on.getByRole('region', { name: 'Verification' })
const rejectIn = (on = page) => block(on).getByRole('button', { name: /^Reject: / })
const said = (text: string, on = page) => on.locator('.cs-toast').getByText(text)

const decisions = (): number => console_.main.calls.filter(({ path }) => path.includes(DECISION)).length

/** What the firm has been asked about cases, in order. */
const asked = (): readonly string[] =>
  console_.main.calls.flatMap(({ path }) => [DECISION, STATUS].filter((part) => path.includes(part)))

async function rejectWith(words: string, on = page): Promise<void> {
  await rejectIn(on).click()
  await reason(on).fill(words)
  await submit(on).click()
}

/** The firm comes to its decision: it has rejected the case, and the account is suspended by it. */
async function isRejected(on = page): Promise<void> {
  console_.pass(DECIDING_MS)
  await block(on).getByText('REJECTED', { exact: true }).first().waitFor()
  await on.locator('.cs-record-title').getByText('SUSPENDED').waitFor()
  await expect.poll(() => rejectIn(on).count()).toBe(0)
}

describe('rejecting an undecided case', () => {
  it('asks for a reason, looks again, is sent once, says so, and is read until the firm has answered', async () => {
    await openDocuments(4136, 'Willa Undecided')
    await rejectIn().click()
    await dialog().getByRole('heading', { name: 'Reject the verification of Willa Undecided?' }).waitFor()
    await submit().click()
    await dialog().getByText('Please enter reason!').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect(decisions()).toBe(0)

    await rejectIn().click()
    await reason().fill('The number belongs to somebody else')
    const before = asked().length
    const sent = page.waitForRequest((request) => request.url().endsWith(DECISION))
    await submit().dblclick()
    expect((await sent).postDataJSON()).toEqual({
      apex_account_id: 4136,
      sketchId: '5f0c1d6e-0001-4a2b-9c3d-000000004136',
      comment: 'The number belongs to somebody else',
      action: 'REJECTED',
    })
    await said('REJECTED Successfully!').waitFor()
    await isRejected()
    const [first, second, ...others] = asked().slice(before)
    expect([first, second]).toEqual([STATUS, DECISION])
    expect(others).toContain(STATUS)
    expect(others).not.toContain(DECISION)
    expect(decisions()).toBe(1)
  })

  it('is done by the keyboard alone: keeps the reason when the firm refuses, and leaves the focus where one can go on', async () => {
    await openDocuments(4144, 'Fiora Dndbmatch')
    await pressTo(page, 'Tab', 'Reject: verification of Fiora Dndbmatch')
    await page.keyboard.press('Enter')
    await dialog().waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await untilFocused(rejectIn())

    await page.keyboard.press('Enter')
    await dialog().waitFor()
    await pressTo(page, 'Tab', (focused) => focused.tagName === 'TEXTAREA')
    await page.keyboard.type('Is on the list under this number')
    await pressTo(page, 'Tab', 'Reject')
    console_.main.fault({ path: DECISION, answer: { status: 422, body: '{"message":"The desk is closed"}' } })
    await untilRead(page)
    await page.keyboard.press('Enter')
    await dialog().getByText('The desk is closed').waitFor()
    await untilSettled(page)
    await expect.poll(() => reason().inputValue()).toBe('Is on the list under this number')
    expect(await said('REJECTED Successfully!').count()).toBe(0)
    await block().getByText('INDETERMINATE', { exact: true }).first().waitFor()
    console_.mend()
    const before = decisions()
    await submit().press('Enter')
    await said('REJECTED Successfully!').waitFor()
    expect(decisions()).toBe(before + 1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    await isRejected()
  })
})

describe('of two people who decide the same case', () => {
  it('the second is told what the first did, nothing is sent, and the words stay', async () => {
    const other = await signedInPage('operations')
    await openDocuments(4108, 'Teo & Ana Brandt', other)
    await openDocuments(4108, 'Teo & Ana Brandt')
    let goOn = (): void => undefined
    const until = new Promise<void>((resolve) => (goOn = resolve))
    // Held in the browser: on its way through the gateway it would be given up after a while.
    await page.route(`**/*${DECISION}`, async (route) => {
      await until
      await route.continue()
    })
    const looked = page.waitForRequest((request) => request.url().endsWith(DECISION))
    await rejectWith('Is on three lists')
    await looked
    await rejectWith('Too many matches', other)
    await said('REJECTED Successfully!', other).waitFor()
    const before = decisions()
    goOn()
    await dialog().getByText('Nothing was changed.').waitFor()
    await untilSettled(page)
    await dialog().getByText('Status: INDETERMINATE → REJECTED').waitFor()
    const close = dialog().getByRole('button', { name: 'Close' })
    await untilFocused(close)
    expect(await close.evaluate((button) => button.matches(':focus-visible'))).toBe(true)
    expect(await dialog().getByText('Ctrl Enter confirms').isVisible()).toBe(false)
    await expect.poll(() => reason().inputValue()).toBe('Is on three lists')
    expect(await said('REJECTED Successfully!').count()).toBe(0)
    expect(decisions()).toBe(before)
  })
})
