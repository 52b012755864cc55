import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { CoreAdminContext } from 'ra-core'
import type { DataProvider } from 'ra-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AddressApproval } from '../../../../resources/verification/addressApproval/AddressApproval.tsx'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { approvalSteps } from '../../../../schemas/verification/approvalRun.ts'
import type { ApprovalRun } from '../../../../schemas/verification/approvalRun.ts'
import { readVerification } from '../../../../schemas/verification/verification.ts'
import { PageWarning, type RecordWarning } from '../../../../src/data/pageWarning.ts'
import { accepted, addressRejected, statusAnswer } from './investigationPayloads.ts'
import { muteExpectedErrors } from './renderPage.tsx'

const account = { id: 4107, status: 'SUSPENDED', isActive: false }
const AT = '2026-03-04T18:22:10.000Z'

/** The run after so many steps, the next one failed where `message` says why. */
const runAfter = (count: number, message?: string, cases = ['sketch-mara']): ApprovalRun => ({
  done: count === approvalSteps.length,
  steps: approvalSteps.flatMap((name, index) =>
    cases.map((sketchId) => {
      if (index < count) return { sketchId, name, state: 'done' as const, at: AT }
      return index === count && message !== undefined
        ? { sketchId, name, state: 'failed' as const, message, at: AT }
        : { sketchId, name, state: 'open' as const }
    }),
  ),
})
const answering = (run: ApprovalRun) => ({ data: { ok: true, run } })

const approveAddress = vi.fn<(resource: string, params: { readonly id: number }) => Promise<unknown>>()
const earlierApproval = vi.fn<typeof approveAddress>()
let client: QueryClient

interface Shown {
  readonly of?: Partial<typeof account>
  readonly cases?: readonly unknown[]
  readonly held?: readonly string[]
  /** What the page says about who works on the account. */
  readonly warning?: RecordWarning
}

const show = ({ of = {}, cases = [addressRejected()], held = permissions, warning }: Shown = {}) => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const panel = (
    <AddressApproval
      account={{ ...account, ...of }}
      identity={<code>9ZZ10041</code>}
      verification={readVerification(statusAnswer(cases))}
      permissions={held}
    />
  )
  return render(
    <CoreAdminContext
      dataProvider={{ approveAddress, earlierApproval } as unknown as DataProvider}
      queryClient={client}
    >
      <PageWarning value={{ warning, saidBy: { current: 0 } }}>{panel}</PageWarning>
    </CoreAdminContext>,
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const rows = (name: string) => within(screen.getByRole('list', { name })).getAllByRole('listitem')
const begin = () => {
  fireEvent.click(button('Approve address'))
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve address' }))
}

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  muteExpectedErrors()
  cleanup()
  approveAddress.mockReset()
  earlierApproval.mockReset().mockResolvedValue(answering({ steps: [], done: false }))
})

describe('the panel of the automatic address approval', () => {
  it('is for no one without the permission, and for no account without an open case', () => {
    show({ held: permissions.filter((permission) => permission !== 'verification.autoApprove') })
    expect(screen.queryByText('Automatic address approval')).toBeNull()
    cleanup()
    show({ cases: [accepted()] })
    expect(screen.queryByText('Automatic address approval')).toBeNull()
  })

  it('says of every condition in words whether it holds, and asks no one', () => {
    show({ of: { isActive: true } })
    const texts = rows('Conditions').map(({ textContent }) => textContent)
    expect(texts).toContain('The account is inactiveNot met')
    expect(screen.getByText(/conditions met$/).textContent).toBe('9 of 11 conditions met')
    expect(texts).toContain('ADDRESS is the only rejected categoryMet')
    expect(texts).toContain('The address validator finds a residential, valid addressChecked on approval')
    expect(approveAddress).not.toHaveBeenCalled()
  })

  it('offers nothing while a condition does not hold or is not known, and says which', () => {
    show({ of: { status: 'COMPLETE' } })
    const pressed = button('Approve address')
    expect(pressed.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('Not met: The account is SUSPENDED or ACTION_REQUIRED')).toBeDefined()
    fireEvent.click(pressed)
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    show({ cases: [addressRejected({ result: { equifaxResult: { results: {} } } })] })
    expect(screen.getByText('Not known: There is no Dow Jones match')).toBeDefined()
    const unknown = rows('Conditions').flatMap(({ textContent }) => (textContent?.startsWith('?') ? [textContent] : []))
    expect(unknown).toContain('?There is no Dow Jones matchNot known')
    expect(unknown).not.toContain('?The address validator finds a residential, valid addressChecked on approval')
    expect(button('Approve address').getAttribute('aria-disabled')).toBe('true')
  })

  it('logs that an address lacks a part, once, and nothing of the address', () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    show()
    expect(log).not.toHaveBeenCalled()
    cleanup()
    show({ cases: [addressRejected({ request: { identity: { homeAddress: { city: 'Ithaca' } } } })] })
    expect(log.mock.calls).toEqual([['MISSING homeAddress data']])
  })

  it('asks before it begins, and begins nothing when it is cancelled', () => {
    show()
    fireEvent.click(button('Approve address'))
    const dialog = within(screen.getByRole('dialog', { name: 'Approve the address?' }))
    expect(dialog.getByText(/Every step is recorded under your name/)).toBeDefined()
    expect(
      dialog.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`),
    ).toEqual(['Account: 9ZZ10041', 'Address of Mara Quill: 118 Larch Hollow Rd, Apt 4, Ithaca, NY 14850'])
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(approveAddress).not.toHaveBeenCalled()
  })

  it('says in its question who works on the account', async () => {
    const text = 'Ada Mint works on this record until 09:30 AM. Agree with them before you decide.'
    show({ warning: { text, takeOver: () => Promise.resolve(true) } })
    fireEvent.click(button('Approve address'))
    const dialog = within(screen.getByRole('dialog', { name: 'Approve the address?' }))
    expect(dialog.getByText(text)).toBeDefined()
    fireEvent.click(dialog.getByRole('button', { name: 'Approve address' }))
    await waitFor(() => expect(approveAddress).toHaveBeenCalledTimes(1))
  })

  it('takes an account back first that a colleague has taken over', () => {
    const takeOver = vi.fn(() => Promise.resolve(true))
    show({ warning: { text: 'Ada Mint took this record over at 09:12 AM.', takeOver, isLost: true } })
    fireEvent.click(button('Approve address'))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Take over' }))
    expect(takeOver).toHaveBeenCalledTimes(1)
    expect(approveAddress).not.toHaveBeenCalled()
  })

  it('asks again, with the way to take the account over, once a step was refused because a colleague has it', async () => {
    const body = { code: 'RECORD_CLAIMED', message: 'Ada Mint took this record over from you. Nothing was sent.' }
    approveAddress.mockRejectedValue(Object.assign(new Error(body.message), { status: 409, body }))
    show({ warning: { text: 'Ada Mint works on this record.', takeOver: () => Promise.resolve(true) } })
    begin()
    expect((await screen.findByRole('alert')).textContent).toContain(body.message)
    fireEvent.click(button('Try again'))
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Take over' })).toBeDefined()
    expect(approveAddress).toHaveBeenCalledTimes(1)
  })

  it('takes step after step until it is done, then reads the account again', async () => {
    for (let step = 1; step <= approvalSteps.length; step += 1)
      approveAddress.mockResolvedValueOnce(answering(runAfter(step)))
    show()
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    begin()
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('the case appealed'))
    expect(approveAddress.mock.calls.map(([resource, params]) => [resource, params.id])).toEqual(
      approvalSteps.map(() => ['accounts', 4107]),
    )
    expect(rows('Steps').every(({ textContent }) => textContent?.includes('Done03/04/2026, 01:22 PM'))).toBe(true)
    expect(screen.queryByRole('button')).toBeNull()
    expect(invalidate).toHaveBeenCalledWith({ queryKey: ['accounts'] })
  })

  it('shows which step is under way', async () => {
    approveAddress.mockResolvedValueOnce(answering(runAfter(2))).mockReturnValue(new Promise(() => undefined))
    show()
    begin()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Under way: Upload the evidence'))
    const steps = rows('Steps').map(({ textContent }) => textContent)
    expect(steps).toContain('Upload the evidenceUnder way')
    expect(steps).toContain('Approve the evidenceNot started')
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  })

  it('stops at a step that has failed with its words, and goes on when it is tried again', async () => {
    approveAddress
      .mockResolvedValueOnce(answering(runAfter(1, 'The address validator answered SUSPECT.')))
      .mockResolvedValueOnce(answering(runAfter(6)))
    show()
    begin()
    expect(await screen.findByText('The address validator answered SUSPECT.')).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('Stopped at: Validate the address')
    expect(approveAddress).toHaveBeenCalledTimes(1)
    fireEvent.click(button('Try again'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('the case appealed'))
    expect(approveAddress).toHaveBeenCalledTimes(2)
  })

  it('says why a call has failed, and can be tried again', async () => {
    const error = Object.assign(new Error('Go on by hand.'), {
      status: 429,
      body: { code: 'RATE_LIMITED', requestId: 'req-1' },
    })
    approveAddress.mockRejectedValueOnce(error).mockResolvedValueOnce(answering(runAfter(6)))
    show()
    begin()
    expect((await screen.findByRole('alert')).textContent).toContain('Go on by hand.')
    fireEvent.click(button('Try again'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(approveAddress).toHaveBeenCalledTimes(2)
  })

  it('goes on after the step that another tab takes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const error = Object.assign(new Error('This approval is under way already.'), {
      status: 409,
      body: { code: 'IN_FLIGHT', requestId: 'req-1' },
    })
    approveAddress
      .mockResolvedValueOnce(answering(runAfter(1)))
      .mockRejectedValueOnce(error)
      .mockRejectedValueOnce(error)
      .mockResolvedValueOnce(answering(runAfter(6)))
    show()
    begin()
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Under way: Validate the address'))
    await act(() => vi.advanceTimersByTimeAsync(4000))
    expect(screen.getByRole('status').textContent).toContain('the case appealed')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(approveAddress).toHaveBeenCalledTimes(4)
  })

  it('follows a run that is under way in another tab', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(AT) })
    earlierApproval.mockResolvedValue(answering(runAfter(2)))
    show()
    await screen.findByText('Stopped at: Upload the evidence')
    earlierApproval.mockResolvedValue(answering(runAfter(4)))
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(screen.getByRole('status').textContent).toBe('Stopped at: Approve the evidence')
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    const asked = earlierApproval.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(earlierApproval.mock.calls.length).toBe(asked)
  })

  it('shows how far an earlier run had come, whatever keeps a new one from being begun, and goes on with it', async () => {
    earlierApproval.mockResolvedValue(answering(runAfter(3)))
    approveAddress.mockResolvedValueOnce(answering(runAfter(4))).mockResolvedValueOnce(answering(runAfter(6)))
    show({ of: { isActive: true } })
    const goOn = await screen.findByRole('button', { name: 'Continue' })
    expect(earlierApproval.mock.calls.map(([resource, params]) => [resource, params.id])).toEqual([['accounts', 4107]])
    expect(screen.getByRole('status').textContent).toBe('Stopped at: Attach the evidence to the case')
    expect(rows('Steps').filter(({ textContent }) => textContent?.includes('Done'))).toHaveLength(3)
    fireEvent.click(goOn)
    expect(approveAddress).not.toHaveBeenCalled()
    const question = within(screen.getByRole('dialog'))
    const left = 'attach the evidence to the case, then approve the evidence, then appeal the case'
    expect(question.getByText(`The approval goes on: ${left}. Every step is recorded under your name.`)).toBeDefined()
    fireEvent.click(question.getByRole('button', { name: 'Approve address' }))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('the case appealed'))
    expect(approveAddress).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['of this case that has come to its end', runAfter(6)],
    ['of another case', runAfter(3, undefined, ['sketch-old'])],
    ['that was never begun', runAfter(0)],
  ])('offers nothing to be continued of a run %s', async (_which, run) => {
    earlierApproval.mockResolvedValue(answering(run))
    show()
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(button('Approve address')).toBeDefined()
    expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull()
  })

  it('says that an earlier run could not be looked for, and can be begun all the same', async () => {
    earlierApproval.mockRejectedValue(Object.assign(new Error('The trail is away.'), { status: 503, body: {} }))
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('The trail is away.')
    expect(button('Approve address').getAttribute('aria-disabled')).toBe('false')
  })

  it('goes no further after the session has ended', async () => {
    approveAddress.mockResolvedValue({ data: {} })
    show()
    begin()
    await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false'))
    expect(approveAddress).toHaveBeenCalledTimes(1)
  })

  it('goes no further after the page has been left', async () => {
    const { promise, resolve } = Promise.withResolvers()
    approveAddress.mockReturnValue(promise)
    const { unmount } = show()
    begin()
    await waitFor(() => expect(approveAddress).toHaveBeenCalledTimes(1))
    unmount()
    resolve(answering(runAfter(1)))
    await act(() => promise)
    expect(approveAddress).toHaveBeenCalledTimes(1)
  })

  it('says whose step it is where both applicants have one', async () => {
    approveAddress.mockResolvedValueOnce(answering(runAfter(1, 'No', ['sketch-mara', 'sketch-ben'])))
    const second = addressRejected({
      sketchId: 'sketch-ben',
      request: {
        identity: {
          name: { givenName: 'Ben', familyName: 'Quill' },
          homeAddress: addressRejected().request.identity.homeAddress,
        },
      },
    })
    show({ cases: [addressRejected(), second] })
    expect(screen.getByText('There is no DNDB match (Ben Quill)')).toBeDefined()
    begin()
    expect((await screen.findAllByText(/Validate the address \(Ben Quill\)/)).length).toBe(1)
  })
})
