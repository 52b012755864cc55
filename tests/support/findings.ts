import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { untilNotTooWide, untilSettled } from './settled.ts'

/** Rows of a long list below its first ones: they are made as those are, and take axe most of its time. */
const MORE_ROWS = ['tbody tr:nth-child(n + 13)', '.cs-phone-row:nth-child(n + 13)'].join(', ')

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** Asks axe about the page as it is now, once the last change of a color is done. A document is given axe once. */
async function violationsOf(page: Page, within: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    async (parts) => {
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(changes.map(({ finished }) => finished))
      return window.axe.run(parts, { resultTypes: ['violations'] })
    },
    { include: within, exclude: MORE_ROWS },
  )
  return violations.map(({ id, impact, nodes }) => ({ impact, text: `${id}: ${nodes[0]?.html ?? ''}` }))
}

/** Everything that axe finds, each with the first element it was found at. */
export const findings = async (page: Page): Promise<readonly string[]> =>
  (await violationsOf(page, 'html')).map(({ text }) => text)

/** What axe finds serious or critical on the page or in a part of it, each with the first element it was found at. */
export const seriousFindings = async (page: Page, within = 'html'): Promise<readonly string[]> =>
  (await violationsOf(page, within))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ text }) => text)

const desk = { width: 1440, height: 900 }
const tablet = { width: 768, height: 900 }
const phone = { width: 390, height: 844 }

/**
 * Looks at an address on a desk in light and on a phone in the dark: axe finds nothing serious, and it fits the window
 * there and at the width between. The page is on a desk in light before and afterwards.
 */
export async function isReadable(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await untilSettled(page)
  expect(await seriousFindings(page), `${address} on a desk`).toEqual([])
  for (const size of [desk, tablet, phone]) {
    await page.setViewportSize(size)
    await untilNotTooWide(page)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
  await untilSettled(page)
  expect(await seriousFindings(page), `${address} on a phone`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(desk)
}
