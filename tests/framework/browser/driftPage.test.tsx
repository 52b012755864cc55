import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DriftPage } from '../../../src/inspect/DriftPage.tsx'
import { openPage } from './openPage.tsx'
import { json } from './support.ts'

const entry = {
  operation: 'books.list',
  path: '/rows/*/year',
  expected: 'integer',
  seen: 'string',
  count: 1200,
  firstSeen: Date.UTC(2026, 10, 20, 15),
  lastSeen: Date.UTC(2026, 10, 22, 15),
}

const open = (answer: (asked: { readonly method: string }) => Response) =>
  openPage(<DriftPage />, { '/console/drift': answer })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('drift is listed with its place, types, count and times, and can be cleared', async () => {
  let entries = [entry]
  const gateway = await open(() => json(200, { entries }))
  const row = await screen.findByRole('row', { name: /books\.list/ })
  const cells = ['/rows/*/year', 'integer', 'string', '1,200', '11/20/2026, 10:00 AM', '11/22/2026, 10:00 AM']
  expect([...row.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(cells)
  entries = []
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await screen.findByText('No drift')
  expect(gateway.seen.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'GET'])
})

test('drift whose removal was not answered is read again', async () => {
  let entries = [entry]
  await open(({ method }) => (method === 'DELETE' ? new Response('<html>', { status: 504 }) : json(200, { entries })))
  await screen.findByRole('row', { name: /books\.list/ })
  entries = []
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Something between the browser and the console answered in its place \(HTTP 504\)\. .* The list has been read again/,
  )
  await screen.findByText('No drift')
})

test('what is wrong or missing comes first, and what is undeclared is folded by its call', async () => {
  const of = (more: object) => ({ ...entry, ...more })
  await open(() =>
    json(200, {
      entries: [
        of({ path: '/rows/*/title', seen: 'missing' }),
        of({ path: '/rows/*/year' }),
        of({ path: '/rows/*/spine', expected: 'undeclared' }),
        of({ path: '/rows/*/ring', expected: 'undeclared' }),
        of({ operation: 'books.getOne', path: '/spine', expected: 'undeclared' }),
      ],
    }),
  )
  const places = () => [...screen.getByRole('table').querySelectorAll('code')].map(({ textContent }) => textContent)
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Wrong or missing2')
  expect(places()).toEqual(['/rows/*/year', '/rows/*/title'])
  fireEvent.click(screen.getByRole('tab', { name: /^Undeclared/ }))
  const folds = [...document.querySelectorAll('details')]
  expect(folds.map(({ open: isOpen }) => isOpen)).toEqual([false, false])
  expect(folds.map((fold) => fold.querySelector('summary')?.textContent)).toEqual(['books.list2', 'books.getOne1'])
})

test('a failed read says so with its request, and can be repeated', async () => {
  let answer = () => json(503, { code: 'STORE_UNAVAILABLE', message: 'No database.', requestId: 'r-1' })
  await open(() => answer())
  expect((await screen.findByRole('alert')).textContent).toContain("Couldn't load the drift.")
  expect(screen.getByText('r-1')).toBeTruthy()
  answer = () => json(200, { entries: [entry] })
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('row', { name: /books\.list/ })
})

test('people without the permission are told so', async () => {
  await open(() => json(403, { code: 'FORBIDDEN', message: 'Not permitted.' }))
  await screen.findByRole('link', { name: 'Return home' })
})
