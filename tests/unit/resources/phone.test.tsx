import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(() => {
  muteExpectedErrors()
  const wide = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(wide(query), 'matches', { value: true }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('a list on a phone', () => {
  it('has rows of two lines and the same actions in a sheet', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED', account_no: null })]))
    renderPage('/accounts', { provider })
    const row = (await screen.findByRole('link', { name: 'Mara Quill' })).closest('li')
    expect(row?.textContent).toContain('SUBMIT_FAILED')
    expect(row?.textContent).toContain('03/04/2026, 01:22 PM')
    expect(screen.queryByRole('table')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    expect(
      within(sheet)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['View error', 'Mark as Test', 'Restrict User', 'Restrict SSNNo account number yet', 'Submit', 'Cancel'])
    fireEvent.click(within(sheet).getByRole('button', { name: 'Submit' }))
    expect(await screen.findByRole('dialog', { name: 'Submit the account of Mara Quill again?' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Mara Quill' })).toBeNull())
  })

  it('offers only what the person may do', async () => {
    renderPage('/accounts', { provider: stubProvider(), held: ['accounts.read', 'accounts.markTest'] })
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    expect(
      within(sheet)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['View error', 'Mark as Test', 'Cancel'])
  })

  it('offers those who may only read no more than a look', async () => {
    renderPage('/accounts', { provider: stubProvider(), held: ['accounts.read'] })
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    const buttons = within(sheet).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual(['View error', 'Cancel'])
  })

  it('offers no sheet where there is nothing to do', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue({ ...page([{ id: 1 }]), data: [{ id: 1, ticker: '912828YK0' }] })
    renderPage('/treasury', { provider, held: ['tickers.read'] })
    await screen.findByText('912828YK0')
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
  })
})
