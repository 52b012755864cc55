import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { untilSettled } from '../../support/settled.ts'
import { console_, openAccount, openDocuments, page, signedInPage, withConsole } from '../support/withConsole.ts'

const ASKED = '/v1/validate'

withConsole({ env: { AUTO_APPROVAL_STAFF_IDS: '1', FOUR_EYES: 'on' }, delays: { appealDecision: 1500 } })

const panel = (on = page): Locator => on.getByRole('region', { name: 'Automatic address approval' })
const button = (name: string | RegExp, on = page): Locator => panel(on).getByRole('button', { name })
const step = (name: string, on = page): Locator =>
  panel(on).getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: name })
const asked = (): number => console_.address.calls.length
const changes = (): readonly string[] =>
  console_.main.calls.flatMap(({ method, path }) =>
    method === 'POST' && /snap|appeal/.test(path) ? [path.replace('/user/apex/', '')] : [],
  )
const ALL_CHANGES = ['snap/images', 'snap/save', 'snap/update', 'account/status/appeal']

async function begin(on = page): Promise<void> {
  await button(/^(Approve address|Continue)$/, on).click()
  await on.getByRole('dialog').getByRole('button', { name: 'Approve address' }).click()
}

/** What a person can do by hand stays possible: a document can be chosen for the rejected address. */
async function isWorkedOnByHand(): Promise<void> {
  await page.getByLabel('Proof type').first().selectOption('DRIVERS_LICENSE')
  await page.getByRole('button', { name: /^Choose file/ }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Choose file/ }).isEnabled()).toBe(true)
}

describe('the automatic address approval', () => {
  it('shows how far it is while the validator takes its time, cannot be run twice meanwhile, and leaves its evidence in the file', async () => {
    const [other, looking] = await Promise.all([page.context().newPage(), page.context().newPage()])
    await openDocuments(4131, 'Rowan Autopass', other)
    await openAccount(4131, 'Rowan Autopass', '', looking)
    await openDocuments(4131, 'Rowan Autopass')
    let goOn = (): void => undefined
    // The gateway waits for an answer for five seconds, so what can be opened before is.
    const until = new Promise<void>((resolve) => (goOn = resolve))
    console_.address.fault({ path: ASKED, until })
    await begin()
    await panel().getByText('Under way: Validate the address').waitFor()
    await step('Check the conditions').getByText('Done').waitFor()
    await step('Validate the address').getByText('Under way').waitFor()
    await step('Upload the evidence').getByText('Not started').waitFor()
    const run = button(/.*/)
    await expect.poll(() => run.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => run.getAttribute('aria-disabled')).toBe('true')
    await run.click({ force: true })
    await expect.poll(asked).toBe(1)

    await Promise.all([begin(other), looking.getByRole('tab', { name: 'Documents' }).click()])
    await panel(other).getByText('Under way: Validate the address').waitFor()
    await panel(looking).getByText('Under way: Validate the address').waitFor()

    expect(changes()).toEqual([])
    goOn()
    await panel(looking)
      .getByText(/^The address is approved and the case appealed/)
      .waitFor()
    await panel()
      .getByText(/^The address is approved and the case appealed/)
      .waitFor()
    await panel(other)
      .getByText(/^The address is approved and the case appealed/)
      .waitFor()
    await other.close()
    expect(asked()).toBe(1)
    expect(changes()).toEqual(ALL_CHANGES)
    await page.locator('.cs-record-title').getByText('COMPLETE').waitFor({ timeout: 20_000 })

    await page.getByRole('link', { name: 'CIP file' }).click()
    await page.getByRole('article').first().waitFor()
    await untilSettled(page)
    const text = await page.getByRole('article').first().innerText()
    expect(text).toMatch(
      /Address validation\s+Answered \d\d\/\d\d\/\d{4}[^\n]*, reference \S+, asked automatically for admin@/,
    )
    expect(text).toMatch(/Uploaded by admin@countersign\.test, automatically/)
    expect(text).toMatch(/Approved by admin@countersign\.test, automatically/)
    expect(text).toMatch(/APPEALED\s+admin@countersign\.test, automatically\s+Countersign and clearing firm/)
  })

  it('stops where the validator does not find a home', async () => {
    await openDocuments(4134, 'Ursula Suspectaddress')
    const before = changes().length
    await begin()
    await panel().getByText('Stopped at: Validate the address').waitFor()
    await step('Validate the address')
      .getByText('The address validator answered SUSPECT, type R. It needs a manual review.')
      .waitFor()
    await step('Upload the evidence').getByText('Not started').waitFor()
    expect(changes().length).toBe(before)
    await page.locator('.cs-record-title').getByText('SUSPENDED').waitFor()
    await isWorkedOnByHand()
  })
})

describe('an action that a second person approves', () => {
  const closings = () => console_.main.calls.filter(({ path }) => path.includes('close/account')).length
  const closing = (on = page) => on.getByRole('note').filter({ hasText: 'Close Account: waiting for approval' })

  /** The spaces between the buttons of the header, in px. */
  const gaps = () =>
    page.locator('.cs-record-header .cs-record-actions').evaluate((actions) => {
      const boxes = [...actions.querySelectorAll('button')].map((button) => button.getBoundingClientRect())
      return boxes.slice(1).map(({ left }, index) => Math.round(left - (boxes[index]?.right ?? 0)))
    })

  it('waits, shows so on the record and in the menu, and is sent once another person has seen and approved it', async () => {
    const other = await signedInPage('operations')
    await openAccount(4118, 'Fergus Close-Rejected')
    const between = await gaps()
    await page.getByRole('button', { name: 'Close Account' }).click()
    const number = await page.locator('header code').first().innerText()
    await page.getByLabel('Reason', { exact: true }).fill('Asked for by letter')
    await page.getByLabel(/Type the account number/).fill(number.trim())
    await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
    await page.locator('.cs-toast').getByText('Sent for approval. Nothing has been changed yet.').waitFor()
    await closing()
      .getByText(/Requested by you/)
      .waitFor()
    expect(closings()).toBe(0)
    await page.locator('.cs-record-actions').getByText('Waiting for approval by another person').waitFor()
    expect(await gaps()).toEqual(between)
    await closing().getByRole('link', { name: 'Show' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).waitFor()

    await other.goto('/settings')
    await other.getByRole('button', { name: /^Menu 1 waiting for your approval/ }).click()
    await other.getByRole('link', { name: /^Approvals/ }).click()
    await other.getByRole('link', { name: 'Close the account of Fergus Close-Rejected' }).press('Enter')
    const drawer = other.getByRole('dialog', { name: 'Close the account of Fergus Close-Rejected' })
    await drawer.getByText('Unchanged since the request.').waitFor()
    await drawer.getByText('Ada Mint').waitFor()
    await drawer.getByRole('button', { name: 'Reject' }).click()
    await drawer.getByText('Say why you reject this.').waitFor()
    await drawer.getByText('Asked for by letter').waitFor()
    await drawer.getByLabel('Comment').fill('Read the letter')
    await drawer.getByRole('button', { name: 'Approve and send' }).dblclick()
    const said = 'Close the account of Fergus Close-Rejected: approved. Request Sent Successfully.'
    await other.locator('.cs-toast').getByText(said).waitFor()
    await drawer.waitFor({ state: 'detached' })
    expect(closings()).toBe(1)
    await other.getByRole('tab', { name: 'History' }).click()
    await other.getByRole('row', { name: /Approved Owen Ledger/ }).waitFor()

    await page.goto('/account/4118')
    await untilSettled(page)
    await page.getByText('Close request sent').first().waitFor()
    expect([await closing().count(), closings()]).toEqual([0, 1])
  })

  it('says whole how it ended below the bars of a low window, once the focus is on the line', async () => {
    const other = await signedInPage('operations')
    await openAccount(4113, 'Agatha Sorrel')
    await page.getByRole('button', { name: 'Close Account' }).click()
    const number = await page.locator('header code').first().innerText()
    await page.getByLabel('Reason', { exact: true }).fill('Asked for by letter')
    await page.getByLabel(/Type the account number/).fill(number.trim())
    await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click()
    await closing().waitFor()
    await other.goto('/approvals')
    await other.getByRole('link', { name: 'Close the account of Agatha Sorrel' }).click()
    const drawer = other.getByRole('dialog', { name: 'Close the account of Agatha Sorrel' })
    await drawer.getByLabel('Comment').fill('The letter is not signed. '.repeat(12))
    await drawer.getByRole('button', { name: 'Reject' }).click()
    await drawer.waitFor({ state: 'detached' })

    await page.setViewportSize({ width: 720, height: 450 })
    await page.goto('/account/4113')
    await untilSettled(page)
    const line = page.getByRole('note').filter({ hasText: 'Close Account: Rejected' })
    await line.waitFor()
    await page.evaluate(() => window.scrollTo(0, 220))
    await page.locator('.cs-identity[data-shown]').waitFor()
    await line.getByRole('button', { name: 'Dismiss' }).focus()
    const barsEnd = 48 + 36
    await expect.poll(async () => (await line.boundingBox())?.y).toBeGreaterThanOrEqual(barsEnd)
  })
})
