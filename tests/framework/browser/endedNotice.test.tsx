import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { NotificationContextProvider, useNotificationContext } from 'ra-core'
import { type ReactNode, useEffect, useState } from 'react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WaitingCount, WaitingNotice } from '../../../src/approvals/WaitingNotice.tsx'
import { installConsole } from '../../../src/console/installedConsole.tsx'
import { OWN } from '../../../src/data/ownApprovals.ts'
import { Toasts } from '../../../src/ui/Toasts.tsx'
import { model } from '../waitingLibrary.ts'
import { id, row, sentTo } from './approvalPage.tsx'
import { openPage } from './openPage.tsx'
import { json } from './support.ts'
import { fakeTimers } from '../../support/fakeTimers.ts'

afterEach(() => {
  cleanup()
  notified.splice(0)
  vi.restoreAllMocks()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000).toISOString()

/** The person's own request about the record, which was rejected an hour ago. */
const rejected = {
  ...row,
  isOwn: true,
  state: 'rejected',
  decider: 'Bea Quill',
  decidedAt: hoursAgo(1),
  comment: 'Please look again',
}
const again = { ...row, id: '0b0e5a3e-9c5e-4b4e-8a55-0d8f5c7a1a12', isOwn: true }

const lend = { ...rejected, id: '0b0e5a3e-9c5e-4b4e-8a55-0d8f5c7a1a13', operation: 'books.lend' }
const renamed = { ...lend, operation: 'rename.submit', recordId: null, about: 'emma' }

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] }

const notified: unknown[] = []

/** Notes every notice, also one that ends before it is drawn. */
const Notified = () => {
  const { notifications } = useNotificationContext()
  useEffect(() => void notified.push(...notifications.map(({ message }) => message)), [notifications])
  return null
}

/** A page that can be left and come back to. */
const Away = ({ children }: { readonly children: ReactNode }) => {
  const [isAway, setAway] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAway(!isAway)}>
        Away
      </button>
      {!isAway && children}
    </>
  )
}

/** Opens a record, on which these requests wait, or the form about someone, to a person who has made these requests. */
async function open(
  own: readonly object[],
  waiting: readonly object[] = [],
  place: Place = { id: '7' },
  dismiss: () => Response = () => new Response(null, { status: 204 }),
) {
  installConsole({ model, extensions: none })
  const resource = 'id' in place ? 'books' : 'rename'
  const about = () => json(200, { rows: waiting, next: null })
  return openPage(
    <NotificationContextProvider>
      <WaitingCount />
      <Notified />
      <Toasts />
      <Away>
        <WaitingNotice resource={resource} {...place} />
      </Away>
    </NotificationContextProvider>,
    {
      '/console/approvals': () => json(200, { rows: own, next: null }),
      [`/console/approvals/${id}/dismiss`]: dismiss,
      '/console/approvals/waiting': () => json(200, { count: 0 }),
      '/console/approvals/about?resource=books&id=7': about,
      '/console/approvals/about?resource=books': about,
      '/console/approvals/about?resource=rename': about,
    },
    { approvalHours: 24 },
  )
}

type Place = { readonly id: string } | { readonly about: string }

test.each([
  ['rejected', {}, /^Discard: Rejected by Bea Quill, .+ [AP]M: Please look again\. Nothing was sent\.Show$/],
  [
    'failed',
    { comment: '', message: 'It was lent.' },
    /^Discard: Refused by the service, .+ [AP]M: It was lent\.Show$/,
  ],
  ['unknown', { comment: '' }, /^Discard: Outcome unknown, .+ [AP]M\. The service did not confirm it\. Check whether/],
  [
    'expired',
    { decider: '', comment: '' },
    /^Discard: Expired, .+ [AP]M\. No one decided in time\. Nothing was sent\./,
  ],
])('a record says of the person’s own request that it has ended: %s', async (state, change, said) => {
  await open([{ ...rejected, ...change, state }])
  const note = await screen.findByRole('note')
  expect(note.textContent).toMatch(said)
  expect(within(note).getByRole('link').getAttribute('href')).toBe(`/approvals?view=mine&id=${id}`)
  fireEvent.click(within(note).getByRole('button', { name: 'Dismiss' }))
  await vi.waitFor(() => expect(screen.queryByRole('note')).toBeNull())
  const away = screen.getByRole('button', { name: 'Away' })
  fireEvent.click(away)
  fireEvent.click(away)
  expect(screen.queryByRole('note')).toBeNull()
})

test('a line stays that can’t be dismissed, and says why', async () => {
  const refuse = () => json(503, { code: 'STORE_UNAVAILABLE', message: 'Try again later.' })
  await open([rejected], [], { id: '7' }, refuse)
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await screen.findByText('Try again later.')
  expect(screen.getByText(/^Discard: Rejected/)).not.toBeNull()
})

test.each([
  ['they have dismissed it', [{ ...rejected, isDismissed: true }], []],
  ['it ended longer ago', [{ ...rejected, decidedAt: hoursAgo(25) }], []],
  ['it was approved', [{ ...rejected, state: 'approved' }], []],
  ['they took it back', [{ ...rejected, state: 'withdrawn' }], []],
  ['it is about another record', [{ ...rejected, subject: { resource: 'books', id: '8' } }], []],
  ['they have requested the same again', [{ ...again, state: 'withdrawn' }, rejected], []],
  ['a colleague has requested the same', [rejected], [{ ...again, isOwn: false, operation: 'books.discard' }]],
])('but not where %s', async (_why, own, waiting) => {
  await open([lend, ...own], waiting)
  await screen.findByText(/^books\.lend: Rejected/)
  await vi.waitFor(() => expect(screen.queryByText(/^Discard: Rejected/)).toBeNull())
  expect(screen.getAllByRole('note')).toHaveLength(1 + waiting.length)
})

test.each([
  ['of what it is about', { about: 'emma' }, [renamed, rejected], 'Change a member'],
  ['of no one else', { about: 'bea' }, [renamed, { ...renamed, id, about: 'bea' }], 'Change a member'],
])('a form says it %s', async (_of, place, own, called) => {
  await open(own, [], place)
  const notes = await screen.findAllByRole('note')
  expect(notes.map(({ textContent }) => textContent?.split(':')[0])).toEqual([called])
})

describe('a request that ends while the person is there', () => {
  const waiting = { ...again, id }
  const notices = () => within(screen.getByRole('log', { name: 'Notices' })).queryAllByRole('listitem')
  const away = () => fireEvent.click(screen.getByRole('button', { name: 'Away' }))

  async function end(isAway: boolean) {
    const own: object[] = [waiting]
    const gateway = await open(own)
    await vi.waitFor(() => expect(gateway.client.getQueryData(OWN)).toHaveLength(1))
    if (isAway) away()
    const becomes = async (row: object) => {
      own.splice(0, 1, row)
      void gateway.client.invalidateQueries({ queryKey: OWN })
      await waitFor(() => expect(gateway.client.getQueryData(OWN)).toEqual([row]))
    }
    await becomes(rejected)
    return { ...gateway, becomes }
  }

  test('has a line on its record, which is announced, and no notice', async () => {
    await end(false)
    const said = await screen.findByText(/^Discard: Rejected/)
    expect(said.closest('output')).not.toBeNull()
    expect(notified).toEqual([])
  })

  test('has a notice elsewhere, until its line is on screen', async () => {
    await end(true)
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
    away()
    await screen.findByText(/^Discard: Rejected/)
    await vi.waitFor(() => expect(notices()).toEqual([]))
  })

  test.each([
    ['followed', 'link'],
    ['dismissed', 'button'],
  ])('has no line once its notice was %s', async (_how, role) => {
    const gateway = await end(true)
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
    fireEvent.click(within(notices()[0]!).getByRole(role))
    expect(notices()).toEqual([])
    await vi.waitFor(() => expect(sentTo(gateway, `/${id}/dismiss`)).toHaveLength(1))
    away()
    await screen.findByRole('button', { name: 'Away' })
    expect(screen.queryByText(/^Discard: Rejected/)).toBeNull()
  })

  test('has one notice with another one that was approved at the same time', async () => {
    const own: object[] = [waiting, { ...waiting, id: lend.id, operation: 'books.lend' }]
    const { client } = await open(own, [], { id: '8' })
    await vi.waitFor(() => expect(client.getQueryData(OWN)).toHaveLength(2))
    own.splice(0, 2, ...own.map((row) => ({ ...row, state: 'approved', decidedAt: hoursAgo(0) })))
    await client.invalidateQueries({ queryKey: OWN })
    await screen.findByText(/2 of your requests have ended: both approved\./)
    expect(notices()).toHaveLength(1)
    expect(within(notices()[0]!).getByRole('link').getAttribute('href')).toBe('/approvals?view=mine')
  })

  test('has no notice once it was dismissed in another tab', async () => {
    const { becomes } = await end(true)
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
    await becomes({ ...rejected, isDismissed: true })
    await vi.waitFor(() => expect(notices()).toEqual([]))
  })
})

describe('a request that ended while the person had no page open', () => {
  const notices = () => within(screen.getByRole('log', { name: 'Notices' })).queryAllByRole('listitem')
  const elsewhere = { id: '8' }
  const subject = { resource: 'books', id: '9' }
  const first = { ...rejected, subject }
  const second = { ...lend, subject, state: 'expired', decider: '' }

  test('has a notice once they have one', async () => {
    await open([first], [], elsewhere)
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]!.textContent).toMatch(
      /Discard .*: Rejected by Bea Quill: Please look again\. Nothing was sent\./,
    )
    expect(within(notices()[0]!).getByRole('link').getAttribute('href')).toBe(`/approvals?view=mine&id=${id}`)
  })

  test.each([
    ['they have dismissed it', { isDismissed: true }],
    ['it was approved', { state: 'approved' }],
    ['it ended longer ago', { decidedAt: hoursAgo(25) }],
  ])('but not where %s', async (_why, change) => {
    const { client } = await open([{ ...first, ...change }, second], [], elsewhere)
    await vi.waitFor(() => expect(client.getQueryData(OWN)).toHaveLength(2))
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]!.textContent).toMatch(/books\.lend|Expired/)
  })

  test('has one notice with others, whose end dismisses all', async () => {
    const { seen } = await open([first, second, { ...first, id: again.id, operation: 'books.rename' }], [], elsewhere)
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]!.textContent).toMatch(/3 of your requests have ended: 2 rejected, 1 expired\./)
    expect(within(notices()[0]!).getByRole('link').getAttribute('href')).toBe('/approvals?view=mine')
    fireEvent.click(within(notices()[0]!).getByRole('button'))
    const dismissals = () => seen.filter(({ path }) => path.endsWith('/dismiss')).map(({ path }) => path.split('/')[3])
    await vi.waitFor(() => expect(dismissals()).toEqual([id, second.id, again.id]))
  })

  test('leaves the notice about others while one has its line on screen', async () => {
    await open([rejected, second], [])
    await screen.findByText(/^Discard: Rejected/)
    await vi.waitFor(() => expect(notices()).toHaveLength(1))
  })
})

test('a request that was made and ended in another tab has a notice here, too', async () => {
  fakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const own: object[] = []
  const { client } = await open(own, [], { id: '8' })
  await vi.waitFor(() => expect(client.getQueryData(OWN)).toEqual([]))
  own.push(rejected)
  await vi.advanceTimersByTimeAsync(20_000)
  await screen.findByText(/Rejected by Bea Quill/)
})

test('a line that is dismissed in another tab goes here, too', async () => {
  fakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const own: object[] = [rejected]
  await open(own)
  await screen.findByRole('note')
  own.splice(0, 1, { ...rejected, isDismissed: true })
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => expect(screen.queryByRole('note')).toBeNull())
})
