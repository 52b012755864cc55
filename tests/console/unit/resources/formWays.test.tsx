import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { draftsIn } from '../../../../src/data/drafts.ts'
import {
  answerYes,
  control,
  doneText,
  fill,
  fillAll,
  httpError,
  notices,
  renderForms,
  send,
  submitButton,
  setUpForms,
} from './renderForms.tsx'
import { personsClient } from './renderPage.tsx'
import { changeEmail, loginType, reinstate, updateUser } from '../../support/resources.ts'

setUpForms()

const dialog = async () => within(await screen.findByRole('dialog'))
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
    const error = await screen.findByText('Fill in at least one field to change')
    expect(document.activeElement).toBe(submitButton())
    expect(submitButton().getAttribute('aria-describedby')).toBe(error.id)
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

describe('numbers as people write them', () => {
  it.each([
    ['phone', '(212) 555-0100', '2125550100'],
    ['phone', '+1 212.555.0100', '2125550100'],
    ['phone', '+49 212 555 0100', '+49 212 555 0100'],
    ['phone', '1-212-555-0100', '2125550100'],
    ['phone', '12125550100', '2125550100'],
    ['phone', '(212) 555-0100 x7', '(212) 555-0100 x7'],
    ['zipcode', ' 10 001', '10001'],
    ['zipcode', '10001-1234', '10001'],
    ['zipcode', '10001\u20131234', '10001'],
    ['zipcode', '10001 1234', '10001'],
    ['state', 'ny', 'NY'],
  ])('the %s %s is %s in its field, and no digit is lost', async (field, typed, shown) => {
    renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, field, typed)
    expect(control(field).value).toBe(shown)
    fireEvent.blur(control(field))
    const isRefused = () => control(field).getAttribute('aria-invalid') === 'true'
    await waitFor(() => expect(isRefused()).toBe(/[^0-9A-Z]/.test(shown)))
  })

  it.each([
    ['zipcode', ' 10001-1234 ', '10001'],
    ['zipcode', ' 10001-12 ', '10001-12'],
    ['state', ' ny ', 'NY'],
    ['city', 'Fresno\tCA', 'Fresno CA'],
    ['city', '\uFEFFÑandú\u200B', 'Ñandú'],
    ['city', 'Ñan\u200Ddú', 'Ñan\u200Ddú'],
    ['city', 'Ｆｒｅｓｎｏ', 'Fresno'],
    ['city', 'Ofﬁce² フレスノ', 'Ofﬁce² フレスノ'],
  ])('the %s "%s" is %s once its field is left', (field, typed, shown) => {
    renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, field, typed)
    fireEvent.blur(control(field))
    expect(control(field).value).toBe(shown)
  })
})

describe('an e-mail address as it is copied', () => {
  const AGATHA = 'agatha.sorrel@example.test'

  it.each([
    ['user_email', '/update-user'],
    ['email', '/user-requests?form=unregister'],
  ])('is the address alone in the field %s of %s', (field, address) => {
    renderForms(address)
    const copied = [
      `Agatha Sorrel <${AGATHA}>`,
      `"Sorrel, Agatha" <${AGATHA}>`,
      ` <${AGATHA}>`,
      `mailto:${AGATHA}`,
      `MAILTO:${AGATHA}`,
      `Agatha Sorrel <${AGATHA}> `,
      `Agatha Sorrel <${AGATHA}>;`,
      `"${AGATHA}"`,
      `‘${AGATHA}’ `,
      `${AGATHA}; `,
      ` ${AGATHA},`,
      `‹${AGATHA}›`,
      `${AGATHA}.`,
      `mailto:${AGATHA}.`,
    ]
    for (const text of copied) {
      fireEvent.change(control(field), { target: { value: text } })
      fireEvent.blur(control(field))
      expect(control(field).value, text).toBe(AGATHA)
    }
  })

  it.each([
    `Agatha <${AGATHA}>, Mara <mara@example.test>`,
    `mara@example.test <${AGATHA}>`,
    `Agatha <${AGATHA}`,
    `mailto:${AGATHA}?subject=Hello`,
    'Agatha <agatha>',
    `${AGATHA}; mara@example.test`,
    `"${AGATHA}`,
  ])('stays as it is where it is more or less than that: %s', (text) => {
    renderForms('/update-user')
    fireEvent.change(control('user_email'), { target: { value: text } })
    expect(control('user_email').value).toBe(text)
  })
})

describe('an e-mail address that is typed key by key', () => {
  it('keeps its full stops, until the field is left', () => {
    renderForms('/update-user')
    for (const key of 'mara@example.co.uk.') fill(updateUser, 'user_email', `${control('user_email').value}${key}`)
    expect(control('user_email').value).toBe('mara@example.co.uk.')
    fireEvent.blur(control('user_email'))
    expect(control('user_email').value).toBe('mara@example.co.uk')
  })
})

describe('numbers that are typed key by key', () => {
  it.each([
    ['phone', '+1 (212) 555-0100', '2125550100'],
    ['phone', '212.555.0100', '2125550100'],
    ['phone', '1 212 555 0100', '2125550100'],
    ['zipcode', '10001-1234', '10001'],
    ['zipcode', '10 001', '10001'],
  ])('the %s %s is %s in the end', (field, typed, shown) => {
    renderForms('/update-user')
    fill(updateUser, 'user_email')
    for (const key of typed) fill(updateUser, field, `${control(field).value}${key}`)
    expect(control(field).value).toBe(shown)
  })
})

describe('the length of a text', () => {
  const SENTENCE = 'Must be at most 128 characters'

  it('is counted in characters, as the gateway counts it', async () => {
    renderForms('/user-requests?form=reinstate')
    fill(reinstate, 'user_id', '🙂'.repeat(128))
    fireEvent.blur(control('user_id'))
    fill(reinstate, 'email', 'nobody')
    fireEvent.blur(control('email'))
    await screen.findByText('Email must be a valid email')
    expect(screen.queryByText(SENTENCE)).toBeNull()
    fill(reinstate, 'user_id', '🙂'.repeat(129))
    await screen.findByText(SENTENCE)
  })
})

describe('the words of the service for a success', () => {
  it.each([
    [
      'Account of mara@example.test reinstated: 9 orders',
      'Account of mara@example.test reinstated: 9 orders: User ID 4107',
    ],
    ['User 4107, mara@example.test, is back', 'User 4107, mara@example.test, is back'],
    ['Done', 'Done: Email mara@example.test, User ID 4107'],
  ])('%j are followed by what they do not name', async (message, shown) => {
    const { provider } = renderForms('/user-requests?form=reinstate')
    provider.action.mockResolvedValue({ data: { ok: true, message, answer: {} } })
    fill(reinstate, 'email', 'mara@example.test')
    fill(reinstate, 'user_id', '4107')
    await send(reinstate)
    await waitFor(() => expect(doneText()).toBe(shown))
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
