import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { CoreAdminContext, useNotificationContext } from 'ra-core'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountLinks } from '../../../../resources/AccountLinks.tsx'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { accounts } from '../../support/resources.ts'
import { account, httpError, muteExpectedErrors, page, personsClient, renderPage, stubProvider } from './renderPage.tsx'

const Notices = () => <>{useNotificationContext().notifications.map(({ message }) => message)}</>

interface Asked {
  readonly filter: Readonly<Record<string, unknown>>
  readonly meta?: { readonly search?: string }
}

const trade = (id: number, number: string | null) => ({ id, account_no: number, ticker: 'ZZTK' })

/** Trades of two accounts, and the accounts that a search finds. */
function open(found: readonly object[] | Error, address = '/trades') {
  const provider = stubProvider()
  provider.getList.mockImplementation((resource: string, { meta }: Asked) => {
    if (resource === 'trades') return Promise.resolve(page([trade(1, '9ZZ10041'), trade(2, null)] as never))
    if (found instanceof Error) return Promise.reject(found)
    return Promise.resolve(page(meta?.search === undefined ? [] : (found as never)))
  })
  return { provider, ...renderPage(address, { provider }) }
}

const linkNamed = async (name: string) => await screen.findByRole('link', { name })
const buttonNamed = async (name: string) => await screen.findByRole('button', { name })

const press = async () => fireEvent.click(await buttonNamed('9ZZ10041'))

beforeEach(muteExpectedErrors)

describe('an account number in another list', () => {
  it('leads to the one account that has it, which no address names', async () => {
    const near = account({ id: 9, account_no: '9ZZ100411' })
    const { provider, router } = open([near, account({ id: 4107, account_no: '9zz10041' })])
    await press()
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
    expect(provider.getList.mock.lastCall?.[1]).toMatchObject({ meta: { search: '9ZZ10041' } })
    expect(router.state.location.search).toBe('')
  })

  it.each([
    ['the key of a new tab', (link: HTMLElement) => fireEvent.click(link, { ctrlKey: true })],
    [
      'the middle button',
      (link: HTMLElement) => fireEvent(link, new MouseEvent('auxclick', { button: 1, bubbles: true })),
    ],
  ])('opens it in a new tab by %s, and has its address from then on', async (_way, pressOn) => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { router } = open([account({ id: 4107, account_no: '9ZZ10041' })])
    const button = await buttonNamed('9ZZ10041')
    button.focus()
    pressOn(button)
    await waitFor(() => expect(opened).toHaveBeenCalledWith('/account/4107', '_blank', 'noopener'))
    const known = await linkNamed('9ZZ10041')
    expect(known.getAttribute('href')).toBe('/account/4107')
    expect(document.activeElement).toBe(known)
    expect(router.state.location.pathname).toBe('/trades')
  })

  it.each([
    [
      'several accounts have it',
      [account({ id: 1, account_no: '9ZZ10041' }), account({ id: 2, account_no: '9ZZ10041' })],
    ],
    ['only others have been found', [account({ id: 1, account_no: '9ZZ100419' })]],
    ['the search fails', httpError(502, 'UPSTREAM_FAILED', 'No answer.')],
  ])('leads to the accounts with the search where %s', async (_when, found) => {
    const { router } = open(found)
    await press()
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
    expect(router.state.location.search).toBe('')
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('9ZZ10041')
  })

  it.each([
    ['soon', 300_000],
    ['once the list is read again', 0],
  ])('has the focus again after the browser’s Back, in the row where it was pressed: %s', async (_when, gcTime) => {
    const queryClient = personsClient()
    queryClient.setDefaultOptions({ queries: { gcTime } })
    const provider = stubProvider()
    provider.getList.mockImplementation((resource: string) =>
      Promise.resolve(
        page(resource === 'trades' ? ([trade(1, '9ZZ10041'), trade(2, '9ZZ10041')] as never) : [account()]),
      ),
    )
    const { router } = renderPage('/trades', { provider, queryClient })
    const [, second] = await screen.findAllByRole('button', { name: '9ZZ10041' })
    second?.focus()
    fireEvent.click(second!)
    const heading = await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const isKept = () => queryClient.getQueriesData({ queryKey: ['trades', 'getList'] }).length > 0
    await expect.poll(isKept).toBe(gcTime > 0)
    await act(() => router.navigate(-1))
    const links = await screen.findAllByRole('link', { name: '9ZZ10041' })
    await waitFor(() => expect(links.findIndex((link) => link === document.activeElement)).toBe(1))
  })

  it('leads to an account whose Back leads to that list again, with its filter and its page', async () => {
    const { router } = open([account({ id: 4107, account_no: '9ZZ10041' })], '/trades?ticker=ZZTK&page=2')
    const entry = router.state.location.key
    await press()
    fireEvent.click(await screen.findByRole('tab', { name: 'History' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=history'))
    expect(screen.queryByRole('navigation', { name: 'Records of the list' })).toBeNull()
    const back = screen.getByRole('link', { name: 'Back' })
    expect(back.getAttribute('href')).toBe('/trades?ticker=ZZTK&page=2')
    fireEvent.click(back)
    await linkNamed('9ZZ10041')
    expect(router.state.location).toMatchObject({ pathname: '/trades', search: '?ticker=ZZTK&page=2', key: entry })
  })

  it('says that no account has it, and stays', async () => {
    const provider = stubProvider()
    provider.getList.mockImplementation((resource: string) =>
      Promise.resolve(page(resource === 'trades' ? ([trade(1, '9ZZ10041')] as never) : [])),
    )
    const { router } = renderPage('/trades', { provider, beside: <Notices /> })
    await press()
    await screen.findByText('No accounts for “9ZZ10041”.')
    expect(router.state.location.pathname).toBe('/trades')
    expect((await buttonNamed('9ZZ10041')).getAttribute('aria-disabled')).toBeNull()
  })

  it('is text for people who may not open accounts', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([trade(1, '9ZZ10041')] as never))
    renderPage('/trades', { provider, held: permissions.filter((name) => name !== 'accounts.read') })
    await screen.findByText('9ZZ10041')
    await screen.findByText('9ZZ10041', { selector: 'code' })
    expect(screen.queryByRole('button', { name: '9ZZ10041' })).toBeNull()
  })
})

describe('a trade', () => {
  it('has the address of the list narrowed to it', async () => {
    open([])
    expect((await linkNamed('1')).getAttribute('href')).toBe('/trades?id=1')
  })
})

describe('an alert', () => {
  it('leads to the trade that its words name, and from no other number', async () => {
    const provider = stubProvider()
    const alert = { id: 1, title: '3 shares', message: 'Trade 881584 of 20000 shares; trade 12a' }
    provider.getList.mockResolvedValue(page([alert] as never))
    const { router } = renderPage('/alerts', { provider })
    const link = await linkNamed('881584')
    expect(screen.getByRole('listitem').querySelectorAll('a, button')).toHaveLength(1)
    fireEvent.click(link)
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/trades', search: '?id=881584' }))
    await waitFor(() => expect(provider.getList.mock.lastCall?.[1]).toMatchObject({ filter: { id: 881_584 } }))
  })

  it('leads to each account that its words name', async () => {
    const provider = stubProvider()
    const alert = { id: 1, title: 'Transfer of 9ZZ10058 was rejected', message: 'Trade 881584 of 9ZZ10041, 9ZZ100410X' }
    provider.getList.mockImplementation((resource: string) =>
      Promise.resolve(page([resource === 'alerts' ? alert : account({ id: 4107, account_no: '9ZZ10041' })] as never)),
    )
    const { router } = renderPage('/alerts', { provider })
    await buttonNamed('9ZZ10058')
    expect((await linkNamed('881584')).parentElement?.textContent).toBe('Trade 881584 of 9ZZ10041, 9ZZ100410X')
    await press()
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
  })
})

describe('an error account', () => {
  it('leads to the account by the whole name', async () => {
    const provider = stubProvider()
    const row = { id: 1, first_name: 'Mara', last_name: 'Quill', account_no: null, email: null }
    const named = account({ id: 4107, name: 'Mara Quill' })
    provider.getList.mockImplementation((resource: string) =>
      Promise.resolve(page([resource === 'errorAccounts' ? row : named] as never)),
    )
    const { router } = renderPage('/notifications', { provider })
    fireEvent.click(await buttonNamed('Mara Quill'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
    expect(provider.getList.mock.lastCall?.[1]).toMatchObject({ meta: { search: 'Mara Quill' } })
  })
})

describe('an error account whose person has no account', () => {
  const row = { id: 1, first_name: 'Ivo', last_name: 'Lark', account_no: null, email: null }
  const searched = (found: (search: string | undefined) => readonly object[]) => {
    const provider = stubProvider()
    provider.getList.mockImplementation((resource: string, { meta }: Asked) =>
      Promise.resolve(page((resource === 'errorAccounts' ? [row] : found(meta?.search)) as never)),
    )
    return { provider, ...renderPage('/notifications', { provider, beside: <Notices /> }) }
  }

  it('says so, and leads to no empty list', async () => {
    const { router } = searched(() => [])
    fireEvent.click(await buttonNamed('Ivo Lark'))
    await screen.findByText('No accounts for “Ivo Lark”.')
    expect(router.state.location.pathname).toBe('/notifications')
  })

  it('leads to the list where that finds other orders of the words', async () => {
    const { router } = searched((search) => (search === 'Lark Ivo' ? [account({ id: 4108, name: 'Lark Ivo' })] : []))
    fireEvent.click(await buttonNamed('Ivo Lark'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
    expect(screen.queryByText(/^No accounts for “/)).toBeNull()
  })
})

describe('an account', () => {
  const goTo = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Go to' }))
    fireEvent.click(screen.getByRole('menuitem', { name }))
  }

  it('leads to its trades and alerts and its user’s orders, whose filters are in no address', async () => {
    const provider = stubProvider()
    const { router } = renderPage('/account/4107', { provider })
    await goTo('Trades')
    await waitFor(() => expect(router.state.location.search).toBe('?private=accountNumber'))
    expect(provider.getList.mock.lastCall?.[1]).toMatchObject({ filter: { accountNumber: '9ZZ10041' } })
    await router.navigate('/account/4107')
    await goTo('Etrade orders')
    await waitFor(() => expect(router.state.location.pathname).toBe('/etrade-details'))
    expect(router.state.location.search).toBe('')
    expect(provider.getList.mock.lastCall?.[1]).toMatchObject({ meta: { search: 'mara.quill@example.test' } })
    await router.navigate('/account/4107')
    await goTo('Alerts')
    await waitFor(() => expect(router.state.location.pathname).toBe('/alerts'))
    expect(router.state.location.search).toBe('')
    expect(provider.getList.mock.lastCall?.[1]).toMatchObject({ meta: { search: '9ZZ10041' } })
  })

  it('fills in the requests about it in memory, and leaves what was typed about someone else', async () => {
    cleanup()
    const queryClient = new QueryClient()
    const drafts = draftsIn(queryClient)
    drafts.claim('admin')
    drafts.keep('forms/unlinkBank', { email: 'ana@example.test' })
    const links = (
      <CoreAdminContext queryClient={queryClient} authProvider={{ getPermissions: async () => permissions } as never}>
        <AccountLinks definition={accounts} record={account()} />
        <Notices />
      </CoreAdminContext>
    )
    const router = createMemoryRouter([{ path: '*', element: links }])
    render(<RouterProvider router={router} />)
    await goTo('Populate Holdings')
    expect(router.state.location).toMatchObject({ pathname: '/populate-details', search: '?form=populateHoldings' })
    expect(Object.values(drafts.read('forms/populateHoldings') ?? {})).toEqual(['9ZZ10041'])
    await goTo('Unlink Bank Account')
    await screen.findByText(/^Unlink Bank Account has values that you have not sent/)
    expect(drafts.read('forms/unlinkBank')).toEqual({ email: 'ana@example.test' })
  })
})
