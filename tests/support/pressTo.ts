import type { Page } from 'playwright-core'

/** What the focus is on, as far as tests tell it by that. */
interface Focused {
  readonly tagName: string
  /** Its label for those who cannot see it, else its words. */
  readonly name: string
}

/** More than any page has to stop at. */
const MOST_STOPS = 200

const focusedOn = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const focused = document.activeElement
    return {
      tagName: focused?.tagName ?? '',
      name: (focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').trim(),
    }
  })

/**
 * Presses a key until the focus is on what is wanted: by its name, or by a test of it.
 *
 * @throws Error where it is never reached
 */
export async function pressTo(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  wanted: string | ((focused: Focused) => boolean),
): Promise<void> {
  const isWanted = typeof wanted === 'string' ? ({ name }: Focused) => name === wanted : wanted
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key)
    if (isWanted(await focusedOn(page))) return
  }
  throw new Error(`The focus is never on ${String(wanted)}`)
}
