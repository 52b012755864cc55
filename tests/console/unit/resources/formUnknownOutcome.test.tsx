import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { valueAt } from '../../../../language/pointer.ts'
import {
  answerYes,
  control,
  fill,
  fillAll,
  formProvider,
  httpError,
  notices,
  renderForms,
  send,
  submitButton,
  setUpForms,
  type FormProvider,
} from './renderForms.tsx'
import { bench } from '../dataProvider/support.ts'
import { manualUpload, reinstate, updateUser } from '../../support/resources.ts'

setUpForms()

const dialog = async () => within(await screen.findByRole('dialog'))
const keysOf = (provider: FormProvider) =>
  provider.action.mock.calls.map(
    ([, params]: readonly unknown[]) => (params as { idempotencyKey: string }).idempotencyKey,
  )

describe('a submission with an unknown outcome', () => {
  const lose = async () => {
    const provider = formProvider()
    provider.action.mockRejectedValueOnce(httpError(0, 'NETWORK', 'The connection broke.'))
    const view = renderForms('/user-requests?form=reinstate', { provider })
    fillAll(reinstate)
    await send(reinstate)
    await screen.findByText('The connection broke.', { selector: '.cs-form-ending p' })
    expect(notices()).toEqual([])
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

  it('is a new attempt for a person who says that they have checked', async () => {
    const { provider } = await lose()
    fireEvent.click(submitButton())
    fireEvent.click((await dialog()).getByLabelText(/^I have checked: it was not done/))
    await answerYes(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    const [one, other] = keysOf(provider)
    expect(one).not.toBe(other)
  })

  it('tells the gateway of it only where someone says to have checked', async () => {
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

  it('is told beside the form with what it was about, also to a person who comes back to it', async () => {
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

  it('is still shown and still repeated once another one has succeeded, until it is dismissed', async () => {
    const { provider } = await lose()
    fill(reinstate, 'user_id', '4108')
    await send(reinstate)
    await screen.findByText(/reinstated/)
    const endings = () => [...document.querySelectorAll('.cs-form-ending')].map(({ textContent }) => textContent)
    expect(endings()).toEqual([expect.stringContaining('About: Email mara+quill@example.test, User ID 4107')])
    await waitFor(() => expect(document.activeElement).toBe(control('email')))
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    fillAll(reinstate)
    provider.action.mockRejectedValueOnce(httpError(422, 'UPSTREAM_REFUSED', 'User not found'))
    fill(reinstate, 'user_id', '4109')
    await send(reinstate)
    await waitFor(() => expect(endings()).toHaveLength(2))
    expect(document.activeElement?.textContent).toContain('User not found')
    fillAll(reinstate)
    fireEvent.click(submitButton())
    await (await dialog()).findByText(/Sending it again unchanged will not do it twice/)
    await answerYes(reinstate)
    await waitFor(() => expect(endings()).toEqual([]))
    await waitFor(() => expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true))
    const [one, , , again] = keysOf(provider)
    expect(again).toBe(one)
  })

  it('is gone once it is dismissed, but not forgotten', async () => {
    const { provider } = await lose()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(document.querySelector('.cs-form-ending')).toBeNull()
    await send(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    expect(new Set(keysOf(provider)).size).toBe(1)
  })

  it('is over once it was answered', async () => {
    const { provider } = await lose()
    await send(reinstate)
    await waitFor(() => expect(control('email').value).toBe(''))
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fillAll(reinstate)
    fireEvent.click(submitButton())
    expect((await dialog()).queryByText(/outcome is unknown/)).toBeNull()
    await answerYes(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(3))
    expect(new Set(keysOf(provider)).size).toBe(2)
  })
})

describe('the outcome of a form that was left meanwhile', () => {
  it.each([
    ['success: Account of mara+quill@example.test reinstated', { data: { ok: true, answer: {} } }],
    ['error: User not found', httpError(422, 'UPSTREAM_REFUSED', 'User not found')],
  ])('is a notice: %s', async (notice, outcome) => {
    const { router, provider } = renderForms('/user-requests?form=reinstate')
    const answer = Promise.withResolvers<unknown>()
    provider.action.mockReturnValue(answer.promise)
    fillAll(reinstate)
    await send(reinstate)
    await waitFor(() => expect(provider.action).toHaveBeenCalled())
    await act(() => router.navigate('/user-requests?form=loginType'))
    await screen.findByRole('heading', { name: 'Check Login Type' })
    if (outcome instanceof Error) answer.reject(outcome)
    else answer.resolve(outcome)
    await waitFor(() => expect(notices()).toEqual([notice]))
  })
})

describe('a service that fails', () => {
  const FAILED = 'The service failed. It is not known whether this was done.'

  it.each([
    [reinstate, '/user-requests?form=reinstate', FAILED],
    [updateUser, '/update-user', `Error updating user information\n${FAILED}`],
  ] as const)('may have done it: nobody says that it did not', async (form, address, text) => {
    const { provider } = renderForms(address)
    provider.action.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    fillAll(form)
    await send(form)
    await waitFor(() => expect(document.querySelector('.cs-form-ending p')?.textContent).toBe(text))
    expect(screen.getByText('Check whether it was done before you send it again.')).toBeDefined()
    expect(notices()).toEqual([])
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    fireEvent.click(submitButton())
    expect((await dialog()).getByLabelText(/^I have checked: it was not done/)).toBeDefined()
  })
})

describe('an answer that is not the gateway’s own', () => {
  const lost = (status: number) =>
    `Something between the browser and the console answered in its place (HTTP ${status}). It is not known whether this was done.`
  const page = (status: number) => () => new Response('<h1>The server does not answer</h1>', { status })

  it.each([
    ['a proxy’s 504', page(504), lost(504)],
    ['a bare 500', () => new Response(null, { status: 500 }), lost(500)],
    [
      'a page instead of the answer',
      page(200),
      /^The answer could not be read\. It is not known whether this was done/,
    ],
  ])('%s says nothing of what was done, and sending it again is the same submission', async (_what, reply, text) => {
    const { provider } = renderForms('/update-user')
    const { provider: real } = bench(reply)
    provider.action.mockImplementation(real.action)
    fillAll(updateUser)
    await send(updateUser)
    await screen.findByText(text, { selector: '.cs-form-ending p' })
    const ending = document.querySelector('.cs-form-ending')?.textContent
    expect(ending).not.toContain('Nothing was changed')
    expect(ending).not.toContain('Error updating')
    expect(ending).toContain('About: ')
    expect(notices()).toEqual([])
    await waitFor(() => expect(submitButton().getAttribute('aria-busy')).toBe('false'))
    await send(updateUser)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    const [one, other] = keysOf(provider)
    expect(one).toBe(other)
  })

  it('leads to the list that shows whether the lines of a file were taken', async () => {
    const { provider } = renderForms('/populate-details?form=manualUpload')
    const { provider: real } = bench(page(502))
    provider.upload.mockImplementation(real.upload)
    fillAll(manualUpload)
    await send(manualUpload)
    await screen.findByText(lost(502), { selector: '.cs-form-ending p' })
    expect(screen.getByRole('link', { name: 'Look at Trade Basket (new tab)' })).toBeDefined()
    expect(document.querySelector('.cs-form-ending')?.textContent).not.toContain('not taken')
  })

  it('refuses before the gateway with a status of 4xx: nothing was changed', async () => {
    const { provider } = renderForms('/update-user')
    provider.action.mockImplementation(bench(page(413)).provider.action)
    fillAll(updateUser)
    await send(updateUser)
    const text = 'Refused before it reached the gateway (HTTP 413). Nothing was changed.'
    await waitFor(() =>
      expect(document.querySelector('.cs-form-ending p')?.textContent).toBe(`Error updating user information\n${text}`),
    )
  })
})

describe('a submission that the gateway knows from before', () => {
  const refusal = { IN_DOUBT: 'Nobody knows whether it was done.', SENT_BEFORE: 'It was done.' } as const

  it.each([
    ['IN_DOUBT', 'I have checked: it was not done. Make a new attempt.', /its outcome is unknown\. Check first/],
    ['SENT_BEFORE', 'I have checked: it has to be done again.', /sent before, and it was done\./],
  ] as const)('is asked about after %s, and sent again by a person who has checked', async (code, label, notice) => {
    const { provider } = renderForms('/user-requests?form=reinstate')
    provider.action.mockRejectedValueOnce(httpError(409, code, refusal[code]))
    fillAll(reinstate)
    await send(reinstate)
    await screen.findByText(refusal[code], { selector: '.cs-form-ending p' })
    expect(notices()).toEqual([])
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
