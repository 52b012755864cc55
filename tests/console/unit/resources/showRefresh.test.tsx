import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'

beforeEach(() => {
  muteExpectedErrors()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

const closing = (status: string) =>
  accountDetail({ request: [{ id: 7, request_type: 'CLOSE_ACCOUNT', status, response_data: null }] })

const heading = () => screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe("a record's page while something is under way", () => {
  it('reads itself again until it is over', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValueOnce(closing('SENT')).mockResolvedValue(closing('APPROVED'))
    renderPage('/account/4107', { provider })
    await heading()
    expect(screen.getByText('Close request sent')).toBeDefined()
    await pass(3100)
    expect(screen.queryByText('Close request sent')).toBeNull()
    await pass(10_000)
    expect(provider.getOne).toHaveBeenCalledTimes(2)
  })

  it('does not read itself again while nothing is', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValue(accountDetail())
    renderPage('/account/4107', { provider })
    await heading()
    await pass(10_000)
    expect(provider.getOne).toHaveBeenCalledTimes(1)
  })

  it('keeps what it shows when it cannot be read again, says so, and reads again on Retry', async () => {
    const provider = stubProvider()
    provider.getOne
      .mockResolvedValueOnce(closing('SENT'))
      .mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'no'))
    provider.getOne.mockResolvedValue(closing('APPROVED'))
    renderPage('/account/4107', { provider })
    await heading()
    await pass(3100)
    expect(screen.getByText('Could not be refreshed')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Mara Quill' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText('Could not be refreshed')).toBeNull())
  })

  it('is gone when the record is', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValueOnce(closing('SENT')).mockRejectedValue(httpError(404, 'NOT_FOUND', 'no'))
    renderPage('/account/4107', { provider })
    await heading()
    await pass(3100)
    expect(screen.getByRole('heading', { level: 1, name: 'There is no such record' })).toBeDefined()
  })

  it('shows nothing of another record when the address changes', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValueOnce(accountDetail()).mockReturnValue(new Promise(() => undefined))
    const { router } = renderPage('/account/4107', { provider })
    await heading()
    await act(() => router.navigate('/account/4108'))
    expect(screen.queryByText('Mara Quill')).toBeNull()
    expect(screen.queryByText('9ZZ10041')).toBeNull()
  })
})
