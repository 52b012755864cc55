import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageKeys } from '../../../../src/keys/PageKeys.tsx'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { accepted, addressRejected, indeterminate, snaps, statusAnswer } from './investigationPayloads.ts'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import type { StubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

type Values = Readonly<Record<string, unknown>>

const cases = (ana: Values = {}) => ({
  data: statusAnswer([accepted(), indeterminate(ana)]),
  meta: { unreadable: 0 },
})
const detail = (documents: readonly unknown[], status = 'ACTION_REQUIRED') =>
  accountDetail({ joint_user: anaBrandt, snaps: documents }, { status, first_name: 'Teo', last_name: 'Brandt' })

/** The account's page at its documents, with the case of the second applicant open. */
const open = (
  change: {
    held?: readonly string[]
    read?: StubProvider['read']
    documents?: readonly unknown[]
    status?: string
  } = {},
) => {
  const { held = permissions, read = vi.fn().mockResolvedValue(cases()), documents = snaps, status } = change
  const provider = { ...stubProvider(), read }
  provider.getOne.mockResolvedValue(detail(documents, status))
  provider.action.mockResolvedValue({ data: { id: 'sketch-ana', ok: true } })
  return { provider, ...renderPage('/account/4107?tab=documents', { provider, held, beside: <PageKeys menu={[]} /> }) }
}

const block = async () => within(await screen.findByRole('region', { name: 'Verification' }))
const buttons = async () => {
  const region = await block()
  await region.findByRole('tab', { name: /^Primary/ })
  return region
    .queryAllByRole('button', { name: /^(Approve|Reject|Appeal): verification of / })
    .map(({ textContent }) => textContent)
}
const start = async (name: string) =>
  fireEvent.click(await (await block()).findByRole('button', { name: new RegExp(`^${name}: `) }))
const reject = async () => {
  await start('Reject')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the verification of Ana Brandt?' }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Not the same person' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
}

beforeEach(() => muteExpectedErrors())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe("the verification on an account's page", () => {
  it('shows both applicants and what can be decided about the one that is looked at', async () => {
    open()
    expect(await buttons()).toEqual(['Approve', 'Reject', 'Appeal'])
    for (const [key, title] of [
      ['a', 'Approve the verification of Ana Brandt?'],
      ['r', 'Reject the verification of Ana Brandt?'],
    ] as const) {
      fireEvent.keyDown(document.body, { key })
      fireEvent.click(within(screen.getByRole('dialog', { name: title })).getByRole('button', { name: 'Cancel' }))
    }
    fireEvent.click((await block()).getByRole('tab', { name: /^Primary/ }))
    expect(await buttons()).toEqual([])
  })

  it.each([
    ['Approve', ['Document confirms the identity', 'Name variant', 'New address', 'Other']],
    ['Reject', ['Identity not confirmed', 'Documents do not match', 'Suspected fraud', 'Other']],
  ])('offers reasons to choose from for %s', async (name, texts) => {
    open()
    await start(name)
    const presets = within(screen.getByRole('radiogroup', { name: 'Presets for Reason' }))
    expect(
      presets.getAllByRole('radio').map((radio) => radio.closest('label')?.firstElementChild?.nextSibling?.textContent),
    ).toEqual(texts)
    fireEvent.click(presets.getAllByRole('radio')[1] as HTMLElement)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe(texts[1])
  })

  it('takes a word that is typed after a reason for a remark about it', async () => {
    open()
    await start('Reject')
    const reason = screen.getByLabelText<HTMLTextAreaElement>('Reason')
    const type = (key: string) =>
      fireEvent.keyDown(screen.getByRole('radiogroup', { name: 'Presets for Reason' }), { key })
    type('2')
    type('T')
    expect([reason.value, document.activeElement]).toEqual(['Documents do not match: ', reason])
    fireEvent.change(reason, { target: { value: 'Torn' } })
    type('T')
    expect(reason.value).toBe('Torn')
  })

  it('offers nothing to those who may only read', async () => {
    open({ held: ['accounts.read'] })
    expect(await buttons()).toEqual([])
  })

  it.each([
    ['ACTION_REQUIRED', ['Approve: verification of Ana Brandt', 'Appeal: verification of Ana Brandt']],
    ['SUSPENDED', ['Appeal: verification of Ana Brandt']],
  ])('is named in the search over actions, each action once: %s', async (status, actions) => {
    open({ status })
    await buttons()
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const field = await screen.findByRole('combobox', { name: 'Record, screen or action' })
    fireEvent.change(field, { target: { value: 'ap ve' } })
    const found = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(found.filter((label) => /verification/.test(label))).toEqual(actions)
  })

  it('offers no appeal without a document that answers the case', async () => {
    open({ documents: [snaps[0]] })
    expect(await buttons()).toEqual(['Approve', 'Reject'])
  })

  it('offers no approval without a document to rely on, and says so', async () => {
    open({ documents: [] })
    expect(await buttons()).toEqual(['Reject', 'Approve'])
    const approve = (await block()).getByRole('button', { name: /^Approve: / })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(approve.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('An approval needs an uploaded document')
    fireEvent.click(approve)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says why a case that the credit bureau has stopped cannot be appealed yet, to those who may decide', async () => {
    const read = vi.fn().mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
    open({ read, documents: [{ ...snaps[0], sketch_id: 'sketch-mara', status: 'approved' }] })
    expect(await buttons()).toEqual(['Appeal'])
    const appeal = (await block()).getByRole('button', { name: /^Appeal: / })
    expect(appeal.getAttribute('aria-disabled')).toBe('true')
    const why = document.getElementById(appeal.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('An appeal needs an approved document that answers a rejected check')
    fireEvent.click(appeal)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says nothing of it to those who may only read', async () => {
    const read = vi.fn().mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
    open({ read, held: ['accounts.read'] })
    expect(await buttons()).toEqual([])
  })

  it('fails alone, and can be tried again', async () => {
    const read = vi.fn().mockRejectedValue(httpError(502, 'UPSTREAM', 'The clearing firm is not available'))
    open({ read })
    const region = await block()
    expect(await region.findByText("Couldn't load the verification.")).toBeDefined()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Mara Quill')
    read.mockResolvedValue(cases())
    fireEvent.click(region.getByRole('button', { name: 'Retry' }))
    expect(await buttons()).toEqual(['Approve', 'Reject', 'Appeal'])
  })

  it('says that no documents are required where nothing is asked for', async () => {
    const quiet = accepted({ cipCategories: [], result: null })
    open({ read: vi.fn().mockResolvedValue({ data: statusAnswer([quiet]), meta: { unreadable: 0 } }) })
    expect(await (await block()).findByText('No documents required')).toBeDefined()
  })

  it('says that there is no case, and not what it asks for', async () => {
    open({ read: vi.fn().mockResolvedValue({ data: statusAnswer([]), meta: { unreadable: 0 } }) })
    const region = await block()
    expect(await region.findByText('No verification has been started.')).toBeDefined()
    expect(region.queryByText('No documents required')).toBeNull()
  })

  it('names each match that has to be acknowledged, and the documents that can be relied on', async () => {
    open()
    await start('Approve')
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve the verification of Ana Brandt?' }))
    expect(dialog.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      expect.stringContaining('DNDB: A. Brandt, certainty LOW'),
      expect.stringContaining('Dow Jones: BRANDT, Ana, certainty 72'),
      expect.stringContaining('Ofac: POTENTIAL_MATCH'),
    ])
    const choices = within(dialog.getByRole('combobox')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['SSN card, uploaded', 'SSA letter, approved']),
    )
  })

  it("names the person whose case it is by the account's detail where the case does not", async () => {
    open({ read: vi.fn().mockResolvedValue(cases({ request: null })) })
    await start('Reject')
    expect(await screen.findByRole('dialog', { name: 'Reject the verification of Ana Brandt?' })).toBeDefined()
  })

  it('sends the decision about the case that is looked at', async () => {
    const { provider } = open()
    await reject()
    await waitFor(() => expect(provider.action).toHaveBeenCalled())
    expect(provider.action).toHaveBeenCalledWith(
      'accountInvestigations',
      expect.objectContaining({
        name: 'reject',
        input: { reason: 'Not the same person' },
        record: expect.objectContaining({ sketchId: 'sketch-ana', apex_account_id: 4107 }) as unknown,
      }),
    )
    expect(await screen.findByText(/^success: REJECTED Successfully! · \S/)).toBeDefined()
  })

  it('says in an open question that the page has read the case as decided, and offers nothing more', async () => {
    const { provider, queryClient } = open()
    await buttons()
    await start('Reject')
    const question = within(await screen.findByRole('dialog', { name: 'Reject the verification of Ana Brandt?' }))
    const reason = question.getByRole('textbox')
    reason.focus()
    provider.read.mockResolvedValue(cases({ status: 'REJECTED' }))
    await act(() => queryClient.refetchQueries({ queryKey: ['accounts', 'read'] }))
    expect(await question.findByText(/This is no longer possible/)).toBeDefined()
    expect(question.queryByRole('button', { name: 'Reject' })).toBeNull()
    expect(question.getByText('Status: INDETERMINATE → REJECTED')).toBeDefined()
    // What is typed on presses no button.
    expect(document.activeElement).toBe(reason)
  })

  it('sends nothing about a case that someone else has decided meanwhile', async () => {
    const { provider } = open()
    await buttons()
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    provider.read.mockResolvedValue(cases({ status: 'REJECTED' }))
    await reject()
    expect(await screen.findByText(/This is no longer possible/)).toBeDefined()
  })

  it('sends no appeal on documents that are no longer as they were', async () => {
    const { provider } = open()
    await start('Appeal')
    const dialog = within(await screen.findByRole('dialog', { name: 'Appeal the verification of Ana Brandt?' }))
    expect(dialog.getByText('SSN asks for')).toBeDefined()
    for (const box of dialog.getAllByRole('checkbox')) fireEvent.click(box)
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'The card shows it' } })
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    provider.getOne.mockResolvedValue(detail([{ ...snaps[1], status: 'rejected' }]))
    fireEvent.click(dialog.getByRole('button', { name: 'Appeal' }))
    expect(await screen.findByText('Nothing was changed.')).toBeDefined()
  })
})

describe('after a decision', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('reads until the clearing firm has answered, and cannot be decided a second time', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { provider } = open()
    await reject()
    expect(await screen.findByText('Submitted')).toBeDefined()
    expect(await buttons()).toEqual([])
    provider.read.mockResolvedValue(cases({ status: 'REJECTED' }))
    provider.getOne.mockResolvedValue(detail([]))
    await pass(2100)
    await waitFor(() => expect(screen.queryByText('Submitted')).toBeNull())
    expect(screen.getByRole('tab', { name: /^Secondary.*REJECTED/ })).toBeDefined()
  })

  it('says that it waits after three readings that brought nothing, and keeps on reading', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { provider } = open()
    await reject()
    await screen.findByText('Submitted')
    await pass(7000)
    expect(await screen.findByText('Submitted, waiting for the clearing firm')).toBeDefined()
    const asked = provider.read.mock.calls.length
    await pass(10_100)
    expect(provider.read.mock.calls.length).toBeGreaterThan(asked)
    fireEvent.click(screen.getByRole('button', { name: 'Decide again' }))
    expect(await buttons()).toEqual(['Approve', 'Reject', 'Appeal'])
  })

  it('still waits on a tab that is come back to', async () => {
    open()
    await reject()
    await screen.findByText('Submitted')
    fireEvent.click(screen.getByRole('tab', { name: 'Employment' }))
    await screen.findByText('Employer')
    fireEvent.click(screen.getByRole('tab', { name: /^Documents/ }))
    expect(await screen.findByText(/^Submitted/)).toBeDefined()
    expect(await buttons()).toEqual([])
  })

  it('knows of a decision made elsewhere that it has no answer, asks for it, and can be decided again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const decided = { user: 'ada', timestamp: '2026-03-05T04:30:00Z', stateChange: 'ACCEPTED', comment: null }
    const { provider } = open({ read: vi.fn().mockResolvedValue(cases({ history: [decided] })) })
    expect(await screen.findByText('Submitted')).toBeDefined()
    expect(await buttons()).toEqual([])
    await pass(7000)
    fireEvent.click(await screen.findByRole('button', { name: 'Decide again' }))
    expect(await buttons()).toEqual(['Approve', 'Reject', 'Appeal'])
    await pass(7000)
    expect(await buttons()).toEqual(['Approve', 'Reject', 'Appeal'])
    expect(provider.action).not.toHaveBeenCalled()
  })

  it('still knows after a reload that an appeal has no answer, and offers no second one', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const appealed = {
      user: 'ada',
      timestamp: '2026-03-05T04:30:00Z',
      stateChange: 'APPEALED',
      comment: 'See the card',
    }
    const { provider } = open({ read: vi.fn().mockResolvedValue(cases({ history: [appealed] })) })
    expect(await screen.findByText('Submitted')).toBeDefined()
    expect(await buttons()).toEqual([])
    await pass(7000)
    fireEvent.click(await screen.findByRole('button', { name: 'Decide again' }))
    expect(await buttons()).toEqual(['Approve', 'Reject', 'Appeal'])
    const appeal = (await block()).getByRole('button', { name: /^Appeal: / })
    expect(appeal.getAttribute('aria-disabled')).toBe('true')
    expect((await block()).getByText('An appeal of this case is waiting for the clearing firm')).toBeDefined()
    const answered = { ...appealed, user: 'firm', timestamp: '2026-03-06T04:30:00Z', stateChange: 'REJECTED' }
    provider.read.mockResolvedValue(cases({ status: 'REJECTED', history: [appealed, answered] }))
    fireEvent.click(appeal)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })
})
