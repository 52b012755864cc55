import { describe, expect, it } from 'vitest'
import { untilRead } from '../../support/settled.ts'
import { console_, page, signedInPage, withConsole } from '../support/withConsole.ts'

withConsole()

const calls = (path: string): number => console_.trade.calls.filter((call) => call.path.includes(path)).length

interface Submission {
  readonly form: string
  readonly label: string
  readonly texts: Readonly<Record<string, string>>
  /** What the question wants typed. */
  readonly typed?: string
}

/** Answers the open question with yes. */
async function answer({ label, typed }: Submission, on = page): Promise<void> {
  await untilRead(on)
  const dialog = on.getByRole('dialog')
  if (typed !== undefined) await dialog.getByRole('textbox').fill(typed)
  await dialog.getByRole('button', { name: label, exact: true }).click()
}

const press = ({ label }: Submission, on = page) => on.getByRole('button', { name: label, exact: true }).click()

/** Fills in a form in a document of its own, and sends it. */
async function send(submission: Submission, on = page): Promise<void> {
  await on.goto(`/user-requests?form=${submission.form}`)
  for (const [name, text] of Object.entries(submission.texts)) await on.getByLabel(name, { exact: true }).fill(text)
  await press(submission, on)
  await answer(submission, on)
}

const told = (text: string | RegExp, on = page) => on.locator('.cs-form-ending').getByText(text).waitFor()

describe('a request without an answer', () => {
  const submission = {
    form: 'reinstate',
    label: 'Reinstate Account',
    texts: { Email: 'nobody@example.test', 'User ID': '4107' },
  }

  it('is asked about after a reload, told to a colleague, and sent again by whoever has checked', async () => {
    const mend = console_.trade.fault({ path: '/user/reinstate', reset: true })
    await send(submission)
    await told('Outcome unknown')
    mend()
    expect(calls('/user/reinstate')).toBe(1)

    await page.reload()
    await send(submission)
    await told(/^The same request was sent .+ by you, but its outcome is unknown\. Nothing was sent now/)
    const colleague = await signedInPage('operations')
    await send(submission, colleague)
    await told('by someone else', colleague)
    expect(calls('/user/reinstate')).toBe(1)

    await press(submission)
    await page.getByLabel('I have checked: it was not done. Make a new attempt.').check()
    await answer(submission)
    await expect.poll(() => calls('/user/reinstate')).toBe(2)
  })
})

describe('a request under way', () => {
  it('whose page is loaded again is seen through once, and said to be done to a person who types it again', async () => {
    let release = (): void => undefined
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    const mend = console_.trade.fault({ path: '/user/email_change', until })
    const [old, next] = ['agatha.sorrel@example.test', 'agatha.new@example.test']
    const texts = { 'Old Email': old, 'New Email': next }
    const submission = { form: 'changeEmail', label: 'Change Email', texts, typed: old }
    await send(submission)
    await expect.poll(() => calls('/user/email_change')).toBe(1)
    await page.reload()
    release()
    mend()
    await expect
      .poll(async () => {
        await send(submission)
        const ending = page.locator('.cs-form-ending p').first()
        await ending.waitFor()
        return ending.innerText()
      })
      .toMatch(/by you, and it was done\. Nothing was sent now\.$/)
    expect(calls('/user/email_change')).toBe(1)
  })
})
