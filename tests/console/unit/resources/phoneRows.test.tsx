import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

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

/** The lines of a list's first row: what stands above, and what below. */
const lines = async (address: string, record: { readonly id: number } & Readonly<Record<string, unknown>>) => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page([record], { totalPages: 1, total: 1 }))
  renderPage(address, { provider })
  const row = (await screen.findAllByRole('listitem'))[0]!
  return {
    row,
    texts: [...row.querySelectorAll('.cs-phone-line')].map((line) =>
      [...line.children].map((part) => part.textContent?.replace(/^.*: /, '')),
    ),
  }
}

describe('a row on a phone', () => {
  it('names a number that stands alone, and only that', async () => {
    const { row } = await lines('/trades', { id: 7, ticker: 'ZZTK', order_type: 'buy', quantity: '3.5' })
    const label = within(row).getByText('Quantity:')
    expect(label.className).toBe('')
    expect(within(row).getByText('buy').parentElement?.querySelector('.cs-visually-hidden')).not.toBeNull()
  })

  it.each([
    [
      '/trades',
      {
        created_at: '2026-03-04T18:22:00Z',
        trade_date: '2026-03-05',
        account_no: '9ZZ10058',
        ticker: 'ZZTK',
        order_type: 'buy',
        quantity: '3.5',
        order_status: 'FILLED',
      },
      [
        ['ZZTK', 'FILLED'],
        ['buy', '3.50000', '9ZZ10058'],
      ],
    ],
    [
      '/cash',
      { ticker: 'ZZTK', type: 'CASH', isAvailableInEtfMfSecurityMaster: false },
      [['ZZTK'], ['CASH', 'Not available']],
    ],
    ['/cryptocurrency', { ticker: 'ZZTK', is_approved: true }, [['ZZTK Approved'], ['7']]],
    [
      '/notifications',
      { first_name: 'Mara', last_name: 'Quill', account_no: null, created_at: '2026-03-04' },
      [['7Mara Quill'], ['03/04/2026']],
    ],
  ])('of %s tells one from another', async (address, record, texts) => {
    expect((await lines(address, { id: 7, ...record })).texts).toEqual(texts)
  })

  it('has its number, cut texts and links', async () => {
    const long = 'A channel with a name of more than thirty characters'
    const link = 'https://docs.example.test/a'
    const { row, texts } = await lines('/sponsers', { id: 7, ticker: 'ZZTK', channel_name: long, link })
    expect(texts).toEqual([['7ZZTK'], [`${long.slice(0, 30)}…`, link]])
    expect(within(row).getByRole('button', { name: `${long.slice(0, 30)}…` }).title).toBe(long)
    expect(within(row).getByRole('link', { name: link }).getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('leaves an icon to the sheet of actions, where it has its words', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page([{ id: 7, user_id: 41, order_id: 'o-7', status: 'success' } as never], { totalPages: 1 }),
    )
    provider.action.mockResolvedValue({ data: { id: 7, ok: true, answer: { message: { ticker: 'ZZTK' } } } })
    renderPage('/etrade-details', { provider })
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'mara.quill@example.test' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: o-7' }))
    const details = await screen.findByRole('button', { name: 'View order details' })
    expect(screen.queryByRole('button', { name: /^View order details:/ })).toBeNull()
    expect(details.className).not.toContain('danger')
    fireEvent.click(details)
    expect(within(await screen.findByRole('dialog', { name: 'Order o-7' })).getByText('ZZTK')).toBeDefined()
  })
})
