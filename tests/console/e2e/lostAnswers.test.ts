import type { Locator, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openWithin, untilRead, untilSettled } from '../../support/settled.ts'
import { openAccount, openDocuments, page, withConsole } from '../support/withConsole.ts'

withConsole({ env: { FOUR_EYES: 'on' } })

interface Change {
  readonly what: string
  readonly open: () => Promise<void>
  /** Makes the change of the open page. */
  readonly make: () => Promise<void>
  /** Where to look, as it is said; absent where it is read again and shown at once. */
  readonly said?: RegExp
  readonly look?: () => Promise<void>
  /** What shows that the change was made. */
  readonly found: () => Locator
}

const dialog = () => page.getByRole('dialog').last()
const row = () => page.locator('tbody tr').first()
const button = (name: string | RegExp, within: Locator = page.locator('body')) =>
  within.getByRole('button', { name, exact: true })

const openList = (address: string) => async () => {
  await openWithin(page, address)
  await row().waitFor()
}

/** Answers the open question with yes, by the mouse, which it takes at once. */
const confirm = () => dialog().locator('button[type=submit]').click()

const lookedAgain = {
  said: /Look again before you repeat it/,
  look: () => button('Look again', dialog()).click(),
}

const changes: readonly Change[] = [
  {
    what: 'an action of a record',
    open: () => openAccount(4122, 'Jory Shortbank'),
    make: async () => {
      await button('Update Status').click()
      await confirm()
    },
    ...lookedAgain,
    found: () => dialog().getByText(/^Active: /),
  },
  {
    what: 'a claim',
    open: async () => {
      await button('Cancel', dialog()).or(button('Close', dialog())).click()
      await button('Claim').waitFor()
    },
    make: () => button('Claim').click(),
    said: /Who has which record has been read again/,
    found: () => page.getByText(/^Yours until/),
  },
  {
    what: 'a switch of a list',
    open: openList('/accounts'),
    make: async () => {
      await row()
        .getByRole('switch', { name: /^Restrict User/ })
        .click()
      await confirm()
    },
    ...lookedAgain,
    found: () => dialog().getByText(/^Restrict User: /),
  },
  {
    what: 'an edit',
    open: openList('/cash'),
    make: async () => {
      await row().getByRole('button', { name: /^Edit/ }).click()
      await dialog().getByRole('textbox').fill('AAAB')
      await confirm()
    },
    ...lookedAgain,
    found: () => dialog().getByText('The record now has what you entered, so there is nothing left to send.'),
  },
  {
    what: 'an addition to a list',
    open: async () => {
      // Close is where Look again was: a second press there would close the answer unread.
      await untilRead(page)
      await button('Close', dialog()).click()
    },
    make: async () => {
      await button('Add').click()
      await dialog().getByRole('textbox').fill('AAAC')
      await confirm()
    },
    said: /look for it in the list before you repeat it/,
    look: () => button('Close', dialog()).click(),
    found: () => page.locator('tbody').getByText('AAAC'),
  },
  {
    what: 'an action without a question',
    open: openList('/treasury'),
    make: () =>
      row()
        .getByRole('button', { name: /^Disapprove: / })
        .click(),
    said: /The page has been read again: check \w+ before you repeat it/,
    found: () => row().getByText('Not approved', { exact: true }),
  },
  {
    what: 'a form',
    open: async () => {
      await openWithin(page, '/user-requests?form=personalAccess')
    },
    make: async () => {
      await page.getByLabel('Email', { exact: true }).fill('mara.quill@example.test')
      await page.getByRole('radio', { name: 'Activate', exact: true }).check()
      await button('Update Access', page.locator('main')).click()
      await confirm()
    },
    said: /Check whether it was done before you send it again[\s\S]*Look at/,
    found: () => page.getByRole('link', { name: 'Activate/Deactivate Personal Access: Activate' }),
  },
  {
    what: 'a decision about a request',
    open: () => openAccount(4128, 'Pavel Redflag', '?tab=requests'),
    make: async () => {
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click()
      await dialog().getByPlaceholder('Please enter a reason').fill('Checked with the other firm')
      await confirm()
    },
    ...lookedAgain,
    found: () => dialog().getByText('Status: REQUESTED → APPROVED'),
  },
  {
    what: 'a decision in the viewer',
    open: async () => {
      await openDocuments(4147, 'Ivo Awaitsreview')
      const licence = page
        .locator('main li')
        .filter({ hasText: /uploaded/ })
        .filter({ hasText: 'Drivers license' })
      await licence.getByRole('button', { name: /^View/ }).click()
    },
    make: async () => {
      await dialog()
        .getByRole('button', { name: /^Approve/ })
        .click()
      await dialog().getByPlaceholder('Please enter a reason').fill('It is readable')
      await confirm()
    },
    // The page reads by itself what became of it, and by whom.
    found: () => dialog().getByText(/^Approved by you at/),
  },
  {
    what: 'a saved view',
    open: openList('/trades?action=sell'),
    make: async () => {
      await button('Views').click()
      await page.getByRole('menuitem', { name: 'Save as new view' }).click()
      await dialog().getByLabel('Name').fill('Sales')
      await confirm()
    },
    said: /Press Save again/,
    look: confirm,
    found: () => page.getByText('“Sales” saved'),
  },
  {
    what: 'a request for approval',
    open: () => openAccount(4118, 'Fergus Close-Rejected'),
    make: async () => {
      const number = (await page.locator('header code').first().innerText()).trim()
      await button('Close Account').click()
      await dialog()
        .getByLabel(/Type the account number/)
        .fill(number)
      await dialog().getByLabel('Reason', { exact: true }).fill('The customer wants it')
      await confirm()
    },
    ...lookedAgain,
    found: () => page.locator('.cs-toast').getByText(/Sent for approval\. Nothing has been changed yet/),
  },
  {
    what: 'a decision about an approval',
    open: async () => {
      await page.getByRole('link', { name: 'Show', exact: true }).click()
    },
    make: () => button('Withdraw', dialog()).click(),
    found: () => dialog().getByText('Withdrawn'),
  },
]

/** The changes that have no key: the console's own. */
const OWN = /\/console\/(claims\/|views|approvals\/[\w-]+\/)/
const isCall = /\/(api|console)\//

/** Loses the answers of all changes, and keeps the statuses with which they were made. */
async function loseAnswers(): Promise<readonly number[]> {
  const statuses: number[] = []
  await page.route(isCall, async (route: Route) => {
    const request = route.request()
    const isOwn = request.method() !== 'GET' && OWN.test(request.url())
    if (!isOwn && request.headers()['idempotency-key'] === undefined) return route.fallback()
    statuses.push((await route.fetch()).status())
    return route.fulfill({ status: 504, contentType: 'text/html', body: '<html>' })
  })
  return statuses
}

describe('the lost answer of', () => {
  it.each(changes)('$what claims neither success nor failure, and what became of it can be seen', async (change) => {
    await change.open()
    await untilSettled(page)
    const statuses = await loseAnswers()
    await change.make()
    if (change.said !== undefined) {
      const notice = page.locator('.cs-notice, .cs-toast').filter({ hasText: 'It is not known whether this was done' })
      const shown = await notice.innerText()
      expect(shown).toMatch(change.said)
      expect(shown).not.toMatch(/Nothing was changed|failed|not saved|was not|error/i)
      await page.unroute(isCall)
      await change.look?.()
    }
    await change.found().waitFor()
    // The page may read what was made before the answer of the change is here.
    await expect.poll(() => statuses).toEqual([expect.toBeOneOf([200, 201, 202, 204])])
    await page.unroute(isCall)
  })
})
