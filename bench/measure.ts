import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Response } from 'playwright-core'

/** One page to measure. */
export interface Contender {
  readonly name: string
  readonly url: string
  /** Accessible name of the button that goes to the next page. */
  readonly nextButton: string
  /** Cookies of a signed-in person, when the page requires them. */
  readonly storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The cost of one visit, in milliseconds. */
export interface Visit {
  /** Until 50 rows are painted, with an empty cache and with a full one. */
  readonly coldMs: number
  readonly warmMs: number
  /** Until the next page is painted: clicked as soon as the first page appears, and clicked after a reading pause. */
  readonly atOnceMs: number
  readonly nextMs: number
}

const ROWS = 50
const TURNS = 3

/**
 * Runs in the page: records when 50 full rows have been painted, and times a page change from its click. It reads
 * `textContent`, because `innerText` makes the browser lay out the page at every change.
 */
function watch(rows: number): void {
  const state = window as unknown as { painted: Promise<number>; turn: (name: string) => Promise<number> }
  const full = (): HTMLTableRowElement[] =>
    [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].filter(
      (row) => row.cells.length >= 13 && row.textContent.includes('@'),
    )
  const afterPaint = (): Promise<number> =>
    new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0)))
  const until = (ready: () => boolean): Promise<number> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!ready()) return
        observer.disconnect()
        resolve(afterPaint())
      }
      const observer = new MutationObserver(check)
      observer.observe(document, { childList: true, subtree: true, characterData: true })
      check()
    })
  state.painted = until(() => full().length === rows)
  state.turn = async (name) => {
    const before = full()[0]?.textContent
    const button = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.innerText) === name,
    )
    if (button === undefined) throw new Error(`no button '${name}'`)
    const started = performance.now()
    const done = until(() => full().length === rows && full()[0]?.textContent !== before)
    button.click()
    return (await done) - started
  }
}

/** The median; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const turnPage = (page: Page, nextButton: string): Promise<number> =>
  page.evaluate((name) => (window as unknown as { turn(name: string): Promise<number> }).turn(name), nextButton)

async function turnPages(page: Page, nextButton: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    // A person reads before changing the page. Both contenders get the same pause.
    await page.waitForTimeout(600)
    times.push(await turnPage(page, nextButton))
  }
  return median(times)
}

async function inFreshContext<T>(browser: Browser, contender: Contender, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(contender.storageState === undefined ? {} : { storageState: contender.storageState }),
  })
  try {
    const page = await context.newPage()
    await page.addInitScript(watch, ROWS)
    return await work(page)
  } finally {
    await context.close()
  }
}

const untilPainted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)

/** Opens the page in a fresh context and pages through it, then reopens it and changes the page at once. */
export const visit = (browser: Browser, contender: Contender): Promise<Visit> =>
  inFreshContext(browser, contender, async (page) => {
    await page.goto(contender.url)
    const coldMs = await untilPainted(page)
    const nextMs = await turnPages(page, contender.nextButton)
    await page.goto(contender.url)
    const warmMs = await untilPainted(page)
    return { coldMs, nextMs, warmMs, atOnceMs: await turnPage(page, contender.nextButton) }
  })

/**
 * Size of all scripts loaded before 50 rows are painted, in kB after gzip. This is a separate visit because measuring
 * takes time.
 */
export const scriptSize = (browser: Browser, contender: Contender): Promise<number> =>
  inFreshContext(browser, contender, async (page) => {
    const scripts: Promise<Buffer>[] = []
    const note = (response: Response): void => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    }
    page.on('response', note)
    await page.goto(contender.url)
    await untilPainted(page)
    // What loads from here on is not of the first rows.
    page.off('response', note)
    const bodies = await Promise.all(scripts)
    return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000
  })

/** The median of each cost. */
export const medianVisit = (visits: readonly Visit[]): Visit => ({
  coldMs: median(visits.map(({ coldMs }) => coldMs)),
  warmMs: median(visits.map(({ warmMs }) => warmMs)),
  atOnceMs: median(visits.map(({ atOnceMs }) => atOnceMs)),
  nextMs: median(visits.map(({ nextMs }) => nextMs)),
})
