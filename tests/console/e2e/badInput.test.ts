import { beforeAll, describe, expect, it } from 'vitest'
import { complaints } from '../../support/browser.ts'
import { openWithin, untilSettled } from '../../support/settled.ts'
import { console_, page, withConsole } from '../support/withConsole.ts'

withConsole()

describe('a list whose service misbehaves', () => {
  it('shows a failure of its own for a cut connection, with a retry that works', async () => {
    console_.main.fault({ path: 'get_apex_accounts', reset: true })
    await page.goto('/accounts?page=2')
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    expect(page.url()).toContain('page=2')
    console_.mend()
    await retry.click()
    await page.locator('tbody tr').nth(10).waitFor()
    expect(page.url()).toContain('page=2')
  })
})

describe('addresses', () => {
  it.each([
    ['that climb', '/account/..%2f'],
    ['of ten thousand characters', `/account/${'9'.repeat(10_000)}`],
    ['that start like a number', '/account/12abc'],
    ['of zero', '/account/0'],
    ['with a NUL', '/account/%00'],
  ])('of accounts %s show a state of their own and call nothing', async (_what, address) => {
    const before = console_.main.calls.length
    await page.goto(address)
    await page.getByText('This address names no record').waitFor()
    await untilSettled(page)
    expect(console_.main.calls.slice(before).filter(({ path }) => path.includes('get_apex_details'))).toEqual([])
  })

  it('of unknown accounts and pages say that nothing is there', async () => {
    await page.goto('/account/99999999')
    await page.getByText('There is no such record').waitFor()
    await openWithin(page, '/account/4124')
    await page.getByRole('heading', { level: 1, name: 'The service has no details for this record.' }).waitFor()
    await page.getByText('4124').waitFor()
    await page.goto('/nowhere')
    await page.getByText('Sorry, the page you visited does not exist.').waitFor()
    await page.getByRole('link', { name: 'Return home' }).click()
    await page.waitForURL('**/accounts')
  })

  it.each([
    ['code', /\/assets\/TitledFormPage-.*\.js$/],
    ['definitions', /\/assets\/_virtual_wholeModel-.*\.js$/],
  ])('of pages whose %s do not come say so, and load again', async (_what, files) => {
    await page.route(files, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/update-user')
    await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
    await page.unroute(files)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Update User' }).waitFor()
  })
})

/** What a script or a customer's text could try in the page, each by its own way. */
const attacks = {
  'a script with a text': () => {
    const script = document.createElement('script')
    script.append('window.name = "ran"')
    document.body.append(script)
  },
  'a script from elsewhere': () => {
    document.body.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.test/a.js' }))
  },
  'markup with a handler': () => {
    document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.name = \'ran\'">')
  },
  'an attribute that is a handler': () => {
    const button = document.createElement('button')
    button.setAttribute('onclick', 'window.name = "ran"')
    document.body.append(button)
    button.click()
  },
  'a link that is a script': () => {
    const link = Object.assign(document.createElement('a'), { href: 'javascript:window.name = "ran"' })
    document.body.append(link)
    link.click()
  },
  'an evaluated text': () => {
    // Later: what a debugger does itself may evaluate.
    setTimeout(() => void Reflect.construct(Function, ['window.name = "ran"'])())
  },
  'a picture from elsewhere': () => {
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.test/a.png' }))
  },
  'a call to elsewhere': () => {
    fetch('https://elsewhere.test/a').catch(() => undefined)
  },
} as const

describe('the page', () => {
  beforeAll(async () => {
    await openWithin(page, '/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it.each(Object.entries(attacks))('blocks %s, and every test of a browser sees that', async (_what, attack) => {
    expect(complaints).toEqual([])
    await page.evaluate(attack).catch(() => undefined)
    await expect.poll(() => complaints.length).toBeGreaterThan(0)
    expect(await page.evaluate(() => window.name)).toBe('')
    complaints.length = 0
  })
})
