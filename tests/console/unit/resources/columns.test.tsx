import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

describe('choosing columns', () => {
  it('hides and shows a column, and never the one that names the row', async () => {
    renderPage('/accounts', { provider: stubProvider() })
    await screen.findByRole('link', { name: 'Mara Quill' })
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Utm Source' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Name' }))
    expect(heads()).not.toContain('Utm Source')
    expect(heads()).toContain('Name')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Show all' }))
    expect(heads()).toContain('Utm Source')
  })

  it('keeps the naming column and forgets unknown ones whatever is stored', async () => {
    renderPage('/accounts', { provider: stubProvider(), stored: { 'accounts.columns': ['name', 'status', 'gone', 7] } })
    await screen.findByRole('link', { name: 'Mara Quill' })
    expect(heads()).toHaveLength(12)
    expect(heads()).toContain('Name')
    expect(heads()).not.toContain('Status')
  })
})

describe('where the choice of columns stands', () => {
  const menu = async (address: string) => {
    renderPage(address, { provider: stubProvider() })
    return screen.findByRole('button', { name: 'Columns' })
  }

  it('is the row of filters, and the row of the title where there are none', async () => {
    expect((await menu('/accounts')).closest('.cs-filter-row')).not.toBeNull()
    expect((await menu('/sponsers')).closest('.cs-title-row')).not.toBeNull()
    expect(document.querySelector('.cs-filter-row')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    expect(screen.getByRole('menuitemcheckbox', { name: 'Ticker' })).toBeDefined()
  })
})

describe('the column of actions', () => {
  it('is left out for people who may do none of them', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page([{ id: 7, ticker: 'BIL', isapproved: true }] as never, { totalPages: 1, total: 1 }),
    )
    renderPage('/treasury', { provider, held: ['tickers.read'] })
    await screen.findByText('BIL')
    await waitFor(() => expect(heads()).toEqual(['ID', 'Ticker']))
    expect(document.querySelector('.cs-td--actions')).toBeNull()
    renderPage('/treasury', { provider, held: ['tickers.read', 'tickers.delete'] })
    await screen.findByText('BIL')
    await waitFor(() => expect(heads()).toEqual(['ID', 'Ticker', 'Action']))
  })
})

describe('rows that are still to come', () => {
  it('stand to the right where numbers will', async () => {
    const provider = stubProvider()
    provider.getList.mockReturnValue(new Promise(() => undefined))
    renderPage('/trades', { provider })
    await waitFor(() => expect(document.querySelector('.cs-skeleton--decimal')).not.toBeNull())
    expect(document.querySelector('.cs-skeleton--decimal')?.parentElement?.className).toBe('cs-td--number')
    expect(document.querySelector('.cs-skeleton--status')?.parentElement?.className).toBe('')
  })
})

describe('ordering', () => {
  it('turns the order of a list the provider holds whole, by the address', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page([{ id: 7, ticker: 'BIL', isapproved: true }] as never, { totalPages: 1, total: 1 }),
    )
    const { router } = renderPage('/treasury', { provider })
    await screen.findByText('BIL')
    expect(screen.getByRole('columnheader', { name: 'ID' }).getAttribute('aria-sort')).toBe('ascending')
    fireEvent.click(screen.getByRole('button', { name: 'Ticker' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=ticker:asc'))
    expect(provider.getList.mock.calls.at(-1)?.[1]).toMatchObject({ sort: { field: 'ticker', order: 'ASC' } })
    fireEvent.click(screen.getByRole('button', { name: 'Ticker' }))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=ticker:desc'))
  })

  it('is not offered where the server decides', async () => {
    renderPage('/accounts', { provider: stubProvider() })
    await screen.findByRole('link', { name: 'Mara Quill' })
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
  })
})

describe('the widths of columns', () => {
  it('come from the pages so far, and no later page takes them back', async () => {
    const provider = stubProvider()
    const names = ['Maximiliana Featherstonehaugh', 'Al']
    provider.getList.mockImplementation((_resource: string, { pagination }: { pagination: { page: number } }) =>
      Promise.resolve(page([account({ name: names[pagination.page - 1] })], { page: pagination.page, totalPages: 2 })),
    )
    renderPage('/accounts', { provider })
    const widths = () => [...document.querySelectorAll('col')].map(({ style }) => style.width)
    await screen.findByRole('link', { name: 'Maximiliana Featherstonehaugh' })
    const before = widths()
    expect(before).toHaveLength(13)
    expect(before.every((width) => width !== '')).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('link', { name: 'Al' })
    expect(widths()).toEqual(before)
  })
})

describe('a text that is cut', () => {
  it('is cut where it ends, whatever its script: links and cells say so to the browser', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ name: 'מרה קוויל' })]))
    renderPage('/accounts', { provider })
    const link = await screen.findByRole('link', { name: 'מרה קוויל' })
    expect(link.getAttribute('dir')).toBe('auto')
    expect(document.querySelectorAll('.cs-td--text').length).toBeGreaterThan(2)
    expect(document.querySelectorAll('.cs-td--text:not([dir="auto"])')).toHaveLength(0)
    expect(document.querySelectorAll('.cs-td--number[dir]')).toHaveLength(0)
  })
})
