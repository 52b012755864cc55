import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftsIn } from '../../../resources/drafts/drafts.ts'
import { valueAt } from '../../../schemas/meta/pointer.ts'
import { changeEmail } from '../../../schemas/forms/changeEmail.ts'
import { loginType } from '../../../schemas/forms/loginType.ts'
import { reinstate } from '../../../schemas/forms/reinstate.ts'
import { updateUser } from '../../../schemas/forms/updateUser.ts'
import {
  answerYes,
  control,
  fill,
  fillAll,
  formProvider,
  httpError,
  notices,
  personsClient,
  renderForms,
  send,
  submitButton,
} from './renderForms.tsx'
import { muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const dialog = async () => within(await screen.findByRole('dialog'))
const keysOf = (provider: ReturnType<typeof formProvider>) =>
  provider.action.mock.calls.map(
    ([, params]: readonly unknown[]) => (params as { idempotencyKey: string }).idempotencyKey,
  )

describe('fields that wait for another', () => {
  const LOCK = 'The other fields open once Email is valid.'

  it('are off until it is valid, and say so', () => {
    renderForms('/update-user')
    expect(control('city').disabled).toBe(true)
    expect(screen.getByText(LOCK)).toBeDefined()
    fill(updateUser, 'user_email', 'mara@')
    expect(control('city').disabled).toBe(true)
    fill(updateUser, 'user_email')
    expect(control('city').disabled).toBe(false)
    expect(screen.queryByText(LOCK)).toBeNull()
    expect(screen.getByText('Fill in what is to be changed.')).toBeDefined()
  })

  it('keep what was typed while they are off again, and send nothing of it then', async () => {
    const { provider } = renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, 'city', 'Oslo')
    fill(updateUser, 'user_email', 'mara')
    expect([control('city').disabled, control('city').value]).toEqual([true, 'Oslo'])
    fireEvent.click(submitButton())
    await screen.findByText('Invalid email address')
    expect(provider.action).not.toHaveBeenCalled()
    fill(updateUser, 'user_email')
    expect(control('city').value).toBe('Oslo')
  })

  it('send only what is filled in, which the question lists', async () => {
    const { provider } = renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, 'city', ' Oslo ')
    fireEvent.click(submitButton())
    const lines = [...(await screen.findByRole('dialog')).querySelectorAll('.cs-form-sent > div')]
    expect(lines.map(({ textContent }) => textContent)).toEqual(['Emailmara.quill@example.test', 'CityOslo'])
    await answerYes(updateUser)
    await waitFor(() => expect(provider.action).toHaveBeenCalled())
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({
      record: { id: 'updateUser', user_email: 'mara.quill@example.test', city: 'Oslo' },
    })
    expect(Object.keys(provider.action.mock.calls[0]?.[1].record)).toHaveLength(3)
  })

  it('are wanted: with none of them there is nothing to change', async () => {
    const { provider } = renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, 'city', '   ')
    fireEvent.click(submitButton())
    await screen.findByText('Fill in at least one field to change')
    expect(document.activeElement).toBe(control('first_name'))
    fill(updateUser, 'city', 'Oslo')
    expect(screen.queryByText('Fill in at least one field to change')).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })

  it('say in their button, and in that of the question, that the change is under way', async () => {
    const { provider } = renderForms('/update-user')
    const answer = Promise.withResolvers<unknown>()
    provider.action.mockReturnValue(answer.promise)
    fillAll(updateUser)
    await send(updateUser)
    await waitFor(() => expect(submitButton().querySelector('[aria-hidden=false]')?.textContent).toBe('Updating...'))
    const asked = document.querySelector('dialog [type=submit]')
    expect(asked?.querySelector('[aria-hidden=false]')?.textContent).toBe('Updating...')
    answer.resolve({ data: { ok: true } })
    await waitFor(() => expect(submitButton().querySelector('[aria-hidden=false]')?.textContent).toBe('Update User'))
  })
})

describe('the length of a text', () => {
  const SENTENCE = 'Must be at most 128 characters'

  it('is counted in characters, as the gateway counts it', async () => {
    renderForms('/user-requests?form=reinstate')
    fill(reinstate, 'user_id', '🙂'.repeat(128))
    fireEvent.blur(control('user_id'))
    fireEvent.blur(control('email'))
    await screen.findByText('Email is a required field')
    expect(screen.queryByText(SENTENCE)).toBeNull()
    fill(reinstate, 'user_id', '🙂'.repeat(129))
    await screen.findByText(SENTENCE)
  })
})

describe('Check Login Type', () => {
  it('shows what was answered below the form, which keeps its email', async () => {
    const { provider } = renderForms('/user-requests?form=loginType')
    const answer = { status: 'ACTIVE', credentials: { provider: { type: 'SOCIAL', name: null } } }
    provider.action.mockResolvedValue({ data: { ok: true, answer } })
    fill(loginType, 'email')
    fireEvent.click(submitButton())
    const result = (await screen.findByRole('heading', { name: 'Login of mara+quill@example.test' })).parentElement
    expect(result?.getAttribute('aria-live')).toBe('polite')
    expect(result?.textContent).toContain('Provider TypeSOCIAL')
    expect(control('email').value).toBe('mara+quill@example.test')
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    expect(notices()).toEqual([])
  })

  it('says that there is no login, and shows no earlier answer beside a failure', async () => {
    const { provider } = renderForms('/user-requests?form=loginType')
    fill(loginType, 'email')
    fireEvent.click(submitButton())
    await screen.findByText('No login found for this email')
    provider.action.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    await screen.findByText('The service failed.', { selector: '.cs-form-ending p' })
    await waitFor(() => expect(screen.queryByText('No login found for this email')).toBeNull())
  })
})

describe('a wish in doubt', () => {
  const lose = async () => {
    const provider = formProvider()
    provider.action.mockRejectedValueOnce(httpError(0, 'NETWORK', 'The connection broke.'))
    const view = renderForms('/user-requests?form=reinstate', { provider })
    fillAll(reinstate)
    await send(reinstate)
    await screen.findByText('The connection broke.', { selector: '.cs-form-ending p' })
    expect(notices()).toEqual(['warning: The connection broke.'])
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    return view
  }

  it('is another one with other words: it has a key of its own, and nothing is said of the first', async () => {
    const { provider } = await lose()
    fill(reinstate, 'user_id', '4108')
    await send(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    const [one, other] = keysOf(provider)
    expect(one).not.toBe(other)
  })

  it('is a new attempt for whoever says to have checked', async () => {
    const { provider } = await lose()
    fireEvent.click(submitButton())
    fireEvent.click((await dialog()).getByLabelText(/^I have checked: it was not done/))
    await answerYes(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    const [one, other] = keysOf(provider)
    expect(one).not.toBe(other)
  })

  it('tells the gateway of it only where somebody says to have checked', async () => {
    const { provider } = await lose()
    const checked = () =>
      provider.action.mock.calls.map(([, params]: readonly unknown[]) => valueAt(params, '/outcomeChecked'))
    fireEvent.click(submitButton())
    const box = (await dialog()).getByLabelText(/^I have checked: it was not done/)
    fireEvent.click(box)
    fireEvent.click(box)
    provider.action.mockRejectedValueOnce(httpError(0, 'NETWORK', 'The connection broke.'))
    await answerYes(reinstate)
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    fireEvent.click((await dialog()).getByLabelText(/^I have checked: it was not done/))
    await answerYes(reinstate)
    await waitFor(() => expect(checked()).toEqual([undefined, undefined, true]))
    const [one, second, third] = keysOf(provider)
    expect([second === one, third === one]).toEqual([true, false])
  })

  it('is told beside the form with what it was about, also to whoever comes back to it', async () => {
    const { router } = await lose()
    const ending = () => document.querySelector('.cs-form-ending')?.textContent
    const words = 'The connection broke.About: Email mara+quill@example.test, User ID 4107'
    expect(ending()).toContain(words)
    await act(() => router.navigate('/user-requests?form=loginType'))
    await screen.findByRole('heading', { name: 'Check Login Type' })
    expect(ending()).toBeUndefined()
    await act(() => router.navigate('/user-requests?form=reinstate'))
    await screen.findByRole('heading', { name: 'Reinstate Account' })
    expect(ending()).toContain(words)
  })

  it('is over once it was answered', async () => {
    const { provider } = await lose()
    await send(reinstate)
    await waitFor(() => expect(control('email').value).toBe(''))
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fillAll(reinstate)
    fireEvent.click(submitButton())
    expect((await dialog()).queryByText(/nobody knows/)).toBeNull()
    await answerYes(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(3))
    expect(new Set(keysOf(provider)).size).toBe(2)
  })
})

describe('a service that fails', () => {
  const FAILED = 'The service failed. It may have been done all the same: check before you send it again.'

  it.each([
    [reinstate, '/user-requests?form=reinstate', FAILED],
    [updateUser, '/update-user', `Error updating user information\n${FAILED}`],
  ] as const)('may have done it: nobody says that it did not', async (form, address, text) => {
    const { provider } = renderForms(address)
    provider.action.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    fillAll(form)
    await send(form)
    await waitFor(() => expect(document.querySelector('.cs-form-ending p')?.textContent).toBe(text))
    expect(notices()).toEqual([`error: ${text}`])
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    expect((await dialog()).getByLabelText(/^I have checked: it was not done/)).toBeDefined()
  })
})

describe('a wish that the gateway knows from before', () => {
  const refusal = { IN_DOUBT: 'Nobody knows whether it was done.', SENT_BEFORE: 'It was done.' } as const

  it.each([
    [
      'IN_DOUBT',
      'I have checked: it was not done. Make a new attempt.',
      /nobody knows whether it was done\. Check first/,
    ],
    ['SENT_BEFORE', 'I have checked: it is to be done once more.', /sent before, and it was done\./],
  ] as const)('is asked about after %s, and sent again by whoever has checked', async (code, label, notice) => {
    const { provider } = renderForms('/user-requests?form=reinstate')
    provider.action.mockRejectedValueOnce(httpError(409, code, refusal[code]))
    fillAll(reinstate)
    await send(reinstate)
    await screen.findByText(refusal[code], { selector: '.cs-form-ending p' })
    expect(notices()).toEqual([`warning: ${refusal[code]}`])
    expect(control('email').value).toBe('mara+quill@example.test')
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    await screen.findByText(notice, { selector: 'dialog p' })
    fireEvent.click((await dialog()).getByLabelText(label))
    await answerYes(reinstate)
    await waitFor(() => expect(control('email').value).toBe(''))
    expect(
      provider.action.mock.calls.map(([, params]: readonly unknown[]) => valueAt(params, '/outcomeChecked')),
    ).toEqual([undefined, true])
  })
})

describe('what is typed', () => {
  it('is there again for the same person after the end of a session', async () => {
    const queryClient = personsClient()
    renderForms('/user-requests?form=changeEmail', { queryClient })
    fill(changeEmail, 'old_user_email')
    draftsIn(queryClient).hold()
    cleanup()
    draftsIn(queryClient).claim('1')
    renderForms('/user-requests?form=changeEmail', { queryClient })
    await waitFor(() => expect(control('old_user_email').value).toBe('mara.quill@example.test'))
    cleanup()
    draftsIn(queryClient).claim('2')
    renderForms('/user-requests?form=changeEmail', { queryClient })
    expect(control('old_user_email').value).toBe('')
  })

  it('is asked about before another page is opened: staying keeps it', async () => {
    const { router } = renderForms('/user-requests?form=reinstate')
    fill(reinstate, 'user_id')
    await act(() => router.navigate('/elsewhere'))
    fireEvent.click((await dialog()).getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/user-requests')
    expect(control('user_id').value).toBe('4107')
  })

  it('is asked about by a question that the key that has followed the link does not answer', async () => {
    const { router } = renderForms('/user-requests?form=reinstate')
    fill(reinstate, 'user_id')
    await act(() => router.navigate('/elsewhere'))
    const stay = (await dialog()).getByRole('button', { name: 'Stay' })
    expect(document.activeElement).toBe(stay)
    const isTaken = (key: string) => fireEvent.keyDown(stay, { key })
    expect([isTaken('Enter'), isTaken(' ')]).toEqual([false, false])
    expect(isTaken('Escape')).toBe(true)
    await waitFor(() => expect(document.querySelector('dialog[data-unread]')).toBeNull())
    expect([isTaken('Enter'), isTaken(' ')]).toEqual([true, true])
  })

  it('is lost by leaving, as the question says', async () => {
    const { router, queryClient } = renderForms('/user-requests?form=reinstate')
    fill(reinstate, 'user_id')
    await act(() => router.navigate('/elsewhere'))
    fireEvent.click((await dialog()).getByRole('button', { name: 'Leave' }))
    await screen.findByRole('heading', { name: 'Elsewhere' })
    expect(draftsIn(queryClient).isEmpty()).toBe(true)
  })

  it('is nothing to ask about once it was sent', async () => {
    const { router } = renderForms('/user-requests?form=reinstate')
    fillAll(reinstate)
    await send(reinstate)
    await waitFor(() => expect(control('email').value).toBe(''))
    await act(() => router.navigate('/elsewhere'))
    await screen.findByRole('heading', { name: 'Elsewhere' })
  })
})
