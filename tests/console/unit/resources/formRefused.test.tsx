import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loginType, unlinkBank } from '../../support/resources.ts'
import { control, fill, formProvider, httpError, renderForms, send } from './renderForms.tsx'
import { muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const MARA = { id: 4107, name: 'Mara Quill', user__email: 'mara+quill@example.test', account_no: '9ZZ10041' }

describe('a refusal', () => {
  const refused = (message: string) => {
    const provider = formProvider()
    provider.action.mockRejectedValue(httpError(422, 'UPSTREAM_REFUSED', message))
    provider.getList.mockResolvedValue({ data: [MARA], total: 1 })
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
