import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { backOffice } from '../services/console.ts'
import { runConsole } from '../server/runConsole.ts'
import { signIn } from '../tests/console/support/consoleUnderTest.ts'
import { freePort } from '../tests/support/freePort.ts'

/** The keys of a day's task: deciding documents of suspended accounts, each with a reason. No mouse is used. */
export interface KeyCost {
  readonly decided: number
  /** Accounts on which nothing waited. Each costs the key that skips it. */
  readonly skipped: number
  /** Presses, of which a chord counts as one. */
  readonly keys: number
  /** Presses from a list to the account of a number, typed in full. */
  readonly numberKeys: number
  /** Presses from an account's page to its history. */
  readonly historyKeys: number
}

const DOCUMENTS = 20

/** The least time for which someone looks at a document, in ms. Faster, the gateway's limit of requests is met. */
const LOOK_MS = 1000

/** Every third document is rejected: its reason and its confirmation are two presses. The others need one chord. */
const stepsFor = (index: number): readonly string[] => (index % 3 === 2 ? ['r', '2', 'Control+Enter'] : ['a', 'Alt+1'])

const viewer = (page: Page) => page.locator('dialog.cs-docview')
const painted = (page: Page) => viewer(page).locator('.cs-docview-picture[data-painted]')

/** Waits until the record is there: with the viewer on a document that waits, or without one. */
async function arrived(page: Page, before: string): Promise<'waiting' | 'nothing'> {
  await page.waitForFunction((last) => document.querySelector('h1')?.textContent !== last, before)
  await page.locator('.cs-claim', { hasText: 'Yours' }).waitFor()
  await page.locator('.cs-documents').waitFor({ state: 'attached' })
  const isOpen = await viewer(page).isVisible()
  return isOpen ? 'waiting' : 'nothing'
}

type Decided = Pick<KeyCost, 'decided' | 'skipped' | 'keys'>

/** Finds an account by its number, and opens what happened to it. */
async function findByNumber(page: Page): Promise<Pick<KeyCost, 'numberKeys' | 'historyKeys'>> {
  await page.goto('/accounts')
  await page.locator('tbody tr').nth(10).waitFor()
  const number = '9ZZ10041'
  await page.keyboard.press('/')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Mara Quill' }).waitFor()
  await page.keyboard.press('h')
  await page.getByRole('tab', { name: 'History', selected: true }).waitFor()
  return { numberKeys: number.length + 2, historyKeys: 1 }
}

async function decideAll(page: Page): Promise<Decided> {
  let [keys, decided, skipped] = [0, 0, 0]
  const press = async (key: string): Promise<void> => {
    keys += 1
    await page.keyboard.press(key)
  }
  const name = async (): Promise<string> => (await page.locator('h1').first().textContent()) ?? ''
  const before = await name()
  await press('s')
  let state = await arrived(page, before)
  while (decided < DOCUMENTS) {
    const here = await name()
    if (state === 'nothing') {
      skipped += 1
      await press('s')
      state = await arrived(page, here)
      continue
    }
    await painted(page).waitFor()
    const shown = await viewer(page).locator('header code.cs-meta').textContent()
    await setTimeout(LOOK_MS)
    for (const key of stepsFor(decided)) await press(key)
    decided += 1
    // The next document of the same account, or the next account.
    await page.waitForFunction(
      ([last, id]) =>
        document.querySelector('h1')?.textContent !== last ||
        document.querySelector('dialog.cs-docview header code.cs-meta')?.textContent !== id,
      [here, shown],
    )
    if ((await name()) !== here) state = await arrived(page, here)
  }
  return { decided, skipped, keys }
}

/** Counts the keys over embedded services of 2,000 accounts, from the list of suspended accounts on. */
export async function measureKeys(browser: Browser): Promise<KeyCost> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { PORT: String(port), DATA_DIR: folder, EMBEDDED_ACCOUNTS: '2000' }
  const running = await runConsole({ server: backOffice, quiet: true, env })
  const context = await browser.newContext({ baseURL: url })
  try {
    const page = await context.newPage()
    await signIn(page)
    await page.goto('/accounts?filter=state:SUSPENDED')
    await page.getByRole('button', { name: 'Start' }).waitFor()
    return { ...(await decideAll(page)), ...(await findByNumber(page)) }
  } finally {
    await context.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
