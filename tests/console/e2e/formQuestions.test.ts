import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openWithin, untilDrawn, untilRead, untilSettled } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'

withConsole()

const field = (name: string) => page.getByLabel(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '')
const calls = (path: string): number => console_.trade.calls.filter((call) => call.path.includes(path)).length

describe('the question of a form', () => {
  it('is asked all the same where Enter is pressed twice, or held', async () => {
    await page.goto('/user-requests?form=reinstate')
    await expect.poll(focused).toBe('email')
    await field('Email').fill('nobody.knows@example.test')
    await field('User ID').fill('4107')
    const before = calls('user/reinstate')
    for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter')
    await untilRead(page)
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await untilDrawn(page)
    await untilSettled(page)
    expect(await dialog().innerText()).not.toContain('Try again')
    expect(calls('user/reinstate')).toBe(before)
  })

  it('answered with yes leaves an empty form without a fault, also where Enter had asked it', async () => {
    await openWithin(page, '/user-requests?form=mcomAccess')
    await field('Email').fill('teo.brandt@example.test')
    await field('Division UserId').fill('d-7')
    await field('Division').fill('North')
    await field('First Name').fill('Teo')
    await field('Last Name').fill('Brandt')
    await page.keyboard.press('Enter')
    await untilRead(page)
    await dialog().getByRole('button', { name: 'Grant Access' }).click()
    await page.locator('.cs-form-done').waitFor()
    await expect.poll(() => field('Last Name').inputValue()).toBe('')
    await untilSettled(page)
    await expect.poll(focused).toBe('email')
    expect(await page.locator('.cs-form [aria-invalid=true]').count()).toBe(0)
  })

  it('breaks the longest email where it has to be, wide or narrow', async () => {
    const longest = `${'m'.repeat(64)}@${'q'.repeat(9)}.example`
    await openWithin(page, '/user-requests?form=unregister')
    await field('Email').fill(longest)
    await button('Unregister User').click()
    await dialog().getByRole('textbox').fill('somebody else')
    await untilRead(page)
    await dialog().getByRole('textbox').press('Enter')
    await dialog().getByText(`This is not ${longest}`).waitFor()
    const beyond = () =>
      dialog().evaluate((element) => {
        const { right } = element.getBoundingClientRect()
        return [...element.querySelectorAll('*')]
          .filter((each) => each.getBoundingClientRect().right > right || each.scrollWidth > each.clientWidth + 1)
          .filter((each) => each.tagName !== 'INPUT' && getComputedStyle(each).display !== 'inline')
          .map((each) => each.outerHTML.slice(0, 200))
      })
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(beyond, { message: `${width} px wide` }).toEqual([])
      await expect.poll(() => dialog().evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    }
  })

  it('has a button that keeps its width while its words change', async () => {
    await openWithin(page, '/update-user')
    await field('Email').fill('nobody.knows@example.test')
    await field('City').fill('Oslo')
    const widths = (on: Locator) => on.evaluate((element) => element.getBoundingClientRect().width)
    await button('Update User').click()
    const yes = dialog().locator('[type=submit]')
    await untilSettled(page)
    const answer = Promise.withResolvers<undefined>()
    const mend = console_.trade.fault({ path: 'update_information', until: answer.promise })
    const before = await widths(yes)
    await yes.click()
    await yes.getByText('Updating...').waitFor()
    expect(await widths(yes)).toBe(before)
    answer.resolve(undefined)
    await dialog().waitFor({ state: 'detached' })
    mend()
  })
})

describe('a customer on the phone', () => {
  it('is found by account number with keys alone, and the bank that is unlinked is named', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openWithin(page, '/user-requests?form=unlinkBank')
    await expect.poll(focused).toBe('email')
    await page.keyboard.type('9zz-10041')
    await page.getByRole('option', { name: /^Mara Quill · 9ZZ10041/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field('Email').inputValue()).toBe('mara.quill@example.test')
    await page
      .locator('.cs-form-card')
      .getByText(/ · Bank \w.* X+\d+$/)
      .waitFor()
    await page.keyboard.press('Enter')
    await dialog()
      .getByText(/ · Bank \w.* X+\d+$/)
      .waitFor()
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('email')
  })

  it('is found by name with the mouse, and the list goes with Escape alone', async () => {
    await page.goto('/update-user')
    await field('Email').fill('Quill')
    await page.getByRole('option', { name: /^Mara Quill/ }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option').count()).toBe(0)
    await field('Email').fill('Mara Quil')
    await page.getByRole('option', { name: /^Mara Quill/ }).click()
    await expect.poll(() => field('Email').inputValue()).toBe('mara.quill@example.test')
    await expect.poll(() => field('First Name').isEnabled()).toBe(true)
  })
})
