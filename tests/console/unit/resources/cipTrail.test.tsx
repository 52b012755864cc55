import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { CoreAdminContext, memoryStore, type DataProvider } from 'ra-core'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CipPage } from '../../../../resources/verification/cip/CipPage.tsx'
import type { HistoryEvent } from '../../../../language/history.ts'
import { accepted, addressRejected, indeterminate, snaps, statusAnswer, withFaults } from './investigationPayloads.ts'
import { httpError, muteExpectedErrors, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'
import { accounts } from '../../support/resources.ts'

const detail = accountDetail({ joint_user: anaBrandt, snaps }, { first_name: 'Teo', last_name: 'Brandt' })

const event = (change: Partial<HistoryEvent>): HistoryEvent => ({
  seq: 1,
  at: '2026-03-06T15:00:00.000Z',
  actor: 'ada@countersign.test',
  actorType: 'human',
  operation: 'accountDocuments.approve',
  label: 'Approve',
  target: 'snap_id=snap-a2',
  reason: 'The numbers agree',
  evidence: null,
  outcome: 'done',
  reference: '',
  ...change,
})

const appeal = event({
  operation: 'accountInvestigations.appeal',
  target: 'account_status=ACTION_REQUIRED&apex_account_id=4108&sketchId=sketch-ana',
  reason: 'The letter names the applicant',
  evidence: {
    reliedOn: [{ value: 'snap-a2', label: 'SSA letter, approved' }],
    acknowledged: ['DNDB: A. Brandt, certainty LOW', 'Dow Jones: BRANDT, Ana, certainty 72', 'Ofac: POTENTIAL_MATCH'],
  },
})

const firmEntry = (change: Record<string, unknown> = {}) => ({
  user: 'ada.mint',
  timestamp: '2026-03-06T15:00:04Z',
  stateChange: 'APPEALED',
  comment: [
    'The letter names the applicant',
    'Relied on: SSA letter, approved (snap-a2)',
    'Acknowledged: DNDB: A. Brandt, certainty LOW; Dow Jones: BRANDT, Ana, certainty 72; Ofac: POTENTIAL_MATCH',
  ].join(' '),
  ...change,
})

const start = (
  events: readonly HistoryEvent[],
  history: readonly unknown[] = [],
  investigations: readonly unknown[] = [accepted({ history: [] }), indeterminate({ history })],
  faults: readonly `/${string}`[] = [],
) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(detail)
  provider.read.mockResolvedValue({
    data: withFaults(statusAnswer(investigations), ...faults),
    meta: { unreadable: faults.length },
  })
  provider.history.mockResolvedValue({ data: { ok: true, events } })
  const page = () =>
    render(
      <MemoryRouter>
        <CoreAdminContext
          dataProvider={provider as unknown as DataProvider}
          queryClient={new QueryClient()}
          store={memoryStore()}
        >
          <CipPage definition={accounts} id="4108" productName="Countersign" />
        </CoreAdminContext>
      </MemoryRouter>,
    )
  return { provider, page }
}

const article = async (name: string) => within(await screen.findByRole('article', { name }))
const ana = () => article('Secondary: Ana Brandt')
const below = (page: Awaited<ReturnType<typeof article>>, title: string) =>
  page.getByRole('heading', { name: title, level: 4 }).nextElementSibling
const decisions = async () => [...(below(await ana(), 'Decisions')?.children ?? [])].map((row) => row.textContent)

beforeEach(() => {
  cleanup()
  muteExpectedErrors()
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('what the identification file takes from the audit trail', () => {
  it('keeps what a case was and what its checks found after it was accepted', async () => {
    const entry = (stateChange: string, hour: number) => ({
      user: 'system',
      timestamp: `2026-03-05T${hour}:00:00Z`,
      stateChange,
      comment: stateChange === 'REJECTED' ? 'Address not found' : null,
    })
    const { result, ...settled } = addressRejected({
      status: 'ACCEPTED',
      history: [entry('REJECTED', 15), entry('ACCEPTED', 19)],
      cipCategories: [{ name: 'ADDRESS', categoryState: 'ACCEPTED', requestedDocuments: [] }],
    })
    const facts = async (investigation: unknown, faults: readonly `/${string}`[] = []) => {
      cleanup()
      start([], [], [investigation], faults).page()
      const teo = await article('Primary: Teo Brandt')
      return [...(below(teo, 'Results')?.children ?? [])].map((line) =>
        [...line.children].map(({ textContent }) => textContent),
      )
    }
    const evaluation = { ...result.evaluation, comment: 'See the bureau' }
    expect(await facts({ ...settled, result: { ...result, evaluation } })).toEqual([
      ['Evaluation', 'REJECTED'],
      ['Comment', 'See the bureau'],
      ['Equifax Reject', 'Address could not be verified, ADDRESS_NOT_VERIFIED'],
      ['Equifax Accept', 'Identity found, IDENTITY_LOCATED'],
    ])
    const entries = below(await article('Primary: Teo Brandt'), 'Decisions')?.children ?? []
    expect([...entries].map(({ textContent }) => textContent)).toEqual([
      '03/05/2026, 10:00 AMREJECTEDsystemClearing firmAddress not found',
      '03/05/2026, 02:00 PMACCEPTEDsystemClearing firm',
    ])
    const { equifaxResult: _equifax, ...silent } = result
    expect(await facts({ ...settled, result: silent })).toContainEqual(['Equifax', 'No answer'])
    const EQUIFAX = '/result/investigations/0/result/equifaxResult'
    expect(await facts({ ...settled, result }, [EQUIFAX])).toContainEqual(['Equifax', 'Unreadable'])
    const partly = await facts({ ...settled, result }, [`${EQUIFAX}/results/accept`])
    expect(partly).toContainEqual(['Equifax', 'Not all could be read'])
  })

  it('says of each document who approved or rejected it, when and why, and who uploaded it', async () => {
    const { page } = start([
      event({
        operation: 'accountDocuments.reject',
        target: 'snap_id=snap-a3',
        at: '2026-03-07T15:00:00.000Z',
        reason: 'Blurred',
      }),
      event({}),
      event({ operation: 'accounts.uploadDocument', target: 'account_no=•••', reference: 'snap-a2', reason: '' }),
    ])
    page()
    const row = (await ana()).getAllByRole('row').find(({ textContent }) => textContent.startsWith('SSN'))
    expect(row?.lastElementChild?.textContent).toBe(
      'SSN card, snap-a1, uploadedSSA letter, snap-a2, approved' +
        'Uploaded by ada@countersign.test, 03/06/2026, 10:00 AM' +
        'Approved by ada@countersign.test, 03/06/2026, 10:00 AMThe numbers agree',
    )
    const teo = await article('Primary: Teo Brandt')
    expect(below(teo, 'Rejected documents')?.textContent).toBe(
      'Passport, snap-a3, rejectedRejected by ada@countersign.test, 03/07/2026, 10:00 AMBlurred',
    )
  })

  it('leaves out attempts that were refused or have failed, and marks what was not confirmed', async () => {
    const { page } = start([
      event({ outcome: 'unknown', reason: 'Third' }),
      event({ outcome: 'failed', reason: 'Second' }),
      event({ outcome: 'refused', reason: 'First' }),
    ])
    page()
    const row = (await ana()).getAllByRole('row').find(({ textContent }) => textContent.startsWith('SSN'))
    expect(row?.textContent).toContain('Approved, not confirmed, by ada@countersign.test')
    expect(row?.textContent).toContain('Third')
    expect(row?.textContent).not.toMatch(/First|Second/)
  })

  it('tells a decision that both have on record once, and those that only one has by its name', async () => {
    const { page } = start(
      [appeal],
      [
        firmEntry({ user: 'system', timestamp: '2026-03-05T15:00:00Z', stateChange: 'INDETERMINATE', comment: null }),
        firmEntry(),
        firmEntry({ timestamp: '2026-03-06T18:00:00Z' }),
      ],
    )
    page()
    const rows = await decisions()
    expect(rows).toHaveLength(3)
    expect(rows[0]).toBe('03/05/2026, 10:00 AMINDETERMINATEsystemClearing firm')
    expect(rows[1]).toContain('APPEALEDada@countersign.testCountersign and clearing firmThe letter names the applicant')
    expect(rows[1]).toContain('Relied on: SSA letter, approved (snap-a2)')
    expect(rows[2]).toContain('ada.mintClearing firm')
  })

  it.each([
    ['another comment', { comment: 'Something else' }],
    ['another state', { stateChange: 'REJECTED' }],
    ['another hour', { timestamp: '2026-03-06T16:00:00Z' }],
    ['no moment', { timestamp: 'yesterday' }],
  ])('keeps both where the clearing firm has %s', async (_title, change) => {
    start([appeal], [firmEntry(change)]).page()
    expect(await decisions()).toHaveLength(2)
  })

  it('believes the clearing firm that a decision was made whose answer was lost', async () => {
    const lost = { ...appeal, outcome: 'unknown' } as const
    start([lost], [firmEntry()]).page()
    expect((await decisions())[0]).not.toMatch(/not confirmed/i)
    cleanup()
    start([lost]).page()
    expect((await decisions())[0]).toContain('ada@countersign.testCountersignNot confirmed: its outcome is unknown')
    expect((await ana()).getByText('Ofac', { selector: 'dt' }).parentElement?.textContent).toMatch(/, not confirmed$/)
  })

  it('says at each match who has acknowledged it', async () => {
    start([appeal]).page()
    const page = await ana()
    expect(page.getByText('Ofac', { selector: 'dt' }).parentElement?.textContent).toBe(
      'Ofac1 matchPOTENTIAL_MATCH, acknowledged by ada@countersign.test, 03/06/2026, 10:00 AM',
    )
  })

  it.each([
    ['done', 'The letter is genuine', ': The letter is genuine'],
    ['unknown', '', ''],
  ] as const)('names who requested a decision and who approved it (%s)', async (outcome, comment, said) => {
    const approval = { requester: 'reviewer@countersign.test', comment }
    start([{ ...appeal, outcome, approval }]).page()
    const [decision] = await decisions()
    expect(decision).toContain(
      `APPEALEDRequested by reviewer@countersign.test, approved by ada@countersign.test${said}Countersign`,
    )
    const end = outcome === 'unknown' ? ', not confirmed' : ''
    expect((await ana()).getByText('Ofac', { selector: 'dt' }).parentElement?.textContent).toBe(
      'Ofac1 matchPOTENTIAL_MATCH, acknowledged by reviewer@countersign.test, approved by ada@countersign.test, ' +
        `03/06/2026, 10:00 AM${end}`,
    )
  })

  it('names the evidence of an automatic address approval', async () => {
    const { page } = start([
      event({
        operation: 'accounts.validateAddress',
        target: 'id=4108&sketchId=sketch-ana',
        actorType: 'automation',
        reference: 'av-77',
        reason: '',
      }),
      event({ operation: 'accounts.validateAddress', target: 'id=4108&sketchId=sketch-ana', outcome: 'unknown' }),
    ])
    page()
    expect(below(await ana(), 'Address validation')?.textContent).toBe(
      'Answered 03/06/2026, 10:00 AM, reference av-77, asked automatically for ada@countersign.test',
    )
    const teo = await article('Primary: Teo Brandt')
    expect(teo.queryByText('Address validation')).toBeNull()
  })

  it('says so on the page of each applicant when it could not be read, and never that nothing was decided', async () => {
    const { provider, page } = start([appeal])
    provider.history.mockRejectedValueOnce(httpError(503, 'AUDIT_UNAVAILABLE', 'The audit trail cannot be read.'))
    page()
    const withoutTrail = await ana()
    expect(withoutTrail.getByRole('alert').textContent).toContain(
      'What Countersign has on record about this account could not be read. This file is not complete',
    )
    expect(screen.queryByText('None recorded')).toBeNull()
    expect(withoutTrail.getByText('By whom could not be read')).toBeDefined()
    fireEvent.click(withoutTrail.getByRole('button', { name: 'Retry' }))
    await (await ana()).findByText(/Relied on/)
    expect(screen.queryByText(/is not complete/)).toBeNull()
  })

  it('says when the trail may not be read, without Retry', async () => {
    const { provider, page } = start([])
    provider.history.mockRejectedValue(httpError(403, 'FORBIDDEN', 'Sorry, you do not have permission to do this.'))
    page()
    const file = await ana()
    expect(file.getByRole('alert').textContent).toContain('Sorry, you do not have permission to do this.')
    expect(file.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('shows no half of the file before the trail has answered', async () => {
    const { provider, page } = start([])
    let answer: (value: unknown) => void = () => undefined
    provider.history.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    const { container } = page()
    await vi.waitFor(() => expect(provider.history).toHaveBeenCalled())
    expect(screen.queryByRole('article')).toBeNull()
    expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
    answer({ data: { ok: true, events: [] } })
    expect((await ana()).getByText('None recorded')).toBeDefined()
  })
})
