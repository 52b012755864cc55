import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { bank, detail, partProvider, renderPieces } from './renderParts.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

const withBanks = (...ach: readonly unknown[]) => partProvider(detail({ ach }))
const snap = (change: Readonly<Record<string, unknown>> = {}) => ({
  snap_id: 'snap-a1',
  sketch_id: 'case-1',
  doc_type: 'ID_DOCUMENT',
  proof: 'SSN_CARD',
  status: 'uploaded',
  ...change,
})

describe('the records of a part', () => {
  it('are a table with a heading, a count and the formats of their columns, the newest first', async () => {
    const newer = bank({ id: 72, nickname: 'Old savings', creation_time: '2026-03-01T00:00:00Z' })
    renderPieces(['ach'], { provider: withBanks(bank(), newer) })
    expect(await screen.findByRole('heading', { name: 'ACH Relationship 2' })).toBeDefined()
    await screen.findAllByRole('button', { name: /^Reveal/ })
    const [, first, second] = screen.getAllByRole('row')
    const cells = within(second as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
    expect(within(first as HTMLElement).getByRole('rowheader').textContent).toBe('Old savings')
    expect(cells.slice(0, 5)).toEqual(['XXXXX56612Reveal', 'Plaid', 'ach-9001', 'APPROVED', '02/11/2026, 10:04 AM'])
  })

  it('say so when there are none', async () => {
    renderPieces(['ach'], { provider: withBanks() })
    expect(await screen.findByText('No linked bank')).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it.each([
    [[bank(), 'x'], '1 item could not be read'],
    [[null, { id: '' }], '2 items could not be read'],
  ])('say how many could not be read', async (ach, words) => {
    renderPieces(['ach'], { provider: withBanks(...ach) })
    expect(await screen.findByText(words)).toBeDefined()
    expect(screen.queryByText('No linked bank')).toBeNull()
  })

  it('have their whole value at hand where it is cut', async () => {
    const nickname = 'A very long nickname of a bank account that nobody could have foreseen in any table'
    renderPieces(['ach'], { provider: withBanks(bank({ nickname })) })
    expect((await screen.findByText(nickname)).title).toBe(nickname)
  })

  it('warn of changed bank details, with their age, in red when it is too old', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-12T15:00:00Z'), toFake: ['Date'] })
    const reason = 'UPDATED_ROUTING_NUMBER_BY_NOC'
    const seen = (first_seen_at: string | null) => bank({ reason, first_seen_at })
    renderPieces(['ach'], { provider: withBanks(seen('2026-03-04T15:00:00Z')) })
    expect(await screen.findByText('The account routing number has been updated.')).toBeDefined()
    const warning = screen.getByText('Bank details changed').parentElement
    expect(warning?.textContent).toBe('Bank details changedat least 6 business days since first seen')
    expect(warning?.dataset['due']).toBeUndefined()
    renderPieces(['ach'], { provider: withBanks(seen('2026-03-03T15:00:00Z')) })
    expect((await screen.findByText('Bank details changed')).parentElement?.dataset['due']).toBe('true')
    renderPieces(['ach'], { provider: withBanks(seen(null)) })
    expect(await screen.findByText('Start not known')).toBeDefined()
  })

  it('are blocks with the same buttons where it is narrow, as at twice the zoom', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => {
      const list: unknown = Object.assign(new EventTarget(), { matches: media.includes('767.98'), media })
      return list as MediaQueryList
    })
    renderPieces(['ach'], { provider: withBanks(bank()) })
    expect(await screen.findByRole('list', { name: 'ACH Relationship' })).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByRole('button', { name: 'Cancel: Harbor checking (71)' })).toBeDefined()
    expect(screen.getByText('ach-9001')).toBeDefined()
  })
})

describe('an action on a part', () => {
  it.each(['ach', 'quietAch'] as const)('names its record, and reads the page again (%s)', async (piece) => {
    const provider = withBanks(bank(), bank({ id: 72, status: 'CANCELLED' }))
    provider.action.mockImplementation(() => {
      provider.getOne.mockResolvedValue({ data: detail({ ach: [] }) })
      return Promise.resolve({ data: { id: 71, ok: true } })
    })
    renderPieces([piece], { provider })
    fireEvent.click(await screen.findByRole('button', { name: /^Cancel: / }))
    const dialog = screen.getByRole('dialog', { name: 'Cancel the ACH relationship Harbor checking?' })
    expect(within(dialog).getByText(/the account of Teo & Ana Brandt\.$/)).toBeDefined()
    expect(document.activeElement).toBe(within(dialog).getByLabelText('Reason (Optional!)'))
    expect(within(dialog).getByRole('button', { name: 'Keep it' })).toBeDefined()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel relationship' }))
    await waitFor(() => expect(notices()).toEqual(['success: ACH relationship Harbor checking cancelled']))
    expect(screen.getByText('No linked bank')).toBeDefined()
    expect(provider.action.mock.calls[0]).toMatchObject(['achRelationships', { record: { id: 71 }, input: {} }])
  })

  it.each([
    ['ach', 'Cancel', 'Cancel relationship'],
    ['requests', 'Approve', 'Yes'],
  ] as const)('whose outcome is unknown names the page of its record (%s)', async (piece, label, confirm) => {
    const provider = withBanks(bank())
    provider.action.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'No answer in time.'))
    renderPieces([piece], { provider })
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label}: `) }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'As agreed' } })
    fireEvent.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(notices()[0]).toMatch(/^warning: Outcome unknown: .* · Teo & Ana Brandt$/))
    expect(screen.getByText(/^warning: Outcome unknown: /).dataset['to']).toBe('/account/4108')
  })

  it('that gives a file saves it, under the name of its answer', async () => {
    const provider = partProvider(detail({ snaps: [snap(), snap({ snap_id: 'snap-a2', status: 'rejected' })] }))
    provider.download.mockResolvedValue({ data: { ok: true, blob: new Blob(['%PDF']), fileName: 'Document.pdf' } })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test')
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    renderPieces(['documents'], { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Download: SSN card (snap-a1)' }))
    await waitFor(() => expect(notices()).toEqual(['success: Document downloaded']))
    expect(saved).toEqual(['Document.pdf'])
    expect(screen.getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
    expect(provider.download.mock.calls[0]).toMatchObject(['accountDocuments', { record: { snap_id: 'snap-a1' } }])
  })

  it('that gives a file and fails says why, and saves nothing', async () => {
    const provider = partProvider(detail({ snaps: [snap()] }))
    provider.download.mockRejectedValue(httpError(404, 'NOT_FOUND', 'The document is gone.'))
    const make = vi.spyOn(URL, 'createObjectURL')
    renderPieces(['documents'], { provider })
    fireEvent.click(await screen.findByRole('button', { name: /^Download/ }))
    await waitFor(() => expect(notices()).toEqual(['error: The document is gone.']))
    expect(make).not.toHaveBeenCalled()
  })
})
