import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openWithin, untilDrawn } from '../../support/settled.ts'
import { projectRoot } from '../../../server/consoleBuild.ts'
import { seriousFindings } from '../../support/findings.ts'
import { openAccount, page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole({ at: '/accounts' })

const drawerOf = (on: Page): Locator => on.getByRole('dialog', { name: 'Explanation' })

/** Points with Alt until the code for explanations has arrived, which comes after the first rows. */
async function explained(target: Locator, on = page): Promise<Readonly<Record<string, string>>> {
  const drawer = drawerOf(on)
  await expect
    .poll(async () => {
      await target.click({ modifiers: ['Alt'] })
      return drawer.isVisible()
    })
    .toBe(true)
  return close(drawer, on)
}

async function close(drawer: Locator, on = page): Promise<Readonly<Record<string, string>>> {
  await drawer.getByText('no drift on record').waitFor()
  const where = await drawer.locator('.cs-modal-head p').innerText()
  const labels = await drawer.locator('dt').allInnerTexts()
  const values = await drawer.locator('dd').allInnerTexts()
  expect(await seriousFindings(on, 'dialog[open]')).toEqual([])
  await on.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  return { where, ...Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ''])) }
}

/** The name of the script with the code for explanations. */
async function explanationCode(): Promise<string> {
  const assets = join(projectRoot, 'dist', 'assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  for (const name of scripts)
    if ((await readFile(join(assets, name), 'utf8')).includes('no drift on record')) return name
  throw new Error('no script has the code for explanations')
}

const listCall = {
  Call: 'POST /api/main/user/apex/get_apex_accounts GET at the service',
  'Last request': expect.stringMatching(/^200, \d+ ms, \d\d\/\d\d\/\d{4}, /) as string,
  Permission: 'accounts.read held',
}

describe('an explanation', () => {
  test('of a column head says where it is defined, what draws it and why, its call and its permission', async () => {
    expect(await explained(page.getByRole('columnheader', { name: 'Status' }))).toMatchObject({
      where: 'accounts › list › columns › status',
      'Drawn as': "text in the format 'status'",
      'Because of': "the annotation tones: 'account' of its field",
      ...listCall,
    })
  })

  test('of a value is that of its column, and has no value', async () => {
    const cell = page.getByRole('row', { name: /Mara Quill/ }).getByText('mara.quill@example.test')
    const said = await explained(cell)
    expect(said).toMatchObject({ where: 'accounts › list › columns › user__email', ...listCall })
    expect(JSON.stringify(said)).not.toContain('quill')
  })

  test('of a button presses nothing', async () => {
    const said = await explained(page.getByRole('button', { name: /^Submit/ }).first())
    expect(said).toMatchObject({
      where: 'accounts › actions › resubmit',
      'Drawn as': 'button, with a dialog',
      'Last request': 'none in this tab',
      Permission: 'accounts.resubmit held',
    })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('of the search is opened by a key, and gives the focus back', async () => {
    const search = page.getByRole('searchbox')
    await search.focus()
    await page.keyboard.press('F8')
    expect(await close(drawerOf(page))).toMatchObject({ where: 'accounts › list › search', ...listCall })
    await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('of an input in a dialog says which action it belongs to', async () => {
    await openWithin(page, '/cash')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const said = await explained(page.getByRole('dialog').getByRole('textbox').first())
    expect(said).toMatchObject({
      where: 'cash › actions › add › input › ticker',
      'Because of': 'type string of its schema',
      Permission: 'tickers.create held',
    })
    await page.keyboard.press('Escape')
  })

  test('of a fact on a record’s page says where the page has it', async () => {
    await openAccount(4108, 'Teo & Ana Brandt')
    const fact = page.locator('.cs-record-facts dd', { hasText: 'teo.brandt@example.test' })
    expect(await explained(fact)).toMatchObject({
      where: 'accounts › show › facts › Email ID',
      Call: 'GET /api/main/user/apex/get_apex_details_for_account',
    })
  })

  test('knows the last request where files have filled the room that a browser has for requests', async () => {
    const own = await signedInPage('admin')
    await own.addInitScript(() => performance.setResourceTimingBufferSize(1))
    await own.goto('/accounts')
    expect(await explained(own.getByRole('columnheader', { name: 'Status' }), own)).toMatchObject(listCall)
  })

  test('knows the last request, too, where it is asked for as soon as there are explanations', async () => {
    const own = await signedInPage('admin', '/accounts')
    await own.evaluate(async () => {
      const { port1, port2 } = new MessageChannel()
      const click = new MouseEvent('click', { altKey: true, bubbles: true, cancelable: true })
      while (document.querySelector('dialog[open]') === null) {
        document.querySelector('th[data-explain="accounts.columns.status"]')?.dispatchEvent(click)
        await new Promise((resolve) => {
          port1.addEventListener('message', resolve, { once: true })
          port1.start()
          port2.postMessage(null)
        })
      }
    })
    expect(await close(drawerOf(own), own)).toMatchObject(listCall)
  })

  test('is for people with the permission only', async () => {
    const own = await signedInPage('viewer')
    const scripts = new Set<string>()
    own.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
    // The code for explanations is asked for together with that of the other pages.
    const prefetched = own.waitForResponse(/\/assets\/TitledFormPage-/)
    await own.goto('/accounts')
    await prefetched
    await untilDrawn(own)
    expect([...scripts]).not.toContainEqual(expect.stringMatching(await explanationCode()))
    await own.getByRole('columnheader', { name: 'Status' }).click({ modifiers: ['Alt'] })
    await own.getByRole('searchbox').press('F8')
    await untilDrawn(own)
    expect(await drawerOf(own).count()).toBe(0)
    await own
      .getByRole('button', { name: /^VI|viewer/i })
      .first()
      .click()
    expect(await own.getByRole('link', { name: 'Schema drift' }).count()).toBe(0)
  })
})
