import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { library } from '../../examples/library/console.ts'
import { runConsole, type RunningConsole } from '../../server/runConsole.ts'
import { launchBrowser } from '../support/consoleUnderTest.ts'
import { freePort } from '../support/freePort.ts'

let folder: string
let url: string
let running: RunningConsole
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-example-'))
  const port = String(await freePort())
  url = `http://localhost:${port}`
  running = await runConsole({ server: library, isDev: false, quiet: true, env: { PORT: port, DATA_DIR: folder } })
  browser = await launchBrowser()
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(8000)
  context.on('weberror', (error) => complaints.push(error.error().message))
  page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Email Address').fill('librarian@library.test')
  await page.getByLabel('Password').fill('countersign')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/books')
}, 120_000)
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(folder, { recursive: true, force: true })
  expect(complaints).toEqual([])
})

const rows = () => page.locator('.cs-list tbody tr')

test('a list whose records come whole is searched and sorted in the browser', async () => {
  await expect.poll(() => rows().count()).toBe(10)
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

test('a list of the service comes a page at a time', async () => {
  await page.goto('/loans')
  await expect.poll(() => rows().count()).toBe(20)
  expect(await rows().first().innerText()).toContain('Travels, volume 1')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.poll(() => rows().first().innerText()).not.toContain('Travels, volume 1')
})

test('a record has tabs, and what is personal reaches the browser masked', async () => {
  await page.goto('/members')
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/library/members/2'))
  await page.getByRole('link', { name: 'Otto Lind' }).click()
  expect(await (await answer).text()).toContain('1969-**-**')
  await expect.poll(() => page.locator('main').innerText()).toContain('1969-**-**')
  await page.getByRole('tab', { name: 'Loans' }).click()
  await expect.poll(() => page.locator('main').innerText()).toContain('Travels, volume 1')
})

test('a form is sent once it is confirmed', async () => {
  await page.goto('/registration')
  await page.getByLabel('Name').fill('Rosa Winter')
  await page.getByLabel('Date of birth').fill('1990-02-03')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
  await expect.poll(() => page.locator('body').innerText()).toContain('Rosa Winter has card M-0004')
})
