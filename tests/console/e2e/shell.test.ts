import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { projectRoot } from '../../../server/consoleBuild.ts'
import { areReadable, seriousFindings } from '../../support/findings.ts'
import { openWithin, untilDrawn, untilSettled } from '../../support/settled.ts'
import { page, signedInPage, withConsole } from '../support/withConsole.ts'

/** A class in a style sheet. */
const CLASS_NAME = /\.cs-[\w-]+/g

withConsole({ at: '/accounts' })

describe('the header', () => {
  it('leads to every screen that exists, and names the page', async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Treasury Master' }).click()
    await page.waitForURL('**/treasury')
    await expect.poll(() => page.title()).toBe('Treasury Master · Countersign')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Trading Accounts' }).click()
    await page.waitForURL('**/accounts')
    await expect.poll(() => page.title()).toBe('Trading Accounts · Countersign')
  })

  it('has the daily three in the bar of a wide window, marks the current one, and groups the menu', async () => {
    const bar = (name: string) => page.getByRole('link', { name, exact: true })
    expect(await page.getByText('New York time').count()).toBe(1)
    await bar('Trades').click()
    await page.waitForURL('**/trades')
    await expect.poll(() => bar('Trades').getAttribute('aria-current')).toBe('page')
    await bar('User Requests').click()
    await page.waitForURL('**/user-requests')
    await bar('Accounts').click()
    await page.waitForURL('**/accounts')
    await page.getByRole('button', { name: 'Menu' }).click()
    const inGroup = (name: string) => page.getByRole('list', { name }).getByRole('link').allInnerTexts()
    expect(await inGroup('Masters')).toEqual(['Treasury Master', 'Cash Master', 'Cryptocurrency Master', 'Sponsors'])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 991, height: 900 })
    await expect.poll(() => bar('Trades').isVisible()).toBe(false)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('opens the person’s popover by click, by focus and key, and by hover on a wide screen only', async () => {
    const badge = page.getByRole('button', { name: /^AM: / }).first()
    await badge.focus()
    await page.keyboard.press('Enter')
    await page.getByText('admin@countersign.test').waitFor()
    for (const name of ['Account', 'Settings', 'Sign-out'])
      await page.getByRole('link', { name, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('admin@countersign.test').isVisible()).toBe(false)
    await badge.hover()
    await page.getByText('admin@countersign.test').waitFor()
    await page.mouse.move(700, 700)
    await expect.poll(() => page.getByText('admin@countersign.test').isVisible()).toBe(false)
    await page.setViewportSize({ width: 1100, height: 800 })
    await badge.hover()
    await untilDrawn(page)
    expect(await page.getByText('admin@countersign.test').isVisible()).toBe(false)
    await badge.click()
    await page.getByText('admin@countersign.test').waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('signs out, to a login that has nothing serious to say', async () => {
    const other = await signedInPage('admin', '/settings')
    await other.getByRole('button', { name: /^AM: / }).first().click()
    await other.getByRole('link', { name: 'Sign-out' }).click()
    await other.waitForURL('**/login?signedOut=1')
    await other.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await seriousFindings(other)).toEqual([])
  })
})

describe('every screen', () => {
  const screens = [
    '/accounts',
    '/treasury',
    '/trades',
    '/account/1',
    '/investments',
    '/overview',
    '/audit',
    '/approvals',
    '/access',
    '/sessions',
    '/alerts',
    '/settings',
    '/forgotpwd',
    '/nowhere',
    '/enhancer/exception/500',
    '/etrade/callback',
  ]

  it('can be read in light and dark, wide and narrow', () => areReadable(page, screens))

  it('has the styles of all that is on it, whichever is opened first', async () => {
    const assets = join(projectRoot, 'dist', 'assets')
    const sheets = (await readdir(assets)).filter((name) => name.endsWith('.css'))
    const texts = await Promise.all(sheets.map((name) => readFile(join(assets, name), 'utf8')))
    const styled = [...new Set(texts.flatMap((text) => text.match(CLASS_NAME) ?? []))]
    for (const screen of ['/approvals', '/audit', '/access', '/sessions', '/overview', '/settings', '/alerts']) {
      await page.goto(screen)
      await untilSettled(page)
      const withoutStyle = await page.evaluate((selectors) => {
        const sheets = [...document.styleSheets]
        const loaded = sheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
        return selectors.filter((selector) => document.querySelector(selector) !== null && !loaded.includes(selector))
      }, styled)
      expect(withoutStyle, screen).toEqual([])
    }
  })

  it('draws the bars of the overview under the policy of the page, open where more was not counted, and they lead to their lists', async () => {
    const problems: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
    const asOf = Date.now()
    const states = [{ id: '1', state: 'REQUESTED', since: new Date(asOf).toISOString(), isFirstSeen: false }]
    const partly = { asOf, accounts: 150, unread: 0, isCut: true, states }
    await page.route('**/console/waiting/transfers', (route) => route.fulfill({ json: partly }))
    await openWithin(page, '/overview')
    const transfers = page.getByRole('region', { name: 'Accounts with a transfer to decide' })
    await transfers.getByRole('row', { name: /at least 1$/ }).waitFor()
    await expect.poll(() => transfers.locator('.cs-overview-open rect').count()).toBe(3)
    await page.unroute('**/console/waiting/transfers')
    const panel = page.getByRole('region', { name: 'What waits' })
    await panel.locator('.cs-overview-bars svg path, .cs-overview-bars svg rect').first().waitFor()
    expect(problems).toEqual([])
    await panel.getByRole('link', { name: 'Submit failed' }).click()
    await page.waitForURL('**/accounts?filter=state:SUBMIT_FAILED')
  })

  it('loads its scripts without the nonce of the page, for which the browser would compile them again', async () => {
    await page.goto('/accounts')
    await page.getByRole('grid').waitFor()
    const withNonce = await page.evaluate(() => {
      const preloads = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
      const first = new Map(preloads.toReversed().map(({ href, nonce }) => [href, nonce]))
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      const scripts = loaded.filter((name) => /\/(?:index|react|list)-[^/]+\.js$/.test(name))
      return scripts.map((name) => [name.replace(/^.*\/|-.*$/g, ''), first.get(name)])
    })
    expect(Object.fromEntries(withNonce)).toEqual({ index: '', list: '', react: '' })
  })

  it('remembers the theme that was chosen, and nothing else', async () => {
    await openWithin(page, '/settings')
    await page.getByText(`Version ${packageFile.version}`, { exact: true }).waitFor()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('dark')
    await page.reload()
    await expect.poll(() => page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await expect.poll(background).toBe('rgb(15, 19, 23)')
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.every((key) => /theme|density|columns|sidebar/.test(key))).toBe(true)
    await page.getByRole('radio', { name: /System/ }).check()
  })
})
