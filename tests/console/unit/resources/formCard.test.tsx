import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { valueAt } from '../../../../language/pointer.ts'
import { withUnreadable } from '../../../../language/unreadable.ts'
import { unregister } from '../../support/resources.ts'
import {
  fill,
  formProvider,
  httpError,
  listed,
  MARA,
  renderForms,
  rested,
  send,
  setUpForms,
  submitButton,
} from './renderForms.tsx'
import { accountDetail } from './showDetails.ts'

setUpForms({ clock: true })

describe('the card of whom a form is about', () => {
  const order = { id: 7, order_type: 'sell', quantity: '17', ticker: 'ABBV', status: 'pending', created_at: '' }
  const done = {
    seq: 1,
    at: '',
    actor: 'ana@desk.test',
    operation: 'accounts.restrictUser',
    label: 'Restrict User',
    target: '',
    reason: '',
    evidence: null,
  }

  function known() {
    const provider = formProvider()
    provider.getList.mockImplementation((resource: string) =>
      Promise.resolve(listed(resource === 'accounts' ? MARA : order)),
    )
    provider.action.mockResolvedValue({
      data: { ok: true, answer: { status: 'ACTIVE', credentials: { provider: { type: 'OKTA', name: 'OKTA' } } } },
    })
    provider.getOne.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    provider.history.mockResolvedValue({
      data: {
        ok: true,
        events: [
          { ...done, outcome: 'done' },
          { ...done, seq: 2, label: 'Close', outcome: 'refused' },
          { ...done, seq: 3, operation: 'unregister.approvalDismissed', label: 'Outcome dismissed', outcome: 'done' },
          { ...done, seq: 4, operation: 'unregister.outcomeSettled', label: 'Outcome settled', outcome: 'done' },
        ],
      },
    })
    return provider
  }

  const opened = async (held?: readonly string[]) => {
    const provider = known()
    const { router, queryClient } = renderForms('/user-requests?form=unregister', { provider, ...(held && { held }) })
    fill(unregister, 'email')
    const summary = await rested(() => screen.findByText('Mara Quill · 9ZZ10041'))
    return { provider, summary, router, queryClient }
  }

  /** Sends the form without an answer, and gives the key that it was sent with. */
  async function loseAnswer({ action }: ReturnType<typeof known>) {
    action.mockRejectedValueOnce(httpError(0, 'NETWORK', 'The connection broke.'))
    await send(unregister)
    await screen.findByText('The connection broke.')
    return { idempotencyKey: valueAt(action.mock.calls, '/0/1/idempotencyKey') }
  }

  it('is one line where there is no room, and reads nothing more until it is opened', async () => {
    const { provider, summary } = await opened()
    expect([provider.action, provider.history].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    fireEvent.click(summary)
    const section = async (name: string) => within(await screen.findByRole('region', { name }))
    await (await section('Login type')).findByText('OKTA')
    await (await section('Orders')).findByText('sell 17 ABBV')
    await (await section('Done for this customer')).findByText('Restrict User')
    expect(screen.queryByText(/^Close$|^Outcome (?:dismissed|settled)$/)).toBeNull()
    expect(await screen.findByText("Couldn't be read: Requests. The service failed.")).toBeDefined()
  })

  it('comes after the form for keys, and says whom it has found', async () => {
    const { summary } = await opened()
    expect(summary.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    expect(submitButton().compareDocumentPosition(summary)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('says once what could not be read, with one way to try all of it again', async () => {
    const { provider, summary } = await opened()
    const failed = httpError(502, 'UPSTREAM_FAILED', 'The service failed.')
    for (const method of [provider.action, provider.history]) method.mockRejectedValueOnce(failed)
    fireEvent.click(summary)
    const text = "Couldn't be read: Login type, Requests, Done for this customer. The service failed."
    const note = await screen.findByText(text)
    provider.getOne.mockResolvedValue({ data: { id: 4107, request: [] } })
    fireEvent.click(within(note.parentElement ?? note).getByRole('button', { name: 'Retry' }))
    await screen.findByText('No requests')
    await screen.findByText('OKTA')
    await screen.findByText('Restrict User')
    expect(screen.queryByText(/Couldn't be read/)).toBeNull()
  })

  it('takes requests of the wrong type for none that could be read', async () => {
    const { provider, summary } = await opened()
    provider.getOne.mockResolvedValue({ data: withUnreadable({ id: 4107 }, { '/request': 'array expected' }) })
    fireEvent.click(summary)
    await screen.findByText("Couldn't be read: Requests. array expected")
    expect(screen.queryByText('No requests')).toBeNull()
  })

  it('has what was done in the words of the history, with its document, and not what was only looked at', async () => {
    const { provider, summary } = await opened()
    const about = { ...done, target: 'snap_id=snap-1', outcome: 'done' }
    const documents = (operation: string) => `accountDocuments.${operation}`
    provider.getOne.mockResolvedValue(
      accountDetail({ snaps: [{ snap_id: 'snap-1', proof: 'SSN_CARD', status: 'approved' }] }),
    )
    provider.history.mockResolvedValue({
      data: {
        ok: true,
        events: [
          { ...about, seq: 9, operation: documents('download'), label: 'Viewed', isView: true },
          { ...about, seq: 8, operation: documents('download'), label: 'Download' },
          { ...about, seq: 7, operation: 'accounts.claimDone', label: 'Work finished' },
          { ...about, seq: 6, operation: documents('approve'), label: 'Approve' },
          { ...about, seq: 5, operation: documents('reject'), label: 'Reject', outcome: 'unknown' },
        ],
      },
    })
    fireEvent.click(summary)
    const section = within(await screen.findByRole('region', { name: 'Done for this customer' }))
    const lines = (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(lines).toEqual([
      'SSN card (snap-1)approved · ana@desk.test',
      'Reject: SSN card (snap-1)unknown outcome · ana@desk.test',
    ])
    expect(provider.getOne).toHaveBeenCalledTimes(1)
  })

  it('has a case that goes by its number alone with the end of that number, once', async () => {
    const { provider, summary } = await opened()
    const id = '5f0c1d6e-0001-4a2b-9c3d-000000010542'
    const operation = 'accountInvestigations.approve'
    const event = { ...done, operation, label: 'Approve', target: `sketchId=${id}`, name: id, outcome: 'done' }
    provider.history.mockResolvedValue({ data: { ok: true, events: [event] } })
    fireEvent.click(summary)
    const section = within(await screen.findByRole('region', { name: 'Done for this customer' }))
    expect(await section.findByRole('link', { name: 'Approve: …00010542' })).toBeDefined()
  })

  it('marks what was done although the form does not know it, until that is dismissed', async () => {
    const { provider, summary } = await opened()
    const lost = await loseAnswer(provider)
    provider.history.mockResolvedValue({
      data: {
        ok: true,
        events: [
          { ...done, seq: 9, operation: 'unregister.submit', label: 'Unregister', outcome: 'done', ...lost },
          {
            ...done,
            seq: 8,
            operation: 'unregister.submit',
            label: 'Unregister',
            outcome: 'done',
            idempotencyKey: 'k',
          },
        ],
      },
    })
    fireEvent.click(summary)
    const section = within(await screen.findByRole('region', { name: 'Done for this customer' }))
    const lines = async () => (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
    const MARK = 'This was done: only its answer did not reach the form.'
    expect(await lines()).toEqual([`Unregisterana@desk.test${MARK}`, 'Unregisterana@desk.test'])
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(MARK)).toBeNull()
  })

  it('leads from each line to its record: the request, the line of the history, and the orders of the customer', async () => {
    const { provider, summary, router } = await opened()
    const request = { id: 31, request_type: 'CLOSE_ACCOUNT', status: 'REQUESTED' }
    provider.getOne.mockResolvedValue(accountDetail({ request: [request] }))
    fireEvent.click(summary)
    const leadsTo = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
    expect(await leadsTo('Close account request 31')).toBe('/account/4107?tab=requests#accountRequests/31')
    expect(await leadsTo('Restrict User')).toBe('/account/4107?tab=history#1')
    fireEvent.click(await screen.findByRole('button', { name: 'sell 17 ABBV' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/etrade-details'))
    expect(router.state.location.search).toBe('')
  })

  it('asks for nothing of someone who is gone once the form is sent', async () => {
    const { provider, summary, queryClient } = await opened()
    fireEvent.click(summary)
    await screen.findByText('sell 17 ABBV')
    const asked = provider.getOne.mock.calls.length
    provider.getList.mockResolvedValue(listed())
    await send(unregister)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Orders' })).toBeNull())
    await rested(() => waitFor(() => expect(queryClient.isFetching()).toBe(0)))
    expect(provider.getOne.mock.calls).toHaveLength(asked)
  })

  it('has only what the person may see', async () => {
    const { provider, summary } = await opened(['support.unregister', 'accounts.read'])
    fireEvent.click(summary)
    await screen.findByRole('region', { name: 'Requests' })
    expect(screen.queryByRole('region', { name: 'Login type' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Orders' })).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })
})
