import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

describe('choosing columns', () => {
  it('hides and shows a column, and never the first', async () => {
    renderPage('/accounts', { provider: stubProvider() })
    await screen.findByRole('link', { name: 'Mara Quill' })
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Utm Source' }))
    fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Name' }))
    expect(heads()).not.toContain('Utm Source')
    expect(heads()).toContain('Name')
    fireEvent.click(screen.getByRole('menuitem', { name: 'Show all' }))
    expect(heads()).toContain('Utm Source')
  })

  it('keeps the first column and forgets unknown ones whatever is stored', async () => {
    renderPage('/accounts', { provider: stubProvider(), stored: { 'accounts.columns': ['name', 'status', 'gone', 7] } })
    await screen.findByRole('link', { name: 'Mara Quill' })
    expect(heads()).toHaveLength(12)
    expect(heads()).toContain('Name')
    expect(heads()).not.toContain('Status')
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
  it('come from the definition, so that nothing moves from page to page', async () => {
    const provider = stubProvider()
    provider.getList.mockReturnValueOnce(new Promise(() => undefined))
    renderPage('/accounts', { provider })
    const widths = () => [...screen.getByRole('table').querySelectorAll('col')].map(({ style }) => style.width)
    await screen.findByRole('table')
    const before = widths()
    renderPage('/accounts', { provider: stubProvider() })
    await screen.findByRole('link', { name: 'Mara Quill' })
    expect(before).toHaveLength(13)
    expect(before.slice(0, -1).every((width) => width.endsWith('px'))).toBe(true)
    expect(widths()).toEqual(before)
  })
})
