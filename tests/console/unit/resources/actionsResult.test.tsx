import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import type { StubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

const order = (id: number, change: Readonly<Record<string, unknown>> = {}) => ({
  id,
  user_id: 4107,
  account_id: `A${id}`,
  order_id: `o-${id}`,
  status: 'success',
  order_executed_price: '41.2300',
  ...change,
})

const answer = {
  message: {
    account_id: 'A1',
    status: 'success',
    quantity: '2.50000',
    order_price: null,
    executed_time: '2026-03-04T18:22:00Z',
    legs: [
      { ticker: 'ZZTK', order_type: 'BUY', quantity: '1' },
      { ticker: 'QQTK', order_type: 'SELL', quantity: '2' },
    ],
  },
}

const answering = (provider: StubProvider, said: unknown) =>
  provider.action.mockResolvedValue({ data: { id: 1, ok: true, message: undefined, record: {}, answer: said } })

const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)
const icon = (of = 'o-1') => screen.findByRole('button', { name: `View order details: Order ${of}` })
const drawer = () => screen.findByRole('dialog', { name: 'Order o-1' })
const fact = (dialog: HTMLElement, label: string) => within(dialog).getByText(label).nextElementSibling?.textContent

const searched = async (provider: StubProvider, orders: readonly { readonly id: number }[] = [order(1)]) => {
  provider.getList.mockResolvedValue(page(orders, { totalPages: 1 }))
  renderPage('/etrade-details', { provider })
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'mara.quill@example.test' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findAllByRole('rowheader')
}

describe('an action that is an icon', () => {
  it('stands beside its value where its condition holds, whatever the case, and says what it is', async () => {
    const states = ['success', 'SUCCESS', 'Success', 'pending', null]
    await searched(
      stubProvider(),
      states.map((status, index) => order(index + 1, { status })),
    )
    await icon()
    const icons = screen.getAllByRole('button', { name: /^View order details/ })
    expect(icons.map((each) => each.dataset['id'])).toEqual(['1', '2', '3'])
    expect(icons[0]?.title).toBe('View order details')
    expect(icons[0]?.closest('td')?.textContent).toBe('41.2300')
    expect(icons[0]?.textContent).toBe('')
  })

  it('leads to an order of another state from its number', async () => {
    const provider = stubProvider()
    answering(provider, answer)
    await searched(provider, [order(1, { status: 'pending' }), order(2)])
    const others = screen.getAllByRole('button', { name: /^View order:/ })
    expect(others.map(({ dataset }) => dataset['id'])).toEqual(['1'])
    expect(others[0]?.closest('th')?.textContent).toBe('o-1')
    fireEvent.click(others[0]!)
    expect(fact(await drawer(), 'Account ID')).toBe('A1')
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ record: { account_id: 'A1', order_id: 'o-1' } })
  })

  it('is off, with the reason, where the record lacks what it needs', async () => {
    const provider = stubProvider()
    await searched(provider, [order(1, { order_id: null })])
    const off = await icon('-')
    expect(off.getAttribute('aria-disabled')).toBe('true')
    expect(off.title).toBe('This order has no number')
    fireEvent.click(off)
    expect(provider.action).not.toHaveBeenCalled()
  })

  it('asks nothing, shows that it is at work, and is not started twice', async () => {
    const provider = stubProvider()
    provider.action.mockReturnValue(new Promise(() => undefined))
    await searched(provider)
    fireEvent.click(await icon())
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(async () => expect((await icon()).getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(await icon())
    expect(provider.action).toHaveBeenCalledTimes(1)
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ name: 'details', record: { order_id: 'o-1' } })
  })
})

describe('the answer of an action', () => {
  it('is shown in a drawer, with what is missing, and said to have been fetched', async () => {
    const provider = stubProvider()
    answering(provider, answer)
    await searched(provider)
    fireEvent.click(await icon())
    const open = await drawer()
    expect(fact(open, 'Account ID')).toBe('A1')
    expect(fact(open, 'Status')).toBe('success')
    expect(fact(open, 'Ticker')).toBe('-')
    expect(fact(open, 'Quantity')).toBe('2.50000')
    expect(fact(open, 'Order Price')).toBe('-')
    expect(fact(open, 'Placed')).toBe('-')
    expect(fact(open, 'Executed')).toMatch(/^March 4, 2026/)
    expect(fact(open, 'Legs')).toBe('BUY 1 ZZTK, SELL 2 QQTK')
    expect(notices()).toEqual(['success: Fetched order details · o-1'])
    expect(provider.getList).toHaveBeenCalledTimes(1)
  })

  it('is closed by Escape, by its button and by a press beside it', async () => {
    const provider = stubProvider()
    answering(provider, answer)
    await searched(provider)
    const ways: readonly ((open: HTMLElement) => unknown)[] = [
      (open) => fireEvent(open, new Event('cancel', { cancelable: true })),
      (open) => fireEvent.click(within(open).getByRole('button', { name: 'Close' })),
      (open) => fireEvent.click(open),
    ]
    for (const close of ways) {
      await waitFor(async () => expect((await icon()).getAttribute('aria-busy')).toBe('false'))
      fireEvent.click(await icon())
      const open = await drawer()
      fireEvent.click(within(open).getByText('Legs'))
      expect(screen.getByRole('dialog')).toBe(open)
      close(open)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it.each([{ message: null }, { message: {} }, {}])('that has nothing to show says so: %j', async (said) => {
    const provider = stubProvider()
    answering(provider, said)
    await searched(provider)
    fireEvent.click(await icon())
    expect(within(await drawer()).getByText('The service knows nothing about this order')).toBeDefined()
  })

  it('is none where the call failed: the notice says what was not done', async () => {
    const provider = stubProvider()
    provider.action.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    await searched(provider)
    fireEvent.click(await icon())
    const text = 'error: Failed to fetch order details\nThe order was not read. · o-1'
    await waitFor(() => expect(notices()).toEqual([text]))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(async () => expect((await icon()).getAttribute('aria-busy')).toBe('false'))
  })

  it('is none where the session ended meanwhile', async () => {
    const provider = stubProvider()
    provider.action.mockResolvedValue({ data: undefined })
    await searched(provider)
    fireEvent.click(await icon())
    await waitFor(async () => expect((await icon()).getAttribute('aria-busy')).toBe('false'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(notices()).toEqual([])
  })
})
