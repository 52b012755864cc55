import { expect, it } from 'vitest'
import { seriousFindings } from '../../support/findings.ts'
import { untilDrawn, untilNotTooWide, untilSettled } from '../../support/settled.ts'
import { page, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/trades' })

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
    () => button('Sign in').first().click(),
    () => page.getByRole('dialog').getByText('Own hash').waitFor(),
  ],
}

/** On a desk in light and on a phone in the dark, as `isReadable` looks at whole pages. */
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

it.each(Object.keys(layers))('%s can be read in light and dark, wide and narrow', async (name) => {
  const [address, open, shown] = layers[name] ?? []
  if (address === undefined || open === undefined || shown === undefined) throw new Error(`There is no ${name}`)
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await page.goto(address)
    await button(address === '/trades' ? 'Export' : 'Export with proof').waitFor()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('PageKeys')),
    )
    await untilSettled(page)
    await untilDrawn(page)
    await open()
    await shown()
    expect(await seriousFindings(page), `${width} px`).toEqual([])
    await untilNotTooWide(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
})
