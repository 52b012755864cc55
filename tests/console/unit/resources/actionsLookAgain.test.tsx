import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import { detail, partProvider, renderPieces, transfer } from './renderParts.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const dialog = () => screen.getByRole('dialog')
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }))

describe('an attempt whose connection broke', () => {
  const attempt = async (goOn = vi.fn()) => {
    const provider = partProvider()
    renderPieces(['requests'], { provider, queue: { goOn, isClaimed: () => true, takeResumed: () => false } })
    const [button] = await screen.findAllByRole('button', { name: /^Approve: / })
    fireEvent.click(button ?? document.body)
    await screen.findByRole('dialog')
    fireEvent.change(within(dialog()).getByLabelText('Reason'), { target: { value: 'Documents match' } })
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    press('Yes')
    const look = await within(dialog()).findByRole('button', { name: 'Look again' })
    await waitFor(() => expect(document.activeElement).toBe(look))
    return provider
  }

  it('can be looked for first, and is not repeated where it was done', async () => {
    const provider = await attempt()
    const labels = within(dialog())
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(labels.indexOf('Look again')).toBeLessThan(labels.indexOf('Try again'))
    provider.getOne.mockResolvedValue({ data: detail({ request: [transfer({ status: 'APPROVED' })] }) })
    press('Look again')
    expect(await within(dialog()).findByText('Status: REQUESTED → APPROVED')).toBeDefined()
    expect(within(dialog()).queryByText('Nothing was changed.')).toBeNull()
    expect(within(dialog()).queryByRole('button', { name: /Look again|Try again/ })).toBeNull()
    expect(provider.action).toHaveBeenCalledTimes(1)
  })

  it('leads on in the queue once its dialog is closed, where it was found done', async () => {
    const goOn = vi.fn()
    const provider = await attempt(goOn)
    provider.getOne.mockResolvedValue({ data: detail({ request: [transfer({ status: 'APPROVED' })] }) })
    press('Look again')
    await within(dialog()).findByText('Status: REQUESTED → APPROVED')
    expect(goOn).not.toHaveBeenCalled()
    press('Close')
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
  })

  it('does not lead on where it left no trace', async () => {
    const goOn = vi.fn()
    await attempt(goOn)
    press('Look again')
    await within(dialog()).findByText(/as you saw it before, so this does not seem to have been done/)
    press('No')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(goOn).not.toHaveBeenCalled()
  })

  it('can be repeated where it left no trace; a key that submits the question looks, and repeats nothing', async () => {
    const provider = await attempt()
    fireEvent.submit(dialog().querySelector('form') as HTMLFormElement)
    await within(dialog()).findByText(/as you saw it before, so this does not seem to have been done/)
    expect(provider.action).toHaveBeenCalledTimes(1)
    press('Try again')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
  })

  it('has the focus on Close where the record has changed and it could be sent again', async () => {
    const provider = await attempt()
    const request = [transfer({ request_payload: { contra_account_number: 'XXXXX99-11' } })]
    provider.getOne.mockResolvedValue({ data: detail({ request }) })
    press('Look again')
    await within(dialog()).findByText('What you sent may have been done, or another person may have changed it.')
    expect(document.activeElement).toBe(within(dialog()).getByRole('button', { name: 'Close' }))
    expect(within(dialog()).getByRole('button', { name: 'Try again' })).toBeDefined()
  })

  it('has the focus on Try again once it is looked for, which a second press of the same keys does not press', async () => {
    const provider = await attempt()
    const pressKeys = () => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Control', ctrlKey: true })
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true })
    }
    await waitFor(() => expect(dialog().hasAttribute('data-unread')).toBe(false))
    pressKeys()
    await within(dialog()).findByText(/as you saw it before, so this does not seem to have been done/)
    expect(document.activeElement).toBe(within(dialog()).getByRole('button', { name: 'Try again' }))
    pressKeys()
    await waitFor(() => expect(dialog().hasAttribute('data-unread')).toBe(false))
    expect(provider.action).toHaveBeenCalledTimes(1)
    pressKeys()
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
  })
})

describe('an edit whose answer was lost', () => {
  it('says, once it is looked for, that the record has what was typed', async () => {
    const provider = stubProvider()
    provider.getList.mockImplementation(() => {
      const ticker = provider.action.mock.calls.length > 0 ? 'BIL2' : 'BIL'
      return Promise.resolve(page([{ id: 7, ticker }] as never, { totalPages: 1, total: 1 }))
    })
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    renderPage('/cash', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: BIL' }))
    fireEvent.change(within(await screen.findByRole('dialog')).getByLabelText('Ticker'), { target: { value: 'BIL2' } })
    press('Save')
    fireEvent.click(await within(dialog()).findByRole('button', { name: 'Look again' }))
    await within(dialog()).findByText('The record now has what you entered, so there is nothing left to send.')
    expect(document.activeElement).toBe(within(dialog()).getByRole('button', { name: 'Close' }))
    fireEvent.change(within(dialog()).getByLabelText('Ticker'), { target: { value: 'BIL3' } })
    await within(dialog()).findByText('What you sent may have been done, or another person may have changed it.')
    press('Overwrite BIL2 with BIL3')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
  })
})

describe('an attempt that worked', () => {
  it('is found on its page where its record has left the list', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
    provider.getOne.mockResolvedValue({ data: { id: 4107, account: [{ id: 4107, status: 'PENDING' }] } })
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    renderPage('/accounts', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Submit: Mara Quill' }))
    await screen.findByRole('dialog')
    provider.getList.mockResolvedValue({ data: [], pageInfo: { hasNextPage: false }, meta: {} })
    press('Submit')
    fireEvent.click(await within(dialog()).findByRole('button', { name: 'Look again' }))
    await within(dialog()).findByText('Status: SUBMIT_FAILED → PENDING')
    expect(within(dialog()).queryByRole('button', { name: /Look again|Try again|Submit/ })).toBeNull()
  })
})
