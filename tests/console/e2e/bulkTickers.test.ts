import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { findings } from '../../support/findings.ts'
import { openWithin, untilFocused, untilNotTooWide, untilRead, untilSettled } from '../../support/settled.ts'
import { pressTo } from '../../support/pressTo.ts'
import { console_, page, signedInPage, withConsole } from '../support/withConsole.ts'

// Also where decisions about people need a second person: tickers are none, and are sent at once.
withConsole({ at: '/treasury', env: { FOUR_EYES: 'on' } })

const CALL = '/treasuries-master/'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const pageBox = () => page.getByRole('checkbox', { name: 'Select all on this page' })
const changes = () => console_.admin.calls.filter(({ method }) => method === 'PATCH')

/** Selects the tickers of all six pages. */
async function selectAll(): Promise<void> {
  for (let number = 1; number <= 6; number += 1) {
    await button(number === 1 ? 'Page 1' : `Page ${number}`).click()
    await expect.poll(() => new URL(page.url()).search).toBe(number === 1 ? '' : `?page=${number}`)
    await untilSettled(page)
    // The rows of the page before stay until the next ones have come, and those are not selected.
    await expect.poll(() => pageBox().isChecked()).toBe(false)
    await pageBox().check()
    await page.getByText(`${number * 10} selected`).waitFor()
  }
}

/** Opens a list by the menu, so that Back leads to the page before. */
async function goTo(label: string): Promise<void> {
  await button('Menu').click()
  await page.getByRole('navigation').getByRole('link', { name: label, exact: true }).click()
  await page.getByRole('heading', { name: label }).waitFor()
  await untilSettled(page)
}

async function ask(label: string): Promise<number> {
  await button(label).click()
  await untilRead(page)
  const title = (await page.getByRole('dialog').getByRole('heading').innerText()).match(/(\d+) tickers\?$/)
  return Number(title?.[1])
}

const dialog = () => page.getByRole('dialog')

describe('several tickers', () => {
  it('are disapproved at once: a slow service, a refusal and an unknown outcome each keep their own result', async () => {
    await selectAll()
    const count = await ask('Disapprove')
    expect(count).toBeGreaterThan(40)
    await page.getByText(`Not possible for ${60 - count}`).waitFor()
    const names = await page.getByRole('list', { name: 'Will run' }).getByRole('listitem').allInnerTexts()
    expect(names).toHaveLength(count)
    let release = () => undefined as void
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    console_.admin.fault({ path: CALL, method: 'PATCH', until })
    console_.admin.fault({ path: `${CALL}33`, answer: { status: 422, body: '{"message":"Locked by the desk"}' } })
    console_.admin.fault({ path: `${CALL}44`, reset: true })
    await button(`Disapprove ${count} tickers`).click()
    await expect.poll(() => changes().length).toBe(4)
    await untilFocused(button('Cancel'))
    release()
    await dialog()
      .getByText(`${count - 2} done, 1 failed, 1 with unknown outcome`, { exact: true })
      .waitFor()
    await untilFocused(button('Close'))
    expect(changes()).toHaveLength(count)
    expect(await findings(page)).toEqual([])
    await dialog().getByRole('row').nth(1).getByText('Look before you send it again.').waitFor()
    await page.getByText('Locked by the desk').waitFor()
  })

  it('have a result that can be kept, and a retry that sends what failed and nothing else', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), button('Download result').click()])
    expect(download.suggestedFilename()).toMatch(/^treasury-disapprove-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFF"ID","Ticker","Approved","Action","Result","Message"')
    expect(lines.filter((line) => line.endsWith('"Failed","Locked by the desk"'))).toHaveLength(1)
    const before = changes().length
    console_.mend()
    await button('Try failed ones again').click()
    await dialog()
      .getByText(/^\d+ done, 1 with unknown outcome$/)
      .waitFor()
    expect(
      changes()
        .slice(before)
        .map(({ path }) => path.split('/').pop()),
    ).toEqual(['33'])
    expect(await dialog().getByText('Outcome unknown', { exact: true }).count()).toBe(1)
    await button('Close').click()
    await dialog().waitFor({ state: 'detached' })
    expect(await page.getByText(/Disapprove: \d+ done/).count()).toBe(0)
  })

  it('are cancelled: what was sent ends, the rest is not sent, and leaving asks before that', async () => {
    await goTo('Cryptocurrency Master')
    await goTo('Treasury Master')
    await pageBox().check()
    const count = await ask('Approve')
    let release = () => undefined as void
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    console_.admin.fault({ path: CALL, method: 'PATCH', until })
    const before = changes().length
    await button(`Approve ${count} tickers`).click()
    await expect.poll(() => changes().length).toBe(before + 4)
    await page.goBack()
    await page.getByRole('dialog', { name: 'Leave while this is running?' }).waitFor()
    await button('Stay').click()
    await button('Cancel').click()
    release()
    await dialog()
      .getByText(`4 done, ${count - 4} not sent`, { exact: true })
      .waitFor()
    expect(changes()).toHaveLength(before + 4)
    await button('Close').click()
    await page.getByText(`${10 - 4} selected`).waitFor()
  })

  it('are approved by keys alone: a service that fails and a colleague who was quicker change nothing but their own result', async () => {
    await page.goto('/treasury?page=2')
    await untilSettled(page)
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect
      .poll(async () => {
        for (const key of ['j', 'ArrowUp', 'Home']) await page.keyboard.press(key)
        return focus()
      })
      .toBe('Select all on this page')
    await page.keyboard.press('Space')
    await page.getByText('10 selected').waitFor()
    await pressTo(page, 'Tab', 'Approve')
    await page.keyboard.press('Enter')
    await untilRead(page)
    const names = await page.getByRole('list', { name: 'Will run' }).getByRole('listitem').allInnerTexts()
    const [first = '', second = ''] = names
    expect(names.length).toBeGreaterThan(2)
    const colleague = await signedInPage('operations', '/treasury?page=2')
    await colleague.getByRole('row').filter({ hasText: first }).getByRole('button', { name: 'Approve' }).click()
    await colleague.getByText(`Ticker - ${first} APPROVED`).first().waitFor()
    const row = colleague.getByRole('row').filter({ hasText: second })
    const id = await row.locator('[data-id]').first().getAttribute('data-id')
    console_.admin.fault({ path: `${CALL}${id}`, answer: { status: 422, body: '{"message":"Locked by the desk"}' } })
    await untilFocused(button(`Approve ${names.length} tickers`))
    await page.keyboard.press('Enter')
    const done = (count: number) => dialog().getByText(`${count} done, ${names.length - count} failed`, { exact: true })
    await done(names.length - 2).waitFor()
    await dialog()
      .getByRole('row')
      .filter({ hasText: first })
      .getByText(/^Changed by .+ This changed since you opened it: .+ Look again\.$/)
      .waitFor()
    await dialog().getByRole('row').filter({ hasText: second }).getByText('Locked by the desk').waitFor()
    console_.mend()
    await pressTo(page, 'Shift+Tab', 'Try failed ones again')
    await page.keyboard.press('Enter')
    await done(names.length - 1).waitFor()
    await untilFocused(button('Close'))
    await page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'detached' })
  })

  it('are selected on a phone as well, with nothing wider than the window', async () => {
    await openWithin(page, '/treasury?page=2')
    await page.setViewportSize({ width: 390, height: 844 })
    await untilSettled(page)
    await page.getByText('Select all on this page').click()
    await page.getByText('10 selected').waitFor()
    await untilNotTooWide(page)
    expect(await findings(page)).toEqual([])
  })

  it('keep their bar on a phone clear of the notice of a single one', async () => {
    const row = page.locator('.cs-phone-row').first()
    await row.getByRole('button', { name: /^Actions: / }).click()
    await dialog()
      .getByRole('button', { name: /^(?:Approve|Disapprove)$/ })
      .click()
    await page.locator('.cs-toast').filter({ hasText: 'APPROVED' }).waitFor()
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? Number.NaN
    await expect.poll(() => topOf('.cs-toast')).toBeLessThan((await topOf('.cs-bulk-bar')) - 300)
  })
})
