import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seriousFindings } from '../../support/findings.ts'
import { untilDrawn, untilFocused, untilNotTooWide } from '../../support/settled.ts'
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
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
  })

  it('has nothing serious against it, and fits its window, narrow or wide', async () => {
    for (const [width, lookedAtIn] of [
      [390, 'dark'],
      [1440, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await untilNotTooWide(page)
      if (colorScheme === lookedAtIn) expect(await seriousFindings(page)).toEqual([])
    }
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
      expect(await seriousFindings(page, 'dialog[open]')).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await untilFocused(opener)
    },
  )
})

describe('a notice above an open dialog', () => {
  const dialog = () => page.getByRole('dialog')
  const notices = () => page.getByRole('log', { name: 'Notices' })
  const dismiss = () => notices().getByRole('button', { name: 'Dismiss' })
  const focusIsInDialog = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)

  beforeEach(async () => {
    await page.getByRole('button', { name: 'Show error' }).click()
    await notices().getByText('A notice of error').waitFor()
    await page.getByRole('button', { name: 'Open dialog' }).click()
    await dialog().waitFor()
  })

  it('is dismissed by mouse, and the focus is where it was', async () => {
    const button = dialog().getByRole('button').first()
    await button.focus()
    await dismiss().click()
    await expect.poll(() => notices().getByRole('listitem').count()).toBe(0)
    await untilFocused(button)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('is reached with Tab, dismissed by Enter or by Escape, and only the next Escape closes the dialog', async () => {
    for (const key of ['Enter', 'Escape']) {
      for (let press = 0; press < 20 && !(await dismiss().evaluate((own) => own.matches(':focus'))); press += 1) {
        await page.keyboard.press('Tab')
        expect(await focusIsInDialog()).toBe(true)
      }
      await untilFocused(dismiss())
      await page.keyboard.press(key)
      await expect.poll(() => notices().getByRole('listitem').count()).toBe(0)
      expect(await focusIsInDialog()).toBe(true)
      if (key === 'Escape') break
      await page
        .getByRole('button', { name: 'Show error', includeHidden: true })
        .evaluate((button: HTMLElement) => button.click())
      await notices().getByText('A notice of error').waitFor()
    }
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('stays when the dialog closes, and can be dismissed then', async () => {
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await dismiss().click()
    await expect.poll(() => notices().getByRole('listitem').count()).toBe(0)
  })
})

describe('a notice', () => {
  /** Where the pile may lie, and a place far from all of them. */
  const corners = {
    start: 'left: 0; bottom: 0',
    end: 'right: 0; bottom: 0',
    top: 'right: 0; top: 56px',
    away: 'left: 600px; top: 300px',
  } as const
  type Corner = keyof typeof corners
  const controls = ['Send', 'one', 'two', 'three', 'Email', 'Title'] as const

  const put = (control: (typeof controls)[number], corner: Corner): Promise<void> =>
    page.locator(`#${control}`).evaluate((element: HTMLElement, at) => {
      element.style.cssText = `position: fixed; width: 300px; height: 90px; ${at}`
    }, corners[corner])
  const notices = () => page.getByRole('log', { name: 'Notices' })
  const press = async (name: string) => {
    const named = page.getByRole('button', { name, includeHidden: true })
    await named.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()))
  }
  const speak = async () => {
    await press('Show error')
    await notices().getByText('A notice of error').waitFor()
  }
  const dismissAll = async () => {
    await press('Dismiss')
    await expect.poll(() => notices().getByRole('listitem').count()).toBe(0)
  }
  const scroll = async () => {
    await page.evaluate(() => scrollBy(0, 10))
    await untilDrawn(page)
  }
  /** Where the pile lies on the screen. */
  const place = async (): Promise<Corner | undefined> => {
    const { x = 0, y = 0 } = (await notices().boundingBox()) ?? {}
    if (x < 100) return y > 700 ? 'start' : undefined
    return y > 700 ? 'end' : 'top'
  }

  beforeAll(async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/kit')
    await page.getByRole('heading', { level: 1, name: 'Kit' }).waitFor()
    // The page has nothing but these controls, and can be scrolled.
    await page.locator('main').evaluate((main, names) => {
      for (const child of main.children) if (child instanceof HTMLElement) child.style.display = 'none'
      const nav = document.createElement('nav')
      nav.style.height = '3000px'
      for (const name of names) {
        const tags: Partial<Record<string, string>> = { Send: 'button', Email: 'input', Title: 'h1' }
        nav.append(Object.assign(document.createElement(tags[name] ?? 'a'), { id: name }))
      }
      main.append(nav)
      document.getElementById('Send')?.setAttribute('type', 'submit')
    }, controls)
    // A pile under the pointer stays where it is.
    await page.mouse.move(1000, 600)
  })
  beforeEach(async () => {
    await dismissAll()
    await page.locator('#Email').blur()
    for (const control of controls) await put(control, 'away')
  })

  it.each<readonly [string, readonly (readonly [(typeof controls)[number], Corner])[], Corner]>([
    ['at the bottom left where nothing is in its way', [], 'start'],
    ['next to the button that sends a form, never on it', [['Send', 'start']], 'end'],
    [
      'at the top where something is in both corners below',
      [
        ['Send', 'start'],
        ['one', 'end'],
      ],
      'top',
    ],
    [
      'where it was where the title of the page is at the top',
      [
        ['one', 'start'],
        ['two', 'end'],
        ['Title', 'top'],
      ],
      'start',
    ],
    [
      'rather on many ways on than on the one button, or on what has the focus',
      [
        ['one', 'start'],
        ['two', 'start'],
        ['three', 'end'],
        ['Send', 'end'],
        ['Email', 'top'],
      ],
      'start',
    ],
  ])('lies %s', async (_where, there, expected) => {
    for (const [control, corner] of there) await put(control, corner)
    await page.locator('#Email').focus()
    await speak()
    expect(await place()).toBe(expected)
  })

  it('stays where it is as good as anywhere else, and begins in the usual place when the pile was empty', async () => {
    await put('Send', 'start')
    await speak()
    expect(await place()).toBe('end')
    await put('Send', 'away')
    await put('one', 'start')
    await put('two', 'end')
    await put('three', 'top')
    await scroll()
    expect(await place()).toBe('end')
    await dismissAll()
    await put('one', 'away')
    await speak()
    expect(await place()).toBe('start')
  })

  it.each([
    ['a scroll', scroll],
    ['a narrower window', () => page.setViewportSize({ width: 1300, height: 900 })],
  ])('goes aside when %s brings the button to it', async (_occasion, happen) => {
    await speak()
    await put('Send', 'start')
    await happen()
    await expect.poll(place).toBe('end')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('goes aside from a field that takes the focus, and stays where its own button has it', async () => {
    await speak()
    await put('Email', 'start')
    await page.locator('#Email').focus()
    await expect.poll(place).toBe('end')
    await page.getByRole('button', { name: 'Dismiss' }).focus()
    await put('Send', 'end')
    await scroll()
    expect(await place()).toBe('end')
  })
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
