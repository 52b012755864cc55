import '../../support/installBrokerage.ts'
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { CoreAdminContext, memoryStore, useNotificationContext } from 'ra-core'
import type { AuthProvider, DataProvider } from 'ra-core'
import { createMemoryRouter, type Location, Outlet, RouterProvider, useParams } from 'react-router-dom'
import { vi } from 'vitest'
import { type Shell, ShellContext } from '../../../../src/auth/ShellContext.ts'
import { useNewPage } from '../../../../src/layout/useNewPage.ts'
import { ListPage } from '../../../../src/list/ListPage.tsx'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { listPathOf } from '../../../../src/model/consoleModel.ts'
import { ShowPage } from '../../../../src/show/ShowPage.tsx'
import { nestedIn } from '../../../../language/resource.ts'
import { ownModel } from '../../support/ownModel.ts'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { buildAccount } from '../../support/fixtures/accounts.ts'
import { accounts } from '../../support/resources.ts'

const { definitions } = ownModel

/** A record of a list, told only as far as a test is about it. */
export const account = buildAccount

/** An answer of a list as the provider gives it. */
export const page = (
  data: readonly { readonly id: number }[],
  facts: Readonly<{ page?: number; totalPages?: number; hidden?: number; total?: number }> = {},
) => {
  const { totalPages = 7, hidden = 0, total } = facts
  const number = facts.page ?? 1
  return {
    data,
    ...(total === undefined ? {} : { total }),
    pageInfo: { hasNextPage: number < totalPages, hasPreviousPage: number > 1 },
    meta: {
      page: number,
      totalPages,
      hidden,
      unreadable: 0,
      extras: { state: ['COMPLETE', 'SUSPENDED', 'SUBMIT_FAILED'] },
    },
  }
}

/** An error as the provider rejects with it. */
export const httpError = (status: number, code: string, message: string) =>
  Object.assign(new Error(message), { name: 'HttpError', status, body: { code, message, requestId: 'req-77' } })

/** The provider's methods that screens use, each a mock. */
export const stubProvider = () => ({
  getList: vi.fn().mockResolvedValue(page([account()])),
  getOne: vi
    .fn()
    .mockResolvedValue({ data: { id: 4107, account: [{ ...account(), email: 'mara.quill@example.test' }] } }),
  getMany: vi.fn().mockResolvedValue({ data: [] }),
  action: vi.fn().mockResolvedValue({ data: { id: 4107, ok: true, message: undefined } }),
  download: vi.fn(),
  read: vi.fn().mockResolvedValue({ data: {}, meta: { unreadable: 0 } }),
  reveal: vi.fn(),
  history: vi.fn().mockResolvedValue({ data: { ok: true, events: [] } }),
  earlierApproval: vi.fn().mockResolvedValue({ data: { ok: true, run: { steps: [], done: false } } }),
})

/** A provider of mocks. */
export type StubProvider = ReturnType<typeof stubProvider>

const Notices = () => {
  const { notifications } = useNotificationContext()
  return (
    <ul aria-label="Notices">
      {notifications.map(({ message, type }, index) => (
        <li key={index}>{`${type}: ${typeof message === 'string' ? message : ''}`}</li>
      ))}
    </ul>
  )
}

const sessionOver = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 401

const authProvider = (held: readonly string[], endsSessions: boolean): AuthProvider => ({
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: (error: unknown) =>
    endsSessions && sessionOver(error)
      ? Promise.reject(Object.assign(new Error('over'), { message: false, logoutUser: false }))
      : Promise.resolve(),
  getIdentity: () => Promise.resolve({ id: '1', email: 'me@countersign.test' }),
  getPermissions: () => Promise.resolve(held),
})

interface Options {
  readonly provider: StubProvider
  readonly held?: readonly string[]
  /** Whether the shell catches the end of a session, as it does; the pages are silent about it either way. */
  readonly endsSessions?: boolean
  /** What the browser has kept from earlier visits. */
  readonly stored?: Readonly<Record<string, unknown>>
  /** What the layout draws next to each page. */
  readonly beside?: React.ReactNode
  /** The shell around the page. */
  readonly shell?: Shell
  /** That of an earlier rendering: what was typed there is known here. */
  readonly queryClient?: QueryClient
}

/** What the layout does for each page. */
const Frame = () => {
  useNewPage()
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}

const accountParts = nestedIn(definitions, accounts)

const lists = definitions.filter((definition) => definition.kind === 'list')

const AccountPage = () => {
  const { id = '' } = useParams()
  return <ShowPage definition={accounts} id={id} parts={accountParts} />
}

/** Happy DOM does not know the element that a search form stands in; browsers do. */
const isKnown = (text: unknown): boolean => String(text).startsWith('The tag <') || text instanceof Error

/** Keeps what is expected out of the test's output: react-admin reports every error of a provider. */
export const muteExpectedErrors = () => {
  const speak = console.error
  vi.spyOn(console, 'error').mockImplementation((...said: readonly unknown[]) => {
    if (!isKnown(said[0])) speak(...said)
  })
}

/** A console of a person who is known, so that what they type is kept. */
export function personsClient(): QueryClient {
  const client = new QueryClient()
  draftsIn(client).claim('1')
  return client
}

/** Renders the console's pages at an address, over a provider of mocks. */
export function renderPage(
  address: string | Partial<Location>,
  {
    provider,
    held = permissions,
    endsSessions = true,
    stored = {},
    beside,
    shell,
    queryClient = personsClient(),
  }: Options,
) {
  cleanup()
  // Each page has a new entry in the browser's history.
  window.history.replaceState(null, '')
  const store = memoryStore({ ...stored })
  const within = (content: React.ReactNode) => (
    <CoreAdminContext
      dataProvider={provider as unknown as DataProvider}
      authProvider={authProvider(held, endsSessions)}
      queryClient={queryClient}
      store={store}
    >
      {shell === undefined ? content : <ShellContext value={shell}>{content}</ShellContext>}
      {beside}
      <Notices />
    </CoreAdminContext>
  )
  const children = [
    ...lists.map((definition) => ({
      path: listPathOf(definition),
      element: within(<ListPage definition={definition} />),
    })),
    { path: '/account/:id', element: within(<AccountPage />) },
  ]
  const router = createMemoryRouter([{ element: <Frame />, children }], { initialEntries: [address] })
  const view = render(<RouterProvider router={router} />)
  return { ...view, router, queryClient }
}

/** Draws the list of accounts, and waits until its tabs are counted, without the head start that its rows have. */
export async function renderCounted(...page: Parameters<typeof renderPage>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 4 })
  const view = renderPage(...page)
  await screen.findByRole('link', { name: 'Mara Quill' })
  while (screen.queryByRole('tab', { name: 'All 150+' }) === null) await act(() => vi.advanceTimersByTimeAsync(100))
  vi.useRealTimers()
  return view
}
