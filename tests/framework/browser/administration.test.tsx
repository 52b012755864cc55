import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AccessPage } from '../../../src/administration/AccessPage.tsx'
import { SessionsPage } from '../../../src/administration/SessionsPage.tsx'
import { Settings } from '../../../src/pages/Settings.tsx'
import { openPage as open } from './openPage.tsx'
import { json } from './support.ts'
import { installLibrary } from './installLibrary.ts'

installLibrary()

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

test.each([
  ['Access', AccessPage],
  ['Sessions', SessionsPage],
  ['Settings', Settings],
])('the page %s says that it reads no parameter of its address', async (title, Page) => {
  const replies = {
    '/console/access': () => json(200, { permissions: [], roles: {}, people: [] }),
    '/console/sessions': () => json(200, { sessions: [] }),
  }
  await open(<Page />, replies, {}, '/any?foo=')
  await screen.findByRole('heading', { name: title })
  expect(screen.queryByText(/Part of the address was ignored/)).toBeNull()
  cleanup()
  await open(<Page />, replies, {}, '/any?foo=vale-x')
  const note = await screen.findByRole('note')
  expect(note.textContent).toContain('Part of the address was ignored')
  expect(note.classList).toContain('cs-screen')
  expect(document.body.textContent).not.toContain('vale-x')
})

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
      { mayAdminister: true, approvalHours: 24 },
    )
    fireEvent.click(await screen.findByRole('radio', { name: 'Everyone’s' }))
    const row = await screen.findByRole('row', { name: /Bo Reed/ })
    fireEvent.click(within(row).getByRole('button'))
    const question = screen.getByRole('dialog', { name: 'End the session of Bo Reed?' })
    expect(question.textContent).toContain('What they have sent for approval is cancelled.')
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

  test('claims nothing of a session whose end was not answered, and shows what is left', async () => {
    const sessions = [session('a', { isCurrent: true }), session('b')]
    await open(<SessionsPage />, {
      '/console/sessions': () => json(200, { sessions }),
      '/console/sessions/b': () => {
        sessions.pop()
        return new Response('<html>', { status: 504 })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: /^End the session/ }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Something between the browser and the console answered in its place (HTTP 504). It is not known whether this was done. ' +
        'The list has been read again: a session that has ended is no longer in it.',
    )
    expect(screen.queryByRole('button', { name: /^End the session/ })).toBeNull()
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
        reveals: 3,
      },
      {
        userId: 2,
        name: '',
        email: 'bo@library.test',
        role: 'temp',
        signedInAt: at,
        permissions: ['books.read'],
        uses: {},
        reveals: 0,
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
      '3',
      '11/22/2026, 10:00 AM',
      '11/22/2026, 10:00 AM',
    ])
  })

  test('is the page of every refusal, with the missing permission and the contact', async () => {
    const refusal = {
      code: 'FORBIDDEN',
      message: 'No.',
      permission: 'staff.administer',
      contact: 'access@library.test',
    }
    await open(<AccessPage />, { '/console/access': () => json(403, refusal) })
    const refused = await screen.findByRole('region', { name: /^Sorry, you do not have permission/ })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Sorry, you do not have permission/)
    expect(refused.textContent).toContain('403')
    expect(refused.textContent).toContain('You need the permission staff.administer. Ask access@library.test.')
    expect(within(refused).getByRole('link', { name: 'access@library.test' }).getAttribute('href')).toBe(
      'mailto:access@library.test',
    )
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })
})
