import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { muteExpectedErrors } from './renderPage.tsx'
import { detail, partProvider, renderPieces, transfer } from './renderParts.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

describe('deciding a request', () => {
  it('sends the rejection with its reason, and then the buttons are gone', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    provider.action.mockImplementation(() => {
      const request = [transfer({ status: 'REJECTED', response_data: { action: 'REJECTED', comment: 'No letter' } })]
      provider.getOne.mockResolvedValue({ data: detail({ request }) })
      return Promise.resolve({ data: { id: 501, ok: true, message: 'Request 501 is REJECTED' } })
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Reject: Transfer account (501)' }))
    const dialog = screen.getByRole('dialog', { name: /^Reject request / })
    fireEvent.click(within(dialog).getByRole('radio', { name: /^Details differ/ }))
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Details differ: no letter' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.getByText('success: Request 501 is REJECTED')).toBeDefined())
    expect(provider.action.mock.calls[0]).toMatchObject([
      'accountRequests',
      { name: 'reject', record: { id: 501 }, input: { reason: 'Details differ: no letter' } },
    ])
    expect(screen.queryByRole('button', { name: /^(Approve|Reject): / })).toBeNull()
    expect(screen.getByText('Rejected here; the clearing firm does not hear of it.')).toBeDefined()
  })

  it('has keys for the one with the focus, or else the newest one that waits', async () => {
    const approved = transfer({ id: 101, status: 'APPROVED' })
    const request = [transfer({ id: 9 }), approved, transfer({ id: 30, request_payload: 'x' })]
    renderPieces(['requests'], { provider: partProvider(detail({ request })) })
    const [, unreadable, oldest] = await screen.findAllByRole('article')
    const asks = (key: string, title: RegExp) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
      fireEvent.click(within(screen.getByRole('dialog', { name: title })).getByRole('button', { name: 'No' }))
    }
    asks('r', /^Reject request 30 /)
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(within(unreadable as HTMLElement).getByRole('button', { name: /^Approve/ }))
    asks('r', /^Reject request 30 /)
    oldest?.focus()
    asks('a', /^Approve request 9 /)
    oldest?.focus()
    asks('r', /^Reject request 9 /)
  })

  it('is not offered to people who may only read', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider, held: ['accounts.read'] })
    await screen.findByRole('article')
    expect(await screen.findByText(/^You need the permission \S+\. Ask an administrator\.$/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^(Approve|Reject): / })).toBeNull()
  })

  it('says nothing of permissions where there is nothing to decide', async () => {
    const provider = partProvider(
      detail({ request: [transfer({ status: 'APPROVED', response_data: { currentState: 'ERROR' } })] }),
    )
    renderPieces(['requests'], { provider, held: ['accounts.read'] })
    await screen.findByRole('article')
    expect(screen.queryByText(/permission/)).toBeNull()
  })

  it('leads to the next one that waits, and after the last to the next record of the queue', async () => {
    const requests = (open: readonly number[]) =>
      [101, 30, 9].map((id) => transfer({ id, status: open.includes(id) ? 'REQUESTED' : 'REJECTED' }))
    const provider = partProvider(detail({ request: requests([101, 9]) }))
    const goOn = vi.fn()
    const isClaimed = vi.fn(() => true)
    renderPieces(['requests'], { provider, queue: { goOn, isClaimed, takeResumed: () => false } })
    const reject = async (open: readonly number[]) => {
      provider.getOne.mockResolvedValue({ data: detail({ request: requests(open) }) })
      fireEvent.keyDown(document.body, { key: 'r' })
      const dialog = within(await screen.findByRole('dialog'))
      fireEvent.click(dialog.getByRole('radio', { name: 'Details differ' }))
      fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await screen.findAllByRole('article')
    await reject([9])
    await waitFor(() => expect(document.activeElement?.textContent).toContain('#9'))
    expect(goOn).not.toHaveBeenCalled()
    await reject([])
    await waitFor(() => expect(goOn).toHaveBeenCalledOnce())
  })
})
