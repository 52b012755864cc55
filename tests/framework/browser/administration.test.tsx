import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AccessPage } from '../../../src/administration/AccessPage.tsx'
import { AuditPage } from '../../../src/administration/AuditPage.tsx'
import { SessionsPage } from '../../../src/administration/SessionsPage.tsx'
import { ShellContext } from '../../../src/auth/ShellContext.ts'
import { fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'
import './installLibrary.ts'

const config = {
  productName: 'Library',
  environment: 'dev',
  loginMode: 'form',
  forgotPasswordUrl: null,
  changePasswordUrl: null,
} as const
const at = Date.UTC(2026, 10, 22, 15)

const session = (id: string, more: object = {}) => ({
  id,
  isCurrent: false,
  userId: 1,
  name: 'Ada Okafor',
  email: 'ada@library.test',
  role: 'librarian',
  device: 'Chrome on Windows',
  ip: '192.0.2.1',
  signedInAt: at,
  lastActiveAt: at,
  expiresAt: at,
  ...more,
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function open(page: ReactNode, replies: Record<string, () => Response>, more: Record<string, unknown> = {}) {
  const gateway = fakeGateway({ '/auth/session': () => json(200, sessionBody(more)), ...replies })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const { sessionManager, authProvider } = openTab(gateway.fetcher, fakeChannels().open())
  await sessionManager.load()
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ShellContext value={{ config, sessionManager, authProvider }}>{page}</ShellContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return gateway
}

describe('the page of sessions', () => {
  test('lists one’s own with device and last use, and ends one or all others', async () => {
    let sessions = [session('a', { isCurrent: true }), session('b', { device: 'Safari on iPhone' }), session('c')]
    const gateway = await open(<SessionsPage />, {
      '/console/sessions': () => json(200, { sessions }),
      '/console/sessions/b': () => new Response(null, { status: 204 }),
    })
    const row = await screen.findByRole('row', { name: /Safari on iPhone/ })
    expect(row.textContent).toContain('11/22/2026, 10:00 AM')
    const own = screen.getByRole('row', { name: /This session/ })
    expect(within(own).queryByRole('button')).toBeNull()
    sessions = [session('a', { isCurrent: true }), session('c')]
    fireEvent.click(within(row).getByRole('button', { name: 'End the session of Ada Okafor on Safari on iPhone' }))
    await vi.waitFor(() => expect(screen.queryByRole('row', { name: /Safari on iPhone/ })).toBeNull())
    sessions = [session('a', { isCurrent: true })]
    fireEvent.click(screen.getByRole('button', { name: 'End all others' }))
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull())
    expect(gateway.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/console/sessions/b',
      '/console/sessions',
    ])
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('asks before the session of another person is ended', async () => {
    const other = session('d', { userId: 2, name: 'Bo Reed', email: 'bo@library.test' })
    const gateway = await open(
      <SessionsPage />,
      {
        '/console/sessions': () => json(200, { sessions: [session('a', { isCurrent: true })] }),
        '/console/sessions?of=everyone': () => json(200, { sessions: [session('a', { isCurrent: true }), other] }),
        '/console/sessions/d': () => new Response(null, { status: 204 }),
      },
      { mayAdminister: true },
    )
    fireEvent.click(await screen.findByRole('radio', { name: 'Everyone’s' }))
    const row = await screen.findByRole('row', { name: /Bo Reed/ })
    fireEvent.click(within(row).getByRole('button'))
    const question = screen.getByRole('dialog', { name: 'End the session of Bo Reed?' })
    expect(gateway.seen.some(({ method }) => method === 'DELETE')).toBe(false)
    fireEvent.click(within(question).getByRole('button', { name: 'End session' }))
    await vi.waitFor(() => expect(gateway.seen.at(-1)?.path).toBe('/console/sessions?of=everyone'))
    expect(gateway.seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/console/sessions/d',
    ])
  })

  test('ends all sessions of a person who has several', async () => {
    const theirs = ['d', 'e'].map((id) => session(id, { userId: 2, name: 'Bo Reed' }))
    const gateway = await open(
      <SessionsPage />,
      {
        '/console/sessions': () => json(200, { sessions: [] }),
        '/console/sessions?of=everyone': () => json(200, { sessions: theirs }),
        '/console/sessions?userId=2': () => new Response(null, { status: 204 }),
      },
      { mayAdminister: true },
    )
    fireEvent.click(await screen.findByRole('radio', { name: 'Everyone’s' }))
    const [row] = await screen.findAllByRole('row', { name: /Bo Reed/ })
    fireEvent.click(within(row ?? document.body).getByRole('button'))
    fireEvent.click(screen.getByRole('button', { name: 'End all 2' }))
    await vi.waitFor(() =>
      expect(gateway.seen.find(({ method }) => method === 'DELETE')?.path).toBe('/console/sessions?userId=2'),
    )
  })

  test('says that a session was not ended', async () => {
    await open(<SessionsPage />, {
      '/console/sessions': () => json(200, { sessions: [session('a', { isCurrent: true }), session('b')] }),
      '/console/sessions/b': () => json(503, { code: 'STORE_UNAVAILABLE', message: 'No database.', requestId: 'r-1' }),
    })
    fireEvent.click(await screen.findByRole('button', { name: /^End the session/ }))
    expect((await screen.findByRole('alert')).textContent).toBe('The session was not ended. No database.Request r-1')
  })
})

describe('the page of access', () => {
  const review = {
    permissions: ['books.read', 'books.lend'],
    roles: { librarian: ['books.read', 'books.lend'], '*': ['books.read'] },
    people: [
      {
        userId: 1,
        name: 'Ada Okafor',
        email: 'ada@library.test',
        role: 'librarian',
        signedInAt: at,
        permissions: ['books.read', 'books.lend'],
        uses: { 'books.read': at },
      },
      {
        userId: 2,
        name: '',
        email: 'bo@library.test',
        role: 'temp',
        signedInAt: at,
        permissions: ['books.read'],
        uses: {},
      },
    ],
  }
  const cells = (name: RegExp) =>
    [...screen.getByRole('row', { name }).querySelectorAll('th, td')].map(({ textContent }) => textContent)

  test('shows each permission with its roles, its holders and its last use', async () => {
    await open(<AccessPage />, { '/console/access': () => json(200, review) })
    await screen.findByRole('table', { name: 'Permissions' })
    expect(cells(/^books\.read/)).toEqual([
      'books.read',
      'Librarian, Any other role',
      '2 peopleAda Okafor 11/22/2026, 10:00 AMbo@library.test Never',
      '11/22/2026, 10:00 AM',
    ])
    expect(cells(/^books\.lend/)).toEqual(['books.lend', 'Librarian', '1 personAda Okafor Never', 'Never'])
    expect(cells(/^Ada Okafor/)).toEqual([
      'Ada Okaforada@library.test',
      'Librarian',
      '2',
      '11/22/2026, 10:00 AM',
      '11/22/2026, 10:00 AM',
    ])
  })

  test('names the missing permission and the contact to people without it', async () => {
    const refusal = {
      code: 'FORBIDDEN',
      message: 'No.',
      permission: 'staff.administer',
      contact: 'access@library.test',
    }
    await open(<AccessPage />, { '/console/access': () => json(403, refusal) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('You need the permission staff.administer. Ask access@library.test.')
    expect(within(alert).getByRole('link', { name: 'access@library.test' }).getAttribute('href')).toBe(
      'mailto:access@library.test',
    )
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })
})

describe('the page of the audit trail', () => {
  const line = (seq: number, more: object = {}) => ({
    seq,
    at,
    person: 'ada@library.test',
    isAutomation: false,
    operation: 'books.lend',
    label: 'Lend',
    target: 'books/7',
    reason: 'Asked at the desk',
    result: 'ok',
    ...more,
  })
  const page = (lines: readonly object[], next: number | null = null) => ({ lines, count: 1001, most: 1000, next })
  const record = {
    seq: 8,
    label: 'Lend',
    record: { phase: 'intent', ts: at, operation: 'books.lend', input: { body: { days: 3 } }, reason: 'Asked' },
    counterpart: null,
    prev: 'aa01',
    hash: 'bb02',
    isIntact: true,
    previous: 7,
    next: 9,
  }

  test('lists what was done, newest first, and shows older entries below it', async () => {
    let answer = page([line(9, { result: 'unknown' }), line(8)], 8)
    const gateway = await open(<AuditPage />, { '/console/audit': () => json(200, answer) })
    const row = await screen.findByRole('row', { name: /Unknown outcome/ })
    expect(row.textContent).toContain('Lendbooks.lend11/22/2026, 10:00 AMada@library.testbooks/7Asked at the desk')
    expect(screen.getByText('More than 1,000')).not.toBeNull()
    answer = page([line(7, { label: 'Return' })])
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    await screen.findByRole('button', { name: 'Return' })
    expect(screen.getAllByRole('button', { name: 'Lend' })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(gateway.seen.filter(({ path }) => path === '/console/audit')).toHaveLength(2)
  })

  test('sends its filters in the body, and says how unknown outcomes are reconciled', async () => {
    let answer = page([line(9)])
    await open(<AuditPage />, { '/console/audit': () => json(200, answer) })
    const fetcher = vi.mocked(window.fetch)
    await screen.findByRole('button', { name: 'Lend' })
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: ' ada@library.test ' } })
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'unknown' } })
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-01' } })
    expect(screen.queryByText(/may or may not have done these/)).toBeNull()
    answer = page([line(9, { result: 'unknown' })])
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByText(/may or may not have done these/)
    // Summer time ends on this day, which has 25 hours.
    const filter = {
      person: 'ada@library.test',
      result: 'unknown',
      from: Date.UTC(2026, 10, 1, 4),
      to: Date.UTC(2026, 10, 2, 5),
    }
    expect(fetcher.mock.lastCall?.[1]?.body).toBe(JSON.stringify(filter))
    fireEvent.change(screen.getByLabelText('Record number'), { target: { value: '7' } })
    const calls = fetcher.mock.calls.length
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(screen.getByText('A record needs its kind and its number.')).not.toBeNull()
    expect(fetcher.mock.calls).toHaveLength(calls)
  })

  test('lists the unknown outcomes with one button, each with the way to its record', async () => {
    let answer = page([line(9)])
    await open(<AuditPage />, { '/console/audit': () => json(200, answer) })
    await screen.findByRole('button', { name: 'Lend' })
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'bo@library.test' } })
    answer = page([line(8, { result: 'unknown', target: 'members/3' }), line(7)])
    fireEvent.click(screen.getByRole('button', { name: 'Unknown outcomes' }))
    await screen.findByText(/may or may not have done these/)
    expect(vi.mocked(window.fetch).mock.lastCall?.[1]?.body).toBe(JSON.stringify({ result: 'unknown' }))
    expect(screen.getByRole('link', { name: 'members/3' }).getAttribute('href')).toBe('/member/3?tab=history')
    expect(screen.queryByRole('link', { name: 'books/7' })).toBeNull()
  })

  test('opens one record with its proof, and leads to its neighbors', async () => {
    const gateway = await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/8': () => json(200, record),
      '/console/audit/9': () => json(200, { ...record, seq: 9, isIntact: false, previous: 8, next: null }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Lend' }))
    const drawer = await screen.findByRole('dialog', { name: 'Lend' })
    expect(drawer.textContent).toContain('"days": 3')
    expect(drawer.textContent).toContain('BeforeNot recordedAfterNot recorded')
    expect(drawer.textContent).toContain('Previous hashaa01Own hashbb02')
    fireEvent.click(within(drawer).getByRole('button', { name: 'Next: No. 9' }))
    expect((await within(drawer).findByRole('alert')).textContent).toContain('doesn’t fit its hash')
    expect(gateway.seen.at(-1)?.path).toBe('/console/audit/9')
  })
})
