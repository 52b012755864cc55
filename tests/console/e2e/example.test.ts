import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWithin } from '../../support/settled.ts'
import { library } from '../../../examples/library/console.ts'
import { runConsole, type RunningConsole } from '../../../server/runConsole.ts'
import { complaints, contextsInUse, firstPage, leaveContexts, openContext, port } from '../../support/browser.ts'
import { fillSignIn } from '../../support/fillSignIn.ts'

let folder: string
let running: RunningConsole
let page: Page
/** Every script that the pages have asked for. */
const scripts = new Set<string>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-example-'))
  running = await runConsole({
    server: library,
    quiet: true,
    env: { PORT: String(port), DATA_DIR: folder },
  })
  page = await firstPage(await openContext())
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url())
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  await fillSignIn(page, 'librarian@library.test')
  await page.waitForURL('**/books')
}, 120_000)
afterAll(async () => {
  await leaveContexts(contextsInUse())
  await running.stop()
  await rm(folder, { recursive: true, force: true })
  expect(complaints.splice(0)).toEqual([])
})

const rows = () => page.locator('.cs-list tbody tr')

test('a list whose records come whole is searched and sorted in the browser', async () => {
  await expect.poll(() => rows().count()).toBe(10)
  expect(await page.getByText('London time').count()).toBe(1)
  await page.getByPlaceholder('Search by title').fill('travels')
  await expect.poll(() => rows().count()).toBe(4)
})

test('an action asks for what it needs, and the row shows what came of it', async () => {
  const row = rows().filter({ hasText: 'Travels, volume 1' })
  await row.getByRole('button', { name: /Lend/ }).click()
  await page.getByLabel('Card number').fill('M-0002')
  await page.getByRole('dialog').getByRole('button', { name: 'Lend', exact: true }).click()
  await expect.poll(() => row.innerText()).toMatch(/LENT[\s\S]*\w{3}, \w{3} \d+/i)
})

test('a record is deleted on its page, by the keyboard alone, which leads on to the next one of its list', async () => {
  await openWithin(page, '/books?state=AVAILABLE&page=2')
  const [record, next] = [rows().nth(2).getByRole('link'), await rows().nth(3).getByRole('link').innerText()]
  const title = await record.innerText()
  await record.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).press('Enter')
  // A dialog that has just opened ignores Enter.
  await page.locator('dialog:not([data-unread])').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText(`${title} deleted`).waitFor()
  await page.getByRole('heading', { level: 1, name: next }).waitFor()
  await page.getByRole('link', { name: 'Back' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(next)
  expect(new URL(page.url()).search).toBe('?state=AVAILABLE&page=2')
})

test('a list of the service comes a page at a time', async () => {
  await openWithin(page, '/loans')
  await expect.poll(() => rows().count()).toBe(20)
  await expect.poll(() => rows().first().innerText()).toContain('Travels, volume 1')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(() => rows().first().innerText()).not.toContain('Travels, volume 1')
})

test('a record is changed in a dialog with the inputs of its schema, by the keyboard alone', async () => {
  await openWithin(page, '/loans')
  const row = rows().filter({ hasText: 'Essays, volume 4' }).first()
  await row.getByRole('button', { name: /Edit/ }).focus()
  await page.keyboard.press('Enter')
  const due = page.getByRole('dialog').getByLabel('Due')
  await expect.poll(() => due.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('07042027')
  // A dialog that has just opened ignores Enter.
  await page.locator('dialog:not([data-unread])').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => row.innerText()).toContain('Sun, Jul 4')
  await row.getByRole('button', { name: /Edit/ }).click()
  await due.fill('')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => row.innerText()).not.toContain('Jul 4')
})

test('a record has tabs, and what is personal reaches the browser masked', async () => {
  await openWithin(page, '/members')
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/library/members/2'))
  await page.getByRole('link', { name: 'Otto Lind' }).click()
  expect(await (await answer).text()).toContain('1969-**-**')
  await expect.poll(() => page.locator('main').innerText()).toContain('**/**/1969')
  await page.getByRole('tab', { name: 'Loans' }).click()
  await expect.poll(() => page.locator('main').innerText()).toContain('Travels, volume 1')
})

test('a form is sent once it is confirmed', async () => {
  await openWithin(page, '/registration')
  await page.getByLabel('Name').fill('Rosa Winter')
  await page.getByLabel('Date of birth').fill('1990-02-03')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => page.locator('body').innerText()).toContain('Rosa Winter has card M-0004')
})

/** Whether code of Material UI is among the scripts that the pages have asked for. */
async function hasMaterial(): Promise<boolean> {
  const codes = await Promise.all([...scripts].map(async (script) => (await page.request.get(script)).text()))
  return codes.some((code) => code.includes('MuiButton'))
}

test('a cell of its own leads to a plain page of react-admin, whose code comes with it and not before', async () => {
  await openWithin(page, '/loans')
  await expect.poll(() => page.locator('.cs-list').innerText()).toContain('49 in all')
  expect(await hasMaterial()).toBe(false)
  await page.getByRole('link', { name: 'M-0002: change due date' }).first().click()
  await page.getByLabel('Due').fill('2027-03-05')
  expect(await hasMaterial()).toBe(true)
  const change = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await change).postDataJSON()).toEqual({ due: '2027-03-05' })
  await expect.poll(() => page.locator('body').innerText()).toContain('Saved')
  await openWithin(page, '/loans')
  await expect.poll(() => rows().first().innerText()).toContain('Fri, Mar 5')
})

test('a list of a dialect is ordered by the service', async () => {
  await page.getByRole('button', { name: /Book/ }).click()
  await expect.poll(() => rows().first().innerText()).toContain('Collected Poems, volume 1')
})
