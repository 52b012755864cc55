import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Delays } from '../../../services/embedded/accounts/firm.ts'
import { complaints, contextsInUse, firstPage, leaveContexts, openContext } from '../../support/browser.ts'
import { loadNext, openWithin, untilSettled } from '../../support/settled.ts'
import { openSignedIn, startConsoleUnderTest, type ConsoleUnderTest } from './consoleUnderTest.ts'

interface ConsoleOptions {
  /** Variables of the gateway, beside those that every console under test has. */
  readonly env?: Readonly<Record<string, string>>
  /** How quick the embedded clearing firm is. */
  readonly delays?: Partial<Delays>
  /** From its sources, as `npm run dev` serves it. */
  readonly isDev?: boolean
  /** Where the page is before the first test; without it the page is empty. */
  readonly at?: string
  /** What the browser of the page has different. */
  readonly context?: BrowserContextOptions
  /** Is given the console before anybody signs in. */
  readonly started?: (started: ConsoleUnderTest) => Promise<void>
}

/** The console of the file that runs. */
export let console_: ConsoleUnderTest
/** A page in which an administrator is signed in, for all tests of the file. */
export let page: Page

/** Prints what the page has for a reader: its open question, else all of it. */
async function describePage(): Promise<void> {
  const question = page.locator('dialog[open]').last()
  const shown = (await question.count()) > 0 ? question : page.locator('body')
  console.error(`What is on ${page.url()}:\n${await shown.ariaSnapshot()}`)
}

/**
 * Gives the tests of a file one console and one page: made before them, mended of every fault after each, gone after
 * the last. The contexts that a test has opened end with it. The file fails where any page had an uncaught error or
 * content that was blocked.
 */
export function withConsole({ env = {}, delays = {}, isDev = false, ...options }: ConsoleOptions = {}): void {
  let started: ConsoleUnderTest | undefined
  let kept: readonly BrowserContext[] = []
  beforeAll(async () => {
    started = await startConsoleUnderTest(env, delays, isDev)
    console_ = started
    await options.started?.(started)
    page = await firstPage(await openContext(options.context))
    await openSignedIn(page, 'admin', options.at)
    kept = contextsInUse()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      loadNext(page)
      await describePage()
    }
    started?.mend()
    await leaveContexts(contextsInUse().filter((context) => !kept.includes(context)))
  })
  afterAll(async () => {
    await leaveContexts(contextsInUse())
    await started?.stop()
    expect(complaints.splice(0)).toEqual([])
  })
}

/** Has every test begin with no one signed in at the page, and with no other tab. */
export function signedOutEachTime(): void {
  let visitor = 0
  beforeEach(async () => {
    await page.context().clearCookies()
    // Everybody comes from an address of their own, so that the limits on sign-ins count them apart.
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `10.1.0.${(visitor += 1)}` })
  })
  afterEach(async () => {
    const others = page
      .context()
      .pages()
      .filter((each) => each !== page)
    await Promise.all(others.map((other) => other.close()))
  })
}

/** Opens a page in a context of its own, with one of the embedded staff signed in. */
export async function signedInPage(who: string, at?: string): Promise<Page> {
  const own = await firstPage(await openContext())
  await openSignedIn(own, who, at)
  return own
}

/** Opens an account and waits until all of it is there. */
export async function openAccount(id: number, name: string, query = '', on = page): Promise<void> {
  await openWithin(on, `/account/${id}${query}`)
  await on.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await untilSettled(on)
}

/** Opens the documents of an account and waits until all of them are there. */
export const openDocuments = (id: number, name: string, on = page): Promise<void> =>
  openAccount(id, name, '?tab=documents', on)
