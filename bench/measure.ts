import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** One page under measurement. */
export interface Contender {
  readonly name: string
  readonly url: string
  /** Accessible name of the button that turns the page. */
  readonly nextButton: string
  /** Cookies of a signed-in person, where the page asks for one. */
  readonly storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** What one visit cost. Times in milliseconds, size in kB after gzip. */
export interface Visit {
  readonly openMs: number
  readonly nextMs: number
  readonly scriptKb: number
}

const ROWS = 50
const TURNS = 3

/** Runs in the page: notes when 50 full rows have been painted, and lets a turn of the page be timed from its click. */
function watch(rows: number): void {
  const state = window as unknown as { painted: Promise<number>; turn: (name: string) => Promise<number> }
  const full = (): HTMLTableRowElement[] =>
    [...document.querySelectorAll<HTMLTableRowElement>('tbody tr')].filter(
      (row) => row.cells.length >= 13 && row.innerText.includes('@'),
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
    const before = full()[0]?.innerText
    const button = [...document.querySelectorAll('button')].find(
      (one) => (one.getAttribute('aria-label') ?? one.innerText) === name,
    )
    if (button === undefined) throw new Error(`no button '${name}'`)
    const started = performance.now()
    const done = until(() => full().length === rows && full()[0]?.innerText !== before)
    button.click()
    return (await done) - started
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function turnPages(page: Page, nextButton: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    // A person reads before turning the page; both contenders get the same time.
    await page.waitForTimeout(600)
    times.push(
      await page.evaluate(
        (name) => (window as unknown as { turn(name: string): Promise<number> }).turn(name),
        nextButton,
      ),
    )
  }
  return median(times)
}

/** Opens the page in a fresh context (empty cache), waits for 50 rows, and turns the page a few times. */
export async function visit(browser: Browser, contender: Contender): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(contender.storageState === undefined ? {} : { storageState: contender.storageState }),
  })
  try {
    const page = await context.newPage()
    const scripts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    await page.addInitScript(watch, ROWS)
    await page.goto(contender.url)
    const openMs = await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
    const scriptBytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
    return { openMs, scriptKb: scriptBytes / 1000, nextMs: await turnPages(page, contender.nextButton) }
  } finally {
    await context.close()
  }
}

/** The middle visit of each kind of cost. */
export const medianVisit = (visits: readonly Visit[]): Visit => ({
  openMs: median(visits.map(({ openMs }) => openMs)),
  nextMs: median(visits.map(({ nextMs }) => nextMs)),
  scriptKb: median(visits.map(({ scriptKb }) => scriptKb)),
})
