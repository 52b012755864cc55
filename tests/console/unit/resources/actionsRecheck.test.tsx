import type { Failure } from '../../../../src/data/failure.ts'
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { questionAfter } from '../../../../src/actions/useQuestion.ts'
import { pendingActionsIn } from '../../../../src/actions/pendingActions.ts'
import { busyKey } from '../../../../src/actions/useActions.ts'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { detail, partProvider, renderPieces, transfer } from './renderParts.tsx'
import { accountRequests } from '../../support/resources.ts'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

const dialog = () => screen.getByRole('dialog')
const approveButtons = () => screen.findAllByRole('button', { name: /^Approve: / })
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }))
const type = (reason: string) =>
  fireEvent.change(within(dialog()).getByLabelText('Reason'), { target: { value: reason } })
const openApprove = async () => {
  const [button] = await approveButtons()
  if (button !== undefined) fireEvent.click(button)
  await screen.findByRole('dialog')
}
const approveWith = async (reason: string) => {
  await openApprove()
  type(reason)
  press('Yes')
}
const changed = (change: Readonly<Record<string, unknown>>) => ({ data: detail({ request: [transfer(change)] }) })
const refusal = (code = 'RECORD_CHANGED') => httpError(409, code, 'Look again. Nothing was sent.')

describe('a record that the gateway reads before anything is sent', () => {
  it('and that someone else has decided: the second sees what changed', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    await openApprove()
    type('Documents match')
    const by = { name: 'Bea Quill', at: '2026-11-23T20:31:00Z', action: 'Approve' }
    const refused = refusal('CONFLICT')
    provider.action.mockRejectedValue(Object.assign(refused, { body: { ...refused.body, changed: by } }))
    provider.getOne.mockResolvedValue(changed({ status: 'APPROVED', response_data: { action: 'APPROVED' } }))
    press('Yes')
    expect(await within(dialog()).findByText('Status: REQUESTED → APPROVED')).toBeDefined()
    expect(within(dialog()).getByText('Changed by Bea Quill at 11/23/2026, 03:31 PM (Approve).')).toBeDefined()
    expect(within(dialog()).getByText('Answer of the clearing firm: - → present')).toBeDefined()
    expect(within(dialog()).getByText('Nothing was changed.')).toBeDefined()
    expect(within(dialog()).queryByRole('button', { name: /Yes|Try again/ })).toBeNull()
    expect(document.activeElement).toBe(within(dialog()).getByRole('button', { name: 'Close' }))
    fireEvent.submit(dialog().querySelector('form') as HTMLFormElement)
    expect(provider.action).toHaveBeenCalledTimes(1)
    press('Close')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Approve: / })).toBeNull()
    expect(notices()).toEqual([])
  })

  it('and that is there no longer', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    await openApprove()
    type('Documents match')
    provider.action.mockRejectedValue(refusal('WRONG_OWNER'))
    provider.getOne.mockResolvedValue({ data: detail({ request: [] }) })
    press('Yes')
    expect(await within(dialog()).findByText('This record is no longer there.')).toBeDefined()
  })

  it('and that changed otherwise may be looked at and acted upon after all', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    await openApprove()
    type('Documents match')
    const { request_payload: payload } = transfer()
    provider.action.mockRejectedValueOnce(refusal())
    provider.getOne.mockResolvedValue(changed({ request_payload: { ...payload, cash: '9000' } }))
    press('Yes')
    expect(await within(dialog()).findByText('What is asked: changed')).toBeDefined()
    expect(provider.action).toHaveBeenCalledTimes(1)
    press('Try again')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    const sent = provider.action.mock.calls.map((call) => call[1] as { readonly idempotencyKey: string })
    expect(sent[1]).toMatchObject({
      name: 'approve',
      record: { request_payload: { cash: '9000' } },
      input: { reason: 'Documents match' },
    })
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })

  it('and that cannot be read there: nothing is sent, that is said, and it can be tried again', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    await openApprove()
    type('Documents match')
    const message = 'It could not be checked, so nothing was sent. Try again.'
    provider.action.mockRejectedValueOnce(httpError(503, 'OWNER_UNREADABLE', message))
    press('Yes')
    expect(await within(dialog()).findByText(message)).toBeDefined()
    press('Try again')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
  })

  it('and whose session ends while it is read again: nothing is said', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    await openApprove()
    type('Documents match')
    provider.action.mockRejectedValue(refusal())
    provider.getOne.mockRejectedValue(httpError(401, 'SESSION_OVER', 'Your session is over.'))
    press('Yes')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(notices()).toEqual([])
  })
})

describe('the question after its record has changed', () => {
  const open = {
    id: 'q',
    action: accountRequests.actions['approve']!,
    intent: { name: 'approve', record: transfer(), input: {}, idempotencyKey: 'k' },
    isBusy: true,
    failure: undefined,
    change: undefined,
  }
  const refused = { kind: 'failed', code: 'RECORD_CHANGED', message: 'Changed', requestId: 'req-77' } as const
  const after = (read: () => Promise<ReturnType<typeof transfer>>, failure: Pick<Failure, 'code'> = refused) =>
    questionAfter(accountRequests, open, { ...refused, ...failure }, read)
  const failing = (status: number) => after(() => Promise.reject(httpError(status, 'CODE', 'No.')))

  it('is none where the session is over', async () => {
    expect(await failing(401)).toBeUndefined()
  })

  it('says that the record is gone where it is not found', async () => {
    expect(await failing(404)).toMatchObject({ isBusy: false, change: { state: 'gone' } })
  })

  it('is the same one with the refusal where the record cannot be read, or reads as before', async () => {
    const same = { isBusy: false, failure: { requestId: 'req-77' }, change: undefined }
    expect(await failing(500)).toMatchObject(same)
    expect(await after(async () => transfer())).toMatchObject(same)
  })

  it('says so, too, of an action that is not checked for changes, where its state is refused', async () => {
    const action = { ...open.action, recheck: false }
    const next = await questionAfter(accountRequests, { ...open, action }, { ...refused, code: 'CONFLICT' }, async () =>
      transfer({ status: 'APPROVED', response_data: { action: 'APPROVED' } }),
    )
    expect(next).toMatchObject({ failure: undefined, change: { state: 'impossible' } })
  })

  it('is not about the record where the failure is another one', async () => {
    const read = vi.fn(async () => transfer({ status: 'APPROVED' }))
    expect(await after(read, { code: 'UPSTREAM_FAILED' })).toMatchObject({ failure: { code: 'UPSTREAM_FAILED' } })
    expect(read).not.toHaveBeenCalled()
  })
})

describe('one submission', () => {
  it('is one call, however often it is submitted', async () => {
    const provider = partProvider()
    const answer = Promise.withResolvers<unknown>()
    provider.action.mockReturnValue(answer.promise)
    renderPieces(['requests'], { provider })
    await openApprove()
    type('Documents match')
    const form = dialog().querySelector('form') as HTMLFormElement
    fireEvent.submit(form)
    fireEvent.submit(form)
    await waitFor(() => expect(provider.action).toHaveBeenCalled())
    fireEvent.submit(form)
    await act(() => Promise.resolve())
    expect(within(dialog()).getByRole('button', { name: 'Yes' }).getAttribute('aria-busy')).toBe('true')
    answer.resolve({ data: { id: 501, ok: true } })
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(provider.action).toHaveBeenCalledTimes(1)
  })

  it('is one call when two places of the page offer it', async () => {
    const provider = partProvider()
    provider.action.mockReturnValue(Promise.withResolvers<unknown>().promise)
    renderPieces(['requests', 'requests'], { provider })
    for (const button of await approveButtons()) fireEvent.click(button)
    const dialogs = await screen.findAllByRole('dialog')
    expect(dialogs).toHaveLength(2)
    for (const each of dialogs) {
      fireEvent.change(within(each).getByLabelText('Reason'), { target: { value: 'Documents match' } })
      fireEvent.click(within(each).getByRole('button', { name: 'Yes' }))
    }
    expect(await screen.findAllByText(/^The same is being done at this moment/)).toHaveLength(1)
    expect(provider.action).toHaveBeenCalledTimes(1)
    for (const button of await approveButtons()) expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('keeps its key while no answer comes, and is another one with another reason', async () => {
    const provider = partProvider()
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The desk is closed.'))
    renderPieces(['requests'], { provider })
    await approveWith('Documents match')
    expect(await within(dialog()).findByText('The desk is closed.')).toBeDefined()
    expect(within(dialog()).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Documents match')
    await waitFor(async () => expect((await approveButtons())[0]?.getAttribute('aria-busy')).toBe('false'))
    press('Try again')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    await waitFor(async () => expect((await approveButtons())[0]?.getAttribute('aria-busy')).toBe('false'))
    type('Documents match, by phone')
    press('Try again')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(3))
    const keys = provider.action.mock.calls.map(([, intent]) => (intent as { idempotencyKey: string }).idempotencyKey)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('a reason', () => {
  it('of white space is none: it is asked for, and the field has the focus', async () => {
    const provider = partProvider()
    renderPieces(['requests'], { provider })
    await approveWith('   ')
    expect(within(dialog()).getByText('Please enter reason!')).toBeDefined()
    expect(document.activeElement).toBe(within(dialog()).getByLabelText('Reason'))
    expect(provider.action).not.toHaveBeenCalled()
  })

  const endSession = async (client: QueryClient) => {
    const provider = partProvider()
    provider.action.mockRejectedValue(httpError(401, 'SESSION_OVER', 'Your session is over.'))
    renderPieces(['requests'], { provider, client })
    await approveWith('Documents match')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(notices()).toEqual([])
  }

  it('survives a session that ended, for the same person', async () => {
    const client = new QueryClient()
    await endSession(client)
    client.clear()
    renderPieces(['requests'], { provider: partProvider(), client })
    await openApprove()
    expect(within(dialog()).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Documents match')
  })

  it('is never shown to the next person', async () => {
    const client = new QueryClient()
    await endSession(client)
    client.clear()
    renderPieces(['requests'], { provider: partProvider(), client, person: '2' })
    await openApprove()
    expect(within(dialog()).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('')
  })
})

describe('an action that is at work elsewhere', () => {
  it('leaves the question open with what was typed, and is not started again', async () => {
    const [provider, client] = [partProvider(), new QueryClient()]
    renderPieces(['requests'], { provider, client })
    await openApprove()
    type('Documents match')
    const key = `accountRequests/${busyKey('approve', { id: 501 })}`
    expect(pendingActionsIn(client).begin(key)).toBe(true)
    press('Yes')
    await within(dialog()).findByText(/^The same is being done at this moment/)
    expect(within(dialog()).getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Documents match')
    expect(provider.action).not.toHaveBeenCalled()
    pendingActionsIn(client).end(key)
    press('Try again')
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
  })
})

describe('an outcome that no one knows', () => {
  it('is said to be that, and never to be a success', async () => {
    const provider = partProvider()
    provider.action.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'No answer in time.'))
    renderPieces(['requests'], { provider })
    await approveWith('Documents match')
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]).toMatch(/^warning: Outcome unknown: /)
    expect(provider.getOne.mock.calls.length).toBeGreaterThan(1)
  })

  it('is silence without the ok of the provider', async () => {
    const provider = partProvider()
    provider.action.mockResolvedValue({ data: {} })
    renderPieces(['requests'], { provider })
    await approveWith('Documents match')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(notices()).toEqual([])
  })
})
