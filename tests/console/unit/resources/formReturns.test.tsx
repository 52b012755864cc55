import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { draftsIn } from '../../../../src/data/drafts.ts'
import {
  control,
  doneText,
  fill,
  fillAll,
  httpError,
  renderForms,
  send,
  submitButton,
  setUpForms,
} from './renderForms.tsx'
import { personsClient } from './renderPage.tsx'
import { unregister } from '../../support/resources.ts'

setUpForms()

const DONE = 'User mara+quill@example.test unregistered'

describe('a success', () => {
  it('is still said after Back, until the form is sent again', async () => {
    const { router, provider } = renderForms('/user-requests?form=unregister')
    fillAll(unregister)
    await send(unregister)
    await waitFor(() => expect(doneText()).toBe(DONE))
    await act(() => router.navigate('/elsewhere'))
    await screen.findByRole('heading', { name: 'Elsewhere' })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(doneText()).toBe(DONE))
    provider.action.mockRejectedValue(httpError(422, 'REFUSED', 'Not now'))
    fillAll(unregister)
    await send(unregister)
    await screen.findByText('Not now')
    expect(doneText()).toBeUndefined()
  })
})

describe('the field of a form that is empty again after a success', () => {
  it('is not said to be missing where it is only left', async () => {
    renderForms('/user-requests?form=unregister')
    fillAll(unregister)
    await send(unregister)
    await waitFor(() => expect([doneText(), control('email').value]).toEqual([DONE, '']))
    await act(async () => void fireEvent.blur(control('email')))
    expect(screen.queryByText('Email is a required field')).toBeNull()
    fireEvent.click(submitButton())
    await screen.findByText('Email is a required field')
  })
})

describe('values that were typed before', () => {
  const NOTE = 'Typed here before, and not sent.'

  it('are said to be, until something is typed, and can be cleared', async () => {
    const { queryClient } = renderForms('/user-requests?form=unregister')
    fill(unregister, 'email')
    renderForms('/user-requests?form=unregister', { queryClient })
    await screen.findByText(NOTE)
    await waitFor(() => expect(control('email').value).toBe('mara+quill@example.test'))
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(control('email').value).toBe(''))
    expect([screen.queryByText(NOTE), document.activeElement]).toEqual([null, control('email')])
    fill(unregister, 'email')
    renderForms('/user-requests?form=unregister', { queryClient })
    await screen.findByText(NOTE)
    fill(unregister, 'email', 'other@example.test')
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
  })

  it('are others than those that a link has filled in', async () => {
    const queryClient = personsClient()
    draftsIn(queryClient).keep('forms/unregister', { email: 'mara@example.test' })
    renderForms('/user-requests?form=unregister', { queryClient })
    await waitFor(() => expect(control('email').value).toBe('mara@example.test'))
    expect(screen.queryByText(NOTE)).toBeNull()
  })
})
