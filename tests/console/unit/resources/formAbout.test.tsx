import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  answerYes,
  control,
  fill,
  formProvider,
  httpError,
  listed,
  providerOf,
  renderForms,
  rested,
  send,
  setUpForms,
  submitButton,
  TEO,
  type FormProvider,
} from './renderForms.tsx'
import { reopen, unregister } from '../../support/resources.ts'

setUpForms({ clock: true })

const FOUND = { ...TEO, user__email: 'Teo.Brandt@example.test' }

/** The dialog of unregistering Teo, over a list that answers so. */
async function asked(answer: () => Promise<unknown>) {
  const provider = formProvider()
  provider.getList.mockImplementation(answer)
  renderForms('/user-requests?form=unregister', { provider })
  fill(unregister, 'email', 'teo.brandt@example.test')
  submitButton().click()
  return { provider, dialog: within(await screen.findByRole('dialog')) }
}

describe('whom a form is about', () => {
  it('is told by name before anything is sent: those with the very value, whatever its case', async () => {
    const other = { id: 4109, name: 'Mateo Brandt', user__email: 'mateo.brandt@example.test', account_no: '9ZZ10059' }
    const { provider, dialog } = await asked(() => Promise.resolve(listed(other, { ...FOUND, status: null })))
    const line = await dialog.findByRole('listitem')
    expect(line.textContent).toBe('Teo & Ana Brandt · 9ZZ10058')
    expect(provider.getList.mock.calls[0]).toMatchObject([
      'accounts',
      { meta: { search: 'teo.brandt@example.test' }, filter: {} },
    ])
  })

  it("is told with the user's number, which reinstating will ask for, next to the account's", async () => {
    const { dialog } = await asked(() => Promise.resolve(listed({ ...FOUND, user__id: 9108, status: 'COMPLETE' })))
    const line = await dialog.findByRole('listitem')
    expect(line.textContent).toBe('Teo & Ana Brandt · 9ZZ10058 · User ID 9108 · COMPLETE')
  })

  it.each([
    ['COMPLETE', 1],
    ['CLOSED', 0],
    [null, 0],
  ])(
    'is warned of next to the form and in its question where it is not as the form expects: %s',
    async (status, count) => {
      renderForms('/user-requests?form=reopen', { provider: providerOf({ ...FOUND, status }) })
      fill(reopen, 'account_no', '9ZZ10058')
      await rested(() => screen.findByText(/^Teo & Ana Brandt/))
      expect(screen.queryAllByText('This account is not closed.')).toHaveLength(count)
      submitButton().click()
      const dialog = within(await screen.findByRole('dialog'))
      await dialog.findByRole('listitem')
      expect(dialog.queryAllByText('This account is not closed.')).toHaveLength(count)
    },
  )

  it('is said to be no one where no account has the value', async () => {
    const { dialog } = await asked(() => Promise.resolve(listed()))
    expect(
      await dialog.findByText('Nothing in Trading Accounts has teo.brandt@example.test. Check that it is spelt right.'),
    ).toBeDefined()
  })

  it('is not called no one where the session has ended: that answer is none', async () => {
    const { dialog } = await asked(() => Promise.resolve({ data: [] }))
    expect(await dialog.findByText("Couldn't look up whom this is about.")).toBeDefined()
  })

  it('is not called no one where it could not be looked up', async () => {
    const { provider, dialog } = await asked(() =>
      Promise.reject(httpError(502, 'UPSTREAM_FAILED', 'The service failed.')),
    )
    expect(await dialog.findByText("Couldn't look up whom this is about.")).toBeDefined()
    expect(dialog.queryByText(/Nothing in/)).toBeNull()
    provider.getList.mockResolvedValue(listed(FOUND))
    fireEvent.click(dialog.getByRole('button', { name: 'Retry' }))
    await dialog.findByText('Teo & Ana Brandt · 9ZZ10058')
  })
})

describe('a number that is recognized', () => {
  const closed = { id: 4107, name: 'Mara Quill', account_no: '8NA16576' }
  const sent = (provider: FormProvider): unknown => provider.action.mock.calls[0]?.[1].record

  it('is sent as the record that was found spells it, although it was typed in lower case', async () => {
    const { provider } = renderForms('/user-requests?form=reopen')
    provider.getList.mockResolvedValue(listed(closed))
    fill(reopen, 'account_no', '8na16576')
    await rested(() => waitFor(() => expect(control('account_no').value).toBe('8NA16576')))
    await send(reopen)
    await waitFor(() => expect(sent(provider)).toEqual({ id: 'reopen', account_no: '8NA16576' }))
  })

  it('is sent so, too, when the lookup takes so long that it is answered after the confirmation', async () => {
    const { provider } = renderForms('/user-requests?form=reopen')
    const answer = Promise.withResolvers<unknown>()
    provider.getList.mockReturnValue(answer.promise)
    fill(reopen, 'account_no', '8na16576')
    fireEvent.click(submitButton())
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await answerYes(reopen)
    expect(provider.action).not.toHaveBeenCalled()
    answer.resolve(listed(closed))
    await waitFor(() => expect(sent(provider)).toEqual({ id: 'reopen', account_no: '8NA16576' }))
  })

  it('is looked up without the dashes and blanks that people type in it', async () => {
    const { provider } = renderForms('/user-requests?form=reopen')
    provider.getList.mockResolvedValue(listed(closed))
    fill(reopen, 'account_no', '8na-165 76')
    await rested(() =>
      waitFor(() =>
        expect(provider.getList.mock.calls).toMatchObject([['accounts', { meta: { search: '8NA16576' } }]]),
      ),
    )
    expect(control('account_no').value).toBe('8NA16576')
  })

  it('is sent in its own spelling where the lookup fails', async () => {
    const { provider } = renderForms('/user-requests?form=reopen')
    provider.getList.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    fill(reopen, 'account_no', '8na-16576')
    await send(reopen)
    await waitFor(() => expect(sent(provider)).toEqual({ id: 'reopen', account_no: '8NA16576' }))
  })
})

describe('the outcome of unregistering', () => {
  const teo = { ...FOUND, user__id: 9108, status: 'COMPLETE' }

  async function unregistered(action: (provider: FormProvider) => void = () => undefined) {
    const provider = providerOf(teo)
    action(provider)
    renderForms('/user-requests?form=unregister', { provider })
    fill(unregister, 'email', 'mara+quill@example.test')
    provider.getList.mockResolvedValue(listed({ ...teo, user__email: 'mara+quill@example.test' }))
    await send(unregister)
    return provider
  }

  it("keeps the user's number, and offers Reinstate filled in by one key", async () => {
    await unregistered()
    const link = await screen.findByText('Reinstate Account', { selector: '.cs-form-done a' })
    await waitFor(() => expect(document.activeElement).toBe(link))
    expect(document.querySelector('.cs-form-done')?.textContent).toContain('User ID 9108')
    fireEvent.click(link)
    await screen.findByRole('heading', { name: 'Reinstate Account' })
    await waitFor(() => expect(control('user_id').value).toBe('9108'))
    expect(control('email').value).toBe('mara+quill@example.test')
  })

  it('leads, where it is unknown, to where one can look, until it is dismissed', async () => {
    await unregistered((provider) =>
      provider.action.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'The service did not confirm the change.')),
    )
    const link = await screen.findByRole('link', { name: 'Look at Teo & Ana Brandt (new tab)' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/account/4108', '_blank'])
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    const dialog = within(await screen.findByRole('dialog'))
    const away = await dialog.findByRole('link', { name: 'Look at Teo & Ana Brandt (new tab)' })
    expect([away.getAttribute('href'), away.getAttribute('target')]).toEqual(['/account/4108', '_blank'])
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('link', { name: /^Look at/ })).toBeNull()
  })
})
