import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  control,
  fill,
  formProvider,
  listed,
  passTime,
  providerOf,
  renderForms,
  rested,
  send,
  submitButton,
} from './renderForms.tsx'
import { muteExpectedErrors } from './renderPage.tsx'
import { reopen, updateUser } from '../../support/resources.ts'

beforeEach(muteExpectedErrors)
beforeEach(passTime)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const mara = { id: 4107, name: 'Mara Sorrel', user__email: 'mara.quill@example.test' }
const teo = { id: 4108, name: 'Teo Brandt', user__email: 'teo.brandt@example.test' }
const detailWith = (city: string) => ({ id: 4107, account: [], profile: [{ city }] })

const card = () => screen.getByRole('complementary', { name: 'Whom this is about' })
const isBusy = () => submitButton().getAttribute('aria-busy')
const question = () => document.querySelector('dialog .cs-form-sent')?.textContent

/** Sends a new city for Mara. What is read of her after that is answered by `answer`. */
async function sent() {
  const provider = formProvider()
  provider.getList.mockImplementation(async (_resource, { meta }) => {
    const found = [mara, teo].filter((one) => one.user__email === meta?.search)
    return { data: found, total: found.length }
  })
  provider.getOne.mockResolvedValue({ data: detailWith('Astoria') })
  renderForms('/update-user', { provider })
  fill(updateUser, 'user_email')
  await rested(() => screen.findByText('Now Astoria'))
  fill(updateUser, 'city', 'Ithaca')
  const reading = Promise.withResolvers<unknown>()
  const known = provider.getList.getMockImplementation()
  provider.getList.mockImplementation(async (resource, params) => {
    if (params.meta?.search === mara.user__email) await reading.promise
    return known?.(resource, params) as object
  })
  provider.getOne.mockImplementation(async () => {
    await reading.promise
    return { data: detailWith('Ithaca') }
  })
  await send(updateUser)
  await screen.findByText(/City Astoria → Ithaca/)
  await waitFor(() => expect(control('user_email').value).toBe(''))
  const answer = () => act(async () => reading.resolve(undefined))
  return { provider, answer }
}

describe('a form that was sent with success', () => {
  it('is ready while the record that it was about is read again, which its card alone shows', async () => {
    const { answer } = await sent()
    expect([isBusy(), card().getAttribute('aria-busy')]).toEqual(['false', 'true'])
    await answer()
    await waitFor(() => expect(card().getAttribute('aria-busy')).toBe('false'))
  })

  it('does not wait for that record where it is about another one', async () => {
    const { provider } = await sent()
    provider.getOne.mockResolvedValue({ data: { ...detailWith('Troy'), id: 4108 } })
    fill(updateUser, 'user_email', teo.user__email)
    await rested(() => screen.findByText('Now Troy'))
    fill(updateUser, 'city', 'Utica')
    fireEvent.click(submitButton())
    await waitFor(() => expect(question()).toContain('Troy → Utica'))
  })

  it('waits for that record where it is about it again, and compares with what it has by then', async () => {
    const { answer } = await sent()
    fill(updateUser, 'user_email')
    await rested(() => screen.findByText('Now Astoria'))
    // This takes the change back: it is what the record had before.
    fill(updateUser, 'city', 'Astoria')
    fireEvent.click(submitButton())
    expect(await screen.findByRole('button', { name: 'Looking up…' })).toBeDefined()
    expect([screen.queryByRole('dialog'), screen.queryByText('Fill in at least one field to change')]).toEqual([
      null,
      null,
    ])
    await answer()
    await waitFor(() => expect(question()).toContain('Ithaca → Astoria'))
  })

  it('waits for that record also where it compares no values, and says how it is by then', async () => {
    const closed = { ...teo, account_no: '9ZZ10058', status: 'CLOSED' }
    const provider = providerOf(closed)
    renderForms('/user-requests?form=reopen', { provider })
    fill(reopen, 'account_no', closed.account_no)
    await rested(() => within(card()).findByText(/Teo Brandt/))
    const reading = Promise.withResolvers<unknown>()
    provider.getList.mockImplementation(async () => {
      await reading.promise
      return listed({ ...closed, status: 'COMPLETE' })
    })
    await send(reopen)
    await screen.findByText(/reopened/)
    await waitFor(() => expect(control('account_no').value).toBe(''))
    fill(reopen, 'account_no', closed.account_no)
    fireEvent.click(submitButton())
    expect(await rested(() => screen.findByRole('button', { name: 'Looking up…' }))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(async () => reading.resolve(undefined))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('This account is not closed.')).toBeDefined()
  })
})

describe('a form in a low window', () => {
  it('begins in view, and has what came of it in view once it is sent', async () => {
    const scrolled: Element[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function noted(this: Element) {
      scrolled.push(this)
    })
    renderForms('/update-user')
    expect(scrolled).toEqual([control('user_email')])
    fill(updateUser, 'user_email')
    fill(updateUser, 'city', 'Oslo')
    await send(updateUser)
    await rested(() => screen.findByText(/updated successfully/))
    await waitFor(() => expect(scrolled.at(-1)).toBe(document.querySelector('.cs-form-done')?.parentElement))
  })
})
