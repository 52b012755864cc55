import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approvalSteps } from '../../../../schemas/verification/approvalRun.ts'
import { addressRejected, indeterminate, statusAnswer } from './investigationPayloads.ts'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { detail, partProvider, renderPieces } from './renderParts.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const name = { givenName: 'Teo', familyName: 'Brandt' }
const teo = {
  sketchId: 'sketch-teo',
  request: { identity: { name, homeAddress: { streetAddress: ['118 Larch Hollow Rd'] } } },
}
const letter = { snap_id: 'snap-1', sketch_id: 'sketch-ana', proof: 'SSA_LETTER', status: 'approved' }

/** An account in the queue, whose cases read the same after each decision: the firm takes its time. */
function open(status: string, ...cases: readonly object[]) {
  const provider = partProvider(detail({ account: [{ id: 4108, name: 'Teo & Ana Brandt', status }], snaps: [letter] }))
  provider.read.mockResolvedValue({ data: statusAnswer(cases), meta: { unreadable: 0 } })
  const queue = { goOn: vi.fn(async () => true), isClaimed: vi.fn(() => true), takeResumed: () => false }
  renderPieces(['verification'], { provider, queue })
  return { provider, ...queue }
}

async function decide(name: string, of: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `${name}: verification of ${of}` }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const box of dialog.queryAllByRole('checkbox')) fireEvent.click(box)
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Not the same person' } })
  fireEvent.click(dialog.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('a rejection leads to the case of the other applicant, and after the last one the queue goes on before it is answered', async () => {
  const { goOn } = open('ACTION_REQUIRED', indeterminate(teo), indeterminate())
  await decide('Reject', 'Teo Brandt')
  const tab = await screen.findByRole('tab', { name: /^Secondary/ })
  await waitFor(() => expect(tab.getAttribute('aria-selected')).toBe('true'))
  expect(goOn).not.toHaveBeenCalled()
  await decide('Reject', 'Ana Brandt')
  const parts = [
    'check',
    'check.sketch-ana',
    'address.sketch-ana',
    'check.sketch-teo',
    'address.sketch-teo',
    'appeal.sketch-ana.SSN',
  ]
  await waitFor(() => expect(goOn).toHaveBeenCalledExactlyOnceWith(parts))
})

test('a question about a second applicant who could not be read names no other person', async () => {
  const why = 'Expected object or null, got string'
  const joint = { account: [{ id: 4108, name: 'Teo & Ana Brandt', status: 'ACTION_REQUIRED' }], joint_user: null }
  const provider = partProvider(detail({ ...joint, '@unreadable': { '/joint_user': why } }))
  const nameless = indeterminate({ request: {} })
  provider.read.mockResolvedValue({ data: statusAnswer([indeterminate(teo), nameless]), meta: { unreadable: 0 } })
  renderPieces(['verification'], { provider })
  fireEvent.click(await screen.findByRole('tab', { name: /^Secondary/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Reject: verification of Unreadable' }))
  expect(await screen.findByRole('dialog', { name: 'Reject the verification of Unreadable?' })).toBeDefined()
})

test('a question about a case says of a name that could not be read that it is so', async () => {
  const account = [{ id: 4108, name: null, status: 'ACTION_REQUIRED' }]
  const provider = partProvider(
    detail({ account, '@unreadable': { '/account/0/name': 'Expected string, got object' } }),
  )
  provider.read.mockResolvedValue({ data: statusAnswer([indeterminate({ request: {} })]), meta: { unreadable: 0 } })
  renderPieces(['verification'], { provider })
  fireEvent.click(await screen.findByRole('button', { name: 'Reject: verification of Unreadable' }))
  expect(await screen.findByRole('dialog', { name: 'Reject the verification of Unreadable?' })).toBeDefined()
})

test('each of two cases is waited for by itself until the clearing firm answers about it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { provider, isClaimed } = open('ACTION_REQUIRED', indeterminate(teo), indeterminate())
  isClaimed.mockReturnValue(false)
  const look = async (label: string) =>
    fireEvent.click(await screen.findByRole('tab', { name: new RegExp(`^${label}`) }))
  const read = async (...cases: readonly object[]) => {
    provider.read.mockResolvedValue({ data: statusAnswer(cases), meta: { unreadable: 0 } })
    await act(() => vi.advanceTimersByTimeAsync(2100))
  }
  await decide('Reject', 'Teo Brandt')
  const second = await screen.findByRole('tab', { name: /^Secondary/ })
  await waitFor(() => expect(second.getAttribute('aria-selected')).toBe('true'))
  await decide('Reject', 'Ana Brandt')
  await screen.findByText('Submitted')
  await look('Primary')
  await screen.findByText('Submitted')
  const asked = { user: 'ada', timestamp: '2026-03-05T04:30:00Z', stateChange: 'REJECTED', comment: null }
  await read(indeterminate({ ...teo, history: [asked] }), indeterminate({ history: [asked] }))
  expect(screen.getByText('Submitted')).toBeDefined()
  await read(indeterminate(teo), indeterminate({ status: 'REJECTED' }))
  expect(screen.getByText('Submitted')).toBeDefined()
  await look('Secondary')
  await waitFor(() => expect(screen.queryByText('Submitted')).toBeNull())
  await read(indeterminate({ ...teo, status: 'REJECTED' }), indeterminate({ status: 'REJECTED' }))
  await look('Primary')
  await waitFor(() => expect(screen.queryByText('Submitted')).toBeNull())
})

test.each([
  ['Approve', 'ACTION_REQUIRED', 'INDETERMINATE', 'REJECTED'],
  ['Appeal', 'SUSPENDED', 'REJECTED', 'APPEALED'],
])('%s can’t be sent again once a colleague has decided, and says what', async (action, account, status, decision) => {
  const { provider } = open(account, indeterminate({ status }))
  const refusal = httpError(409, 'RECORD_CHANGED', 'The record has changed since you opened it. Nothing was sent.')
  provider.action.mockRejectedValue(refusal)
  fireEvent.click(await screen.findByRole('button', { name: `${action}: verification of Ana Brandt` }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const box of dialog.queryAllByRole('checkbox')) fireEvent.click(box)
  const choice = dialog.queryByRole('combobox')
  if (choice !== null) fireEvent.change(choice, { target: { value: 'snap-1' } })
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'The same person' } })
  const history = [{ stateChange: decision, timestamp: '2026-11-27T10:00:00Z' }]
  provider.read.mockResolvedValue({
    data: statusAnswer([indeterminate({ status, history })]),
    meta: { unreadable: 0 },
  })
  const label = dialog.getAllByRole('button').at(-1)?.textContent ?? ''
  fireEvent.click(dialog.getByRole('button', { name: label }))
  await dialog.findByText(`Status: ${status} → ${decision}`)
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
  expect(provider.action).toHaveBeenCalledOnce()
})

test.each([
  ['sent', {}],
  ['that waits for a second person', { waitsUntil: '2026-11-24T15:00:00.000Z' }],
])('the queue goes on after an appeal %s', async (_what, answer) => {
  const { provider, goOn } = open('SUSPENDED', indeterminate({ status: 'REJECTED' }))
  provider.action.mockResolvedValue({ data: { id: 'sketch-ana', ok: true, ...answer } })
  await decide('Appeal', 'Ana Brandt')
  const parts = ['check', 'check.sketch-ana', 'address.sketch-ana', 'appeal.sketch-ana.SSN']
  await waitFor(() => expect(goOn).toHaveBeenCalledExactlyOnceWith(parts))
})

test('the queue goes on after an automatic address approval, and says so', async () => {
  const steps = approvalSteps.map((step) => ({ sketchId: 'sketch-mara', name: step, state: 'done' }))
  const approved = { data: { ok: true, run: { done: true, steps } } }
  const account = { id: 4108, name: 'Mara Quill', status: 'SUSPENDED', is_active: false }
  const provider = {
    ...partProvider(detail({ account: [account], snaps: [] })),
    earlierApproval: vi.fn(async () => ({ data: { ok: true, run: { done: false, steps: [] } } })),
    approveAddress: vi.fn(async () => approved),
  }
  provider.read.mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
  const goOn = vi.fn(async () => true)
  renderPieces(['verification'], { provider, queue: { goOn, isClaimed: () => true, takeResumed: () => false } })
  fireEvent.click(await screen.findByRole('button', { name: 'Approve address' }))
  const question = within(await screen.findByRole('dialog'))
  fireEvent.click(question.getByRole('button', { name: 'Approve address' }))
  const notice = await screen.findByText(/is approved and the case appealed\.$/)
  expect(notice.textContent).toBe('info: The address of record 4108 is approved and the case appealed.')
  expect(goOn).toHaveBeenCalledExactlyOnceWith(['check', 'check.sketch-mara', 'address.sketch-mara'])
})

test('the queue leads back to a document of the same account that is still to decide', async () => {
  const status = { account: [{ id: 4108, status: 'ACTION_REQUIRED' }] }
  const snaps = [{ ...letter, status: 'uploaded' }]
  const provider = partProvider(detail({ ...status, snaps }))
  provider.read.mockResolvedValue({ data: statusAnswer([indeterminate()]), meta: { unreadable: 0 } })
  const takeResumed = vi.fn(() => false)
  const client = new QueryClient()
  renderPieces(['panel'], { provider, client, queue: { takeResumed, isClaimed: () => true } })
  await screen.findByRole('heading', { name: 'Primary User Documents' })
  expect(screen.queryByRole('dialog')).toBeNull()
  takeResumed.mockReturnValueOnce(true)
  provider.getOne.mockResolvedValue({ data: detail({ ...status, snaps, ach: [{}] }) })
  await client.invalidateQueries()
  await screen.findByRole('dialog')
})

test('the page stays after a decision about a record that is not the person’s', async () => {
  const { goOn, isClaimed } = open('ACTION_REQUIRED', indeterminate())
  isClaimed.mockReturnValue(false)
  await decide('Reject', 'Ana Brandt')
  await screen.findByText(/REJECTED Successfully!/)
  expect(goOn).not.toHaveBeenCalled()
})

test('the viewer asks no second time about a document while its decision is on the way', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }))
  const blob = new Blob(['x'], { type: 'image/png' })
  const provider = partProvider(detail({ snaps: [{ ...letter, status: 'uploaded' }] }))
  provider.read.mockResolvedValue({ data: statusAnswer([indeterminate()]), meta: { unreadable: 0 } })
  provider.download.mockResolvedValue({ data: { ok: true, blob, fileName: 'snap-1.png' } })
  const goOn = vi.fn(() => new Promise<boolean>(() => undefined))
  renderPieces(['panel'], { provider, queue: { takeResumed: () => false, isClaimed: () => true, goOn } })
  fireEvent.click(await screen.findByRole('button', { name: 'View: SSA letter (snap-1)' }))
  const picture = await screen.findByRole('img', { name: / of Ana Brandt$/ })
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 400 } })
  Object.assign(picture, { decode: async () => undefined })
  fireEvent.load(picture)
  const viewer = within(screen.getByRole('dialog'))
  const approve = viewer.getByRole('button', { name: 'Approve: SSA letter (snap-1)' })
  await waitFor(() => expect(approve.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(approve)
  const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
  provider.getOne.mockReturnValue(new Promise(() => undefined))
  fireEvent.keyDown(question.getByRole('radiogroup'), { key: '1', code: 'Digit1', altKey: true })
  await waitFor(() => expect(goOn).toHaveBeenCalled())
  for (const key of ['a', 'r']) fireEvent.keyDown(document.body, { key })
  expect((await viewer.findByText(/^The decision has been sent/)).tagName).toBe('OUTPUT')
  expect(screen.queryByRole('dialog', { name: 'Are you sure?' })).toBeNull()
})

test('a digit chooses a reason also where a match is acknowledged, and sends nothing', async () => {
  const { provider } = open('ACTION_REQUIRED', indeterminate())
  fireEvent.click(await screen.findByRole('button', { name: 'Approve: verification of Ana Brandt' }))
  const dialog = within(await screen.findByRole('dialog'))
  const box = dialog.getAllByRole('checkbox')[0]!
  box.focus()
  fireEvent.keyDown(box, { key: '2', code: 'Digit2' })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Name variant/ }).checked).toBe(true)
  const [choice] = dialog.getAllByRole('combobox')
  fireEvent.keyDown(choice!, { key: '1', code: 'Digit1' })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Name variant/ }).checked).toBe(true)
  expect(provider.action).not.toHaveBeenCalled()
})
