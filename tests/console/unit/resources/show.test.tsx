import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

describe('the page of a record', () => {
  it('shows who it is and what state it is in, from the detail call', async () => {
    const provider = stubProvider()
    renderPage('/account/4107', { provider })
    expect(await screen.findByRole('heading', { name: 'Mara Quill' })).toBeDefined()
    expect(screen.getByText('SUSPENDED')).toBeDefined()
    expect(screen.getAllByText('mara.quill@example.test')[0]).toBeDefined()
    expect(provider.getOne.mock.calls[0]?.[1]).toMatchObject({ id: '4107', meta: { view: 'detail' } })
  })

  it('leads back to the list by its address when it was opened directly', async () => {
    const { router } = renderPage('/account/4107', { provider: stubProvider() })
    fireEvent.click(await screen.findByRole('link', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
  })

  it.each([
    ['http://localhost:3000/accounts?page=3&filter=state:SUSPENDED&more=1', '/accounts?page=3&filter=state:SUSPENDED'],
    ['http://localhost:3000/trades?page=3', '/accounts'],
    ['https://elsewhere.test/accounts?page=3', '/accounts'],
    ['', '/accounts'],
  ])('leads a tab of its own back to the list that opened it, %s', async (referrer, back) => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
    renderPage('/account/4107', { provider: stubProvider() })
    expect((await screen.findByRole('link', { name: 'Back' })).getAttribute('href')).toBe(back)
    vi.restoreAllMocks()
  })

  it('leads such a tab back also after a reload, which has no referrer', async () => {
    const referrer = vi.spyOn(document, 'referrer', 'get').mockReturnValue('http://localhost:3000/accounts?page=3')
    const { router } = renderPage('/account/4107?tab=history', { provider: stubProvider() })
    await waitFor(() => expect(router.state.location.state).not.toBeNull())
    expect([router.state.historyAction, router.state.location.search]).toEqual(['REPLACE', '?tab=history'])
    referrer.mockReturnValue('')
    fireEvent.click(screen.getByRole('tab', { name: 'Disclosures' }))
    await screen.findByRole('tab', { name: 'Disclosures', selected: true })
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/accounts?page=3')
    vi.restoreAllMocks()
  })

  it('has its place in that list, and no other record of the tab has one', async () => {
    const referrer = vi.spyOn(document, 'referrer', 'get').mockReturnValue('http://localhost:3000/accounts?page=1')
    const { router } = renderPage('/account/4107', { provider: stubProvider() })
    const place = await screen.findByRole('navigation', { name: 'Records of the list' })
    expect(place.textContent).toContain('1 of ')
    await act(() => router.navigate('/account/4107?tab=history'))
    await screen.findByRole('tab', { name: 'History', selected: true })
    expect(screen.queryByRole('navigation', { name: 'Records of the list' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/accounts')
    referrer.mockRestore()
  })

  it('leads back to the very place it was opened from', async () => {
    const { router } = renderPage('/accounts?page=3&filter=state:SUSPENDED', { provider: stubProvider() })
    fireEvent.click(await screen.findByRole('link', { name: 'Mara Quill' }))
    await screen.findByRole('heading', { name: 'Mara Quill' })
    expect(router.state.location.search).toBe('')
    fireEvent.click(screen.getByRole('link', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.search).toBe('?page=3&filter=state:SUSPENDED'))
    expect(router.state.historyAction).toBe('POP')
  })

  it.each([
    [404, 'NOT_FOUND', 'There is no such record'],
    [400, 'MALFORMED_ID', 'This address names no record'],
    [403, 'FORBIDDEN', 'Sorry, you do not have permission to access this page'],
    [502, 'UPSTREAM_FAILED', "Couldn't load this record."],
  ])('has a state of its own for %i %s', async (status, code, title) => {
    const provider = stubProvider()
    provider.getOne.mockRejectedValue(httpError(status, code, 'The server said so.'))
    renderPage('/account/4107', { provider })
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(code === 'UPSTREAM_FAILED' ? 1 : 0)
  })

  it('says which record the service has no details for, and asks again on Retry', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValueOnce({ data: { id: 4107, account: [] } })
    renderPage('/account/4107', { provider })
    const title = 'The service has no details for this record.'
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(screen.getByText('4107')).toBeDefined()
    expect(screen.queryByText('There is no such record')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Mara Quill' })).toBeDefined()
  })

  it('reads again on Retry', async () => {
    const provider = stubProvider()
    provider.getOne.mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'no'))
    renderPage('/account/4107', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Mara Quill' })).toBeDefined()
  })
})
