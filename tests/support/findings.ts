import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { goWithin, openWithin, untilNotTooWide, untilSettled } from './settled.ts'

/** The minified build: a page takes it in half the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rows of a long list below its first ones: they are made as those are, and take axe most of its time. */
const MORE_ROWS = ['tbody tr:nth-child(n + 7)', '.cs-phone-row:nth-child(n + 7)'].join(', ')

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/** Asks axe about the page as it is now, once the last change of a color is done. A document is given axe once. */
async function violationsOf(page: Page, within: string) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
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

const onDesk = { where: 'on a desk', size: { width: 1440, height: 900 }, colorScheme: 'light' } as const
const onPhone = { where: 'on a phone', size: { width: 390, height: 844 }, colorScheme: 'dark' } as const
type Look = typeof onDesk | typeof onPhone
const tablet = { width: 768, height: 900 }

/** Makes the page look as on a desk in light or on a phone in the dark; on the way it fits the width between. */
async function turnTo(page: Page, { size, colorScheme }: Look): Promise<void> {
  for (const each of [tablet, size]) {
    await page.setViewportSize(each)
    await untilNotTooWide(page)
  }
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
  await untilSettled(page)
}

/**
 * Looks at each address on a desk in light and on a phone in the dark: axe finds nothing serious, and it fits the window
 * there and at the width between. All are opened within the console, and each begins as the one before it has
 * ended. The page is on a desk in light before and afterwards.
 */
export async function areReadable(page: Page, addresses: readonly string[]): Promise<void> {
  let now: Look = onDesk
  let next: Look = onPhone
  for (const [index, address] of addresses.entries()) {
    await (index === 0 ? openWithin(page, address) : goWithin(page, address))
    await untilSettled(page)
    await untilNotTooWide(page)
    expect.soft(await seriousFindings(page), `${address} ${now.where}`).toEqual([])
    await turnTo(page, next)
    expect.soft(await seriousFindings(page), `${address} ${next.where}`).toEqual([])
    ;[now, next] = [next, now]
  }
  if (now === onPhone) await turnTo(page, onDesk)
}
