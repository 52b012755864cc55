import { describe, expect, it } from 'vitest'
import { seriousFindings } from '../../support/findings.ts'
import { openWithin, untilDrawn, untilNotTooWide, untilSettled } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

withConsole()

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** What opens above a page: where, how, and what is there then. */
const layers: Readonly<
  Record<string, readonly [address: string, open: () => Promise<unknown>, shown: () => Promise<unknown>]>
> = {
  'the palette': [
    '/trades',
    () => page.keyboard.press('Control+k'),
    () => page.getByRole('dialog').getByRole('combobox').waitFor(),
  ],
  'the keys of the page': [
    '/trades',
    () => page.keyboard.press('?'),
    () => page.getByRole('dialog').getByText('Next row').waitFor(),
  ],
  'the question about a file': [
    '/trades',
    () => button('Export').click(),
    () => page.getByRole('dialog').getByRole('button', { name: 'Save as CSV' }).waitFor(),
  ],
  'the views of a list': [
    '/trades',
    () => button('Views').click(),
    () => page.getByRole('menuitem', { name: 'Save as new view' }).waitFor(),
  ],
  'the question about a view': [
    '/trades',
    async () => {
      await button('Views').click()
      await page.getByRole('menuitem', { name: 'Save as new view' }).click()
    },
    () => page.getByRole('dialog', { name: 'Save as new view' }).waitFor(),
  ],
  'a record of the audit trail': [
    '/audit',
    () =>
      page
        .getByRole('button', { name: /^Sign in: / })
        .first()
        .click(),
    () => page.getByRole('dialog').getByText('Own hash').waitFor(),
  ],
}

/** What is open above a page. */
const LAYER = 'dialog[open], [role=menu]'

/** Where the page is, and how it looks. */
let visited = ''

/** Opens an address on a desk in light or on a phone in the dark, as `isReadable` looks at whole pages. */
async function visit(address: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  if (visited === `${address} ${width}`) return
  await page.setViewportSize({ width, height: 844 })
  await page.emulateMedia({ colorScheme })
  await openWithin(page, address)
  await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' })
  await button(address === '/trades' ? 'Export' : 'Export with proof').waitFor()
  await untilSettled(page)
  await untilDrawn(page)
  visited = `${address} ${width}`
}

describe.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('%i px wide, in %s', (width, colorScheme) => {
  it.each(Object.entries(layers))('%s can be read, and goes with Escape', async (_name, [address, open, shown]) => {
    await visit(address, width, colorScheme)
    await open()
    await shown()
    expect(await seriousFindings(page, LAYER)).toEqual([])
    await untilNotTooWide(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator(LAYER).count()).toBe(0)
  })
})
