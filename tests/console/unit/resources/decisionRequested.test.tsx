import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { ApprovalDrawer } from '../../../../src/approvals/ApprovalDrawer.tsx'
import { ShellContext } from '../../../../src/auth/ShellContext.ts'
import { approvalsMark } from '../../../../src/data/permissions.ts'
import {
  consoleConfig,
  fakeChannels,
  fakeGateway,
  json,
  openTab,
  waitingApproval,
} from '../../../framework/browser/support.ts'
import { muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const rejected = { name: 'SSN', categoryState: 'REJECTED', requestedDocuments: [{ name: 'SSN_CARD' }] }
const snap = { snap_id: 'snap-1', sketch_id: 'sketch-1', proof: 'SSN_CARD', status: 'approved' }
const uploaded = { ...snap, status: 'uploaded' }
const indeterminate = (sketchId: string) => ({ sketchId, status: 'INDETERMINATE' })
const stopped = { sketchId: 'sketch-1', status: 'REJECTED', cipCategories: [rejected] }

/** A request for approval of a decision about a case. */
const row = (name: string, recordId: string, problem = '') =>
  waitingApproval({
    id: recordId,
    operation: `accountInvestigations.${name}`,
    title: 'A decision',
    subject: { resource: 'accounts', id: '4107' },
    recordId,
    problem,
  })

interface Account {
  readonly status: string
  readonly snaps: readonly object[]
  readonly cases: readonly object[]
  readonly rows: readonly object[]
}

/** Opens an account's page of a person who takes part in approvals, once it is known what waits. */
async function open({ status, snaps, cases, rows }: Account) {
  const gateway = fakeGateway({
    '/console/approvals/about?resource=accounts&id=4107': () => json(200, { rows, next: null }),
  })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(
    accountDetail({ snaps, joint_user: cases.length > 1 ? anaBrandt : null }, { status }),
  )
  provider.read.mockResolvedValue({ data: { result: { investigations: cases } }, meta: { unreadable: 0 } })
  const shell = { config: consoleConfig(), ...openTab(gateway.fetcher, fakeChannels().open()) }
  renderPage('/account/4107?tab=documents', { provider, held: [...permissions, approvalsMark(24)], shell })
  await screen.findAllByText(/: (waiting for approval by another person|requested, but not possible)\.$/)
}

const mara = [indeterminate('sketch-1')]
const WAITS = 'The decision about the verification of Mara Quill waits for approval by another person.'

test.each<readonly [string, Account, string]>([
  [
    'and nothing else, where that is all',
    { status: 'ACTION_REQUIRED', snaps: [snap], cases: mara, rows: [row('approve', 'sketch-1')] },
    WAITS,
  ],
  [
    'after a document that is to be decided',
    { status: 'ACTION_REQUIRED', snaps: [uploaded], cases: mara, rows: [row('approve', 'sketch-1')] },
    `What's needed: decide the uploaded document. ${WAITS}`,
  ],
  [
    'after what the other applicant needs',
    {
      status: 'ACTION_REQUIRED',
      snaps: [snap, { ...snap, snap_id: 'snap-2', sketch_id: 'sketch-2' }],
      cases: [...mara, indeterminate('sketch-2')],
      rows: [row('approve', 'sketch-1')],
    },
    `What's needed: approve or reject the indeterminate verification of Ana Brandt. ${WAITS}`,
  ],
  [
    'of both applicants',
    {
      status: 'ACTION_REQUIRED',
      snaps: [snap],
      cases: [...mara, indeterminate('sketch-2')],
      rows: [row('approve', 'sketch-1'), row('approve', 'sketch-2')],
    },
    'The decisions about the verifications of Mara Quill and Ana Brandt wait for approval by another person.',
  ],
  [
    'of an appeal of a suspended account',
    { status: 'SUSPENDED', snaps: [snap], cases: [stopped], rows: [row('appeal', 'sketch-1')] },
    WAITS,
  ],
])('the line of what is needed says that a decision waits for a second person, %s', async (_what, account, text) => {
  await open(account)
  await screen.findByText(text)
  expect(screen.queryByText(/(approve or reject|appeal the)[^.]* Mara Quill/)).toBeNull()
})

const PROBLEM = "'Approve' is no longer possible, so it can’t be approved. It can only be rejected or withdrawn."

test.each<readonly [string, Account, string]>([
  [
    'whose case was rejected meanwhile',
    { status: 'SUSPENDED', snaps: [], cases: [stopped], rows: [row('approve', 'sketch-1', PROBLEM)] },
    "What's needed: a document for the rejected SSN check, then its appeal.",
  ],
  [
    'whose document was rejected meanwhile',
    {
      status: 'ACTION_REQUIRED',
      snaps: [{ ...snap, status: 'rejected' }],
      cases: mara,
      rows: [row('approve', 'sketch-1', PROBLEM)],
    },
    "What's needed: approve or reject the indeterminate verification of Mara Quill. An approval has to name an uploaded document of any kind, although the clearing firm requires none.",
  ],
])('the line of what is needed does not wait for a request %s, and the page says so', async (_what, account, text) => {
  await open(account)
  await screen.findByText(text)
  const notes = screen.getAllByRole('note').map(({ textContent }) => textContent)
  expect(notes).toContain(
    `Approve: requested, but not possible. Requested by first@library.test, 11/22/2026, 10:00 AM. ${PROBLEM}Review`,
  )
})

test('the Appeal of the panel is off while the appeal waits for a second person, and says so', async () => {
  await open({ status: 'SUSPENDED', snaps: [snap], cases: [stopped], rows: [row('appeal', 'sketch-1')] })
  const panel = within(await screen.findByRole('region', { name: /^Documents/ }))
  const button = await panel.findByRole('button', { name: 'Appeal' })
  expect([button.getAttribute('aria-disabled'), button.title]).toEqual([
    'true',
    'Waiting for approval by another person',
  ])
})

test('no other decision about a case is requested while one waits for a second person', async () => {
  const found = { ...stopped, status: 'INDETERMINATE' }
  const rows = [row('approve', 'sketch-1')]
  await open({ status: 'ACTION_REQUIRED', snaps: [snap], cases: [found], rows })
  const appeal = await screen.findByRole('button', { name: 'Appeal: verification of Mara Quill' })
  expect(appeal.getAttribute('aria-disabled')).toBe('true')
  const panel = within(screen.getByRole('region', { name: /^Documents/ }))
  expect(panel.getByRole('button', { name: 'Appeal' }).title).toBe('Waiting for approval by another person')
})

test('the list reads what waits, so that its queue passes over those records', async () => {
  const about = '/console/approvals/about?resource=accounts'
  const gateway = fakeGateway({ [about]: () => json(200, { rows: [], next: null }) })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const shell = { config: consoleConfig(), ...openTab(gateway.fetcher, fakeChannels().open()) }
  renderPage('/accounts', { provider: stubProvider(), held: [...permissions, approvalsMark(24)], shell })
  await waitFor(() => expect(gateway.paths()).toContain(about))
})

test('the rejection of a document or a case says which waiting request it ends', async () => {
  const rows = [{ ...row('approve', 'sketch-1'), reliedOn: ['snap-1'] }]
  await open({ status: 'ACTION_REQUIRED', snaps: [uploaded], cases: mara, rows })
  const ask = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `${name}: SSN card (snap-1)` }))
    return within(await screen.findByRole('dialog'))
  }
  const approving = await ask('Approve')
  expect(approving.queryByText(/waits for approval/)).toBeNull()
  fireEvent.click(approving.getByRole('button', { name: 'No' }))
  const rejecting = await ask('Reject')
  expect(rejecting.getByText(/waits for approval/).textContent).toBe(
    "'A decision', requested by first@library.test, waits for approval. It can’t be approved any more once this document is rejected.",
  )
  fireEvent.click(rejecting.getByRole('button', { name: 'No' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Reject: verification of Mara Quill' }))
  const deciding = within(await screen.findByRole('dialog'))
  expect(deciding.getByText(/waits for approval/).textContent).toContain('once this case is rejected.')
})

test('a request names its account as people do, and what it relies on once', async () => {
  const { id, ...rest } = row('approve', 'sketch-1')
  const seen = { id: 'sketch-1', sketchId: 'sketch-1', status: 'INDETERMINATE', history: null, apex_account_id: 4107 }
  const detail = {
    ...rest,
    id,
    reason: '',
    inputs: { document: 'snap-1', reason: 'Fits' },
    evidence: { reliedOn: [{ value: 'snap-1', label: 'SSN card, uploaded' }], acknowledged: [] },
    seen: { ...seen, account_no: '9ZZ10041' },
    record: { ...seen, account_no: '9ZZ10041' },
    version: 'ab'.repeat(32),
    changes: [],
  }
  const gateway = fakeGateway({ [`/console/approvals/${id}`]: () => json(200, detail) })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const shell = { config: consoleConfig(), ...openTab(gateway.fetcher, fakeChannels().open()) }
  const beside = (
    <ShellContext value={shell}>
      <ApprovalDrawer id={id} onClose={vi.fn()} />
    </ShellContext>
  )
  renderPage('/trades', { provider: stubProvider(), beside, shell })
  const drawer = within(await screen.findByRole('dialog', { name: 'A decision' }))
  await drawer.findByText('The record now')
  expect(drawer.getByText('9ZZ10041')).toBeDefined()
  expect(drawer.queryByText('4107')).toBeNull()
  expect(drawer.getAllByText(/snap-1/).map(({ textContent }) => textContent)).toEqual(['SSN card, uploaded (snap-1)'])
})
