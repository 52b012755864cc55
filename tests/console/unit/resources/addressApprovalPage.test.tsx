import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { approvalSteps, type ApprovalRun } from '../../../../schemas/verification/approvalRun.ts'
import { addressRejected, statusAnswer } from './investigationPayloads.ts'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'
import { fakeTimers } from '../../../support/fakeTimers.ts'

const NEEDED = "What's needed: a document for the rejected Address check, then its appeal."
const UNDER_WAY = 'The automatic address approval is under way.'
const START = ' Or approve the address automatically.'
const GO_ON = ' Or continue the address approval that was begun.'

const runAfter = (count: number) => ({
  done: count === approvalSteps.length,
  steps: approvalSteps.map((name, index) => ({
    sketchId: 'sketch-mara',
    name,
    state: index < count ? ('done' as const) : ('open' as const),
    ...(index < count && { at: `2026-03-04T18:22:1${index}.000Z` }),
    ...(index < count && name === 'upload' && { message: 'Document snap-e2' }),
  })),
})
const answering = (run: ApprovalRun) => ({ data: { ok: true, run } })

/** The page of an account whose address alone was rejected, after so many steps of an approval. */
function open({
  after = 0,
  isUnderWay = false,
  status = 'SUSPENDED',
  snaps = [] as readonly object[],
  history = [] as readonly object[],
} = {}) {
  const approveAddress = vi.fn<() => Promise<unknown>>()
  const provider = Object.assign(stubProvider(), { approveAddress })
  provider.getOne.mockResolvedValue(accountDetail({ snaps }, { status }))
  provider.read.mockResolvedValue({ data: statusAnswer([addressRejected({ history })]), meta: { unreadable: 0 } })
  provider.earlierApproval.mockResolvedValue(answering({ ...runAfter(after), ...(isUnderWay && { isUnderWay }) }))
  return { provider, ...renderPage('/account/4107?tab=documents', { provider }) }
}

async function begin(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve address' }))
}

beforeEach(muteExpectedErrors)

describe('the page of an account with an address approval', () => {
  it.each([
    ['SUSPENDED', [], NEEDED],
    ['ACTION_REQUIRED', [], NEEDED],
    [
      'ACTION_REQUIRED',
      [{ snap_id: 'snap-e1', sketch_id: 'sketch-mara', proof: 'ALL_PASSING_CIP_RESULTS', status: 'uploaded' }],
      "What's needed: decide the uploaded document.",
    ],
    [
      'ACTION_REQUIRED',
      [{ snap_id: 'snap-e2', sketch_id: 'sketch-mara', proof: 'ALL_PASSING_CIP_RESULTS', status: 'uploaded' }],
      "What's needed: decide the uploaded document of the address approval.",
    ],
    [
      'SUSPENDED',
      ['snap-e1', 'snap-e2'].map((snap_id) => ({ snap_id, sketch_id: 'sketch-mara', status: 'uploaded' })),
      "What's needed: decide the 2 uploaded documents (1 of the address approval). A rejected check can be appealed once its documents are approved.",
    ],
  ])('says that one that was begun can be continued: %s', async (status, snaps, text) => {
    open({ after: 3, status, snaps })
    await screen.findByText(`${text}${GO_ON}`)
  })

  it('says only that a step is under way elsewhere, and where it has stopped once it is not', async () => {
    fakeTimers()
    const { provider } = open({ after: 3, isUnderWay: true })
    await screen.findByText('Under way: Attach the evidence to the case')
    await screen.findByText('Under way')
    await screen.findByText(UNDER_WAY)
    provider.earlierApproval.mockResolvedValue(answering(runAfter(3)))
    await act(() => vi.advanceTimersByTimeAsync(3000))
    await screen.findByText('Stopped at: Attach the evidence to the case')
    await screen.findByText(`${NEEDED}${GO_ON}`)
    vi.useRealTimers()
  })

  it('says only that one is under way while it is', async () => {
    const { provider } = open()
    await screen.findByText(`${NEEDED}${START}`)
    provider.approveAddress.mockResolvedValueOnce(answering(runAfter(1))).mockReturnValue(new Promise(() => undefined))
    await begin('Approve address')
    await screen.findByText('Under way: Validate the address')
    const line = (await screen.findByText(UNDER_WAY)).closest('[role="status"]')
    expect(line?.classList.contains('cs-notice--danger')).toBe(false)
  })

  it('reads the account again from its beginning on, so that a claim of it is kept', async () => {
    const { provider } = open()
    await screen.findByText(`${NEEDED}${START}`)
    provider.approveAddress.mockReturnValue(new Promise(() => undefined))
    const before = provider.getOne.mock.calls.length
    await begin('Approve address')
    await waitFor(() => expect(provider.getOne.mock.calls.length).toBeGreaterThan(before))
  })

  it('reads a run again once the account was read again, as it is after a colleague’s change', async () => {
    const { provider, queryClient } = open()
    await screen.findByText(`${NEEDED}${START}`)
    await screen.findByRole('button', { name: 'Approve address' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const { steps } = runAfter(1)
    const message = 'The address validator answered SUSPECT, type R.'
    const stopped = steps.map((step) =>
      step.name === 'validate' ? { ...step, state: 'failed' as const, message } : step,
    )
    provider.earlierApproval.mockResolvedValue(answering({ steps: stopped, done: false }))
    await act(() => queryClient.invalidateQueries({ queryKey: ['accounts'] }))
    await screen.findByText(message)
    await screen.findByText(NEEDED)
    expect(screen.getByRole('button', { name: 'Continue' })).toBeDefined()
  })

  it('says of one that a colleague has finished meanwhile that the address is approved', async () => {
    const { provider, queryClient } = open()
    await screen.findByRole('button', { name: 'Approve address' })
    provider.earlierApproval.mockResolvedValue(answering(runAfter(6)))
    const current = addressRejected({ status: 'ACCEPTED' })
    provider.read.mockResolvedValue({ data: statusAnswer([current]), meta: { unreadable: 0 } })
    await act(() => queryClient.invalidateQueries({ queryKey: ['accounts'] }))
    await screen.findByText(/^The address is approved and the case appealed/)
    expect(screen.queryByRole('button', { name: 'Approve address' })).toBeNull()
  })

  it('says of one that it has followed that it has ended before the cases are read again', async () => {
    const { provider, queryClient } = open({ after: 3, isUnderWay: true })
    await screen.findByText('Under way: Attach the evidence to the case')
    provider.read.mockReturnValue(new Promise(() => undefined))
    provider.earlierApproval.mockResolvedValue(answering(runAfter(6)))
    await act(() => queryClient.invalidateQueries({ queryKey: ['earlierApproval'] }))
    await screen.findByText(/^The address is approved and the case appealed/)
  })

  it('says of one that a colleague has finished before that the address is approved, until the firm has answered', async () => {
    const appealed = { stateChange: 'APPEALED', timestamp: '2026-03-04T18:22:16Z' }
    const { provider, queryClient } = open({ after: 6, history: [appealed] })
    await screen.findByText(/^The address is approved and the case appealed/)
    expect(screen.queryByRole('button', { name: 'Approve address' })).toBeNull()
    expect(screen.queryByText(/conditions met$/)).toBeNull()
    const answered = addressRejected({
      history: [appealed, { stateChange: 'REJECTED', timestamp: '2026-03-05T08:00:00Z' }],
    })
    provider.read.mockResolvedValue({ data: statusAnswer([answered]), meta: { unreadable: 0 } })
    await act(() => queryClient.invalidateQueries({ queryKey: ['accounts'] }))
    await screen.findByText(/conditions met$/)
  })

  it('says of a try without an answer only that, and no longer why the one before has stopped', async () => {
    const { provider, queryClient } = open()
    const message = 'The address validator answered SUSPECT.'
    const stoppedAt = (at: string) => {
      const { steps, done } = runAfter(1)
      const stopped = { state: 'failed', message, at } as const
      return answering({
        done,
        steps: steps.map((step) => (step.name === 'validate' ? { ...step, ...stopped } : step)),
      })
    }
    provider.approveAddress
      .mockResolvedValueOnce(stoppedAt('2026-03-04T18:22:11.000Z'))
      .mockRejectedValueOnce(httpError(504, 'UPSTREAM_TIMEOUT', 'No answer in time.'))
    await begin('Approve address')
    await screen.findByText(message)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No answer in time.')
    expect(screen.queryByText(message)).toBeNull()
    expect(screen.getByText('Stopped at: Validate the address')).toBeDefined()
    provider.earlierApproval.mockResolvedValue(stoppedAt('2026-03-04T18:30:00.000Z'))
    await act(() => queryClient.invalidateQueries())
    await screen.findByText(message)
  })

  it.each([
    ['a colleague’s run has ended', runAfter(6), addressRejected()],
    ['no case is open any more', runAfter(0), addressRejected({ status: 'ACCEPTED' })],
  ])('forgets why a call has failed once %s', async (_what, run, current) => {
    const { provider, queryClient } = open()
    const message = 'The audit trail is away.'
    provider.approveAddress.mockRejectedValue(httpError(503, 'AUDIT_UNAVAILABLE', message))
    await begin('Approve address')
    await screen.findByText(message)
    provider.earlierApproval.mockResolvedValue(answering(run))
    provider.read.mockResolvedValue({ data: statusAnswer([current]), meta: { unreadable: 0 } })
    await act(() => queryClient.invalidateQueries({ queryKey: ['accounts'] }))
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('region', { name: 'Automatic address approval' })).toBeDefined()
  })

  it.each([
    ['SUSPENDED', 'Suspended: the appeal waits for the clearing firm.'],
    ['ACTION_REQUIRED', 'The decision waits for the clearing firm.'],
  ])('says that the firm’s answer is waited for as soon as one has ended: %s', async (status, text) => {
    const { provider } = open({ status })
    await screen.findByText(`${NEEDED}${START}`)
    provider.approveAddress.mockResolvedValue(answering(runAfter(6)))
    await begin('Approve address')
    await screen.findByText(text)
  })

  it('asks before it is left while one is under way, and no longer once it has ended', async () => {
    const { provider, router } = open()
    const { promise, resolve } = Promise.withResolvers()
    provider.approveAddress.mockReturnValue(promise)
    await begin('Approve address')
    await act(() => router.navigate('/accounts'))
    const question = within(await screen.findByRole('dialog', { name: 'Leave while this is running?' }))
    fireEvent.click(question.getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/account/4107')
    resolve(answering(runAfter(6)))
    await screen.findByText(/^The address is approved and the case appealed/)
    await act(() => router.navigate('/accounts'))
    expect(router.state.location.pathname).toBe('/accounts')
  })
})
