import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../support/findings.ts'
import { signIn, type ConsoleUnderTest } from '../support/consoleUnderTest.ts'
import { untilFocused, untilNotTooWide } from '../support/settled.ts'
import { withConsole, type SignedInState } from '../support/withConsole.ts'

const FIRST_VISIT_MS = 50_000

let console_: ConsoleUnderTest
let storageState: SignedInState

withConsole({ isDev: true }, async (started) => {
  console_ = started
  const page = await (await started.newContext()).newPage()
  // The first visit has every module compiled.
  await page.goto('/login', { timeout: FIRST_VISIT_MS })
  await page.getByLabel('Password').waitFor({ timeout: FIRST_VISIT_MS })
  await signIn(page)
  storageState = await page.context().storageState()
  await page.context().close()
})

const heightOf = (page: Page, label: string): Promise<number> =>
  page
    .getByRole('button', { name: label, exact: true })
    .first()
    .evaluate((element) => element.getBoundingClientRect().height)

describe.each(['light', 'dark'] as const)('the kit in %s', (colorScheme) => {
  async function kit(width: number): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
    const context = await console_.newContext({ storageState, colorScheme, viewport: { width, height: 900 } })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto('/kit')
    await page.getByRole('heading', { level: 1, name: 'Kit' }).waitFor()
    return { page, errors }
  }

  it('has nothing serious against it, on a desk and on a phone, and fits its window', async () => {
    for (const width of [1440, 390]) {
      const { page, errors } = await kit(width)
      await untilNotTooWide(page)
      expect(await seriousFindings(page)).toEqual([])
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

  it('keeps its measures: buttons of 32 and 24 px, a width that work does not change', async () => {
    const { page } = await kit(1440)
    expect(await heightOf(page, 'primary')).toBe(32)
    expect(await heightOf(page, 'Small')).toBe(24)
    const widths = await page
      .getByRole('region', { name: 'Button' })
      .getByRole('button', { name: /^(Send|Sending)$/ })
      .evaluateAll((buttons) => buttons.map((button) => button.scrollWidth - button.clientWidth))
    expect(widths).toEqual([0])
    await page.context().close()
  })

  it.each(['dialog', 'drawer', 'view', 'sheet'])(
    'opens a %s that Escape closes, and gives the focus back',
    async (layer) => {
      const { page } = await kit(1440)
      const opener = page.getByRole('button', { name: `Open ${layer}` })
      await opener.click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await untilFocused(opener)
      await page.context().close()
    },
  )
})

it('is in no build', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'dist')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  expect(names.length).toBeGreaterThan(0)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.filter((text) => text.includes('cs-kit') || text.includes('/kit'))).toEqual([])
})
