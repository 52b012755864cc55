import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { permissions, roles } from '../../../../schemas/shared/permissions.ts'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.useRealTimers())

const SSN = '900-10-4410'

const revealing = (held: readonly string[] = permissions, endsSessions = true) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail())
  provider.reveal.mockResolvedValue({ data: { ok: true, value: SSN } })
  const page = renderPage('/account/4107', { provider, held, endsSessions })
  return { provider, ...page }
}

const ask = async (label = 'SSN') => fireEvent.click(await screen.findByRole('button', { name: `Reveal ${label}` }))

const give = (reason: string) => {
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: reason } })
  fireEvent.click(dialog.getByRole('button', { name: /^(Reveal|Try again)$/ }))
}

const show = async () => {
  await ask()
  give('Customer calls to correct it')
  return screen.findByText(SSN)
}

describe('a masked value', () => {
  it('is whole for no one without the permission', async () => {
    revealing(roles['viewer'])
    expect(await screen.findByText('***-**-4410')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Reveal/ })).toBeNull()
  })

  it('wants a reason of three characters, and keeps asking until it has one', async () => {
    const { provider } = revealing()
    await ask()
    expect(screen.getByPlaceholderText('Please enter a reason')).toBe(document.activeElement)
    give(' \u200b ')
    expect(screen.getByText('Please enter reason!')).toBeDefined()
    give('ab')
    expect(screen.getByText('Please enter at least 3 characters')).toBeDefined()
    expect(provider.reveal).not.toHaveBeenCalled()
  })

  it('marks the reason as required, and names the key that confirms', async () => {
    revealing()
    await ask()
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Reason').getAttribute('data-required')).toBe('true')
    expect(dialog.getByText('Ctrl Enter confirms')).toBeDefined()
  })

  it('is asked for by its place, and shown politely in the place of the mask', async () => {
    const { provider } = revealing()
    const value = await show()
    expect(value.getAttribute('aria-live')).toBe('polite')
    expect(screen.queryByText('***-**-4410')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.reveal.mock.calls[0]?.[0]).toBe('accounts')
    expect(provider.reveal.mock.calls[0]?.[1]).toMatchObject({
      id: 4107,
      field: '/account/*/ss_number',
      reason: 'Customer calls to correct it',
    })
  })

  it('shows a date of birth as a date', async () => {
    const { provider } = revealing()
    provider.reveal.mockResolvedValue({ data: { ok: true, value: '1989-07-02' } })
    await ask('Date of birth')
    give('Checking identity')
    expect(await screen.findByText('07/02/1989')).toBeDefined()
    expect(provider.reveal.mock.calls[0]?.[1]).toMatchObject({ field: '/profile/*/date_of_birth' })
  })

  it('counts down and is masked again after 30 seconds', async () => {
    revealing()
    await screen.findByRole('button', { name: 'Reveal SSN' })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    await show()
    expect(screen.getByText('30 s')).toBeDefined()
    // The clock starts in an effect, which may come after what is drawn.
    await act(() => Promise.resolve())
    act(() => void vi.advanceTimersByTime(12_000))
    expect(screen.getByText('18 s')).toBeDefined()
    act(() => void vi.advanceTimersByTime(18_000))
    expect(screen.queryByText(SSN)).toBeNull()
    expect(screen.getByText('***-**-4410')).toBeDefined()
  })

  it.each([
    ['Hide', () => fireEvent.click(screen.getByRole('button', { name: 'Hide SSN' }))],
    ['leaving the window', () => fireEvent.blur(window)],
    ['another tab', () => fireEvent.click(screen.getByRole('tab', { name: 'More' }))],
  ])('is masked at once by %s', async (_, hide) => {
    revealing()
    await show()
    hide()
    await waitFor(() => expect(screen.queryByText(SSN)).toBeNull())
  })

  it('is masked before the page is taken to paper', async () => {
    revealing()
    await show()
    // Outside of React's own batching, as the browser does it.
    window.dispatchEvent(new Event('beforeprint'))
    expect(screen.queryByText(SSN)).toBeNull()
  })

  it('is masked at once when the tab of the browser is hidden', async () => {
    revealing()
    await show()
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange'))
    expect(screen.queryByText(SSN)).toBeNull()
    hidden.mockRestore()
  })

  it('is kept nowhere but on the screen', async () => {
    const { queryClient } = revealing()
    await show()
    const kept = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()]
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(SSN)
  })

  it.each([
    [429, 'RATE_LIMITED', 'Too many reveals. Try again in 40 seconds.', 'Try again'],
    [400, 'BAD_REQUEST', 'Give another reason.', 'Reveal'],
  ])('keeps the reason where the gateway refuses with %i, in its words', async (status, code, message, next) => {
    const { provider } = revealing()
    provider.reveal.mockRejectedValueOnce(httpError(status, code, message))
    await ask()
    give('Customer calls to correct it')
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByDisplayValue('Customer calls to correct it')).toBeDefined()
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: next }))
    expect(await screen.findByText(SSN)).toBeDefined()
  })

  it.each([
    [0, 'NETWORK', 'The console cannot be reached.', 'The console cannot be reached. Each request is recorded.'],
    [504, 'HTTP_504', 'something went wrong', 'No answer came. Try again in a moment. Each request is recorded.'],
    [429, 'HTTP_429', 'something went wrong', 'Too many requests were made at once. Wait a minute, then try again.'],
  ])(
    'that is not answered (%i %s) says what happened, and can be asked for again',
    async (status, code, message, said) => {
      const { provider } = revealing()
      provider.reveal.mockRejectedValueOnce(httpError(status, code, message))
      await ask()
      give('Customer calls to correct it')
      expect(await screen.findByText(said)).toBeDefined()
      fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Try again' }))
      expect(await screen.findByText(SSN)).toBeDefined()
    },
  )

  it.each([true, false])(
    'shows nothing after the session has ended (caught by the shell: %s)',
    async (endsSessions) => {
      const { provider } = revealing(undefined, endsSessions)
      provider.reveal.mockRejectedValue(httpError(401, 'NO_SESSION', 'over'))
      await ask()
      give('Customer calls to correct it')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(screen.getByText('***-**-4410')).toBeDefined()
    },
  )
})
