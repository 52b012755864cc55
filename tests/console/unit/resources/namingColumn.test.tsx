import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

const rendered = async (address: string, record: { readonly id: number }, stored = {}) => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page([record], { total: 1 }))
  renderPage(address, { provider, stored })
  return screen.findByRole('rowheader')
}

describe('the column that names a row', () => {
  it.each([
    ['/accounts', 'Name', account({ name: 'Mara Quill' }), 'Mara Quill'],
    ['/trades', 'Ticker', { id: 7, created_at: '2026-03-01', ticker: 'ZZ01' }, 'ZZ01'],
    ['/treasury', 'Ticker', { id: 7, ticker: 'ZZ02', isapproved: true }, 'ZZ02 Approved'],
    ['/cryptocurrency', 'Ticker', { id: 7, ticker: 'ZZ03', isapproved: true }, 'ZZ03 Approved: -'],
    ['/cash', 'Ticker', { id: 7, ticker: 'ZZ04', type: 'ETF' }, 'ZZ04'],
    ['/sponsers', 'Ticker', { id: 1, ticker: 'ZZ05', channel_name: 'Harbor' }, 'ZZ05'],
    ['/notifications', 'Name', { id: 1, first_name: 'Mara', last_name: 'Quill' }, 'Mara Quill'],
  ])('of %s is %s: the header of the row, and what stays in sight', async (address, title, record, name) => {
    const header = await rendered(address, record)
    expect(header.textContent).toBe(name)
    const cells = [...(header.closest('tr')?.cells ?? [])]
    expect(cells.filter(({ className }) => className.includes('cs-td--stays'))).toEqual([header])
    const head = screen.getAllByRole('columnheader').filter(({ className }) => className.includes('cs-td--stays'))
    expect(head.map(({ textContent }) => textContent)).toEqual([title])
    expect(screen.getAllByRole('columnheader').indexOf(head[0]!)).toBe(cells.indexOf(header as HTMLTableCellElement))
  })

  it('has the number that accounts are found by next to it, and where that is hidden nothing', async () => {
    const shown = await rendered('/accounts', account({ name: 'Mara Quill', account_no: '9ZZ10041' }))
    const withName = () => [...document.querySelectorAll('.cs-td--with-name')].map(({ textContent }) => textContent)
    expect(withName()).toEqual(['Account Number', '9ZZ10041'])
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Account Number' }))
    expect(withName()).toEqual([])
    expect(shown.isConnected).toBe(true)
  })

  it('is the one that cannot be hidden, and the first can', async () => {
    await rendered('/trades', { id: 7, ticker: 'ZZ01' } as never)
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Ticker', checked: true }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Created At' }))
    expect(heads()).toContain('Ticker')
    expect(heads()).not.toContain('Created At')
    expect(screen.getByRole('menuitemcheckbox', { name: 'Ticker' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('is shown whatever is stored', async () => {
    const stored = { 'trades.columns': ['created_at', 'ticker'] }
    expect((await rendered('/trades', { id: 7, ticker: 'ZZ01' } as never, stored)).textContent).toBe('ZZ01')
    expect(heads().slice(0, 2)).toEqual(['Trade Date', 'Account Number'])
  })

  it('has the state of the row next to it, in words', async () => {
    const header = await rendered('/treasury', { id: 7, ticker: 'ZZ02', isapproved: true } as never)
    expect(header.textContent).toBe('ZZ02 Approved')
  })

  it('opens the record with the place of its list, and leaves a click with a key or another button to the browser', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ name: 'Mara Quill' })], { total: 1 }))
    const { router } = renderPage('/accounts?page=2', { provider })
    const link = await screen.findByRole('link', { name: 'Mara Quill' })
    expect(link.getAttribute('href')).toBe('/account/4107')
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
      expect(fireEvent.click(link, held), JSON.stringify(held)).toBe(true)
    expect(router.state.location.pathname).toBe('/accounts')
    expect(fireEvent.click(link)).toBe(false)
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
    expect(router.state.location.state).toEqual({ list: '?page=2', from: 'default', isRestorable: true })
    expect(router.state.historyAction).toBe('PUSH')
  })
})
