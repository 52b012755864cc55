import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { detail, form, id, openApprovals, sentTo } from './approvalPage.tsx'
import { json } from './support.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the second person sees whom a form is about, as they are now, and the consequence', async () => {
  await openApprovals({
    [`/console/approvals/${id}`]: () =>
      json(200, {
        ...detail,
        ...form,
        reason: 'Married',
        inputs: { email: 'emma', name: 'Emma W.' },
        seen: { id: 7, title: 'Emma' },
        record: { id: 7, title: 'Emma' },
      }),
  })
  const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
  expect(await within_.findByText('Emma')).toBeTruthy()
  expect(within_.getByRole('heading', { name: 'Whom this is about, now' })).toBeTruthy()
  expect(within_.getByText('The name of emma is changed everywhere.')).toBeTruthy()
  expect(within_.getByText('Married')).toBeTruthy()
  expect(await within_.findByText('Emma → Emma W.')).toBeTruthy()
})

test.each([
  ['The record has changed since the request.', { id: 7, title: 'Emma', state: 'BACK' }],
  ['This is about another record than at the request.', { id: 8, title: 'Emma', state: 'BACK' }],
])('and what has changed about them: %s', async (said, record) => {
  const seen = { id: 7, title: 'Emma', state: 'LENT' }
  const gateway = await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, ...form, inputs: { email: 'emma' }, seen, record }),
    [`/console/approvals/${id}/approve`]: () => json(200, { message: 'Changed' }),
  })
  const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
  expect(await within_.findByText(said)).toBeTruthy()
  expect(within_.getByText('State: LENT → BACK')).toBeTruthy()
  fireEvent.click(within_.getByRole('button', { name: 'Approve and send' }))
  await waitFor(() => expect(sentTo(gateway, `/${id}/approve`)).toHaveLength(1))
  expect(sentTo(gateway, `/${id}/approve`)[0]?.headers.get('X-Record-Version')).toBe(detail.version)
})

test.each([
  ['as it was', { '/born': '1950-**-**', '/town': 'Ponce' }, ['Town: Ponce → Reno']],
  ['as far as that was known', {}, ['Not known at the request: Town, Born.']],
])('a form names what it would replace now, and %s at the request', async (_how, before, said) => {
  const person = { id: 7, email: 'emma' }
  const record = { ...person, '/born': '1950-**-**', '/town': 'Reno' }
  const inputs = { email: 'emma', town: 'Salem' }
  await openApprovals({
    [`/console/approvals/${id}`]: () =>
      json(200, {
        ...detail,
        ...form,
        operation: 'move.submit',
        inputs,
        seen: { ...person, ...before },
        record,
      }),
  })
  const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
  expect(await within_.findByText('Reno → Salem')).toBeTruthy()
  for (const text of said) expect(within_.getByText(text)).toBeTruthy()
  expect(within_.queryByText(/^Unchanged|^Born:/)).toBeNull()
})

test('a decided request of a form keeps what it would replace, as it was at the request', async () => {
  const person = { id: 7, email: 'emma' }
  const decided = { state: 'approved', decider: 'Ben', decidedAt: '2026-03-06T15:00:00.000Z' }
  const answer = { ...detail, ...form, ...decided, operation: 'move.submit', inputs: { email: 'emma', town: 'Salem' } }
  await openApprovals({
    [`/console/approvals/${id}`]: () =>
      json(200, { ...answer, seen: { ...person, '/town': 'Ponce' }, record: { ...person, '/town': 'Salem' } }),
  })
  const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
  expect(await within_.findByText('Ponce → Salem')).toBeTruthy()
  expect(within_.getByText('Ben')).toBeTruthy()
})

test('a form says of a value that it would replace, and that could not be read, that it is unreadable', async () => {
  const person = { id: 7, email: 'emma', '/born': null }
  const record = { ...person, '/town': null, '@unreadable': { '/~1town': 'Expected string, got object' } }
  const answer = { ...detail, ...form, operation: 'move.submit', seen: { ...person, '/town': 'Ponce' }, record }
  await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...answer, inputs: { email: 'emma', town: 'Salem' } }),
  })
  const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
  expect(await within_.findByText('Unreadable → Salem')).toBeTruthy()
  expect(within_.getByText('Town: Ponce → Unreadable')).toBeTruthy()
})

test('a value of a record that could not be read is said to be unreadable', async () => {
  const record = { title: 'Emma', state: null, '@unreadable': { '/state': 'Expected string, got object' } }
  await openApprovals({ [`/console/approvals/${id}`]: () => json(200, { ...detail, record }) })
  const within_ = within(await screen.findByRole('dialog', { name: 'Discard Emma?' }))
  expect((await within_.findByText('Unreadable')).parentElement?.textContent).toBe('StateUnreadable')
  expect(within_.getByText('State: LENT → Unreadable')).toBeTruthy()
})

test.each([detail.seen, null])(
  'a form no longer about what it was (%j) says so, and cannot be approved',
  async (seen) => {
    const problem = 'It can’t be approved.'
    const answer = { ...detail, ...form, inputs: { email: 'emma' }, seen, record: null, version: null, problem }
    await openApprovals({ [`/console/approvals/${id}`]: () => json(200, answer) })
    const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
    expect(await within_.findByText(problem)).toBeTruthy()
    expect(within_.getByRole('button', { name: 'Approve and send' }).getAttribute('aria-disabled')).toBe('true')
  },
)

test.each([
  ['with the record that the request was about', 'No record has it.', 'nora', 0],
  ['without advice for people who type', '', 'nora', 1],
])('a form that is about none says so once, %s', async (_what, problem, about, times) => {
  const answer = { ...detail, ...form, about, inputs: { email: about }, record: null, version: null, problem }
  await openApprovals({
    [`/console/approvals/${id}`]: () =>
      json(200, { ...answer, seen: null, operation: 'move.submit', subject: { resource: 'readers', id: '7' } }),
  })
  const within_ = within(await screen.findByRole('dialog', { name: 'Change emma' }))
  await within_.findByRole('heading', { name: 'Whom this is about, now' })
  await waitFor(() => expect(within_.queryByText(/^Looking up/)).toBeNull())
  await waitFor(() => expect(within_.queryAllByText('Nothing in Readers has nora.')).toHaveLength(times))
  expect(within_.queryByText(/spelt/)).toBeNull()
  const links = within_.queryAllByRole('link', { name: 'Open the record' }).map((link) => link.getAttribute('href'))
  expect(links).toEqual(problem === '' ? [] : ['/reader/7'])
})
