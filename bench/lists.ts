import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { listPathOf } from '../src/model/consoleModel.ts'
import { definitions } from '../schemas/index.ts'
import { backOffice } from '../services/console.ts'
import type { ListResource } from '../language/resource.ts'
import { runConsole } from '../server/runConsole.ts'
import { signIn } from '../tests/console/support/consoleUnderTest.ts'
import { freePort } from '../tests/support/freePort.ts'
import { median } from './measure.ts'

/** The cost of paging through one list, in milliseconds from the click on Next to the painted rows. */
export interface ListCost {
  readonly path: string
  readonly nextMs: number
  /** The number of page changes. */
  readonly turns: number
}

/** A user with orders, for the list that reads nothing before a search. */
const SEARCHED = 'teo.brandt@example.test'

/** A person reads before changing the page, so idle prefetching has finished by then. */
const READING_MS = 600

/** Runs in the page: goes to the next page and returns the time until other rows are painted. */
function turn(): Promise<number> {
  const rows = (): string => document.querySelector<HTMLElement>('.cs-list tbody')?.innerText ?? ''
  const before = rows()
  const next = [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.innerText) === 'Next',
  )
  return new Promise((resolve, reject) => {
    if (next === undefined) {
      reject(new Error('there is no button Next'))
      return
    }
    const started = performance.now()
    const observer = new MutationObserver(() => {
      const now = rows()
      if (now === before || now === '') return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started), 0))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    next.click()
  })
}

const canTurn = (page: Page): Promise<boolean> =>
  page
    .getByRole('button', { name: 'Next', exact: true })
    .isEnabled({ timeout: 1000 })
    .catch(() => false)

async function measureList(page: Page, definition: ListResource, most: number): Promise<ListCost> {
  const path = listPathOf(definition)
  await page.goto(path)
  if (definition.list.search?.submit !== undefined) {
    await page.getByRole('searchbox').fill(SEARCHED)
    await page.keyboard.press('Enter')
  }
  await page.locator('.cs-list tbody :is(code, a, .cs-pill)').first().waitFor()
  const times: number[] = []
  while (times.length < most && (await canTurn(page))) {
    await page.waitForTimeout(READING_MS)
    times.push(await page.evaluate(turn))
  }
  return { path, nextMs: median(times), turns: times.length }
}

/** Pages through every list that has pages, over embedded services with their usual amounts of data. */
export async function measureLists(browser: Browser, turns: number): Promise<readonly ListCost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const port = await freePort()
  const running = await runConsole({
    server: backOffice,
    quiet: true,
    env: { PORT: String(port), DATA_DIR: folder },
  })
  const baseURL = `http://localhost:${port}`
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await signIn(page)
    const costs: ListCost[] = []
    for (const definition of definitions) {
      if (definition.kind === 'list' && definition.list.layout !== 'cards')
        costs.push(await measureList(page, definition, turns))
    }
    return costs
  } finally {
    await context.close()
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
