import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { keysOfPage } from '../../../src/ui/useKeys.ts'
import { detail, drawer, id, openApprovals, row, sentTo } from './approvalPage.tsx'
import { json } from './support.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('what waits is listed with its action, person and times, and filtered by the gateway', async () => {
  const gateway = await openApprovals({}, '/approvals')
  const found = await screen.findByRole('row', { name: /Discard Emma\?/ })
  expect([...found.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    'Discard',
    'first@library.test',
    '11/22/2026, 10:00 AM',
    '11/23/2026, 10:00 AM',
  ])
  expect(screen.getByRole('tab', { name: 'To review 1' }).getAttribute('aria-selected')).toBe('true')
  fireEvent.change(screen.getByRole('combobox', { name: 'Action' }), { target: { value: 'books.discard' } })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Person' }), { target: { value: 'first' } })
  await waitFor(() =>
    expect(sentTo(gateway, '').at(-1)?.body).toEqual({ view: 'review', operation: 'books.discard', person: 'first' }),
  )
  fireEvent.click(screen.getByRole('tab', { name: 'History' }))
  await waitFor(() => expect(sentTo(gateway, '').at(-1)?.body).toMatchObject({ view: 'history' }))
})

test.each([
  ['/approvals?view=foo', true],
  ['/approvals?view=review&page=2', true],
  ['/approvals?view=mine', false],
])('an address that the page does not read whole says so: %s', async (place, isSaid) => {
  await openApprovals({}, place)
  await screen.findByRole('row', { name: /Discard Emma\?/ })
  const said = screen.queryAllByText('Part of the address was ignored: this page cannot read it.')
  expect(said).toHaveLength(isSaid ? 1 : 0)
})

test('J and K move between the rows, as in every list, and are among the keys of the page', async () => {
  const rows = [row, { ...row, id: '2', title: 'Discard Dune?' }, { ...row, id: '3', title: 'Discard Iliad?' }]
  await openApprovals({ '/console/approvals': () => json(200, { rows, next: null }) }, '/approvals')
  await screen.findByRole('row', { name: /Discard Dune\?/ })
  await expect.poll(() => Object.fromEntries(keysOfPage())).toMatchObject({ j: 'Next row', k: 'Previous row' })
  const path = ['j', 'j', 'j', 'j', 'k'].map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return document.activeElement?.textContent
  })
  expect(path).toEqual(['Discard Emma?', 'Discard Dune?', 'Discard Iliad?', 'Discard Iliad?', 'Discard Dune?'])
})

test.each([
  ['Title or Email', ['read', 'discard', 'move'], ['books/7']],
  ['Email', ['read', 'move'], undefined],
])('records are searched by %s, those alone that the person may decide about', async (name, permissions, subjects) => {
  const gateway = await openApprovals({}, '/approvals', permissions)
  await screen.findByRole('row', { name: /Discard Emma\?/ })
  fireEvent.keyDown(document.body, { key: '/' })
  const field = screen.getByRole('searchbox', { name })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: ' Emma <emma>, ' } })
  await waitFor(() => expect(sentTo(gateway, '').at(-1)?.body).toEqual({ view: 'review', record: 'emma', subjects }))
})

test('the second person sees the request, the evidence and the record, and approves what they have seen', async () => {
  let state = 'waiting'
  // The approval is read again before its list is.
  const page = () =>
    state === 'waiting' ? json(200, { rows: [row], next: null }) : new Promise<never>(() => undefined)
  const gateway = await openApprovals({
    '/console/approvals': page,
    [`/console/approvals/${id}`]: () => json(200, { ...detail, state }),
    [`/console/approvals/${id}/approve`]: () => {
      state = 'approved'
      return json(200, { message: 'Discarded' })
    },
  })
  const within_ = within(await drawer())
  const texts = ['Torn', 'Photo, taken (p-1)', 'Watchlist: MATCH', 'LENT', 'Unchanged since the request.']
  for (const text of texts) expect(await within_.findByText(text)).toBeTruthy()
  const comment = within_.getByLabelText('Comment')
  fireEvent.change(comment, { target: { value: 'Seen' } })
  fireEvent.keyDown(comment, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText(`${row.title}: approved. Discarded`)
  const [sent] = sentTo(gateway, `/${id}/approve`)
  expect([sent?.body, sent?.headers.get('X-Record-Version')]).toEqual([{ comment: 'Seen' }, detail.version])
})

test.each([
  ['is said where it was decided, next to the record as it is now, and nothing is sent again', false],
  ['is said by its request to a person who has closed it meanwhile', true],
])('an unknown outcome %s', async (_, isLeft) => {
  let state = 'waiting'
  const answer = Promise.withResolvers<Response>()
  await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, state, record: { title: 'Emma', state } }),
    [`/console/approvals/${id}/approve`]: () => answer.promise,
  })
  const within_ = within(await drawer())
  fireEvent.click(await within_.findByRole('button', { name: 'Approve and send' }))
  const reject = await within_.findByRole('button', { name: 'Reject' })
  await waitFor(() => expect(reject.getAttribute('aria-disabled')).toBe('true'))
  if (isLeft) fireEvent.click(within_.getByRole('button', { name: 'Close' }))
  if (isLeft) await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  state = 'unknown'
  answer.resolve(json(504, { code: 'OUTCOME_UNKNOWN', message: 'The service did not confirm the change.' }))
  if (isLeft)
    return void (await screen.findByText(/^Discard Emma\?: Outcome unknown: .+ before it is requested again\.$/))
  await within_.findByText(/^The service did not confirm it\. Check whether it was done/)
  expect(within_.getByText('Outcome unknown')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Outcome')
  expect(within_.queryByRole('button', { name: 'Approve and send' })).toBeNull()
  expect(screen.queryByText(/^Discard Emma\?: Outcome unknown/)).toBeNull()
})

test('a rejection needs a comment, and leads to the next row, also where the list is read again after that', async () => {
  const other = { ...row, id: id.replace('0b0e', '0b0f'), title: 'Discard Persuasion?' }
  const left = Promise.withResolvers<Response>()
  let isRejected = false
  const gateway = await openApprovals({
    '/console/approvals': async () =>
      isRejected ? (await left.promise).clone() : json(200, { rows: [row, other], next: null }),
    [`/console/approvals/${id}/reject`]: () => {
      isRejected = true
      return new Response(null, { status: 204 })
    },
  })
  const within_ = within(await drawer())
  fireEvent.click(await within_.findByRole('button', { name: 'Reject' }))
  expect(within_.getByText('Say why you reject this.')).toBeTruthy()
  expect(sentTo(gateway, `/${id}/reject`)).toEqual([])
  fireEvent.change(within_.getByLabelText('Comment'), { target: { value: 'Mend it' } })
  fireEvent.click(within_.getByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(sentTo(gateway, `/${id}/reject`)[0]?.body).toEqual({ comment: 'Mend it' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Discard Emma?'))
  left.resolve(json(200, { rows: [other], next: null }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Discard Persuasion?'))
})

test('a page of a proxy is no decision', async () => {
  await openApprovals({
    [`/console/approvals/${id}/reject`]: () =>
      new Response('<h1>Sign in</h1>', { headers: { 'Content-Type': 'text/html' } }),
  })
  const within_ = within(await drawer())
  const comment = await within_.findByLabelText<HTMLTextAreaElement>('Comment')
  fireEvent.change(comment, { target: { value: 'Mend it' } })
  fireEvent.click(within_.getByRole('button', { name: 'Reject' }))
  await within_.findByText(
    /^The answer could not be read\. It is not known whether this was done\. The approval has been read again/,
  )
  expect(within_.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Mend it')
  expect(screen.queryByText(/rejected/)).toBeNull()
})

test('a typed comment is there again after the drawer was closed', async () => {
  await openApprovals()
  fireEvent.change(within(await drawer()).getByLabelText('Comment'), { target: { value: 'Mend it' } })
  fireEvent.click(within(await drawer()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('link', { name: 'Discard Emma?' }))
  expect(within(await drawer()).getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Mend it')
})

test('a decision that comes too late says so next to what was decided', async () => {
  const message = 'first@library.test withdrew this first. Your decision was not recorded.'
  let state = 'waiting'
  await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, state }),
    [`/console/approvals/${id}/reject`]: () => {
      state = 'withdrawn'
      return json(409, { code: 'APPROVAL_OVER', message })
    },
  })
  const within_ = within(await drawer())
  fireEvent.change(await within_.findByLabelText('Comment'), { target: { value: 'Mend it' } })
  fireEvent.click(within_.getByRole('button', { name: 'Reject' }))
  expect(await within_.findByRole('heading', { name: 'Outcome' })).toBeTruthy()
  expect(within_.getByText(message)).toBeTruthy()
  const typed = within_.getByText('This ended while you were writing. Your comment was not recorded:').parentElement
  expect(typed?.textContent).toContain('Mend it')
  // It is said once.
  fireEvent.click(within_.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByRole('link', { name: 'Discard Emma?' }))
  expect(await within(await drawer()).findByRole('heading', { name: 'Outcome' })).toBeTruthy()
  expect(screen.queryByText('Mend it')).toBeNull()
})

test('a comment that someone else made says nothing of one of the person', async () => {
  await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, state: 'rejected', comment: 'Not now' }),
  })
  expect(await within(await drawer()).findByText('Not now')).toBeTruthy()
  expect(screen.queryByText(/while you were writing/)).toBeNull()
})

test('what a person has taken back is theirs', async () => {
  const own = { ...detail, state: 'withdrawn', isOwn: true, decider: detail.requester }
  await openApprovals({ [`/console/approvals/${id}`]: () => json(200, own) })
  expect(await within(await drawer()).findAllByText(`You (${detail.requester})`)).toHaveLength(2)
})

test('a decision of a colleague with the same name is not the person’s own', async () => {
  const own = { ...detail, state: 'rejected', isOwn: true, requester: 'Ada Mint', decider: 'Ada Mint' }
  await openApprovals({ [`/console/approvals/${id}`]: () => json(200, own) })
  const found = within(await drawer())
  expect(await found.findByText('You (Ada Mint)')).toBeTruthy()
  expect(found.getByText('Ada Mint')).toBeTruthy()
})

test('an approval that ends below the question for a fresh sign-in has the focus once that is answered', async () => {
  let state = 'waiting'
  const { client } = await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, state }),
    [`/console/approvals/${id}/approve`]: () => json(403, { code: 'STEP_UP', message: 'Sign in again.' }),
  })
  const within_ = within(await drawer())
  const approve = await within_.findByRole('button', { name: 'Approve and send' })
  approve.focus()
  fireEvent.click(approve)
  const question = await screen.findByRole('dialog', { name: 'Confirm that it’s you' })
  state = 'rejected'
  await act(() => client.invalidateQueries())
  await within_.findByRole('heading', { name: 'Outcome' })
  expect(document.activeElement?.textContent).toBe('Sign in')
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Outcome'))
})

test('what has changed since the request is shown, and after a refusal the record is read again', async () => {
  let record = { title: 'Persuasion', state: 'LENT', born: ['1950'] }
  const changed = { name: 'Bea Quill', at: '2026-11-22T15:00:00.000Z', action: 'Mend' }
  const message = 'The record has changed since you opened it. Nothing was sent.'
  await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, record, version: record.state.padEnd(64, '0') }),
    [`/console/approvals/${id}/approve`]: () => {
      record = { ...record, state: 'BACK' }
      return json(409, { code: 'RECORD_CHANGED', message, changed })
    },
  })
  const within_ = within(await drawer())
  expect(await within_.findByText('Title: Emma → Persuasion')).toBeTruthy()
  expect(within_.getByText('Born: changed')).toBeTruthy()
  fireEvent.click(within_.getByRole('button', { name: 'Approve and send' }))
  expect(await within_.findByText('State: LENT → BACK')).toBeTruthy()
  expect(within_.getByText(`Changed by Bea Quill at 11/22/2026, 10:00 AM (Mend). ${message}`)).toBeTruthy()
})

test('why an approval was refused is said once, as the problem of the request', async () => {
  const why = 'The photo was rejected, so it can’t be approved. It can only be rejected or withdrawn.'
  let problem = ''
  await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, problem }),
    [`/console/approvals/${id}/approve`]: () => {
      problem = why
      return json(409, { code: 'CONFLICT', message: `${why} Nothing was sent.` })
    },
  })
  const found = await drawer()
  fireEvent.click(await within(found).findByRole('button', { name: 'Approve and send' }))
  await waitFor(() => expect(within(found).getByRole('alert').textContent).toBe('Not approved, and nothing was sent.'))
  expect(found.textContent.split(why)).toHaveLength(2)
})

test.each([
  ['', 'Another person has to approve this. You can take it back until then.'],
  ['No one can approve this.', 'You can take it back.'],
])('the first person can only take it back (%s)', async (problem, said) => {
  const gateway = await openApprovals({
    [`/console/approvals/${id}`]: () => json(200, { ...detail, problem, isOwn: true }),
    [`/console/approvals/${id}/withdraw`]: () => new Response(null, { status: 204 }),
  })
  const within_ = within(await drawer())
  expect(await within_.findByText(said)).toBeTruthy()
  fireEvent.click(within_.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sentTo(gateway, `/${id}/withdraw`)).toHaveLength(1))
  expect(within_.queryByRole('button', { name: 'Approve and send' })).toBeNull()
})

test.each([
  ['can be approved all the same', '', ['Photo: taken → approved']],
  [
    'cannot be approved where a rule refuses it, with the reason',
    'The photo was rejected.',
    ['Photo: taken → rejected'],
  ],
  ['cannot be approved, with a reason of another kind', 'An appeal waits.', []],
])('what has changed since in what it relies on is said, and it %s', async (_what, problem, changes) => {
  await openApprovals({ [`/console/approvals/${id}`]: () => json(200, { ...detail, changes, problem }) })
  const within_ = within(await drawer())
  const button = await within_.findByRole('button', { name: 'Approve and send' })
  expect(within_.queryByText('Unchanged since the request.')).toBeNull()
  for (const text of changes) expect(within_.getByText(text)).toBeTruthy()
  expect(within_.queryAllByText('What this relies on has changed since the request.')).toHaveLength(changes.length)
  expect(within_.getByText('LENT')).toBeTruthy()
  expect([button.getAttribute('aria-disabled'), button.title]).toEqual(
    problem === '' ? ['false', 'Approve and send (Ctrl Enter)'] : ['true', problem],
  )
  if (problem !== '') expect(within_.getByText(problem)).toBeTruthy()
})

test('a record that cannot be read says why, and cannot be approved', async () => {
  const gateway = await openApprovals({
    [`/console/approvals/${id}`]: () =>
      json(200, { ...detail, record: null, version: null, problem: 'This record is no longer there.' }),
  })
  const within_ = within(await drawer())
  expect(await within_.findByText('This record is no longer there.')).toBeTruthy()
  const button = within_.getByRole('button', { name: 'Approve and send' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button)
  fireEvent.keyDown(within_.getByLabelText('Comment'), { key: 'Enter', ctrlKey: true })
  expect(sentTo(gateway, `/${id}/approve`)).toEqual([])
})
