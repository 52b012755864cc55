import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

const asked = (provider: ReturnType<typeof stubProvider>) =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => params as Record<string, unknown>)

describe('what a list shows', () => {
  it('draws the thirteen columns of the account list with their values', async () => {
    renderPage('/accounts', { provider: stubProvider() })
    await screen.findByRole('link', { name: 'Mara Quill' })
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Name',
      'Email ID',
      'Account Number',
      'Date',
      'Bank Linked',
      'Error',
      'Status',
      'Utm Campaign',
      'Utm Medium',
      'Utm Source',
      'Test',
      'Restrict User',
      'Restrict SSN',
    ])
    const row = screen.getAllByRole('row')[1]
    expect(row?.textContent).toContain('03/04/2026, 01:22 PM')
    expect(row?.textContent).toContain('spring-roth')
    expect(within(row ?? document.body).getByText('SUSPENDED')).toBeDefined()
    expect(row?.textContent).toContain('Pending documents: 2')
    expect(screen.getByRole('link', { name: 'Mara Quill' }).getAttribute('href')).toBe('/account/4107')
  })

  it('marks every status but COMPLETE and SUSPENDED with a dot, and shows an unknown one as it came', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page([account(), account({ id: 2, status: 'COMPLETE' }), account({ id: 3, status: 'MARTIAN' })]),
    )
    renderPage('/accounts', { provider })
    const dotOf = (pill: HTMLElement) => pill.closest('.cs-pill')?.querySelector('[data-dot]')
    expect(dotOf(await screen.findByText('MARTIAN'))).not.toBeNull()
    expect(dotOf(screen.getByText('COMPLETE'))).toBeNull()
    expect(dotOf(screen.getByText('SUSPENDED'))).toBeNull()
  })

  it('says in words what the dot of a ticker means', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page(
        [
          { id: 1, ticker: 'BIL', isapproved: true },
          { id: 2, ticker: 'SGOV', isapproved: false },
        ] as never,
        { totalPages: 1, total: 2 },
      ),
    )
    renderPage('/treasury', { provider })
    expect(await screen.findByText('Approved')).toBeDefined()
    expect(screen.getByText('Not approved')).toBeDefined()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['', 'ID', 'Ticker', 'Action'])
  })

  it('says of a ticker that comes without an approval that it is not known', async () => {
    const provider = stubProvider()
    const tickers = [
      { id: 1, ticker: 'BIL', isapproved: null },
      { id: 2, ticker: 'SGOV' },
    ]
    provider.getList.mockResolvedValue(page(tickers, { totalPages: 1, total: 2 }))
    const { container } = renderPage('/treasury', { provider })
    expect(await screen.findAllByText('Approved: -')).toHaveLength(2)
    expect(container.querySelector('.cs-dot')).toBeNull()
  })

  it('says how many rows are hidden', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account()], { hidden: 3 }))
    renderPage('/accounts', { provider })
    expect(await screen.findByText('3 accounts hidden (no status)')).toBeDefined()
  })
})

describe('the states of a list without rows', () => {
  it('is loading before the first answer, and shows the head', async () => {
    const provider = stubProvider()
    provider.getList.mockReturnValue(new Promise(() => undefined))
    renderPage('/accounts', { provider })
    expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true')
    expect(screen.getAllByRole('columnheader')).toHaveLength(13)
  })

  it('is empty', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([], { totalPages: 1 }))
    renderPage('/accounts', { provider })
    expect(await screen.findByText('No accounts')).toBeDefined()
  })

  it('matches nothing, and Reset shows all', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([], { totalPages: 1 }))
    const { router } = renderPage('/accounts?filter=state:CLOSED', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Reset filter' }))
    await screen.findByText('No accounts')
    expect(router.state.location.search).toBe('')
  })

  it('is hidden as a whole, which is not the same as empty', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([], { hidden: 50 }))
    renderPage('/accounts', { provider })
    expect(await screen.findByText('Every row of this page is hidden')).toBeDefined()
    expect(screen.queryByText('No accounts')).toBeNull()
  })

  it('does not say that a search matches nothing where a record could not be read', async () => {
    const provider = stubProvider()
    const none = page([], { totalPages: 1 })
    provider.getList.mockResolvedValue({ ...none, meta: { ...none.meta, unreadable: 1, dropped: 1 } })
    renderPage('/accounts?filter=state:CLOSED', { provider })
    expect((await screen.findByRole('alert')).textContent).toContain('1 record could not be read')
    expect(screen.getByText('The answer has no other accounts for this filter.')).toBeDefined()
    expect(screen.queryByText('Nothing matches')).toBeNull()
    expect(screen.getByRole('button', { name: 'Reset filter' })).toBeDefined()
  })

  it('is forbidden', async () => {
    const provider = stubProvider()
    provider.getList.mockRejectedValue(httpError(403, 'FORBIDDEN', 'You may not.'))
    renderPage('/accounts', { provider })
    expect(await screen.findByText('Sorry, you do not have permission to access this page')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  it('does not count what is not there', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([], { totalPages: 1 }))
    renderPage('/accounts', { provider })
    expect(await screen.findByText('No accounts')).toBeDefined()
    expect(screen.queryByText(/on this page/)).toBeNull()
  })

  it('counts what a search found, and what there is without it', async () => {
    const provider = stubProvider()
    const tickers = [{ id: 1, ticker: 'BIL', isapproved: true }]
    const found = page(tickers, { totalPages: 1, total: 7 })
    provider.getList.mockResolvedValue({ ...found, meta: { ...found.meta, whole: 1030 } })
    renderPage('/treasury', { provider })
    expect(await screen.findByText('7 of 1,030')).toBeDefined()
    provider.getList.mockResolvedValue({ ...found, meta: { ...found.meta, whole: 7 } })
    renderPage('/treasury', { provider })
    expect(await screen.findByText('7 in all')).toBeDefined()
  })

  it('names what Reset takes away where nothing matches', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([], { totalPages: 1 }))
    renderPage('/accounts', { provider })
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nobody' } })
    fireEvent.submit(screen.getByRole('searchbox'))
    expect(await screen.findByRole('button', { name: 'Reset search' })).toBeDefined()
    expect(screen.getByText('No accounts for this search.')).toBeDefined()
  })

  it('corrects an address beyond the end of a whole list, and says so once', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page([{ id: 1, ticker: 'BIL', isapproved: true }] as never, { page: 7, totalPages: 7, total: 61 }),
    )
    const { router } = renderPage('/treasury?page=77', { provider })
    await waitFor(() => expect(router.state.location.search).toBe('?page=7'))
    expect(screen.getAllByText(/Page 77 does not exist/).map(({ textContent }) => textContent)).toEqual([
      'info: Page 77 does not exist. This is the last page.',
    ])
  })

  it.each(['0', '-3', 'abc', '1.5', '9999999', ''])(
    'shows page 1 of an address whose page is "%s", and an address that agrees, with the rest as it was',
    async (wrong) => {
      const { router } = renderPage(`/accounts?page=${wrong}&filter=state:SUSPENDED`, { provider: stubProvider() })
      await screen.findByText('Page 1 of 7')
      expect(router.state.location.search).toBe('?filter=state:SUSPENDED')
      expect(router.state.historyAction).toBe('REPLACE')
    },
  )

  it('has no page in its address before anything has been searched', async () => {
    const { router } = renderPage('/etrade-details?page=3', { provider: stubProvider() })
    await screen.findByText('Search for a user to see their orders')
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('has failed, with the request id, and stays on its page when tried again', async () => {
    const provider = stubProvider()
    provider.getList.mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    provider.getList.mockResolvedValue(page([account()], { page: 3 }))
    const { router } = renderPage('/accounts?page=3', { provider })
    expect(await screen.findByText('The service failed.')).toBeDefined()
    expect(screen.getByText('req-77')).toBeDefined()
    expect(router.state.location.search).toBe('?page=3')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Page 3 of 7')
    expect(
      asked(provider)
        .slice(0, 2)
        .map(({ pagination }) => pagination),
    ).toEqual([
      { page: 3, perPage: 50 },
      { page: 3, perPage: 50 },
    ])
  })

  it('says that a filter does not exist, asks for nothing, and shows all on request', async () => {
    const provider = stubProvider()
    renderPage('/accounts?filter=foo:bar', { provider })
    expect(await screen.findByText('This filter does not exist')).toBeDefined()
    expect(provider.getList).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('link', { name: 'Mara Quill' })).toBeDefined()
  })

  it.each([
    ['/etrade-details?email=vale-x', 'Search for a user to see their orders'],
    ['/accounts?page=3&foo=vale-x', 'Page 3 of 7'],
    ['/accounts?page=3&sort=name:asc', 'Page 3 of 7'],
    ['/treasury?sort=vale-x:asc', 'ID'],
  ])('says that it does not read all of %s, and is shown without the rest', async (address, shown) => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account()], { page: 3 }))
    renderPage(address, { provider })
    await screen.findByText(shown)
    expect(await screen.findByText(/Part of the address was ignored/)).toBeDefined()
    expect(document.body.textContent).not.toContain('vale-x')
  })

  it('says nothing of an address that it reads, and of a stray filter only that it does not exist', async () => {
    renderPage('/accounts?page=3&filter=state:SUSPENDED', { provider: stubProvider() })
    await screen.findByText('Page 3 of 7')
    expect(screen.queryByText(/Part of the address was ignored/)).toBeNull()
    renderPage('/treasury?sort=ticker:desc', { provider: stubProvider() })
    await screen.findByText('ID')
    expect(screen.queryByText(/Part of the address was ignored/)).toBeNull()
    renderPage('/accounts?name=quill', { provider: stubProvider() })
    await screen.findByText('This filter does not exist')
    expect(screen.queryByText(/Part of the address was ignored/)).toBeNull()
  })

  it('says that a page does not exist and leads to the last one', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValueOnce(page([], { page: 99 }))
    const { router } = renderPage('/accounts?page=99', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Go to page 7' }))
    await screen.findByRole('link', { name: 'Mara Quill' })
    expect(router.state.location.search).toBe('?page=7')
  })

  it.each([true, false])(
    'shows nothing of its own when the session is over (caught before: %s)',
    async (endsSessions) => {
      const provider = stubProvider()
      provider.getList.mockRejectedValue(httpError(401, 'SESSION_OVER', 'over'))
      const { queryClient } = renderPage('/accounts', { provider, endsSessions })
      await waitFor(() => expect(provider.getList).toHaveBeenCalled())
      await waitFor(() => expect(queryClient.isFetching()).toBe(0))
      expect((await screen.findByRole('table')).getAttribute('aria-busy')).toBe('true')
      expect(screen.queryByText('No accounts')).toBeNull()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  )
})
