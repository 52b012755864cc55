import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from '../../support/findings.ts'
import { untilFocused, untilNotTooWide } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

const FIRST_VISIT_MS = 50_000

const errors: string[] = []

withConsole({ isDev: true })
beforeAll(async () => {
  page.setDefaultNavigationTimeout(FIRST_VISIT_MS)
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/kit')
  // The first visit has every module compiled.
  await page.getByRole('heading', { level: 1, name: 'Kit' }).waitFor({ timeout: FIRST_VISIT_MS })
})

const heightOf = (label: string): Promise<number> =>
  page
    .getByRole('button', { name: label, exact: true })
    .first()
    .evaluate((element) => element.getBoundingClientRect().height)

describe.each(['light', 'dark'] as const)('the kit in %s', (colorScheme) => {
  beforeAll(async () => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/kit')
    await page.getByRole('heading', { level: 1, name: 'Kit' }).waitFor()
  })

  it.each([390, 1440])('has nothing serious against it %i px wide, and fits its window', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await untilNotTooWide(page)
    expect(await seriousFindings(page)).toEqual([])
  })

  it('keeps its measures: buttons of 32 and 24 px, a width that work does not change', async () => {
    expect(await heightOf('primary')).toBe(32)
    expect(await heightOf('Small')).toBe(24)
    const widths = await page
      .getByRole('region', { name: 'Button' })
      .getByRole('button', { name: /^(Send|Sending)$/ })
      .evaluateAll((buttons) => buttons.map((button) => button.scrollWidth - button.clientWidth))
    expect(widths).toEqual([0])
  })

  it.each(['dialog', 'drawer', 'view', 'sheet'])(
    'opens a %s that Escape closes, and gives the focus back',
    async (layer) => {
      const opener = page.getByRole('button', { name: `Open ${layer}` })
      await opener.click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await untilFocused(opener)
    },
  )
})

it('has no error on the console', () => {
  expect(errors).toEqual([])
})

it('is in no build', async () => {
  const folder = join(import.meta.dirname, '..', '..', '..', 'dist')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  expect(names.length).toBeGreaterThan(0)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(texts.filter((text) => text.includes('cs-kit') || text.includes('/kit'))).toEqual([])
})
