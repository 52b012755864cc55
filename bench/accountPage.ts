import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { backOffice } from '../services/console.ts'
import { runConsole } from '../server/runConsole.ts'
import { signIn } from '../tests/console/support/consoleUnderTest.ts'
import { freePort } from '../tests/support/freePort.ts'
import { median } from './measure.ts'

/**
 * The cost of common steps on an account's page over embedded services, in milliseconds from the press to the painted
 * page.
 */
export interface AccountPageCost {
  /** Click on a name in the list → header and the first tab's values painted. */
  readonly openMs: number
  /** Click on a tab → its values painted. */
  readonly tabMs: number
  /** Click on Next record, which was read ahead → header and the first tab's values painted. */
  readonly nextMs: number
}

/** Tabs whose content comes with the detail, by label and a text of their own. */
const TABS = [
  ['Disclosures', 'Politically exposed'],
  ['Employment', 'Occupation'],
  ['Linked Account', 'Linked Account'],
  ['Requests', 'Requests'],
] as const

/** Runs in the page: measures from a click on an element to the first frame in which `ready` is true. */
function installTimer(): void {
  const state = window as unknown as {
    timeClick: (element: HTMLElement, expected: readonly string[]) => Promise<number>
  }
  const afterPaint = (): Promise<number> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0)))
  const isShown = (expected: readonly string[]): boolean => {
    const page = document.querySelector<HTMLElement>('.cs-show')
    const text = page?.innerText ?? ''
    return page?.querySelector('[aria-busy="true"]') === null && expected.every((part) => text.includes(part))
  }
  state.timeClick = (element, expected) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not painted after 10 s: ${expected.join(', ')}`)), 10_000)
      const observer = new MutationObserver(() => {
        if (!isShown(expected)) return
        observer.disconnect()
        clearTimeout(late)
        void afterPaint().then((now) => resolve(now - started))
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
      const started = performance.now()
      element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
      element.click()
    })
}

type Timer = { timeClick(element: Element, expected: readonly string[]): Promise<number> }

async function openOne(page: Page, index: number): Promise<number> {
  const link = page.locator('tbody tr td:first-child a, tbody tr th:first-child a').nth(index)
  await link.waitFor()
  const name = await link.innerText()
  await link.hover()
  // A person reads before clicking, so idle prefetching has finished by then.
  await page.waitForTimeout(600)
  return link.evaluate(
    (element, expected) => (window as unknown as Timer).timeClick(element, expected),
    [name, 'Investment Profile', 'Citizenship'],
  )
}

/** @param index of the record in the list that is on screen, the place of which its page knows */
async function openNext(page: Page, names: readonly string[], index: number): Promise<number> {
  // The next record is read ahead once this one is there.
  await page.waitForTimeout(600)
  const next = page.getByRole('button', { name: 'Next record' })
  return next.evaluate(
    (element, expected) => (window as unknown as Timer).timeClick(element, expected),
    [names[index + 1] ?? '', 'Investment Profile', 'Citizenship'],
  )
}

async function changeTabs(page: Page): Promise<number[]> {
  const times: number[] = []
  for (const [label, expected] of TABS) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${label}`) })
    await page.waitForTimeout(200)
    times.push(await tab.evaluate((element, text) => (window as unknown as Timer).timeClick(element, [text]), expected))
  }
  return times
}

/**
 * Opens accounts from the list and switches their tabs, over embedded services with 5,000 accounts. Returns medians.
 */
export async function measureAccountPage(browser: Browser, rounds: number): Promise<AccountPageCost> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const port = await freePort()
  const running = await runConsole({
    server: backOffice,
    quiet: true,
    env: { PORT: String(port), DATA_DIR: folder },
  })
  const context = await browser.newContext({
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(installTimer)
    await signIn(page)
    const opens: number[] = []
    const tabs: number[] = []
    const nexts: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The first page has accounts that miss something, such as their details.
      await page.goto('/accounts?page=2')
      const links = page.locator('tbody tr td:first-child a, tbody tr th:first-child a')
      await links.first().waitFor()
      const names = await links.allInnerTexts()
      opens.push(await openOne(page, round * 3))
      nexts.push(await openNext(page, names, round * 3))
      tabs.push(...(await changeTabs(page)))
    }
    return { openMs: median(opens), tabMs: median(tabs), nextMs: median(nexts) }
  } finally {
    await context.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
