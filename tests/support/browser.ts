import { randomInt } from 'node:crypto'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import { findChromium } from './chromium.ts'
import { freePort } from './freePort.ts'

/** Everything a test waits for comes within this time, also on a busy machine. */
const SOON_MS = 12_000

const DESK = { width: 1440, height: 900 }

/**
 * Every window draws two hidden popups of the address bar, each a page with a process of its own: three quarters of what
 * a context costs. This flag takes the place of Playwright's, whose features that matter here follow.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

const CHROMIUM_FLAGS = [
  `--disable-features=${WITHOUT.join(',')}`,
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The pages of a test live for seconds: to compile their scripts whole, or again, or to clear their memory in threads,
 * never pays. All pages of a context share one process, for a new one takes longer than the page; and what the browser
 * fetches it fetches itself, for another process would hand over each answer once more.
 */
const SHORT_LIVES = [
  '--js-flags=--single-threaded --min-semi-space-size=32 --no-opt --no-maglev',
  '--disable-blink-features=JavaScriptCompileHintsMagicRuntime',
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--enable-features=NetworkServiceInProcess2',
]

/** Launches a browser as people have it, but for what is seen nowhere on its pages. */
export const launchBrowser = async (...flags: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...CHROMIUM_FLAGS, ...flags],
  })

/** Where every console answers that this worker starts, one after the other: what the browser has cached stays of use. */
export const port = await freePort()
export const url = `http://localhost:${port}`

/** Uncaught errors and policy violations in any page since the console was started: there must be none. */
export const complaints: string[] = []

let browser: Browser | undefined
/** Contexts that no test uses now, most with an empty page: new ones take a second, and one more to fill their cache. */
const idle: BrowserContext[] = []
/** Those in use, and whether another test can have them afterwards. */
const used = new Map<BrowserContext, boolean>()

/** The browser of all files that this worker runs: the first launches it, and it ends with the worker. */
async function sharedBrowser(): Promise<Browser> {
  if (browser?.isConnected() !== true) {
    browser = await launchBrowser(...SHORT_LIVES)
    idle.length = 0
  }
  return browser
}

async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const shared = await sharedBrowser()
  // What moves is pressed only once it stands still, and is measured where it will be.
  const context = await shared.newContext({ baseURL: url, viewport: DESK, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(SOON_MS)
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted(?:HTML|Script)|Refused to/.test(message.text()))
      complaints.push(message.text())
  })
  return context
}

/** A context with at most an empty page, and with nothing stored. It is a new one where it has options of its own. */
export async function openContext(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = (options === undefined ? idle.pop() : undefined) ?? (await newContext(options))
  used.set(context, options === undefined)
  // Each person sits at a machine of their own, so that the limits on sign-ins count them apart.
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.0.${randomInt(256)}.${randomInt(1, 255)}` })
  return context
}

/** The first page of a context: the empty one that it has kept, else a new one. */
export async function firstPage(context: BrowserContext): Promise<Page> {
  const [kept] = context.pages()
  if (kept === undefined) return context.newPage()
  await kept.setViewportSize(DESK)
  return kept
}

/** Takes from a page what a test has left in it: who has it next gets its process, and nothing else of it. */
async function empty(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.setExtraHTTPHeaders({})
  page.setDefaultNavigationTimeout(SOON_MS)
  await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null })
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    window.name = ''
    sessionStorage.clear()
  })
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Page.resetNavigationHistory')
  await session.detach()
}

async function leave(context: BrowserContext): Promise<void> {
  const isReusable = used.get(context) === true
  used.delete(context)
  const [page, ...others] = context.pages()
  if (!isReusable || page === undefined) return context.close()
  await Promise.all(others.map((other) => other.close()))
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  const storageTypes = 'local_storage,indexeddb,cache_storage,service_workers'
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes })
  await session.detach()
  await (new URL(page.url()).origin === url ? empty(page) : page.close())
  idle.push(context)
}

export const contextsInUse = (): readonly BrowserContext[] => [...used.keys()]

/** Closes the pages of contexts and deletes what they have stored. */
export const leaveContexts = async (contexts: readonly BrowserContext[]): Promise<void> => {
  await Promise.all(contexts.map(leave))
}
