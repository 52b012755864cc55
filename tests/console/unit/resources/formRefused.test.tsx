import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { loginType, manualUpload, reinstate, reopen, unlinkBank, updateUser } from '../../support/resources.ts'
import {
  control,
  fill,
  fillAll,
  formProvider,
  httpError,
  MARA,
  providerOf,
  renderForms,
  send,
  setUpForms,
  submitButton,
} from './renderForms.tsx'

setUpForms()

describe('a refusal', () => {
  const refused = (message: string) => {
    const provider = providerOf(MARA)
    provider.action.mockRejectedValue(httpError(422, 'UPSTREAM_REFUSED', message))
    renderForms('/user-requests?form=unlinkBank', { provider })
    return provider
  }
  const ending = () => [...document.querySelectorAll('.cs-form-ending p')].map(({ textContent }) => textContent)
  const about = "About: Email mara+quill@example.test, Bank couldn't be read"

  it.each([
    ['Account not found', ['Account not found', about, 'Nothing was changed.']],
    ['No bank. Nothing was changed.', ['No bank. Nothing was changed.', about]],
  ])('of a change says whom it was about, and once that nothing was changed: %s', async (message, said) => {
    refused(message)
    fill(unlinkBank, 'email', MARA.user__email)
    await send(unlinkBank)
    await screen.findByText(message)
    fireEvent.change(control('email'), { target: { value: 'teo@example.test' } })
    expect(ending()).toEqual(said)
  })

  it('of a question alone says whom it was about', async () => {
    const provider = refused('User not found')
    provider.action.mockRejectedValue(httpError(404, 'NOT_FOUND', 'User not found'))
    fireEvent.click(screen.getByRole('link', { name: /^Check Login Type/ }))
    await screen.findByRole('heading', { name: 'Check Login Type' })
    fill(loginType, 'email', MARA.user__email)
    await send(loginType)
    await screen.findByText('User not found')
    expect(ending()).toEqual(['User not found', 'About: Email mara+quill@example.test'])
  })
})

describe('a refusal that is about someone', () => {
  const MARA_ADDRESS = 'mara@example.test'
  const TEO_ADDRESS = 'teo@example.test'
  const endings = () => [...document.querySelectorAll('.cs-form-ending')].map(({ textContent }) => textContent)
  const about = (value: string) => expect.stringMatching(`About: (Email|Account Number) ${value}`) as unknown
  const isReady = () => waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
  const refusal = (message: string) => httpError(422, 'UPSTREAM_REFUSED', message)

  const ONE = '9ZZ10041'
  const OTHER = '9ZZ10058'

  async function sendTo(number: string) {
    fill(reopen, 'account_no', number)
    await send(reopen)
    await isReady()
  }

  async function refused() {
    const view = renderForms('/user-requests?form=reopen')
    view.provider.action.mockRejectedValueOnce(refusal('No holdings'))
    await sendTo(ONE)
    await screen.findByText('No holdings')
    return view
  }

  it('stays when the same is done for someone else, and when one comes back, until it is dismissed', async () => {
    const { router } = await refused()
    await sendTo(OTHER)
    await screen.findByText(/^Account 9ZZ10058 reopened/)
    expect(endings()).toEqual([about(ONE)])
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await act(() => router.navigate('/elsewhere'))
    await screen.findByRole('heading', { name: 'Elsewhere' })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(endings()).toEqual([about(ONE)]))
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(endings()).toEqual([])
  })

  it('ends when the same is sent about them again, which is a new attempt', async () => {
    const { provider } = await refused()
    provider.action.mockRejectedValueOnce(refusal('Not open'))
    await sendTo(OTHER)
    await waitFor(() => expect(endings()).toEqual([about(OTHER), about(ONE)]))
    expect(document.activeElement?.textContent).toContain('Not open')
    await sendTo(ONE)
    await waitFor(() => expect(endings()).toEqual([about(OTHER)]))
    await sendTo(OTHER)
    await waitFor(() => expect(endings()).toEqual([]))
    const keys = provider.action.mock.calls.map(
      ([, params]: readonly unknown[]) => (params as { idempotencyKey: string }).idempotencyKey,
    )
    expect(new Set(keys).size).toBe(4)
  })

  it('gives the focus to the other one, and then to the form, when it is dismissed', async () => {
    const { provider } = await refused()
    provider.action.mockRejectedValueOnce(refusal('Not open'))
    await sendTo(OTHER)
    await waitFor(() => expect(endings()).toHaveLength(2))
    const dismissed = (button: HTMLElement | undefined) => {
      button?.focus()
      if (button !== undefined) fireEvent.click(button)
      return document.activeElement
    }
    const [newer, older] = screen.getAllByRole('button', { name: 'Dismiss' })
    expect(dismissed(older)).toBe(newer)
    expect(dismissed(newer)).toBeInstanceOf(HTMLFormElement)
    expect(endings()).toEqual([])
  })

  it('stays where no record is found by the form, too', async () => {
    const provider = formProvider()
    provider.action.mockRejectedValueOnce(refusal('Not unregistered'))
    renderForms('/user-requests?form=reinstate', { provider })
    for (const email of [MARA_ADDRESS, TEO_ADDRESS]) {
      fill(reinstate, 'email', email)
      fill(reinstate, 'user_id', '9107')
      await send(reinstate)
      await isReady()
    }
    await screen.findByText(/^Account of teo@example.test reinstated/)
    expect(endings()).toEqual([about(MARA_ADDRESS)])
  })

  it('of a question stays as well', async () => {
    const provider = formProvider()
    provider.action.mockRejectedValueOnce(httpError(404, 'NOT_FOUND', 'User not found'))
    renderForms('/user-requests?form=loginType', { provider })
    for (const email of [MARA_ADDRESS, TEO_ADDRESS]) {
      fill(loginType, 'email', email)
      await send(loginType)
      await isReady()
    }
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    expect(endings()).toEqual([about(MARA_ADDRESS)])
  })

  it('gives way to newer ones, and never takes the place of an outcome that is unknown', async () => {
    const { provider } = renderForms('/user-requests?form=reopen')
    provider.action.mockRejectedValueOnce(httpError(0, 'NETWORK', 'The connection broke.'))
    await sendTo(ONE)
    provider.action.mockRejectedValue(refusal('No holdings'))
    for (let number = 10; number <= 30; number += 1) await sendTo(`9ZZ777${number}`)
    expect(endings()).toHaveLength(21)
    expect(endings().slice(-2)).toEqual([about('9ZZ77711'), about(ONE)])
  })

  it('marks no field that is filled in for someone else', async () => {
    const { provider } = renderForms('/update-user')
    const fields = { phone: 'Belongs to someone else' }
    const error = refusal('The phone is taken')
    provider.action.mockRejectedValueOnce(Object.assign(error, { body: { ...error.body, fields } }))
    fill(updateUser, 'user_email', MARA_ADDRESS)
    fill(updateUser, 'phone')
    await send(updateUser)
    await screen.findByText(fields.phone)
    fill(updateUser, 'user_email', TEO_ADDRESS)
    expect(screen.queryByText(fields.phone)).toBeNull()
    fill(updateUser, 'user_email', MARA_ADDRESS)
    expect(screen.getByText(fields.phone)).toBeDefined()
  })
})

describe('a refusal of a form that is about no one', () => {
  const ending = () => document.querySelector('.cs-form-ending')?.textContent
  it('is still shown with its file when one comes back, and ends with the next attempt', async () => {
    const provider = formProvider()
    const { router } = renderForms('/populate-details?form=manualUpload', { provider })
    provider.upload.mockRejectedValueOnce(httpError(422, 'UPSTREAM_REFUSED', '1 line:\nline 2: price is not known'))
    fillAll(manualUpload)
    await send(manualUpload)
    await screen.findByText('The service refused 1 line.')
    await act(() => router.navigate('/populate-details?form=populateHoldings'))
    await screen.findByRole('heading', { name: 'Populate Holdings' })
    await act(() => router.navigate(-1))
    await screen.findByText('The service refused 1 line.')
    expect(ending()).toContain('Each refused line says why, in the table above.')
    await send(manualUpload)
    await screen.findByText(/^File Uploaded/)
    expect(ending()).toBeUndefined()
  })
})
