import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import type { StubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)
const confirmWith = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const ok = { data: { id: 4107, ok: true, message: undefined } }

const restrictSwitch = () => screen.findByRole('switch', { name: 'Restrict User: Mara Quill' })
const openRestrict = async () => {
  await waitFor(async () => expect((await restrictSwitch()).getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(await restrictSwitch())
  await screen.findByRole('dialog')
}

/** Answers of the list: the first as it is, all later ones with the change. */
const thenChanged = (provider: StubProvider, change: Readonly<Record<string, unknown>>) => {
  provider.getList.mockImplementation((_resource: string, { pagination }: { pagination: { page: number } }) => {
    const isDone = provider.action.mock.calls.length > 0
    return Promise.resolve(page([account(isDone ? change : {})], { page: pagination.page }))
  })
}

const treasuryProvider = (isapproved = false) => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page([{ id: 7, ticker: 'BIL', isapproved }] as never, { totalPages: 1, total: 1 }))
  return provider
}

describe('a switch', () => {
  it('asks first, naming the record, sends the on-action, reads again and only then shows the new state', async () => {
    const provider = stubProvider()
    thenChanged(provider, { is_restricted: true })
    renderPage('/accounts', { provider })
    await openRestrict()
    expect(screen.getByRole('dialog', { name: 'Restrict Mara Quill?' })).toBeDefined()
    expect(provider.action).not.toHaveBeenCalled()
    expect((await restrictSwitch()).getAttribute('aria-checked')).toBe('false')
    confirmWith('Restrict User')
    await waitFor(() => expect(notices()).toEqual(['success: Mara Quill is now restricted']))
    expect((await restrictSwitch()).getAttribute('aria-checked')).toBe('true')
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ name: 'restrictUser', record: { id: 4107 }, input: {} })
    expect(provider.action.mock.calls[0]?.[1].idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('means the off-action while its field is true', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ user__is_test: true })]))
    renderPage('/accounts', { provider })
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Test: Mara Quill' }).getAttribute('aria-disabled')).toBe('false'),
    )
    fireEvent.click(screen.getByRole('switch', { name: 'Test: Mara Quill' }))
    expect(await screen.findByRole('dialog', { name: 'Mark Mara Quill as Normal?' })).toBeDefined()
  })

  it('is off with a reason where the record lacks what the action needs', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ account_no: null })]))
    renderPage('/accounts', { provider })
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: 'Restrict SSN: Mara Quill' }).title).toBe('No account number yet'),
    )
    fireEvent.click(screen.getByRole('switch', { name: 'Restrict SSN: Mara Quill' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is off for people who may only read, and buttons are not there', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
    renderPage('/accounts', { provider, held: ['accounts.read'] })
    const restrict = await restrictSwitch()
    expect(restrict.title).toBe('You need the permission accounts.restrictUser. Ask an administrator.')
    fireEvent.click(restrict)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Submit/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  it('says so when the server accepted the call and nothing changed', async () => {
    const provider = stubProvider()
    thenChanged(provider, {})
    renderPage('/accounts', { provider })
    await openRestrict()
    confirmWith('Restrict User')
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]).toMatch(/^warning: Mara Quill is still not restricted/)
  })

  it('says the words of the server where the definition asks for them', async () => {
    const provider = stubProvider()
    thenChanged(provider, { is_restricted: true })
    provider.action.mockResolvedValue({ data: { ...ok.data, message: 'User restricted by desk 4' } })
    renderPage('/accounts', { provider })
    await openRestrict()
    confirmWith('Restrict User')
    await waitFor(() => expect(notices()).toEqual(['success: User restricted by desk 4']))
  })
})

describe('a refusal', () => {
  it.each([
    ['another call after a refusal', 422, 'UPSTREAM_REFUSED', 'Restrict User', false],
    ['another call after a failure', 503, 'UPSTREAM_UNAVAILABLE', 'Try again', false],
    ['the same intent where no answer came', 0, 'NETWORK', 'Try again', true],
    ['the same intent where the answer could not be read', 502, 'UNEXPECTED_ANSWER', 'Try again', true],
  ])('is shown in the open dialog, and the next try is %s', async (_what, status, code, label, isSame) => {
    const provider = stubProvider()
    provider.action.mockRejectedValueOnce(httpError(status, code, 'A transfer is pending.'))
    thenChanged(provider, { is_restricted: true })
    renderPage('/accounts', { provider })
    await openRestrict()
    confirmWith('Restrict User')
    expect(await within(screen.getByRole('dialog')).findByText('A transfer is pending.')).toBeDefined()
    expect(notices()).toEqual([])
    await waitFor(async () => expect((await restrictSwitch()).getAttribute('aria-busy')).toBe('false'))
    confirmWith(label)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(2))
    const keys = provider.action.mock.calls.map(([, intent]) => (intent as { idempotencyKey: string }).idempotencyKey)
    expect(keys[0] === keys[1]).toBe(isSame)
  })

  it.each([
    ['is found in the list, which alone has the switch', false, 'Restrict User: No → Yes'],
    [
      'is looked for on its page where the list no longer shows the record',
      true,
      'It is not in this list any more. Its page shows what became of it.',
    ],
  ])('that may have been done %s', async (_what, isGone, found) => {
    const provider = stubProvider()
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    renderPage('/accounts', { provider })
    await openRestrict()
    if (isGone) provider.getList.mockResolvedValue({ data: [], pageInfo: { hasNextPage: false }, meta: {} })
    else thenChanged(provider, { is_restricted: true })
    confirmWith('Restrict User')
    fireEvent.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Look again' }))
    expect(await within(screen.getByRole('dialog')).findByText(found)).toBeDefined()
    expect(within(screen.getByRole('dialog')).queryByText(/does not seem to have been done/)).toBeNull()
    const link = within(screen.getByRole('dialog')).queryByRole('link', { name: 'Open Mara Quill' })
    expect(link?.getAttribute('href')).toBe(isGone ? '/account/4107' : undefined)
  })

  it.each([
    [422, 'UPSTREAM_REFUSED', 'Ticker is locked.'],
    [429, 'RATE_LIMITED', 'Too many requests. Try again in 2 seconds.'],
  ])(
    'without a dialog is an error notice in the words of the server, with the name: %s',
    async (status, code, words) => {
      const provider = treasuryProvider()
      provider.action.mockRejectedValue(httpError(status, code, words))
      renderPage('/treasury', { provider })
      fireEvent.click(await screen.findByRole('button', { name: 'Approve: BIL' }))
      await waitFor(() => expect(notices()).toEqual([`error: ${words} · BIL`]))
    },
  )

  it('without a dialog is no error where it may have been done: it names what to look at', async () => {
    const provider = treasuryProvider()
    provider.action.mockRejectedValue(httpError(500, 'INTERNAL', 'Something went wrong.'))
    renderPage('/treasury', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Approve: BIL' }))
    const text =
      'Something went wrong. It is not known whether this was done. ' +
      'The page has been read again: check BIL before you repeat it.'
    await waitFor(() => expect(notices()).toEqual([`warning: ${text}`]))
  })

  it('without a record may have been done, too: its dialog names where to look', async () => {
    const provider = treasuryProvider()
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    renderPage('/cash', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Ticker'), { target: { value: 'NEW' } })
    confirmWith('Add')
    await within(dialog).findByText('Close this and look for it in the list before you repeat it.')
    expect(within(dialog).queryByRole('button', { name: 'Look again' })).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says how long to wait where too much was asked for, and keeps its Cancel', async () => {
    const provider = treasuryProvider()
    provider.action.mockRejectedValue(httpError(429, 'RATE_LIMITED', 'Too many requests. Try again in 20 seconds.'))
    renderPage('/cash', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Add' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Ticker'), { target: { value: 'NEW' } })
    confirmWith('Add')
    const text = 'The ticker was not added. Too many requests. Try again in 20 seconds.'
    expect((await dialog.findByRole('alert')).textContent).toContain(text)
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDefined()
  })

  it.each([true, false])('because the session is over is silence (caught before: %s)', async (endsSessions) => {
    const provider = treasuryProvider()
    provider.action.mockRejectedValue(httpError(401, 'SESSION_OVER', 'Invalid token.'))
    renderPage('/treasury', { provider, endsSessions })
    const approve = await screen.findByRole('button', { name: 'Approve: BIL' })
    fireEvent.click(approve)
    await waitFor(() => expect(provider.action).toHaveBeenCalled())
    await waitFor(() => expect(approve.getAttribute('aria-busy')).toBe('false'))
    expect(notices()).toEqual([])
  })

  it('that no one knows the outcome of is said to be that, after the list has been read again', async () => {
    const provider = treasuryProvider()
    provider.action.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'No answer in time.'))
    renderPage('/treasury', { provider })
    const approve = await screen.findByRole('button', { name: 'Approve: BIL' })
    const before = provider.getList.mock.calls.length
    fireEvent.click(approve)
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]).toMatch(/^warning: Outcome unknown: /)
    expect(provider.getList.mock.calls.length).toBeGreaterThan(before)
  })
})

describe('a button', () => {
  it('is no success without the ok of the provider', async () => {
    const provider = stubProvider()
    provider.action.mockResolvedValue({ data: {} })
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
    renderPage('/accounts', { provider })
    const submit = await screen.findByRole('button', { name: 'Submit: Mara Quill' })
    fireEvent.click(submit)
    confirmWith('Submit')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(submit.getAttribute('aria-busy')).toBe('false'))
    expect(notices()).toEqual([])
  })

  it("tells of a failed resubmission by the server's own words, in a notice", async () => {
    const provider = stubProvider()
    provider.action.mockRejectedValue(httpError(422, 'UPSTREAM_REFUSED', 'The application is incomplete'))
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED' })]))
    renderPage('/accounts', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Submit: Mara Quill' }))
    confirmWith('Submit')
    await waitFor(() => expect(notices()).toEqual(['error: The application is incomplete']))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('pressed twice calls once', async () => {
    const provider = treasuryProvider()
    const answer = Promise.withResolvers<unknown>()
    provider.action.mockReturnValue(answer.promise)
    renderPage('/treasury', { provider })
    const approve = await screen.findByRole('button', { name: 'Approve: BIL' })
    act(() => {
      approve.click()
      approve.click()
    })
    fireEvent.click(approve)
    expect(approve.getAttribute('aria-busy')).toBe('true')
    expect(provider.action).toHaveBeenCalledTimes(1)
    answer.resolve(ok)
    await waitFor(() => expect(approve.getAttribute('aria-busy')).toBe('false'))
  })

  it('says it is done after the delay of the definition, not before', async () => {
    const provider = treasuryProvider()
    renderPage('/treasury', { provider })
    const approve = await screen.findByRole('button', { name: 'Approve: BIL' })
    const pressedAt = Date.now()
    fireEvent.click(approve)
    await waitFor(() => expect(approve.getAttribute('aria-busy')).toBe('false'))
    expect(notices()).toEqual([])
    await waitFor(() => expect(notices()).toEqual(['success: Ticker - BIL APPROVED']))
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(590)
  })

  it('exists only in the state it is for', async () => {
    renderPage('/treasury', { provider: treasuryProvider(true) })
    expect(await screen.findByRole('button', { name: 'Disapprove: BIL' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Approve: BIL' })).toBeNull()
  })

  it('of danger asks first, with the focus on Cancel', async () => {
    const provider = treasuryProvider()
    renderPage('/treasury', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: BIL' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete BIL?' })
    expect(document.activeElement?.textContent).toBe('Cancel')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })
})

describe('an export', () => {
  it('asks first, and is saved through an address that is revoked', async () => {
    const provider = stubProvider()
    provider.download.mockResolvedValue({ data: { ok: true, blob: new Blob(['a,b']), fileName: 'Account List.csv' } })
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test')
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    renderPage('/accounts', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Funding' }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    confirmWith('Download')
    await waitFor(() => expect(notices()).toEqual(['success: Account list downloaded']))
    expect(provider.download).toHaveBeenCalledWith('accounts', { name: 'funding' })
    expect(make).toHaveBeenCalledTimes(1)
    expect(saved).toEqual(['Account List.csv'])
    expect(revoke).not.toHaveBeenCalled()
    act(() => void vi.advanceTimersByTime(10_000))
    expect(revoke).toHaveBeenCalledWith('blob:test')
  })
})
