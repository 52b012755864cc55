import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openWithin, untilSettled } from '../../support/settled.ts'
import { console_, page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/accounts' })

const rows = (on = page) => on.locator('tbody tr')
const rowOf = (name: string, on = page) => rows(on).filter({ has: on.getByRole('link', { name, exact: true }) })
const search = () => page.getByPlaceholder('Search By Name, Email ID, Account No.')
const listCalls = (): readonly string[] =>
  console_.main.calls.map(({ path }) => path).filter((path) => path.includes('get_apex_accounts'))
/** Waits until the list is asked for so; the next page may be read ahead right after it. */
const untilAsked = (query: RegExp) => expect.poll(listCalls).toContainEqual(expect.stringMatching(query))

async function showAll(): Promise<void> {
  await openWithin(page, '/accounts')
  await rowOf('Mara Quill').waitFor()
}

async function choose(filter: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitemradio', { name: filter, exact: true }).click()
}

async function confirm(title: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.waitFor()
  await dialog.locator('button[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
}

describe('the account list', () => {
  it('writes the values as specified: New York time, truthiness, first campaign, count badge', async () => {
    await rowOf('Mara Quill').waitFor()
    await untilSettled(page)
    const cells = (await rowOf('Mara Quill').locator('th, td').allInnerTexts()).map((text) => text.trim())
    expect(cells.slice(1, 5)).toEqual(['mara.quill@example.test', '9ZZ10041', '03/04/2026, 01:22 PM', 'Yes'])
    expect(cells[6]).toMatch(/SUSPENDED\s*Pending documents:\s2/)
    expect(cells.slice(7, 10)).toEqual(['spring-roth', 'email', 'newsletter'])
    const joint = (await rowOf('Teo & Ana Brandt').locator('th, td').allInnerTexts()).map((text) => text.trim())
    expect(joint[3]).toBe('03/03/2026, 11:30 PM')
  })

  it('shows in a contrast theme which switch is on, and which tab is open', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    onTestFinished(() => page.emulateMedia({ forcedColors: null }))
    const look = (switched: string) =>
      rowOf(switched)
        .getByRole('switch')
        .first()
        .evaluate((input) => getComputedStyle(input).backgroundColor)
    await rowOf('Mara Quill').waitFor()
    expect(await look('Teo & Ana Brandt')).not.toBe(await look('Mara Quill'))
    const edges = await page
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor))
    expect(new Set(edges).size).toBe(2)
  })

  it('searches half a second after the last key, sends nothing personal in an address, and clears', async () => {
    await search().fill('quill')
    await expect.poll(() => rows().count()).toBeLessThan(10)
    await rowOf('Mara Quill').waitFor()
    expect(page.url()).not.toContain('quill')
    await untilAsked(/search_key=quill/)
    await page.getByRole('button', { name: /clear/i }).click()
    await expect.poll(() => rows().count()).toBeGreaterThan(40)
  })

  it('filters by a state and by a notification, and keeps them in the address', async () => {
    await choose('SUSPENDED')
    await page.waitForURL('**/accounts?filter=state:SUSPENDED')
    await untilAsked(/status=SUSPENDED(?!&pending_documents=true)/)
    await choose('SUSPENDED_PENDING_DOCS')
    await untilAsked(/status=SUSPENDED&pending_documents=true/)
    await choose('TRANSFER_REQUEST')
    await untilAsked(/^(?!.*[?&]status=).*[?&]transfer_request=true/)
    await search().fill('x')
    await choose('ACTION_REQUIRED_DOCS')
    await untilAsked(/search_key=&pending_documents=true/)
    await expect.poll(() => search().inputValue()).toBe('')
    await choose('ALL')
    await page.waitForURL('**/accounts')
  })

  it('turns pages and restores page, filter and search when coming back from an account', async () => {
    await choose('COMPLETE')
    await search().fill('a')
    await untilAsked(/pages=1.*search_key=a(?:&|$)/)
    await untilSettled(page)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page
      .getByText(/^Page 2 of/)
      .first()
      .waitFor()
    await untilSettled(page)
    const name = await rows().nth(3).getByRole('link').first().innerText()
    await rows().nth(3).getByRole('link').first().click()
    await page.waitForURL(/\/account\/\d+$/)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.waitForURL(/page=2/)
    await expect.poll(() => page.url()).toContain('filter=state:COMPLETE')
    await expect.poll(() => search().inputValue()).toBe('a')
    await rows().filter({ hasText: name }).first().waitFor()
  })

  it('leads back to the page and filter of the list from a tab that a click with Ctrl opened', async () => {
    await page.waitForURL('**/accounts?page=2&filter=state:COMPLETE')
    const opened = page.context().waitForEvent('page')
    await rows()
      .nth(3)
      .getByRole('link')
      .first()
      .click({ modifiers: ['Control'] })
    const tab = await opened
    await tab.waitForURL(/\/account\/\d+$/)
    await tab.getByRole('link', { name: 'Back' }).click()
    await tab.waitForURL('**/accounts?page=2&filter=state:COMPLETE')
    await tab.close()
  })

  it('marks an account as Test after asking, shows the server’s message, and the new state', async () => {
    await showAll()
    const toggle = rowOf('Mara Quill').getByRole('switch', { name: 'Test: Mara Quill' })
    await expect.poll(() => toggle.isChecked()).toBe(false)
    await toggle.click()
    await page.getByRole('dialog', { name: 'Mark Mara Quill as Test?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => toggle.isChecked()).toBe(false)
    await toggle.click()
    await confirm('Mark Mara Quill as Test?')
    await expect.poll(() => toggle.isChecked()).toBe(true)
    expect(console_.main.calls.findLast(({ path }) => path.includes('set/test'))?.path).toContain(
      'user_id=9107&flag=true',
    )
  })

  it('restricts a user and an SSN and lifts both again', async () => {
    const user = rowOf('Mara Quill').getByRole('switch', { name: 'Restrict User: Mara Quill' })
    await user.click()
    await confirm('Restrict Mara Quill?')
    await expect.poll(() => user.isChecked()).toBe(true)
    await user.click()
    await confirm('Lift the restriction of Mara Quill?')
    await expect.poll(() => user.isChecked()).toBe(false)
    const ssn = rowOf('Mara Quill').getByRole('switch', { name: 'Restrict SSN: Mara Quill' })
    await ssn.click()
    await confirm('Restrict SSN of Mara Quill?')
    await expect.poll(() => ssn.isChecked()).toBe(true)
    await ssn.click()
    await confirm('Lift the SSN restriction of Mara Quill?')
    await expect.poll(() => ssn.isChecked()).toBe(false)
  })

  it('submits a failed account again', async () => {
    const button = rowOf('Oren Vale').getByRole('button', { name: /Submit/ })
    await button.click()
    await confirm('Submit the account of Oren Vale again?')
    await rowOf('Oren Vale').getByText('INVESTIGATION_SUBMITTED').waitFor()
    await expect.poll(() => button.count()).toBe(0)
  })

  it.each([
    ['Export', 'Export all accounts?', ''],
    ['Funding', 'Export all accounts with funding?', 'funds=true'],
  ])('downloads the account list by %s after asking', async (button, question, query) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    const downloading = page.waitForEvent('download')
    await confirm(question)
    const download = await downloading
    expect(download.suggestedFilename()).toBe('Account List.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text.split('\n').length).toBeGreaterThan(600)
    expect(console_.main.calls.findLast(({ path }) => path.includes('export-account-list'))?.path).toContain(query)
  })

  it('has all states of its Filter menu in reach, also where the window is low', async () => {
    await showAll()
    for (const height of [720, 640]) {
      await page.setViewportSize({ width: 1280, height })
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const { y, height: own } = (await page.getByRole('menu').boundingBox()) ?? expect.fail()
      expect(y + own).toBeLessThanOrEqual(height)
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('has what is to do in the line of its title, and where the page ends, for people without buttons', async () => {
    const viewer = await signedInPage('viewer', '/accounts?filter=state:SUBMIT_FAILED')
    const toDo = await viewer.getByText(/^To do /).boundingBox()
    const title = await viewer.getByRole('heading', { level: 1 }).boundingBox()
    const last = await viewer.getByRole('button', { name: 'Columns' }).boundingBox()
    if (toDo === null || title === null || last === null) throw new Error('not on the page')
    expect(toDo.y + toDo.height / 2).toBeCloseTo(title.y + title.height / 2, 0)
    expect(toDo.x + toDo.width).toBeCloseTo(last.x + last.width, 0)
  })

  it('lets a viewer look, says why the switches are off, and offers no masked value on the page of an account', async () => {
    const viewer = await signedInPage('viewer', '/accounts')
    await rowOf('Mara Quill', viewer).waitFor()
    await untilSettled(viewer)
    expect(await viewer.getByRole('button', { name: /^(Export|Funding)$/ }).count()).toBe(0)
    const toggle = rowOf('Mara Quill', viewer).getByRole('switch').first()
    await expect.poll(() => toggle.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => toggle.getAttribute('title')).toMatch(/permission/)
    await rowOf('Teo & Ana Brandt', viewer).getByRole('link', { name: 'Teo & Ana Brandt' }).click()
    await viewer.getByText('***-**-7781').waitFor()
    await untilSettled(viewer)
    expect(await viewer.getByRole('button', { name: /Reveal/ }).count()).toBe(0)
    expect(await viewer.getByRole('button', { name: 'Close Account' }).count()).toBe(0)
  })
})
