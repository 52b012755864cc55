import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

interface Asked {
  readonly pagination: { readonly page: number }
  readonly filter: Readonly<Record<string, unknown>>
}

const trade = (id: number) => ({ id, ticker: 'ZZTK', account_no: 'XXXX1234', order_type: 'buy' })

const asked = (provider: ReturnType<typeof stubProvider>): Asked | undefined =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => params as Asked).at(-1)

/** The last call for the first page or the one named: the next page is read ahead. */
const askedFor = (provider: ReturnType<typeof stubProvider>, wanted = 1): Asked | undefined =>
  provider.getList.mock.calls
    .map(([, params]: unknown[]) => params as Asked)
    .findLast(({ pagination }) => pagination.page === wanted)

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.restoreAllMocks()
})

const rendered = async (address = '/trades') => {
  const provider = stubProvider()
  provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
    Promise.resolve(page([trade(pagination.page)], { page: pagination.page, totalPages: 4 })),
  )
  const view = renderPage(address, { provider })
  await screen.findByRole('grid')
  return { provider, ...view }
}

const filterButton = () => screen.getByRole('button', { name: 'Filter' })
const open = async () => {
  fireEvent.click(filterButton())
  return screen.findByRole('dialog', { name: 'Filter' })
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const apply = () => fireEvent.click(screen.getByRole('button', { name: 'Apply' }))

describe('the filter form of a list', () => {
  it('opens with the key that searches other lists', async () => {
    await rendered()
    const opened = await waitFor(() => {
      fireEvent.keyDown(document.body, { key: '/' })
      return screen.getByRole('dialog', { name: 'Filter' })
    })
    expect(await within(opened).findByLabelText('Created At')).toBeDefined()
  })

  it('has a control for every field, chosen by its schema, and the focus in the first one for words', async () => {
    await rendered()
    const form = await open()
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
    expect(fields.map(({ type, labels }) => [labels?.[0]?.textContent, type])).toEqual([
      ['Created At', 'date'],
      ['Trade Date', 'date'],
      ['Account Number', 'text'],
      ['Trade ID', 'text'],
      ['Ticker', 'text'],
      ['Action', 'select-one'],
      ['Sell All', 'select-one'],
      ['Option', 'select-one'],
      ['Status', 'text'],
      ['Vehicle', 'text'],
    ])
    expect(document.activeElement).toBe(fields[2])
    const choices = within(screen.getByLabelText('Sell All')).getAllByRole('option')
    expect(choices.map((option) => option.textContent)).toEqual(['Any', 'TRUE', 'FALSE'])
    const offered = document.getElementById(screen.getByLabelText('Status').getAttribute('list') ?? '')
    expect(offered?.querySelectorAll('option').length).toBeGreaterThan(3)
    expect(fields.every(({ autocomplete, type }) => type === 'select-one' || autocomplete === 'off')).toBe(true)
  })

  it('applies everything at once, at page 1, in the address, and gives the focus back', async () => {
    const { provider, router } = await rendered('/trades?page=3')
    await open()
    fill('Ticker', ' ZZTK ')
    fill('Sell All', 'true')
    fill('Trade ID', '88')
    expect(router.state.location.search).toBe('?page=3')
    apply()
    await waitFor(() => expect(router.state.location.search).toBe('?id=88&ticker=ZZTK&sellAll=true'))
    expect(askedFor(provider)?.filter).toEqual({ id: 88, ticker: 'ZZTK', sellAll: true })
    expect(screen.queryByRole('dialog', { name: 'Filter' })).toBeNull()
    expect(document.activeElement).toBe(filterButton())
  })

  it('applies on Enter', async () => {
    const { router } = await rendered()
    await open()
    fill('Ticker', 'ZZTK')
    fireEvent.submit(screen.getByLabelText('Ticker').closest('form') ?? document.body)
    await waitFor(() => expect(router.state.location.search).toBe('?ticker=ZZTK'))
  })

  it.each([
    ['Account Number', '９ＺＺ１０１２３', { accountNumber: '9ZZ10123' }],
    ['Trade ID', '８８１６１６', { id: 881616 }],
    ['Trade ID', ' 881,616', { id: 881616 }],
    ['Trade ID', '1\u00A0881\u00A0616', { id: 1881616 }],
    ['Ticker', '\u200BＶＴＩ', { ticker: 'VTI' }],
    ['Status', 'ﬁlled² 約定', { status: 'ﬁlled² 約定' }],
  ])('reads the %s %s as it looks', async (label, text, filter) => {
    const { provider } = await rendered()
    await open()
    fill(label, text)
    apply()
    await waitFor(() => expect(askedFor(provider)?.filter).toEqual(filter))
  })

  it.each([
    ['Account Number', '9ZZ10123\t881605'],
    ['Ticker', 'VTI\tBND'],
    ['Trade ID', '881\t616'],
  ])('does not join two cells that are pasted into %s', async (label, text) => {
    const { router } = await rendered()
    await open()
    fill(label, text)
    apply()
    const description = `${label} has two values, with a tab or line end between them: type one`
    expect(screen.getByRole('textbox', { name: label, description })).toBe(document.activeElement)
    expect(router.state.location.search).toBe('')
    fill(label, text.split('\t')[1]!)
    expect(screen.queryByText(description)).toBeNull()
  })

  it.each(['88,16,16', '881,61', '881 616,000', '881616 881605'])(
    'takes no other separators in a whole number: %j',
    async (text) => {
      const { router } = await rendered()
      await open()
      fill('Trade ID', text)
      apply()
      expect(
        screen.getByRole('textbox', { name: 'Trade ID', description: /^Trade ID must be a whole number/ }),
      ).toBeDefined()
      expect(router.state.location.search).toBe('')
    },
  )

  it('applies on Enter in a choice, too', async () => {
    const { router } = await rendered()
    await open()
    fill('Sell All', 'true')
    fireEvent.keyDown(screen.getByLabelText('Sell All'), { key: 'ArrowDown' })
    expect(router.state.location.search).toBe('')
    fireEvent.keyDown(screen.getByLabelText('Sell All'), { key: 'Enter' })
    await waitFor(() => expect(router.state.location.search).toBe('?sellAll=true'))
    expect(document.activeElement).toBe(filterButton())
  })

  it('closes on Escape without applying, and gives the focus back', async () => {
    const { provider, router } = await rendered()
    const form = await open()
    fill('Ticker', 'ZZTK')
    fireEvent.keyDown(within(form).getByLabelText('Ticker'), { key: 'Escape' })
    expect(screen.queryByRole('dialog', { name: 'Filter' })).toBeNull()
    expect(document.activeElement).toBe(filterButton())
    expect(router.state.location.search).toBe('')
    expect(asked(provider)?.filter).toEqual({})
    await open()
    expect(screen.getByLabelText<HTMLInputElement>('Ticker').value).toBe('')
  })

  it('says in place what a field does not take, goes to it, and applies nothing', async () => {
    const { router } = await rendered()
    await open()
    fill('Ticker', 'ZZTK')
    fill('Trade ID', '12x')
    apply()
    const field = screen.getByRole('textbox', { name: 'Trade ID', description: 'Trade ID must be a whole number' })
    expect(document.activeElement).toBe(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(router.state.location.search).toBe('')
    fill('Trade ID', '12')
    expect(screen.queryByText('Trade ID must be a whole number')).toBeNull()
    apply()
    await waitFor(() => expect(router.state.location.search).toBe('?id=12&ticker=ZZTK'))
  })

  it('is emptied by Clear, and then applies nothing', async () => {
    const { provider, router } = await rendered('/trades?ticker=ZZTK&tradeDate=2026-03-04')
    await open()
    expect(screen.getByLabelText<HTMLInputElement>('Trade Date').value).toBe('2026-03-04')
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByLabelText<HTMLInputElement>('Ticker').value).toBe('')
    expect(document.activeElement).toBe(screen.getByLabelText('Account Number'))
    apply()
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await waitFor(() => expect(askedFor(provider)?.filter).toEqual({}))
  })

  it('is a sheet on a phone, closed by its button', async () => {
    const wide = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(wide(query), 'matches', { value: true }),
    )
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([trade(1)]))
    renderPage('/trades', { provider })
    const sheet = await open()
    expect(within(sheet).getByRole('heading', { name: 'Filter' })).toBeDefined()
    expect(document.activeElement).toBe(screen.getByLabelText('Account Number'))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filter' })).toBeNull())
  })
})

describe('filters that hold', () => {
  it('stand as chips in words, each of which takes its own away', async () => {
    const { router } = await rendered('/trades?tradeDate=2026-03-04&ticker=ZZTK&sellAll=true&page=2')
    expect(await screen.findByRole('button', { name: 'Remove filter Trade Date: 03/04/2026' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Remove filter Sell All: TRUE' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Ticker: ZZTK' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tradeDate=2026-03-04&sellAll=true'))
    expect(document.activeElement).toBe(filterButton())
  })

  it('are all taken away by Reset: the plain list at page 1', async () => {
    const { provider, router } = await rendered('/trades?ticker=ZZTK&page=2')
    fireEvent.click(await screen.findByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await waitFor(() => expect(askedFor(provider)?.filter).toEqual({}))
    expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
    expect(document.activeElement).toBe(filterButton())
  })

  it('come back with Back and Forward, the personal ones too, which no address and no history holds', async () => {
    const { provider, router } = await rendered()
    await open()
    fill('Account Number', '3XK01234')
    fill('Ticker', 'ZZTK')
    apply()
    await waitFor(() => expect(askedFor(provider)?.filter).toEqual({ accountNumber: '3XK01234', ticker: 'ZZTK' }))
    expect(router.state.location.search).toBe('?ticker=ZZTK&private=accountNumber')
    expect(JSON.stringify(router.state.location)).not.toContain('3XK01234')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(askedFor(provider, 2)?.filter).toMatchObject({ accountNumber: '3XK01234' }))
    await act(() => router.navigate(-2))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull())
    await act(() => router.navigate(1))
    expect(await screen.findByRole('button', { name: 'Remove filter Account Number: 3XK01234' })).toBeDefined()
    await open()
    expect(screen.getByLabelText<HTMLInputElement>('Account Number').value).toBe('3XK01234')
  })

  it('are not asked for without their values: a page that was loaded again says so, and takes them again', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([trade(1)]))
    const { router } = renderPage('/trades?ticker=ZZTK&private=accountNumber,ticker,other', { provider })
    await screen.findByText('The Account Number filter is not kept when the page is reloaded')
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Enter it again' }))
    await screen.findByRole('dialog', { name: 'Filter' })
    expect(document.activeElement).toBe(screen.getByLabelText('Account Number'))
    expect(screen.getByLabelText<HTMLInputElement>('Ticker').value).toBe('ZZTK')
    expect(provider.getList).not.toHaveBeenCalled()
    fill('Account Number', '3XK01234')
    apply()
    await waitFor(() => expect(askedFor(provider)?.filter).toEqual({ accountNumber: '3XK01234', ticker: 'ZZTK' }))
    expect(router.state.location.search).toBe('?ticker=ZZTK&private=accountNumber')
  })

  it('are left out where the person says so, and not because another filter was taken away', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([trade(1)]))
    const { router } = renderPage('/trades?ticker=ZZTK&action=buy&private=accountNumber', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Ticker: ZZTK' }))
    await waitFor(() => expect(router.state.location.search).toBe('?action=buy&private=accountNumber'))
    expect(provider.getList).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Show without it' }))
    await waitFor(() => expect(askedFor(provider)?.filter).toEqual({ action: 'buy' }))
    expect(router.state.location.search).toBe('?action=buy')
  })

  it('find nothing, and Reset shows all', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValueOnce(page([], { totalPages: 1 }))
    renderPage('/trades?ticker=NONE', { provider })
    expect(await screen.findByText('Nothing matches')).toBeDefined()
    expect(screen.getByText('No trades for this filter.')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Reset filter' }))
    expect(await screen.findByRole('grid')).toBeDefined()
  })

  it.each([
    ['?id=12x', 'Trade ID must be a whole number.'],
    ['?sellAll=maybe', 'Sell All must be one of: true, false.'],
    ['?ticker=%00', 'Ticker has control characters, which no text has.'],
    ['?accountNumber=3XK01234', /^Account Number is personal and is not read from an address/],
  ])('are not used where the address is wrong about them: %s', async (query, sentence) => {
    const provider = stubProvider()
    renderPage(`/trades${query}`, { provider })
    expect(await screen.findByText('This filter cannot be used')).toBeDefined()
    expect(screen.getByText(sentence)).toBeDefined()
    expect(provider.getList).not.toHaveBeenCalled()
    expect(document.body.textContent).not.toContain('3XK01234')
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(provider.getList).toHaveBeenCalled())
  })
})
