import { beforeEach, describe, expect, it } from 'vitest'
import { openWithin, untilFocused, untilRead, untilSettled } from '../../support/settled.ts'
import { page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/trades' })

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true })
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

async function opened(address: string, on = page): Promise<void> {
  await openWithin(on, address)
  await on.locator('tbody tr').first().waitFor()
  await on.getByRole('button', { name: 'Columns', exact: true }).waitFor()
  await untilSettled(on)
}

async function choose(menu: string, name: string): Promise<void> {
  await button(menu).press('Enter')
  await item(name).press('Enter')
}

async function saveAs(name: string, isShared: boolean): Promise<void> {
  await choose('Views', 'Save as new view')
  const dialog = page.getByRole('dialog', { name: 'Save as new view' })
  await dialog.getByLabel('Name').fill(name)
  if (isShared) await dialog.getByRole('checkbox').press(' ')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await button(`View: ${name}`).waitFor()
}

describe('a saved view', () => {
  beforeEach(() => opened('/trades?action=sell'))

  it('is saved, renamed, opened by a colleague whom its link was sent to, and deleted, by keys alone', async () => {
    await saveAs('Sales', true)
    await choose('View: Sales', 'Rename')
    const rename = page.getByRole('dialog', { name: /^Rename the view/ })
    await rename.getByLabel('Name').fill('All sales')
    await rename.getByRole('button', { name: 'Rename' }).press('Enter')
    await button('View: All sales').waitFor()
    await untilFocused(button('View: All sales'))
    const link = new URL(page.url())
    const colleague = await signedInPage('operations')
    await opened(`/trades?view=${link.searchParams.get('view') ?? ''}`, colleague)
    await colleague.waitForURL('**/trades?view=*&action=sell')
    await button('View: All sales', colleague).press('Enter')
    await colleague.getByRole('menuitemradio', { name: /^All sales/ }).waitFor()
    await choose('View: All sales', 'Delete')
    const question = page.getByRole('dialog').filter({ hasText: 'All sales' })
    await untilRead(page)
    await question.getByRole('button', { name: 'Delete' }).press('Enter')
    await page.getByText('“All sales” deleted').waitFor()
    expect(new URL(page.url()).search).toBe('?action=sell')
    await opened(link.pathname + link.search, colleague)
    await colleague.getByText('This view no longer exists: its owner has deleted it').waitFor()
  })
})

describe('single keys', () => {
  it('are turned off by a setting, and chords still work', async () => {
    await opened('/trades')
    const filter = page.getByRole('dialog', { name: 'Filter' })
    await expect
      .poll(async () => {
        await page.keyboard.press('/')
        return filter.isVisible()
      })
      .toBe(true)
    await page.keyboard.press('Escape')
    await filter.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^AM: / }).first().click()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page
      .getByRole('group', { name: /^Single keys/ })
      .getByRole('radio', { name: 'Off' })
      .check()
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join(' '))).toContain('off')
    await page.getByRole('link', { name: 'Trades', exact: true }).click()
    await button('Filter').waitFor()
    await untilSettled(page)
    await page.keyboard.press('/')
    await page.keyboard.press('?')
    await page.keyboard.press('j')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
  })
})
