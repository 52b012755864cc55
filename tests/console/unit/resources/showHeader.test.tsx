import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { addressRejected, statusAnswer } from './investigationPayloads.ts'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, verification } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const withDetail = (change = {}, fields = {}) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail(change, fields))
  return provider
}

const restrict = () => screen.findByRole('switch', { name: 'Restrict User: Mara Quill' })

describe("the header of a record's page", () => {
  it('copies the account number, and offers nothing where there is none', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    renderPage('/account/4107', { provider: withDetail() })
    fireEvent.click(await screen.findByRole('button', { name: 'Copy Account Number' }))
    expect(await screen.findByText('Account Number copied')).toBeDefined()
    expect(writeText).toHaveBeenCalledWith('9ZZ10041')
    renderPage('/account/4107', { provider: withDetail({}, { account_no: null }) })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('button', { name: 'Copy Account Number' })).toBeNull()
    writeText.mockRestore()
  })

  it("reads how the switches stand from the record's row, found by its number", async () => {
    const provider = withDetail()
    provider.getList.mockResolvedValue(page([account({ id: 4999 }), account({ is_restricted: true })]))
    renderPage('/account/4107', { provider })
    await waitFor(async () => expect((await restrict()).getAttribute('aria-checked')).toBe('true'))
    expect(provider.getList.mock.calls[0]?.[1]).toMatchObject({
      meta: { search: '9ZZ10041' },
      pagination: { page: 1 },
      filter: {},
    })
  })

  it('takes the row that the list has shown until it has been read again', async () => {
    const provider = withDetail()
    renderPage('/accounts', { provider })
    const link = await screen.findByRole('link', { name: 'Mara Quill' })
    provider.getList.mockReturnValue(new Promise(() => undefined))
    fireEvent.click(link)
    await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
    expect((await restrict()).getAttribute('aria-disabled')).toBe('false')
  })

  it('searches by e-mail where there is no number yet', async () => {
    const provider = withDetail({}, { account_no: null })
    renderPage('/account/4107', { provider })
    await restrict()
    expect(provider.getList.mock.calls[0]?.[1]).toMatchObject({ meta: { search: 'mara.quill@example.test' } })
  })

  it('keeps switches off and says so while no one knows how they stand', async () => {
    const provider = withDetail()
    provider.getList.mockResolvedValue(page([account({ id: 4999 })]))
    renderPage('/account/4107', { provider })
    expect(await screen.findByText('State not known')).toBeDefined()
    expect((await restrict()).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(await restrict())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('reads the row again on Retry', async () => {
    const provider = withDetail()
    provider.getList.mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'no'))
    renderPage('/account/4107', { provider })
    await screen.findByText('State not known')
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect((await restrict()).getAttribute('aria-disabled')).toBe('false'))
  })

  it('says in words for paper how the switches stand, and what is not known', async () => {
    const provider = withDetail()
    provider.getList.mockResolvedValue(page([account({ is_restricted: true, user__is_test: false })]))
    renderPage('/account/4107', { provider })
    const onPaper = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent
    await waitFor(() => expect(onPaper('Restrict User:')).toBe('On'))
    expect(onPaper('Restrict SSN:')).toBe('Off')
    expect(onPaper('Test:')).toBe('Normal')
    provider.getList.mockResolvedValue(page([]))
    renderPage('/account/4107', { provider })
    await screen.findByText('State not known')
    expect(onPaper('Restrict User:')).toBe('not known')
  })

  it('has the name of each switch before it, also where a word follows', async () => {
    renderPage('/account/4107', { provider: withDetail() })
    await waitFor(async () => expect((await restrict()).getAttribute('aria-disabled')).toBe('false'))
    const switches = [...document.querySelectorAll('.cs-record-switch')].map(({ textContent }) => textContent)
    expect(switches).toEqual(['TestNormal', 'Restrict User', 'Restrict SSN'])
  })

  it('does what a switch means to the record of the page', async () => {
    const provider = withDetail()
    renderPage('/account/4107', { provider })
    await waitFor(async () => expect((await restrict()).getAttribute('aria-disabled')).toBe('false'))
    fireEvent.click(await restrict())
    fireEvent.click(await screen.findByRole('button', { name: 'Restrict User' }))
    await waitFor(() => expect(provider.action).toHaveBeenCalled())
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({
      name: 'restrictUser',
      record: { id: 4107, user__id: 9107, account_no: '9ZZ10041', is_restricted: false },
    })
  })
})

const suspended = { status: 'SUSPENDED' }
const required = 'Suspended: a rejected check needs documents and then an appeal.'

describe("the banners of a record's page", () => {
  it('ask further only while everything else speaks for them', async () => {
    const provider = withDetail()
    renderPage('/account/4107', { provider })
    await restrict()
    expect(provider.read).not.toHaveBeenCalled()
    expect(screen.queryAllByRole('note')).toHaveLength(0)
  })

  it('show what the detail alone proves', async () => {
    const affiliated = { is_affiliated_exchange_finra: true, upload_407: null, upload_3210: '' }
    renderPage('/account/4107', { provider: withDetail({}, affiliated) })
    expect((await screen.findByRole('note')).textContent).toContain('no letter (407 or 3210) is on file')
  })

  it('show what was found, and lead to the tab that helps', async () => {
    const provider = withDetail({}, suspended)
    provider.read.mockResolvedValue(verification([{ name: 'Utility bill' }]))
    const { router } = renderPage('/account/4107', { provider })
    const needed = await screen.findByText(/^What's needed: a document for the rejected Address check/)
    expect(needed.closest('[role="status"]')).not.toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Go to Documents' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=documents'))
    const panel = screen.getByRole('tabpanel', { name: /^Documents/ })
    await waitFor(() => expect(document.activeElement).toBe(panel))
    const link = screen.getByRole('link', { name: 'Go to Documents' })
    link.focus()
    fireEvent.click(link)
    await waitFor(() => expect(document.activeElement).toBe(panel))
  })

  it('stay away where the check asks for nothing', async () => {
    const provider = withDetail({}, suspended)
    provider.read.mockResolvedValue(verification([]))
    renderPage('/account/4107', { provider })
    await waitFor(() => expect(provider.read).toHaveBeenCalled())
    await waitFor(() => expect(screen.queryByText('Being checked…')).toBeNull())
    expect(screen.queryByText(required)).toBeNull()
  })

  it.each([
    [
      'an uploaded document',
      { snap: 'uploaded' },
      "What's needed: decide the uploaded document. A rejected check can be appealed once its documents are approved.",
    ],
    ['an approved document', {}, "What's needed: appeal the rejected Address check."],
    [
      'a rejected document',
      { snap: 'rejected' },
      "What's needed: a document for the rejected Address check, then its appeal.",
    ],
    [
      'an appeal without an answer',
      { history: [{ stateChange: 'APPEALED', timestamp: '2026-11-20T10:00:00Z' }] },
      'Suspended: the appeal waits for the clearing firm.',
    ],
  ])(
    'say what a suspended account with %s needs, with one link',
    async (_what, { snap = 'approved', ...more }: { snap?: string; history?: object[] }, text) => {
      const snaps = [{ snap_id: 'snap-1', sketch_id: 'sketch-1', proof: 'UTILITY_BILL', status: snap }]
      const provider = withDetail({ snaps }, suspended)
      const check = { name: 'ADDRESS', categoryState: 'REJECTED', requestedDocuments: [{ name: 'UTILITY_BILL' }] }
      const investigations = [{ sketchId: 'sketch-1', status: 'REJECTED', cipCategories: [check], ...more }]
      provider.read.mockResolvedValue({ data: { result: { investigations } }, meta: { unreadable: 0 } })
      renderPage('/account/4107', { provider })
      const banner = (await screen.findByText(text)).closest('[role="status"]')
      expect([...(banner?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual([
        'Go to Documents',
      ])
      expect(screen.queryByText(required)).toBeNull()
      const isAsked = text.startsWith("What's needed")
      expect(banner?.className).toContain(isAsked ? 'cs-notice--danger' : 'cs-notice--neutral')
    },
  )

  it.each([
    [
      'an uploaded document that no check requires',
      'uploaded',
      "What's needed: a decision about each uploaded document.",
    ],
    ['nothing to do', 'approved', 'Suspended: no rejected check asks for documents.'],
  ])('say of a suspended account with %s that it is so, with one link', async (_what, status, text) => {
    const snaps = [{ snap_id: 'snap-1', sketch_id: 'sketch-1', proof: 'UTILITY_BILL', status }]
    const provider = withDetail({ snaps }, suspended)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    provider.read.mockReturnValue(promise)
    renderPage('/account/4107', { provider })
    await screen.findByText('Being checked…')
    expect(screen.queryByText(text)).toBeNull()
    resolve(verification([]))
    const banner = (await screen.findByText(text)).closest<HTMLElement>('[role]')
    expect(
      banner &&
        within(banner)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
    ).toEqual(['Go to Documents'])
    expect(screen.queryByText(/^Suspended|^What's needed/)?.textContent).toBe(text)
  })

  it.each([
    ['SUSPENDED', permissions, ' Or approve the address automatically.'],
    ['ACTION_REQUIRED', permissions, ' Or approve the address automatically.'],
    ['SUSPENDED', permissions.filter((each) => each !== 'verification.autoApprove'), ''],
  ])('name the automatic approval of an address to those who may start it: %s', async (status, held, way) => {
    const provider = withDetail({}, { ...suspended, status })
    provider.read.mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
    renderPage('/account/4107', { provider, held })
    await screen.findByText(`What's needed: a document for the rejected Address check, then its appeal.${way}`)
  })

  it('do not name the automatic approval of an address once a run has stopped', async () => {
    const provider = withDetail({}, suspended)
    provider.read.mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
    const steps = [{ sketchId: 'sketch-mara', name: 'validate', state: 'failed', message: 'SUSPECT' }]
    provider.earlierApproval.mockResolvedValue({ data: { ok: true, run: { steps, done: false } } })
    renderPage('/account/4107', { provider })
    await screen.findByText("What's needed: a document for the rejected Address check, then its appeal.")
    await waitFor(() => expect(provider.earlierApproval).toHaveBeenCalled())
    expect(screen.queryByText(/Or approve the address/)).toBeNull()
  })

  it('say that the document of a joint applicant waits, too, whose own checks are not rejected', async () => {
    const joint = { snap_id: 'snap-2', sketch_id: 'sketch-2', proof: 'SSN_CARD', status: 'uploaded' }
    const approved = { snap_id: 'snap-1', sketch_id: 'sketch-1', proof: 'UTILITY_BILL', status: 'approved' }
    const provider = withDetail({ snaps: [approved, joint] }, suspended)
    const check = { name: 'ADDRESS', categoryState: 'REJECTED', requestedDocuments: [{ name: 'UTILITY_BILL' }] }
    const investigations = [
      { sketchId: 'sketch-1', status: 'REJECTED', cipCategories: [check] },
      { sketchId: 'sketch-2', status: 'ACCEPTED', cipCategories: [] },
    ]
    provider.read.mockResolvedValue({ data: { result: { investigations } }, meta: { unreadable: 0 } })
    renderPage('/account/4107', { provider })
    expect(await screen.findByText(/What's needed: decide the uploaded document\./)).not.toBeNull()
  })

  it('say that they could not be read, and read again on Retry', async () => {
    const provider = withDetail({}, suspended)
    provider.read.mockRejectedValueOnce(httpError(502, 'UPSTREAM_FAILED', 'no'))
    renderPage('/account/4107', { provider })
    expect(await screen.findByText("Couldn't load whether documents are required.")).toBeDefined()
    provider.read.mockResolvedValue(verification([{ name: 'Utility bill' }]))
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText(/^What's needed: a document for the rejected Address check/)
  })

  it.each([
    ['a failed submission', { status: 'SUBMIT_FAILED' }, {}, 'submitting failed', 'History'],
    ['required action', { status: 'ACTION_REQUIRED' }, {}, 'the clearing firm requires action', 'Documents'],
    [
      'an open transfer',
      {},
      { request: [{ id: 9, request_type: 'TRANSFER_ACCOUNT', status: 'REQUESTED', response_data: null }] },
      'a decision about each open transfer',
      'Requests',
    ],
  ] as const)('say what is needed for %s, with one link to the place', async (_what, account, change, text, tab) => {
    renderPage('/account/4107', { provider: withDetail(change, account) })
    const note = await screen.findByRole('note')
    expect(note.textContent).toContain(`What's needed: ${text}`)
    expect([...note.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([`Go to ${tab}`])
  })

  it('say what is needed for an indeterminate case, and once that it could not be read', async () => {
    const provider = withDetail({}, suspended)
    provider.read.mockResolvedValue({
      data: { result: { investigations: [{ status: 'INDETERMINATE', cipCategories: [] }] } },
      meta: { unreadable: 0 },
    })
    renderPage('/account/4107', { provider })
    expect((await screen.findByRole('note')).textContent).toContain("What's needed: a case is indeterminate")
    provider.read.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'no'))
    renderPage('/account/4107', { provider })
    await screen.findByText("Couldn't load whether documents are required.")
    expect(screen.queryByText("Couldn't load whether a case is indeterminate.")).toBeNull()
  })
})

describe("the line with a record's name, number and state", () => {
  it('is there while the title is out of sight, for the eye alone', async () => {
    const watchers: ((entries: readonly object[]) => void)[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(watch: (typeof watchers)[number]) {
          watchers.push(watch)
        }
        observe() {}
        disconnect() {}
      },
    )
    renderPage('/account/4107', { provider: withDetail() })
    await screen.findByRole('heading', { level: 1, name: 'Mara Quill' })
    const line = () => document.querySelector('[data-shown]')
    expect(line()).toBeNull()
    act(() => watchers.at(-1)?.([{ isIntersecting: false }]))
    expect(line()?.textContent).toBe('Mara Quill9ZZ10041COMPLETE')
    expect(line()?.getAttribute('aria-hidden')).toBe('true')
    act(() => watchers.at(-1)?.([{ isIntersecting: true, intersectionRatio: 1 }]))
    expect(line()).toBeNull()
    const half = { isIntersecting: true, intersectionRatio: 0.5, rootBounds: { top: 48 } }
    act(() => watchers.at(-1)?.([{ ...half, boundingClientRect: { top: 40 } }]))
    expect(line()).not.toBeNull()
    act(() => watchers.at(-1)?.([{ ...half, boundingClientRect: { top: 700 } }]))
    expect(line()).toBeNull()
    vi.unstubAllGlobals()
  })
})
