import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const openAt = (address: string, change = {}) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail(change))
  return { provider, ...renderPage(address, { provider }) }
}

const panel = () => screen.getByRole('tabpanel')
const heading = () => screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
const chosen = () => screen.getAllByRole('tab', { selected: true }).map(({ textContent }) => textContent)

describe("the tabs of a record's page", () => {
  it('opens the tab that the address names, and the first one where it names none that there is', async () => {
    openAt('/account/4107?tab=employment')
    await heading()
    expect(chosen()).toEqual(['Employment'])
    openAt('/account/4107?tab=nonsense')
    await heading()
    expect(chosen()).toEqual(['Account Details'])
  })

  it('belong to an address of which the page says that it does not read the rest', async () => {
    openAt('/account/4107?tab=employment')
    await heading()
    expect(screen.queryByText(/Part of the address was ignored/)).toBeNull()
    for (const query of ['tab=employment&email=quill', 'tab=nonsense']) {
      openAt(`/account/4107?${query}`)
      await heading()
      expect(screen.getByText(/Part of the address was ignored/)).toBeDefined()
    }
  })

  it.each([
    ['?tab=requests#accountRequests/31', false],
    ['?tab=requests#accountRequests/99999', true],
    ['#accountRequests/31', true],
    ['#accountRequests/99999', true],
    ['#main', false],
  ])('belong to an address that may name a place that is not there: %s', async (place, isSaid) => {
    openAt(`/account/4107${place}`, { request: [{ id: 31, request_type: 'CLOSE_ACCOUNT', status: 'REQUESTED' }] })
    await heading()
    expect(screen.queryAllByText(/Part of the address was ignored/)).toHaveLength(isSaid ? 1 : 0)
  })

  it('are links of which one is in the order of the Tab key', async () => {
    openAt('/account/4107')
    await heading()
    const tabs = screen.getAllByRole('tab')
    expect(tabs[1]?.getAttribute('href')).toBe('/account/4107?tab=disclosures')
    expect(tabs.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  })

  it('follow the arrow keys, Home and End, around both ends', async () => {
    openAt('/account/4107')
    await heading()
    const tablist = screen.getByRole('tablist')
    screen.getByRole('tab', { name: 'Account Details' }).focus()
    for (const [key, name] of [
      ['ArrowRight', 'Disclosures'],
      ['End', 'History'],
      ['ArrowRight', 'Account Details'],
      ['ArrowLeft', 'History'],
      ['Home', 'Account Details'],
    ] as const) {
      fireEvent.keyDown(tablist, { key })
      await waitFor(() => expect(chosen()).toEqual([name]))
      expect(document.activeElement?.textContent).toBe(name)
    }
  })

  it('replace one another in the history, so that Back still leads to the list in one step', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValue(accountDetail())
    const { router } = renderPage('/accounts?page=3', { provider })
    fireEvent.click(await screen.findByRole('link', { name: 'Mara Quill' }))
    await heading()
    fireEvent.click(screen.getByRole('tab', { name: 'Employment' }))
    fireEvent.click(screen.getByRole('tab', { name: 'More' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=more'))
    fireEvent.click(screen.getByRole('link', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'))
    expect(router.state.historyAction).toBe('POP')
  })

  it('count what is open, whatever the case of its state', async () => {
    openAt('/account/4107', {
      snaps: [
        { snap_id: 'a', status: 'uploaded' },
        { snap_id: 'b', status: 'approved' },
      ],
      request: [
        { id: 1, request_type: 'TRANSFER_ACCOUNT', status: 'requested', response_data: {} },
        { id: 2, request_type: 'TRANSFER_ACCOUNT', status: 'APPROVED', response_data: { status: 'SENT' } },
      ],
    })
    await heading()
    expect(screen.getByRole('tab', { name: 'Documents 1' })).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Requests 1' })).toBeDefined()
  })

  it('read what they need when they are first looked at, and keep it', async () => {
    const { provider } = openAt('/account/4107')
    provider.read.mockResolvedValue({
      data: { deposits: [], trade_line_data: [{ ticker: 'ZZTK', quantity: '3.50', order_price: '41.2300' }] },
      meta: { unreadable: 0 },
    })
    await heading()
    expect(provider.read).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('tab', { name: 'Recent Transactions' }))
    expect(await within(panel()).findByText('ZZTK')).toBeDefined()
    expect(within(panel()).getByText('$41.23')).toBeDefined()
    expect(within(panel()).getByText('From the trade service')).toBeDefined()
    expect(provider.read.mock.calls[0]?.[1]).toMatchObject({ name: 'transactions', record: { account_no: '9ZZ10041' } })
    fireEvent.click(screen.getByRole('tab', { name: 'More' }))
    fireEvent.click(screen.getByRole('tab', { name: 'Recent Transactions' }))
    expect(within(panel()).getByText('ZZTK')).toBeDefined()
    expect(provider.read).toHaveBeenCalledTimes(1)
  })

  it('fail alone, say what happened, show what the detail knows, and read again on Retry', async () => {
    const { provider } = openAt('/account/4107?tab=transactions', { deposits: [{ amount: '90.00' }] })
    provider.read.mockRejectedValueOnce(httpError(504, 'UPSTREAM_TIMEOUT', 'The service did not answer in time.'))
    provider.read.mockResolvedValue({ data: { deposits: [{ amount: '12.00' }] }, meta: { unreadable: 0 } })
    await heading()
    expect(await within(panel()).findByText("Couldn't load Recent Transactions.")).toBeDefined()
    expect(within(panel()).getByText('The service did not answer in time.')).toBeDefined()
    expect(within(panel()).getByText('req-77')).toBeDefined()
    expect(within(panel()).getByText("From the account's detail")).toBeDefined()
    expect(within(panel()).getByText('$90.00')).toBeDefined()
    expect(within(panel()).queryByText('No trades')).toBeNull()
    fireEvent.click(within(panel()).getByRole('button', { name: 'Retry' }))
    expect(await within(panel()).findByText('$12.00')).toBeDefined()
    expect(within(panel()).getByText('No trades')).toBeDefined()
  })

  it('do not call with what the record does not have', async () => {
    const provider = stubProvider()
    provider.getOne.mockResolvedValue(accountDetail({}, { account_no: null }))
    renderPage('/account/4107?tab=transactions', { provider })
    await heading()
    expect(within(panel()).getByText(/so there is nothing to look up/)).toBeDefined()
    expect(provider.read).not.toHaveBeenCalled()
  })

  it('stand while the record is on its way', () => {
    const provider = stubProvider()
    provider.getOne.mockReturnValue(new Promise(() => undefined))
    renderPage('/account/4107?tab=employment', { provider })
    expect(chosen()).toEqual(['Employment'])
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  })
})
