import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryEvent } from '../../../../language/history.ts'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { addressRejected, statusAnswer } from './investigationPayloads.ts'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const event = (seq: number, change: Partial<HistoryEvent> = {}): HistoryEvent => ({
  seq,
  at: new Date(Date.UTC(2026, 2, 6, 15, 0, seq)).toISOString(),
  actor: 'ada@countersign.test',
  actorType: 'human',
  operation: 'accountDocuments.reject',
  label: 'Reject',
  target: 'snap_id=snap-1',
  reason: 'Unreadable',
  evidence: null,
  outcome: 'done',
  reference: '',
  ...change,
})

const upload = (seq: number) =>
  event(seq, {
    operation: 'accounts.uploadDocument',
    label: 'Upload',
    target: 'id=4107',
    reason: '',
    reference: 'snap-1',
  })

const snap = {
  snap_id: 'snap-1',
  sketch_id: 'sketch-mara',
  doc_type: 'ID_DOCUMENT',
  proof: 'SSN_CARD',
  status: 'rejected',
}

interface Setting {
  readonly events?: readonly HistoryEvent[]
  readonly detail?: Readonly<Record<string, unknown>>
  readonly investigations?: readonly unknown[]
  readonly place?: string
  readonly held?: readonly string[]
}

const open = ({
  events = [],
  detail = {},
  investigations = [],
  place = '?tab=history',
  held = permissions,
}: Setting) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail({ snaps: [snap], ...detail }))
  provider.read.mockResolvedValue({ data: statusAnswer(investigations), meta: { unreadable: 0 } })
  provider.history.mockResolvedValue({ data: { ok: true, events } })
  return { provider, show: () => renderPage(`/account/4107${place}`, { provider, held }) }
}

const list = (name = 'History') => screen.findByRole('list', { name })
const lines = async (name?: string) => within(await list(name)).findAllByRole('listitem')
const texts = async (name?: string) => (await lines(name)).map(({ textContent }) => textContent)

describe("an account's history", () => {
  it('has who sent the newest request to close the account, unless a customer has, and what the firm then did', async () => {
    const closing = (id: number, status: string, decidedAt?: string) => ({
      id,
      request_type: 'CLOSE_ACCOUNT',
      status,
      request_payload: {},
      ...(decidedAt === undefined ? {} : { response_data: { action: status, decidedAt } }),
    })
    const close = event(5, {
      operation: 'accounts.closeAccount',
      label: 'Close Account',
      target: 'id=4107',
      reason: '',
    })
    const tells = async (request: readonly unknown[], told: readonly string[]) => {
      open({ events: [close], detail: { snaps: [], request } }).show()
      await waitFor(async () => expect(await texts()).toEqual(told))
    }
    const sent = '03/06/2026, 10:00 AMSENTClose account request 502 Requestsada@countersign.testProof'
    await tells([closing(502, 'SENT'), closing(501, 'REJECTED')], [sent])
    expect(await texts('Time not recorded')).toEqual([
      'REJECTEDClose account request 501 RequestsBy whom is not recorded',
    ])
    await tells([closing(502, 'INPROGRESS')], [sent.replace('SENT', 'SENT, now INPROGRESS')])
    expect(screen.queryByText('Time not recorded')).toBeNull()
    const closed = '03/07/2026, 10:00 AMAPPROVEDClose account request 502 RequestsClearing firm'
    await tells([closing(502, 'APPROVED', '2026-03-07T15:00:00Z')], [closed, sent])
    const done = '03/06/2026, 10:00 AMDoneClose Account Trading Accountsada@countersign.testProof'
    await tells([closing(502, 'REQUESTED')], [done])
  })

  it('has what was done here and at the clearing firm in one list, newest first: when, what, why and who', async () => {
    open({ events: [event(9), upload(3)], investigations: [addressRejected()] }).show()
    await waitFor(async () => expect(await texts()).toHaveLength(4))
    expect(await texts()).toEqual([
      '03/06/2026, 10:00 AMrejectedSSN card (snap-1) DocumentsUnreadableada@countersign.testProof',
      '03/06/2026, 10:00 AMuploadedSSN card (snap-1) Documentsada@countersign.testProof',
      '03/04/2026, 11:30 PMREJECTEDCase sketch-mara of Mara Quill VerificationAddress not foundada.mint · Clearing firm',
      '03/04/2026, 01:22 PMPENDINGCase sketch-mara of Mara Quill Verificationsystem · Clearing firm',
    ])
  })

  it('says what a change has changed, field by field, unless its state says it', async () => {
    const reopened = event(9, {
      operation: 'reopen.submit',
      label: 'Reopen Closed Apex Account',
      reason: '',
      changes: {
        before: { status: 'CLOSED', is_active: false, account_no: '•••' },
        after: { status: 'COMPLETE', is_active: true, account_no: null },
      },
    })
    const rejected = event(8, { changes: { before: { status: 'uploaded' }, after: { status: 'rejected' } } })
    open({ events: [reopened, rejected] }).show()
    expect(await texts()).toEqual([
      '03/06/2026, 10:00 AMDoneReopen Closed Apex Account Trading AccountsAccount Number: ••• → - · ' +
        'Status: CLOSED → COMPLETE · Active: No → Yesada@countersign.testProof',
      '03/06/2026, 10:00 AMrejectedSSN card (snap-1) DocumentsUnreadableada@countersign.testProof',
    ])
  })

  it('names the document that was looked at, instead of its id alone', async () => {
    open({ events: [event(9, { operation: 'accountDocuments.download', label: 'Viewed', isView: true })] }).show()
    expect((await texts())[0]).toContain('Viewed: SSN card (snap-1)')
  })

  it('tells cases with long ids apart by their ends', async () => {
    const sketchId = '8f14e45f-ceea-467f-a0e6-1d2c3b4a5968'
    open({ investigations: [{ ...addressRejected(), sketchId, id: sketchId }] }).show()
    await waitFor(async () => expect(await texts()).toHaveLength(2))
    expect((await texts())[0]).toContain('Case …3b4a5968 of Mara Quill')
    expect((await texts()).join(' ')).not.toContain(sketchId)
  })

  it('names a case without a name by its applicant in the account, but no earlier one', async () => {
    const history = [{ user: 'system', timestamp: '2026-03-04T18:22:10Z', stateChange: 'REJECTED', comment: null }]
    const investigations = ['case-1', 'case-2', 'case-0'].map((sketchId) => ({ sketchId, history }))
    open({ detail: { snaps: [], joint_user: anaBrandt }, investigations }).show()
    await waitFor(async () => expect(await texts()).toHaveLength(3))
    const named = (await texts()).map((text) => /Case .*(?= Verification)/.exec(text ?? '')?.[0])
    expect(named).toEqual(['Case case-1 of Mara Quill', 'Case case-2 of Ana Brandt', 'Case case-0'])
  })

  it('says what went wrong with what was not done', async () => {
    const failed = { outcome: 'failed', failure: 'The service failed.' } as const
    open({ events: [event(9, failed)], detail: { snaps: [] } }).show()
    expect(await texts()).toEqual([expect.stringMatching(/Failed.*UnreadableThe service failed\.ada@/)])
  })

  it('puts last what no one has recorded the time of, and says so', async () => {
    open({ events: [event(1, { operation: 'accounts.activate', label: 'Update Status', target: 'id=4107' })] }).show()
    expect(await texts()).toHaveLength(1)
    expect(await texts('Time not recorded')).toEqual([
      expect.stringMatching(/^rejectedSSN card \(snap-1\) DocumentsBy whom is not recorded$/),
    ])
  })

  it('shows what one source has while another is slow, and what the others have when one fails', async () => {
    const { provider, show } = open({ events: [event(9)] })
    const slow = Promise.withResolvers<never>()
    provider.read.mockReturnValue(slow.promise)
    show()
    expect(await texts()).toHaveLength(1)
    expect(screen.getByText('Clearing firm: loading…')).toBeTruthy()
    slow.reject(httpError(502, 'UPSTREAM_ERROR', 'The server failed.'))
    await screen.findByText(/Clearing firm: couldn’t load the history. The server failed./)
    expect(await texts()).toHaveLength(1)
    provider.read.mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
    const alert = screen.getByText(/Clearing firm: couldn’t/).closest<HTMLElement>('[role=alert]')
    if (alert !== null) fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect(await texts()).toHaveLength(3))
  })

  it('still shows what others have on record when its own cannot be read', async () => {
    const { provider, show } = open({ investigations: [addressRejected()] })
    provider.history.mockRejectedValue(httpError(503, 'AUDIT_UNAVAILABLE', 'The audit trail cannot be read.'))
    show()
    await screen.findByText(/This console: couldn’t load the history. The audit trail cannot be read./)
    expect(await texts()).toHaveLength(2)
  })

  it.each([
    ['404', httpError(404, 'NOT_FOUND', 'There is nothing here.')],
    ['500', httpError(502, 'UPSTREAM_FAILED', 'The service failed.')],
    ['no room', httpError(503, 'UPSTREAM_UNAVAILABLE', 'The service is busy.')],
    ['garbage', httpError(502, 'UPSTREAM_FORMAT', 'The service answered in a form that is not understood.')],
    ['no connection', new TypeError('Failed to fetch')],
  ])('names the source that answers with %s, and shows what the other has', async (_what, error) => {
    const firm = open({ events: [event(9)] })
    firm.provider.read.mockRejectedValue(error)
    firm.show()
    await screen.findByText(/^Clearing firm: couldn’t load the history\./)
    expect(await texts()).toHaveLength(1)
    expect(screen.queryByText(/^This console: couldn’t/)).toBeNull()
    const own = open({ investigations: [addressRejected()] })
    own.provider.history.mockRejectedValue(error)
    own.show()
    await screen.findByText(/^This console: couldn’t load the history\./)
    expect(await texts()).toHaveLength(2)
    expect(screen.queryByText(/^Clearing firm: couldn’t/)).toBeNull()
  })

  it.each([[{}], [{ result: 7 }], [{ result: { investigations: [null, 7, {}] } }]])(
    'shows what is on record here although the clearing firm answers %j',
    async (data) => {
      const { provider, show } = open({ events: [event(9)] })
      provider.read.mockResolvedValue({ data, meta: { unreadable: 1 } })
      show()
      expect((await texts())[0]).toContain('rejectedSSN card (snap-1)')
    },
  )

  it('narrows to a person and to what it is about, and the address keeps neither', async () => {
    const { show } = open({ events: [event(9)], investigations: [addressRejected()] })
    const { router } = show()
    await waitFor(async () => expect(await texts()).toHaveLength(3))
    fireEvent.change(screen.getByLabelText('By'), { target: { value: 'ada@countersign.test' } })
    expect(await texts()).toHaveLength(1)
    expect(screen.getByText('1 of 3 entries')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('About'), { target: { value: 'Verification' } })
    await screen.findByText('No entry matches these filters.')
    expect(router.state.location.search).toBe('?tab=history')
    fireEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect(await texts()).toHaveLength(3)
  })

  it('draws a long history in steps', async () => {
    const events = Array.from({ length: 120 }, (_, index) => event(200 - index, { target: `snap_id=x-${index}` }))
    open({ events, detail: { snaps: [] } }).show()
    expect(await texts()).toHaveLength(50)
    fireEvent.click(screen.getByRole('button', { name: 'Show 50 more' }))
    expect(await texts()).toHaveLength(100)
    fireEvent.click(screen.getByRole('button', { name: 'Show 20 more' }))
    expect(await texts()).toHaveLength(120)
  })

  it('says what it is for while there is nothing', async () => {
    open({ detail: { snaps: [] } }).show()
    await screen.findByText('Nothing on record yet')
  })

  it('shows the proof of an entry to those alone who may read the trail', async () => {
    open({ events: [event(9)] }).show()
    await screen.findByRole('button', { name: 'Proof of No. 9: SSN card (snap-1)' })
    open({ events: [event(9)], held: permissions.filter((name) => name !== 'audit.read') }).show()
    expect(await texts()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Proof/ })).toBeNull()
  })
})

describe('an unknown outcome', () => {
  const approve = { operation: 'accountDocuments.approve', label: 'Approve', outcome: 'unknown' } as const

  it('is listed above with how to reconcile it and where to look', async () => {
    open({ events: [event(9, approve)] }).show()
    const note = (await screen.findByText('1 action has an unknown outcome')).closest<HTMLElement>('[role=note]')
    expect(note?.textContent).toContain('Compare the record with what was intended')
    expect(note?.textContent).toContain('Approve: SSN card (snap-1)')
    expect(screen.getByRole('link', { name: 'Compare in Documents' }).getAttribute('href')).toBe(
      '/account/4107?tab=documents',
    )
    fireEvent.click(screen.getByRole('link', { name: 'Approve: SSN card (snap-1)' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('history-9'))
  })

  it('is known once the record shows that it was made, or once it was repeated', async () => {
    open({ events: [event(9, approve)], detail: { snaps: [{ ...snap, status: 'approved' }] } }).show()
    await waitFor(async () => expect(await texts()).toEqual([expect.stringContaining('approvedSSN card (snap-1)')]))
    expect(screen.queryByText(/unknown outcome/i)).toBeNull()
    const cancel = { operation: 'accounts.resubmit', label: 'Submit', target: 'id=4107' }
    open({ events: [event(9, cancel), event(8, { ...cancel, outcome: 'unknown' })], detail: { snaps: [] } }).show()
    expect(await texts()).toHaveLength(2)
    expect(screen.queryByText('1 action has an unknown outcome')).toBeNull()
  })
})

describe('the ways to the history', () => {
  it('leads from a rejected document to its line, which gets the focus', async () => {
    const { show } = open({ events: [event(9), upload(3)], place: '?tab=documents' })
    const { router } = show()
    fireEvent.click(await screen.findByRole('link', { name: /^History: .*\(snap-1\)/ }))
    expect(router.state.location.hash).toBe('#accountDocuments/snap-1')
    await waitFor(() => expect(document.activeElement?.id).toBe('history-9'))
    expect(document.activeElement?.getAttribute('aria-current')).toBe('true')
    expect(document.activeElement?.textContent).toContain('Unreadable')
  })

  it('leads from a rejected case to what the clearing firm says about it', async () => {
    const { show } = open({ investigations: [addressRejected()], place: '?tab=documents', detail: { snaps: [] } })
    show()
    fireEvent.click(await screen.findByRole('link', { name: 'History: Case sketch-mara of Mara Quill' }))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Address not found'))
  })

  it('says so when nothing is on record about what the address names', async () => {
    open({ events: [event(9)], place: '?tab=history#accountDocuments/other' }).show()
    await screen.findByText(/^Nothing is on record about that state/)
  })

  it('opens with one key, which does nothing while it is held down, in a field, in a chord or below a dialog', async () => {
    const { show } = open({ events: [event(9)], place: '' })
    const { router } = show()
    const heading = await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
    const field = document.body.appendChild(document.createElement('input'))
    fireEvent.keyDown(field, { key: 'h' })
    fireEvent.keyDown(heading, { key: 'h', repeat: true })
    fireEvent.keyDown(heading, { key: 'h', ctrlKey: true })
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.setAttribute('open', '')
    fireEvent.keyDown(heading, { key: 'h' })
    dialog.remove()
    field.remove()
    expect(router.state.location.search).toBe('')
    fireEvent.keyDown(heading, { key: 'h' })
    expect(router.state.location.search).toBe('?tab=history')
    await waitFor(() => expect(document.activeElement?.id).toBe('panel-history'))
    expect(await texts()).toHaveLength(1)
    vi.restoreAllMocks()
  })
})
