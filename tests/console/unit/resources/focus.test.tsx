import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import { bank, transfer } from './renderParts.tsx'
import { accountDetail } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const pressed = (element: HTMLElement) => {
  element.focus()
  fireEvent.click(element)
}
const focused = (element: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element()))
const heading = (name: string) => () => screen.getByRole('heading', { name })
const opened = async (change = {}, fields = {}, tab = '') => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail(change, fields))
  renderPage(`/account/4107${tab}`, { provider })
  await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
  return provider
}
/** What the record has become once the action has been done. */
const becomes = (provider: ReturnType<typeof stubProvider>, change = {}, fields = {}) =>
  provider.action.mockImplementation(() => {
    provider.getOne.mockResolvedValue(accountDetail(change, fields))
    return Promise.resolve({ data: { id: 4107, ok: true } })
  })

describe('on the way between a list and a record', () => {
  it.each([
    ['known', false],
    ['to be read', true],
  ])(
    'the focus is on the heading of a record that was opened by its link, and on that link after Back, with rows %s',
    async (_, isUnread) => {
      const provider = stubProvider()
      provider.getList.mockResolvedValue(page([account({ id: 4999, name: 'Somebody Else' }), account()]))
      const { queryClient } = renderPage('/accounts', { provider })
      pressed(await screen.findByRole('link', { name: 'Mara Quill' }))
      await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
      await focused(heading('Mara Quill'))
      expect(heading('Mara Quill')().tabIndex).toBe(-1)
      if (isUnread) queryClient.removeQueries({ queryKey: ['accounts'] })
      pressed(screen.getByRole('link', { name: 'Back' }))
      await screen.findByRole('link', { name: 'Somebody Else' })
      await focused(() => screen.getByRole('link', { name: 'Mara Quill' }))
    },
  )

  it('the focus is on the heading of the list where it has the record no longer', async () => {
    const provider = stubProvider()
    renderPage('/account/4107', { provider })
    provider.getList.mockResolvedValue(page([account({ id: 4999, name: 'Somebody Else' })]))
    pressed(await screen.findByRole('link', { name: 'Back' }))
    await screen.findByRole('link', { name: 'Somebody Else' })
    await focused(heading('Trading Accounts'))
  })

  it('the focus stays where the browser puts it on a page that it has loaded itself', async () => {
    await opened()
    expect(document.activeElement).toBe(document.body)
  })
})

describe('where the control that had the focus has gone', () => {
  it('the other button of the header has it', async () => {
    const provider = await opened()
    becomes(provider, {}, { is_active: true })
    pressed(await screen.findByRole('button', { name: 'Update Status' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Make active' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await focused(() => screen.getByRole('button', { name: 'Update Status' }))
  })

  it('the heading of the page has it, and no button that changes something else, once a failed account is submitted', async () => {
    const provider = await opened({}, { status: 'SUBMIT_FAILED' })
    becomes(provider, {}, { status: 'PENDING' })
    pressed(await screen.findByRole('button', { name: 'Submit' }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Update Status' })).toBeDefined()
    await focused(heading('Mara Quill'))
  })

  it('the heading of the request has it once that is decided', async () => {
    const provider = await opened({ request: [transfer()] }, {}, '?tab=requests')
    becomes(provider, { request: [transfer({ status: 'APPROVED', response_data: { currentState: 'REQUEST' } })] })
    pressed(await screen.findByRole('button', { name: /^Approve: / }))
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'All there' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Approve: / })).toBeNull())
    await focused(heading('Transfer account'))
  })

  it('the heading of the request has it after the dialog that said someone else was quicker', async () => {
    const provider = await opened({ request: [transfer()] }, {}, '?tab=requests')
    pressed(await screen.findByRole('button', { name: /^Approve: / }))
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    provider.getOne.mockResolvedValue(accountDetail({ request: [transfer({ status: 'REJECTED' })] }))
    const dialog = within(screen.getByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'All there' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    pressed(await dialog.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await focused(heading('Transfer account'))
  })

  it('the heading of the block has it where the whole row has gone', async () => {
    const provider = await opened({ ach: [bank()] })
    becomes(provider, { ach: [] })
    pressed(await screen.findByRole('button', { name: /^Cancel: / }))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel relationship' }))
    await screen.findByText('No linked bank')
    await focused(heading('ACH Relationship'))
  })

  it('the heading of the record has it after Retry of a page that had failed', async () => {
    const provider = stubProvider()
    provider.getOne.mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'no'))
    renderPage('/account/4107', { provider })
    pressed(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
    await focused(heading('Mara Quill'))
  })

  it('nobody is called back who has pressed somewhere else meanwhile', async () => {
    const provider = await opened({ ach: [bank()] })
    becomes(provider, { ach: [] })
    pressed(await screen.findByRole('button', { name: /^Cancel: / }))
    fireEvent.pointerDown(document.body)
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel relationship' }))
    await screen.findByText('No linked bank')
    expect(document.activeElement).toBe(document.body)
  })
})
