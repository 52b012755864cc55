import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Delays } from '../../../services/embedded/accounts/firm.ts'
import { openSignedIn, startConsoleUnderTest, type ConsoleUnderTest } from './consoleUnderTest.ts'

interface ConsoleOptions {
  /** Variables of the gateway, beside those that every console under test has. */
  readonly env?: Readonly<Record<string, string>>
  /** How quick the embedded clearing firm is. */
  readonly delays?: Partial<Delays>
  /** From its sources, as `npm run dev` serves it. */
  readonly isDev?: boolean
}

/**
 * Gives the tests of a file one console: started before them, mended of every fault after each, stopped after the last.
 * The file fails where any of its pages had an uncaught error or content that was blocked.
 *
 * @param ready is given the console before the first test: to keep it, and to open what the tests begin with
 */
export function withConsole(
  { env = {}, delays = {}, isDev = false }: ConsoleOptions,
  ready: (started: ConsoleUnderTest) => void | Promise<void>,
): void {
  let started: ConsoleUnderTest | undefined
  beforeAll(async () => {
    started = await startConsoleUnderTest(env, delays, isDev)
    await ready(started)
  })
  afterEach(() => started?.mend())
  afterAll(async () => {
    const complaints = started?.complaints
    await started?.stop()
    expect(complaints).toEqual([])
  })
}

export type SignedInState = Awaited<ReturnType<BrowserContext['storageState']>>

interface PageOptions extends BrowserContextOptions {
  readonly who?: string
  /** The page that is wanted. */
  readonly at?: string
}

/** Opens a page in a context of its own, with one of the embedded staff signed in. */
export async function signedInPage(
  console_: ConsoleUnderTest,
  { who = 'admin', at = '/accounts', ...options }: PageOptions = {},
): Promise<Page> {
  const page = await (await console_.newContext(options)).newPage()
  await openSignedIn(console_, page, who, at)
  return page
}
