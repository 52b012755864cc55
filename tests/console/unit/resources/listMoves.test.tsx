import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, muteExpectedErrors, page, renderCounted, renderPage, stubProvider } from './renderPage.tsx'

interface Asked {
  readonly pagination: { readonly page: number }
  readonly filter: unknown
  readonly meta: { readonly search: string | undefined }
}

const lastAsked = (provider: ReturnType<typeof stubProvider>): Asked | undefined =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => params as Asked).findLast(({ meta }) => meta !== undefined)

const searches = (provider: ReturnType<typeof stubProvider>) =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => (params as Asked).meta.search)

const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const enter = () => fireEvent.submit(box().form ?? box())
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.useRealTimers()
})

const rendered = async (address = '/accounts') => {
  const provider = stubProvider()
  provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
    Promise.resolve(page([account()], { page: pagination.page, totalPages: 4 })),
  )
  // The tabs are counted last of all that is read at first.
  const view = await renderCounted(address, { provider })
  const asked = provider.getList.mock.calls.map(([, params]: unknown[]) => params as Asked)
  provider.getList.mockClear()
  return { provider, asked, ...view }
}

describe('searching', () => {
  it('waits for the pause of the definition, trims, and goes to page 1', async () => {
    const { provider, router } = await rendered('/accounts?page=2')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    type(' qu')
    act(() => void vi.advanceTimersByTime(400))
    type(' quill ')
    act(() => void vi.advanceTimersByTime(499))
    expect(searches(provider)).not.toContain('quill')
    act(() => void vi.advanceTimersByTime(1))
    vi.useRealTimers()
    await waitFor(() =>
      expect(lastAsked(provider)).toMatchObject({ pagination: { page: 1 }, meta: { search: 'quill' } }),
    )
    expect(searches(provider)).not.toContain('qu')
    expect(router.state.location.search).toBe('')
    expect(JSON.stringify(router.state.location)).not.toContain('quill')
    expect(box().value).toBe(' quill ')
  })

  it('searches at once on Enter and when cleared', async () => {
    const { provider } = await rendered()
    type('vale')
    enter()
    await waitFor(() => expect(searches(provider)).toContain('vale'))
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(box().value).toBe('')
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Active filters' })).toBeNull())
  })

  it('drops an answer that comes too late', async () => {
    const { provider } = await rendered()
    const late = Promise.withResolvers<unknown>()
    provider.getList.mockImplementation((_resource: string, { meta }: Asked) =>
      meta.search === 'slow' ? late.promise : Promise.resolve(page([account({ id: 2, name: 'Oren Vale' })])),
    )
    type('slow')
    enter()
    type('fast')
    enter()
    await screen.findByRole('link', { name: 'Oren Vale' })
    await act(() => {
      late.resolve(page([account({ name: 'Too Late' })]))
      return late.promise
    })
    expect(screen.queryByRole('link', { name: 'Too Late' })).toBeNull()
  })

  it('comes back with the history entry it belongs to', async () => {
    const { provider, router } = await rendered('/accounts?page=2')
    type('quill')
    enter()
    await waitFor(() => expect(searches(provider)).toContain('quill'))
    fireEvent.click(await screen.findByRole('link', { name: 'Mara Quill' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(box().value).toBe('quill'))
    await act(() => router.navigate('/accounts'))
    await waitFor(() => expect(box().value).toBe(''))
  })

  it('is forgotten with everything else that was read when a session ends', async () => {
    const { provider, router, queryClient } = await rendered()
    type('quill')
    enter()
    await waitFor(() => expect(searches(provider)).toContain('quill'))
    fireEvent.click(await screen.findByRole('link', { name: 'Mara Quill' }))
    await screen.findByRole('link', { name: 'Back' })
    act(() => queryClient.clear())
    await act(() => router.navigate(-1))
    await waitFor(() => expect(box().value).toBe(''))
  })
})

describe('filtering', () => {
  const choose = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    fireEvent.click(await screen.findByRole('menuitemradio', { name }))
  }

  it('offers everything first, the served states and the notifications, and marks the choice', async () => {
    const { provider, router } = await rendered('/accounts?page=2')
    await choose('COMPLETE')
    await waitFor(() => expect(router.state.location.search).toBe('?filter=state:COMPLETE'))
    expect(lastAsked(provider)).toMatchObject({ filter: { status: 'COMPLETE' }, pagination: { page: 1 } })
    fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
    const items = screen.getAllByRole('menuitemradio')
    expect(items[0]?.textContent).toBe('ALL')
    expect(
      items.filter((item) => item.getAttribute('aria-checked') === 'true').map((item) => item.textContent),
    ).toEqual(['COMPLETE'])
  })

  it('empties the search where the choice says so, and sends the empty search', async () => {
    const { provider } = await rendered()
    type('quill')
    enter()
    await choose('ACTION_REQUIRED_DOCS')
    await waitFor(() =>
      expect(lastAsked(provider)).toMatchObject({ filter: { pending_documents: true }, meta: { search: '' } }),
    )
    expect(box().value).toBe('')
  })

  it('shows a state that the server no longer lists, as a chip that takes it away', async () => {
    const { router } = await rendered('/accounts?filter=state:MARTIAN')
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Account State: MARTIAN' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('is a chip next to that of the search: one stop of the Tab key, moved through by arrows, removed at once', async () => {
    const { router } = await rendered('/accounts?filter=state:SUSPENDED')
    type('quill')
    enter()
    const searched = await screen.findByRole('button', { name: 'Remove Search: quill' })
    const filtered = screen.getByRole('button', { name: 'Remove filter Account State: SUSPENDED' })
    const all = screen.getByRole('button', { name: 'Clear all' })
    expect([searched, filtered, all].map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
    searched.focus()
    fireEvent.keyDown(searched, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(filtered)
    expect([searched, filtered, all].map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
    fireEvent.keyDown(filtered, { key: 'End' })
    expect(document.activeElement).toBe(all)
    fireEvent.click(searched)
    // One chip removes itself: there is nothing more to clear.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull())
    expect(router.state.location.search).toBe('?filter=state:SUSPENDED')
    expect(box().value).toBe('')
    expect(document.activeElement).toBe(box())
    type('vale')
    enter()
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(box().value).toBe('')
  })

  it('has no chip of a search that no filter is next to: its box shows it, and clears it', async () => {
    const provider = stubProvider()
    const tickers = [
      { id: 1, ticker: '912828YK0', isapproved: true },
      { id: 2, ticker: '912797GK7', isapproved: true },
    ]
    provider.getList.mockImplementation((_resource: string, { meta }: Asked) =>
      Promise.resolve(page(tickers.filter(({ ticker }) => ticker.includes(meta.search ?? '')))),
    )
    renderPage('/treasury', { provider })
    await screen.findByText('912828YK0')
    type('9127')
    enter()
    await waitFor(() => expect(screen.queryByText('912828YK0')).toBeNull())
    expect(screen.queryByRole('button', { name: 'Remove Search: 9127' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    await screen.findByText('912828YK0')
  })

  it('is moved through by keys and closed by Escape', async () => {
    await rendered()
    const button = screen.getByRole('button', { name: 'Filter' })
    fireEvent.click(button)
    expect(document.activeElement?.textContent).toBe('ALL')
    fireEvent.keyDown(document.activeElement ?? button, { key: 'ArrowDown' })
    expect(document.activeElement?.textContent).toBe('COMPLETE')
    fireEvent.keyDown(document.activeElement ?? button, { key: 't' })
    expect(document.activeElement?.textContent).toBe('TRANSFER_REQUEST')
    fireEvent.keyDown(document.activeElement ?? button, { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button)
  })
})

describe('paging', () => {
  it('goes through the pages by the address and keeps the rows until the next ones are there', async () => {
    const { provider, router } = await rendered()
    const next = Promise.withResolvers<unknown>()
    provider.getList.mockReturnValue(next.promise)
    fireEvent.click(screen.getByRole('button', { name: 'Page 4' }))
    await waitFor(() => expect(router.state.location.search).toBe('?page=4'))
    expect(screen.getByRole('link', { name: 'Mara Quill' })).toBeDefined()
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    next.resolve(page([account({ id: 9, name: 'Oren Vale' })], { page: 4, totalPages: 4 }))
    expect(await screen.findByRole('link', { name: 'Oren Vale' })).toBeDefined()
  })

  it('does nothing to the rows of the page before', async () => {
    const { provider } = await rendered()
    provider.getList.mockReturnValue(new Promise(() => undefined))
    fireEvent.click(screen.getByRole('button', { name: 'Page 4' }))
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(screen.getByRole('switch', { name: 'Restrict User: Mara Quill' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reads the next page ahead, under the name it is asked for by', async () => {
    const { provider, asked } = await rendered()
    expect(asked.filter(({ pagination }) => pagination.page === 2).at(0)?.filter).toEqual({})
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Page 2 of 4')
    await waitFor(() => expect(lastAsked(provider)?.pagination.page).toBe(3))
    expect(provider.getList.mock.calls.length).toBe(1)
  })

  describe('a list of thousands of pages', () => {
    const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Page number, 1 to 4000' })
    const go = (text: string) => {
      fireEvent.change(field(), { target: { value: text } })
      fireEvent.keyDown(field(), { key: 'Enter' })
    }
    const opened = async () => {
      const provider = stubProvider()
      provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
        Promise.resolve(page([account()], { page: pagination.page, totalPages: 4000 })),
      )
      const { router } = renderPage('/accounts?page=12', { provider })
      await screen.findByText('Page 12 of 4000')
      return router
    }

    it('goes to the page whose number is typed, with the focus where it is', async () => {
      const router = await opened()
      expect(field().value).toBe('12')
      field().focus()
      go('3000')
      await screen.findByText('Page 3000 of 4000')
      expect(router.state.location.search).toBe('?page=3000')
      expect(document.activeElement).toBe(field())
      fireEvent.click(screen.getByRole('button', { name: 'Next' }))
      await waitFor(() => expect(field().value).toBe('3001'))
    })

    it.each([
      ['0', '1', ''],
      ['99999', '4000', '?page=4000'],
      [' 2 ', '2', '?page=2'],
    ])('stays within its pages: "%s" is page %s', async (typed, shown, address) => {
      const router = await opened()
      go(typed)
      await waitFor(() => expect(router.state.location.search).toBe(address))
      expect(field().value).toBe(shown)
    })

    it.each(['3.5', '2a', '-1'])('goes nowhere for "%s", keeps it and says why', async (typed) => {
      const router = await opened()
      go(typed)
      expect(screen.getByRole('alert').textContent).toBe('Enter a whole number.')
      expect(field().getAttribute('aria-invalid')).toBe('true')
      expect(field().value).toBe(typed)
      expect(router.state.location.search).toBe('?page=12')
      go('3')
      await waitFor(() => expect(router.state.location.search).toBe('?page=3'))
      expect(screen.queryByRole('alert')).toBeNull()
    })

    it('shows its page again after Escape and on leaving the field, and goes nowhere without a number', async () => {
      const router = await opened()
      fireEvent.change(field(), { target: { value: '77' } })
      fireEvent.keyDown(field(), { key: 'Escape' })
      expect(field().value).toBe('12')
      fireEvent.change(field(), { target: { value: '77' } })
      fireEvent.blur(field())
      expect(field().value).toBe('12')
      go('')
      expect(field().value).toBe('12')
      expect(router.state.location.search).toBe('?page=12')
    })
  })

  it('has no pager on a page that does not exist, only the way to the last one', async () => {
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
      Promise.resolve(page(pagination.page > 4 ? [] : [account()], { page: pagination.page, totalPages: 4 })),
    )
    const { router } = renderPage('/accounts?page=999999', { provider })
    const back = await screen.findByRole('button', { name: 'Go to page 4' })
    expect(screen.getByText('There is no page 999999')).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    fireEvent.click(back)
    await screen.findByText('Page 4 of 4')
    expect(router.state.location.search).toBe('?page=4')
  })

  it('has the same field where the pages are few, and no pager where there is one', async () => {
    await rendered()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Page number, 1 to 4' }).value).toBe('1')
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ name: 'Oren Vale' })], { totalPages: 1 }))
    cleanup()
    renderPage('/accounts', { provider })
    await screen.findByRole('link', { name: 'Oren Vale' })
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  })
})
