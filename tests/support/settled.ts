import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What stands on a page while its code is fetched, and while anything is read or changed. */
const UNDER_WAY = '.cs-progress, main [aria-busy=true]'

/**
 * Waits until the page has its code and everything it asked for: nothing of it is under way any more. What is asked
 * about a page once, and what must not be on it, is asked after this.
 */
export const untilSettled = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        (pending) => ({
          isDrawn: document.querySelectorAll('main h1').length > 0,
          pending: document.querySelectorAll(pending).length,
        }),
        UNDER_WAY,
      ),
    )
    .toEqual({ isDrawn: true, pending: 0 })

/** Waits until the focus is on the control. */
export const untilFocused = (control: Locator): Promise<void> =>
  expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)

/** Waits until the page is no wider than its window. */
export const untilNotTooWide = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

/** Waits until what the last event has changed is on the screen. */
export const untilDrawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

/** Waits until the open question takes the keys that answer it: at first it takes none. */
export const untilRead = (page: Page): Promise<void> => page.locator('dialog[open]:not([data-unread])').waitFor()

/** Goes to an address as a link of the console does, whose page has another title. */
export async function goWithin(page: Page, address: string): Promise<void> {
  const before = await page.title()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect.poll(() => page.title()).not.toBe(before)
}

const NOT_FOUND = 'Sorry, the page you visited does not exist.'
const ABOVE_PAGE = 'dialog[open], [role=menu], .cs-toast'
const DISMISS = '.cs-toast > button'

const toLoad = new WeakSet<Page>()

/** Has the next address of a page loaded in any case, for a test that failed may have left anything there. */
export const loadNext = (page: Page): void => void toLoad.add(page)

/**
 * Opens an address within the console, which costs less than a load. The page before gives way to an empty one first, so
 * that nothing waited for is still on it, and notices are dismissed. What the console keeps in memory stays, such as
 * answers and what was typed. The address is loaded where there is no console yet, and where a layer is left above the
 * page.
 */
export async function openWithin(page: Page, address: string): Promise<void> {
  const isClear = await page.evaluate(
    async ([above, dismiss]) => {
      for (const button of document.querySelectorAll<HTMLElement>(dismiss)) button.click()
      // React draws what a press changes in a microtask.
      await Promise.resolve()
      return document.querySelector('main h1') !== null && document.querySelector(above) === null
    },
    [ABOVE_PAGE, DISMISS] as const,
  )
  if (toLoad.delete(page) || !isClear) return void (await page.goto(address))
  const empty = page.locator('main').getByText(NOT_FOUND)
  // A form with something typed does not hold back an entry without a place in the history.
  const place = await page.evaluate(() => {
    const before: unknown = history.state
    history.pushState(null, '', '/nowhere')
    dispatchEvent(new PopStateEvent('popstate'))
    return before instanceof Object && 'idx' in before ? Number(before.idx) + 1 : 1
  })
  await empty.waitFor()
  await page.evaluate(
    ([to, idx]) => {
      history.replaceState({ idx, key: crypto.randomUUID() }, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    },
    [address, place] as const,
  )
  await empty.waitFor({ state: 'detached' })
}
