import type { CDPSession, Locator, Page, ViewportSize } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openContext } from '../../support/browser.ts'
import { openWithin, untilFocused, untilSettled } from '../../support/settled.ts'
import { openSignedIn } from '../support/consoleUnderTest.ts'
import { console_, page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole()

const viewer = (on = page): Locator => on.getByRole('dialog')
const picture = (on = page): Locator => viewer(on).locator('.cs-docview-picture')

const PHONE = { width: 390, height: 844 }

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(on = page): Promise<Box> {
  const box = await picture(on).boundingBox()
  if (box === null) throw new Error('There is no picture')
  return box
}

/** Whether the picture is there and as large as its mat lets it be. */
const isFitted = (on = page): Promise<boolean> =>
  picture(on).evaluate((image: HTMLImageElement) => {
    const viewport = image.closest('.cs-docview-viewport')
    const { naturalWidth, naturalHeight } = image
    if (viewport === null || naturalWidth === 0) return false
    const scale = Math.min(viewport.clientWidth / naturalWidth, viewport.clientHeight / naturalHeight, 2)
    return Math.abs(image.getBoundingClientRect().width - naturalWidth * scale) < 1
  })

/** Opens the first letter of an account and waits until it is fitted; gives where it is. */
async function openViewer(on = page, account = 4148): Promise<Box> {
  await openWithin(on, `/account/${account}?tab=documents`)
  await on.getByRole('button', { name: /^View/ }).first().click()
  await expect.poll(() => isFitted(on)).toBe(true)
  return boxOf(on)
}

/** Opens a page of a size in a context of its own, with one of the embedded staff signed in. */
async function sizedPage(who: string, size: ViewportSize): Promise<Page> {
  const on = await signedInPage(who)
  await on.setViewportSize(size)
  return on
}

/** Opens a page of a size that fingers work, with an administrator signed in. */
async function touchPage(viewport: ViewportSize): Promise<Page> {
  const on = await (await openContext({ viewport, hasTouch: true, isMobile: true })).newPage()
  await openSignedIn(on)
  return on
}

/** Where a place of the screen lies on the picture, as a share of its width and height. */
const shareAt = (box: Box, x: number, y: number): readonly number[] => [
  (x - box.x) / box.width,
  (y - box.y) / box.height,
]

/** How far apart two such places are, along the side where they are farther apart. */
const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((share, index) => Math.abs(share - (other[index] ?? Infinity))))

describe('a document in the viewer', () => {
  it('comes nearer under the wheel where the pointer is, with Ctrl and without, and goes back as far as it fits', async () => {
    const before = await openViewer()
    const scrolled = await page.evaluate(() => scrollY)
    const [x, y] = [before.x + before.width * 0.6, before.y + before.height * 0.55]
    await page.mouse.move(x, y)
    for (const _notch of [1, 2, 3, 4, 5]) await page.mouse.wheel(0, -100)
    await expect.poll(async () => (await boxOf()).width / before.width).toBeGreaterThan(2.9)
    await expect.poll(async () => distance(shareAt(before, x, y), shareAt(await boxOf(), x, y))).toBeLessThan(0.005)

    const near = await boxOf()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -20)
    await page.keyboard.up('Control')
    await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(near.width * 1.2)
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)

    for (const _notch of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await page.mouse.wheel(0, 100)
    await expect.poll(async () => (await boxOf()).width).toBeCloseTo(before.width, 0)
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  })

  it('is dragged by one pointer once it is near, and gives the focus back when it goes', async () => {
    const before = await boxOf()
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect.poll(async () => (await boxOf()).width).toBeGreaterThan(before.width * 1.9)
    const near = await boxOf()
    const [x, y] = [near.x + near.width / 2, near.y + near.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y - 30, { steps: 3 })
    await page.mouse.up()
    await expect.poll(async () => (await boxOf()).y).toBeCloseTo(near.y - 30, 0)
    await page.keyboard.press('Escape')
    await viewer().waitFor({ state: 'detached' })
    await untilFocused(page.getByRole('button', { name: /^View/ }).first())
  })

  it('has half of a low window, as at twice the zoom, and no tool lies over it', async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    const box = await openViewer()
    const tools = await viewer().getByRole('toolbar', { name: 'Picture' }).boundingBox()
    expect(box.height).toBeGreaterThan(225)
    expect(box.y + box.height).toBeLessThanOrEqual(tools?.y ?? 0)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('has a useful height below its name, its person and Close at four times the zoom', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    const box = await openViewer()
    const head = viewer().locator('header')
    const parts = [head.getByRole('heading'), head.locator('.cs-strong'), head.getByRole('button', { name: 'Close' })]
    for (const part of parts) {
      const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      expect(width).toBeGreaterThan(30)
      expect(x + width).toBeLessThanOrEqual(320)
      expect(y + height).toBeLessThanOrEqual(box.y)
    }
    expect(box.height).toBeGreaterThan(128)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('is pinched by two fingers, around what lies between them', async () => {
    const on = await touchPage(PHONE)
    const before = await openViewer(on)
    const [x, y] = [before.x + before.width * 0.5, before.y + before.height * 0.5]
    const touch: CDPSession = await on.context().newCDPSession(on)
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + (side * apart) / 2, y, id })),
      })
    await fingers('touchStart', 60)
    for (const apart of [80, 100, 120, 150, 180]) await fingers('touchMove', apart)
    await fingers('touchEnd', 0)
    await expect.poll(async () => (await boxOf(on)).width / before.width).toBeCloseTo(3, 1)
    await expect.poll(async () => distance(shareAt(before, x, y), shareAt(await boxOf(on), x, y))).toBeLessThan(0.005)
    expect(await on.evaluate(() => visualViewport?.scale)).toBe(1)
  })

  it('that could not be loaded is loaded again by a press on Retry', async () => {
    await page.goto('/account/4148?tab=documents')
    console_.main.fault({ path: 'edocs/download', answer: { status: 500, body: '{}' } })
    await page.getByRole('button', { name: /^View/ }).first().click()
    const retry = viewer().getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    const inkOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color)
    const title = viewer().getByText('The document could not be loaded.')
    expect(await inkOf(title)).toBe(await inkOf(page.locator('body')))
    console_.mend()
    await retry.click()
    await picture().waitFor()
  })

  it.each([1440, 1024, 800])('is in view next to its question where the window is %i px wide', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await openViewer(page, 4125)
    await viewer().locator('footer[data-keyed]').waitFor()
    await page.keyboard.press('r')
    const covered = async () => {
      const question = await page.getByRole('dialog', { name: 'Are you sure?' }).boundingBox()
      const { x, y, ...picture } = await boxOf()
      return [0.25, 0.5, 0.75].filter(
        (place) =>
          question === null || (x + picture.width * place > question.x && y + picture.height * place > question.y),
      )
    }
    await expect.poll(covered).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await viewer().waitFor({ state: 'detached' })
  })

  it.each([
    ['on a phone', () => sizedPage('admin', PHONE)],
    ['on a touch screen', () => touchPage({ width: 1024, height: 768 })],
  ])('names no keys %s, and neither does its question', async (_where, opened) => {
    const on = await opened()
    await openViewer(on, 4125)
    const question = on.getByRole('dialog', { name: 'Are you sure?' })
    const hints = on.locator('.cs-docview > footer > p, .cs-preset > kbd, .cs-key-hint')
    await viewer(on)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await question.getByText('Unreadable').waitFor()
    expect(await hints.count()).toBeGreaterThan(5)
    expect(await hints.filter({ visible: true }).allInnerTexts()).toEqual([])
  })

  it('is that of the document that was open after a reload and after Back, and of none once it was closed', async () => {
    const titleOf = (document: Locator) => document.getByRole('heading', { level: 2 }).innerText()
    const on = await signedInPage('operations', '/accounts?filter=note:SUSPENDED_PENDING_DOCS')
    await on.getByRole('button', { name: 'Start', exact: true }).click()
    await expect.poll(() => isFitted(on)).toBe(true)
    const first = await titleOf(viewer(on))
    await on.keyboard.press('j')
    await expect.poll(() => titleOf(viewer(on))).not.toBe(first)
    const second = await titleOf(viewer(on))
    await on.reload()
    await expect.poll(() => isFitted(on)).toBe(true)
    expect(await titleOf(viewer(on))).toBe(second)
    const place = on.url()
    await on.keyboard.press('Control+k')
    await on.getByRole('combobox', { name: 'Record, screen or action' }).fill('Trading')
    await on.getByRole('option', { name: 'Trading Accounts', exact: true }).click()
    await expect.poll(() => on.url()).not.toBe(place)
    await on.goBack()
    await expect.poll(() => isFitted(on)).toBe(true)
    expect(await titleOf(viewer(on))).toBe(second)
    await on.keyboard.press('Escape')
    await viewer(on).waitFor({ state: 'detached' })
    await on.reload()
    await untilSettled(on)
    await on.getByRole('navigation', { name: 'Records of the list' }).waitFor()
    await untilSettled(on)
    expect(await viewer(on).count()).toBe(0)
    await on.getByRole('button', { name: /^View/ }).last().click()
    await expect.poll(() => isFitted(on)).toBe(true)
    const byHand = await titleOf(viewer(on))
    await on.reload()
    await expect.poll(() => isFitted(on)).toBe(true)
    expect(await titleOf(viewer(on))).toBe(byHand)
  })

  it('is skipped and done by buttons on a phone, once the record is claimed', async () => {
    const on = await sizedPage('reviewer', PHONE)
    await on.goto('/accounts?filter=note:SUSPENDED_PENDING_DOCS')
    await on.getByRole('button', { name: 'Start', exact: true }).click()
    await expect.poll(() => isFitted(on)).toBe(true)
    const first = new URL(on.url()).pathname
    await viewer(on).getByRole('button', { name: 'Skip', exact: true }).click()
    await expect.poll(() => new URL(on.url()).pathname).not.toBe(first)
    await expect.poll(() => isFitted(on)).toBe(true)
    await viewer(on).getByRole('button', { name: 'Done', exact: true }).click()
    await on.getByRole('dialog', { name: 'Done, with something left to decide?' }).waitFor()
  })

  it('has each button on one line while a colleague has the record, and once they have taken it over', async () => {
    const broken = (on: Locator) =>
      on.locator('footer button').evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            const text = document.createRange()
            text.selectNodeContents(button)
            return new Set([...text.getClientRects()].map(({ top }) => top)).size !== 1
          })
          .map(({ textContent }) => textContent),
      )
    const notice = (on = page) => viewer(on).locator('footer output')
    await page.setViewportSize({ width: 1440, height: 900 })
    await openWithin(page, '/accounts?filter=note:SUSPENDED_PENDING_DOCS')
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await picture().waitFor()

    const colleague = await sizedPage('reviewer', { width: 1024, height: 768 })
    await colleague.goto(new URL(page.url()).pathname + '?tab=documents')
    await colleague.getByRole('button', { name: /^View/ }).first().click()
    await expect.poll(() => notice(colleague).innerText()).toContain('works on this record')
    await expect
      .poll(() =>
        viewer(colleague)
          .getByRole('button', { name: /^Download/ })
          .count(),
      )
      .toBe(1)
    expect(await broken(viewer(colleague))).toEqual([])

    await colleague.keyboard.press('Escape')
    await colleague.getByRole('button', { name: 'Take over' }).click()
    await viewer(colleague).getByRole('button', { name: 'Take over' }).click()
    await expect.poll(() => notice().innerText()).toContain('took this record over')
    expect(await broken(viewer())).toEqual([])
  })

  it('leaves the focus in view on a phone once its last document is decided and the row has moved', async () => {
    const on = await sizedPage('admin', PHONE)
    await openViewer(on, 4108)
    await untilSettled(on)
    await on.keyboard.press('a')
    await on.getByRole('dialog', { name: 'Are you sure?' }).getByText('Matches the record').click()
    await on.getByRole('button', { name: 'Yes', exact: true }).click()
    await on.locator('.cs-docview').waitFor({ state: 'detached' })
    await on.getByText('The document is approved').first().waitFor()
    const row = on.locator('[data-key]').filter({ has: on.locator('[data-view]:focus') })
    await expect.poll(() => row.getByText('Approved').count()).toBeGreaterThan(0)
    const isCovered = () =>
      on.evaluate(() => {
        const { activeElement: element } = document
        const { left, top, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
        return element?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) !== true
      })
    await expect.poll(isCovered).toBe(false)
  })
})
