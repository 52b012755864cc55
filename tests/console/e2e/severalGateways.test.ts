import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { firstPage, openContext } from '../../support/browser.ts'
import { freePort } from '../../support/freePort.ts'
import { testPostgres } from '../../support/postgres.ts'
import { startSecondGateway, THROUGH, type TwoGateways } from '../support/secondGateway.ts'
import { untilRead, untilSettled } from '../../support/settled.ts'
import { console_, page, signedInPage, withConsole } from '../support/withConsole.ts'

const postgres = await testPostgres()
const env = {
  PORT: String(await freePort()),
  DATABASE_URL: 'missing' in postgres ? '' : await postgres.createDatabase(),
  SESSION_KEY: randomBytes(32).toString('hex'),
  AUDIT_KEY: randomBytes(32).toString('hex'),
}
const REASON = 'Typed while a gateway was stopped'

let gateways: TwoGateways

const dialog = (on: Page) => on.getByRole('dialog')
const button = (on: Page, name: string | RegExp) => on.getByRole('button', { name, exact: typeof name === 'string' })

/** Sends everything that the page asks for from now on to one of the gateways. */
async function at(by: 'first' | 'second', page: Page): Promise<Page> {
  await page.setExtraHTTPHeaders({ [THROUGH]: by })
  return page
}

/** A page at one of the gateways, with the session that a page at both has begun. */
async function adminAt(by: 'first' | 'second', of = page): Promise<Page> {
  const context = await openContext()
  await context.addCookies(await of.context().cookies())
  return at(by, await firstPage(context))
}

/** Sends one and the same wish; gives what the form says of it. */
async function reinstate(on: Page): Promise<string> {
  await on.goto('/user-requests?form=reinstate')
  await on.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody@example.test')
  await on.getByRole('textbox', { name: 'User ID', exact: true }).fill('4107')
  await button(on, 'Reinstate Account').click()
  await untilRead(on)
  await dialog(on).getByRole('button', { name: 'Reinstate Account' }).click()
  return on.locator('.cs-form-ending p').first().innerText()
}

/** Approves the first ticker that is not approved yet. */
const approve = (on: Page): Promise<void> =>
  button(on, /^Approve/)
    .first()
    .click()

describe.skipIf('missing' in postgres)('two gateways over one PostgreSQL', () => {
  withConsole({
    env,
    started: async (started) => {
      gateways = await startSecondGateway(started)
    },
  })
  afterAll(() => gateways.close())

  it('of two people who change one record at the same moment one is told to wait', async () => {
    const one = await adminAt('first')
    const two = await at('second', await signedInPage('operations'))
    await Promise.all([one.goto('/treasury'), two.goto('/treasury')])
    await Promise.all([untilSettled(one), untilSettled(two)])
    const answer = Promise.withResolvers<void>()
    console_.admin.fault({ path: '/treasuries-master/', until: answer.promise })
    const changes = () => console_.admin.calls.filter(({ method }) => method === 'PATCH').length
    await approve(one)
    await expect.poll(changes).toBe(1)
    await approve(two)
    await two
      .getByText('Another change of this record is being made, so this one was not sent. Wait for it to finish.')
      .waitFor()
    answer.resolve()
    await one.getByText(/Ticker - .* APPROVED/).waitFor()
    expect(changes()).toBe(1)
  })

  it('a wish without an answer at one is asked about at the other', async () => {
    const mend = console_.trade.fault({ path: '/user/reinstate', reset: true })
    expect(await reinstate(await adminAt('first'))).toMatch(/^Outcome unknown/)
    mend()
    expect(await reinstate(await adminAt('second'))).toMatch(
      /^The same request was sent .+ by you, but its outcome is unknown\. Nothing was sent now/,
    )
    expect(console_.trade.calls.filter(({ path }) => path.includes('/user/reinstate'))).toHaveLength(1)
  })

  it('one stops and starts again under someone who types a decision, and nothing is lost', async () => {
    const page = await adminAt('second')
    await page.goto('/account/4128?tab=requests')
    await button(page, /^Reject: .*\(610\)/).click()
    await dialog(page).getByLabel('Reason', { exact: true }).fill(REASON)
    await gateways.stopSecond()
    await untilRead(page)
    const before = gateways.answered.length
    await dialog(page).getByRole('button', { name: 'Yes' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(new Set(gateways.answered.slice(before).map(({ by }) => by))).toEqual(new Set(['first']))
    await gateways.startSecond()
    await page.reload()
    await page.getByText(REASON).waitFor()
    expect(gateways.answered.at(-1)?.by).toBe('second')
  })

  it('values seen at either count toward one quota', async () => {
    const page = await adminAt('second')
    await page.goto('/account/4108')
    await untilSettled(page)
    const statuses = await page.evaluate(async (through) => {
      const body = JSON.stringify({
        resource: 'accounts',
        id: '4108',
        field: '/account/*/ss_number',
        reason: 'Checked',
      })
      const headers = { 'content-type': 'application/json', 'x-countersign': '1' }
      const asked = Array.from({ length: 32 }, async (_, index) => {
        const by = index % 2 === 0 ? 'first' : 'second'
        const answer = await fetch('/console/reveal', { method: 'POST', headers: { ...headers, [through]: by }, body })
        return answer.status
      })
      return Promise.all(asked)
    }, THROUGH)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    await button(page, /Reveal.*SSN/)
      .first()
      .click()
    await dialog(page).getByPlaceholder('Please enter a reason').fill('Customer called')
    await dialog(page).locator('button[type=submit]').click()
    await dialog(page).getByText('You have seen 30 values whole within the hour. Try again in 1 hour.').waitFor()
  })

  it('signing out at one ends the session at the other', async () => {
    const one = await at('first', await signedInPage('admin'))
    const two = await adminAt('second', one)
    await two.goto('/treasury')
    await two.getByRole('heading', { name: 'Treasury Master' }).waitFor()
    await one.goto('/signout')
    await one.getByText('You are signed out.').waitFor()
    await button(two, 'Menu').click()
    await two.getByRole('link', { name: 'Trading Accounts' }).click()
    await two.getByText('Your session has ended. Sign in to go on.').waitFor()
  })

  it('what both have recorded is one chain, and it is intact', async () => {
    const answeredBy = (by: string) => gateways.answered.filter((one) => one.by === by && one.method !== 'GET').length
    expect(Math.min(answeredBy('first'), answeredBy('second'))).toBeGreaterThan(5)
    const { stdout } = await promisify(execFile)(process.execPath, ['server/verify/verify.ts'], {
      env: { PATH: process.env['PATH'], ...env },
    })
    expect(stdout).toMatch(/^\d\d+ records, chain intact\n(?:\d+ checkpoints agree, [^\n]+\n)?$/)
  })
})
