import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { transferStates } from '../../../../services/embedded/data/statuses.ts'
import { transferState } from '../../../../resources/requests/transferStates.ts'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { detail, partProvider, renderPieces, transfer } from './renderParts.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const show = (...request: readonly unknown[]) => {
  const provider = partProvider(detail({ request }))
  renderPieces(['requests'], { provider })
  return provider
}
const block = (name: string) => screen.findByRole('article', { name })
const factsIn = (article: HTMLElement) =>
  Object.fromEntries(
    within(article)
      .queryAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
const inState = (currentState: string, change: Readonly<Record<string, unknown>> = {}) =>
  transfer({ status: 'APPROVED', response_data: { currentState, ...change } })

describe("a customer's requests", () => {
  it('stand with the newest first', async () => {
    show(transfer({ id: 9 }), transfer({ id: 101 }), transfer({ id: 30 }))
    await screen.findAllByRole('article')
    expect(screen.getAllByText(/^#/).map((id) => id.textContent)).toEqual(['#101', '#30', '#9'])
  })

  const decided = (change: Readonly<Record<string, unknown>>) => {
    const event = { seq: 1, at: '2026-03-06T15:00:00Z', actor: 'ada@firm.test', actorType: 'human', outcome: 'done' }
    const about = { operation: 'accountRequests.approve', label: 'Approve', target: 'id=9', evidence: null }
    return { ...event, ...about, reason: 'Statement matches', reference: '', ...change }
  }

  it('say who decided here, when and why, the reason once', async () => {
    const answer = { comment: 'Statement matches' }
    const requests = [
      transfer({ id: 9, status: 'APPROVED' }),
      transfer({ id: 10, status: 'REJECTED', response_data: answer }),
      transfer({ id: 11 }),
    ]
    const provider = partProvider(detail({ request: requests }))
    const events = [decided({}), decided({ operation: 'accountRequests.reject', target: 'id=10' })]
    provider.history.mockResolvedValue({ data: { ok: true, events } })
    renderPieces(['requests'], { provider })
    await screen.findByText(/^Approved .+ by ada@firm\.test$/)
    const texts = screen.getAllByRole('article').map(({ textContent }) => textContent)
    expect(texts[2]).toMatch(/Approved 03\/06\/2026, 10:00 AM by ada@firm\.testStatement matches/)
    expect(texts[1]).toMatch(/Rejected 03\/06\/2026, 10:00 AM by ada@firm\.test/)
    expect(texts[1]?.split('Statement matches')).toHaveLength(2)
    expect(texts[0]).not.toContain('ada@firm.test')
  })

  it('say who sent the newest request to close the account, and who had asked for it', async () => {
    const closing = (id: number, status: string) => ({ id, request_type: 'CLOSE_ACCOUNT', status })
    const provider = partProvider(detail({ request: [closing(501, 'REJECTED'), closing(502, 'INPROGRESS')] }))
    const approval = { requester: 'cleo@firm.test', comment: '' }
    const sent = decided({ operation: 'accounts.closeAccount', target: 'id=4107', reason: 'Moves away', approval })
    provider.history.mockResolvedValue({ data: { ok: true, events: [sent] } })
    renderPieces(['requests'], { provider })
    await screen.findByText(/^Sent .+ by ada@firm\.test, requested by cleo@firm\.test$/)
    const [newest, older] = screen.getAllByRole('article').map(({ textContent }) => textContent)
    expect(newest).toContain('Moves away')
    expect(older).not.toContain('Sent 03')
  })

  it('say that it is not known who decided when that cannot be read', async () => {
    const provider = partProvider(detail({ request: [transfer({ id: 9, status: 'APPROVED' }), transfer({ id: 11 })] }))
    provider.history.mockRejectedValue(httpError(503, 'AUDIT_UNAVAILABLE', 'The trail does not answer.'))
    renderPieces(['requests'], { provider })
    expect(await screen.findAllByText('By whom it was decided could not be read')).toHaveLength(1)
  })

  it('take the focus where the address names one', async () => {
    const provider = partProvider(detail({ request: [transfer({ id: 9 }), transfer({ id: 101 })] }))
    renderPieces(['requests'], { provider, hash: '#accountRequests/9' })
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    expect(document.activeElement?.textContent).toContain('#9')
  })

  it('say what a partial transfer moves', async () => {
    show(transfer())
    const article = await block('Transfer account')
    await within(article).findByRole('button', { name: /^Reveal/ })
    expect(factsIn(article)).toEqual({
      'Transfer type': 'Partial transfer',
      'Contra account': 'XXXXX21-77Reveal',
      Participant: 'Contra Test Brokerage',
      'Participant number': '0158',
    })
    const rows = within(within(article).getByRole('table', { name: 'What is transferred' })).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual(['AssetAmount', 'Cash$1,250.50', 'ZZTK3 shares'])
  })

  it.each([
    ['FULL_TRANSFER', 'Full transfer'],
    [undefined, 'Full transfer'],
    ['MUTUAL_FUND', 'Full transfer (MUTUAL_FUND)'],
  ])('say that a transfer of type %s is whole', async (transfer_type, words) => {
    show(transfer({ request_payload: { transfer_type, participant_name: 'Contra' } }))
    const article = await block('Transfer account')
    expect(factsIn(article)['Transfer type']).toBe(words)
    expect(within(article).queryByRole('table')).toBeNull()
  })

  it('read a payload that is JSON in text', async () => {
    show(transfer({ request_payload: '{"transfer_type":"PARTIAL","cash":10,"tickers":null}' }))
    expect(factsIn(await block('Transfer account'))['Transfer type']).toBe('Partial transfer')
    expect(screen.getByText('$10.00')).toBeDefined()
  })

  it.each(['{"transfer_type":', '', null, [], 7])('say when what is asked cannot be read: %j', async (payload) => {
    show(transfer({ request_payload: payload }))
    expect(within(await block('Transfer account')).getByText('What is asked could not be read.')).toBeDefined()
    const approve = screen.getByRole('button', { name: /^Approve: / })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: /^Reject: / }).getAttribute('aria-disabled')).toBe('false')
  })

  it('say when the answer cannot be read', async () => {
    show(transfer({ status: 'APPROVED', response_data: '{"currentState":' }))
    expect(within(await block('Transfer account')).getByText('The answer could not be read.')).toBeDefined()
  })

  it('show the answer of the clearing firm, reject codes in words', async () => {
    show(
      inState('REQUEST_REJECT', {
        acatsControlNumber: '20260690000001',
        direction: 'JOINING',
        notes: 'SSN_TAX_ID_MISMATCH',
        expectedSettlementDate: '2026-03-09',
        previousState: 'REQUEST',
        tifId: 'tif-1',
      }),
    )
    expect(factsIn(await block('Transfer account'))).toMatchObject({
      'Control number': '20260690000001',
      Direction: 'Joining',
      Notes: 'The SSN or tax id does not match (SSN_TAX_ID_MISMATCH)',
      'Expected settlement': '03/09/2026',
      'Previous state': 'REQUEST',
    })
  })
})

describe('the state of a transfer', () => {
  const tones = {
    info: 'neutral',
    inFlight: 'inFlight',
    review: 'inFlight',
    warning: 'needsUs',
    success: 'done',
    bad: 'stopped',
  }

  it.each(transferStates)('%s has its meaning and its tone', async (state) => {
    show(inState(state))
    const article = await block('Transfer account')
    expect(within(article).getByText(transferState(state)?.meaning ?? 'no meaning')).toBeDefined()
    const tone = tones[transferState(state)?.tone ?? 'info']
    expect(within(article).getByText(state).parentElement?.className).toBe(`cs-pill cs-pill--${tone}`)
    expect(within(article).queryByRole('button', { name: /^Approve: / })).toBeNull()
    const review = within(article).queryAllByRole('button', { name: /^(Accept|Reject): / })
    expect(review).toHaveLength(state === 'REVIEW' || state.startsWith('REVIEW_') ? 2 : 0)
    expect(article.querySelector('.cs-clock') !== null).toBe(transferState(state)?.clock !== undefined)
  })

  it.each([
    [{ response_data: { currentState: 'REVIEW', status: 'REQUEST' } }, 'REVIEW'],
    [{ response_data: { status: 'request_past' } }, 'REQUEST_PAST'],
    [{ response_data: { currentState: '' }, status: 'SETTLE_CLOSE' }, 'SETTLE_CLOSE'],
    [{ response_data: {}, status: 'REQUESTED' }, 'REQUESTED'],
  ])('is the first that has a value: %j', async (change, state) => {
    show(transfer(change))
    const pills = within(await block('Transfer account')).getAllByText(state)
    expect(pills).toHaveLength(1)
  })

  it('that no one here knows is shown raw and neutral', async () => {
    show(inState('TELEPORTED'))
    const article = await block('Transfer account')
    expect(within(article).getByText('TELEPORTED').closest('.cs-pill')?.className).toMatch(/cs-pill--neutral/)
    expect(within(article).getByText('This console does not know this state.')).toBeDefined()
  })

  it('under review offers what cannot be done here, with the reason', async () => {
    const provider = show(inState('REVIEW'))
    const accept = await screen.findByRole('button', { name: 'Accept: Transfer account (501)' })
    const reason = screen.getByText('Not available in this console')
    expect(accept.getAttribute('aria-disabled')).toBe('true')
    expect(accept.getAttribute('aria-describedby')).toBe(reason.id)
    fireEvent.click(accept)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })

  it('has a clock from when it began, else since it was first seen, else of unknown start', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    show(
      { ...inState('REQUEST_REJECT', { stateChangedAt: hourAgo }), id: 3 },
      { ...inState('REQUEST_REJECT'), id: 2, first_seen_at: hourAgo },
      { ...inState('REQUEST_REJECT'), id: 1 },
    )
    await screen.findAllByRole('article')
    const clocks = [...document.querySelectorAll('.cs-clock')].map((clock) => clock.textContent)
    expect(clocks[0]).toMatch(/^Amend within 2[23] h \d+ min$/)
    expect(clocks[1]).toMatch(/^Amend within 2[23] h \d+ min \(since first seen\)$/)
    expect(clocks[2]).toBe('Start not known')
  })
})

describe('what was decided here', () => {
  it.each([
    ['APPROVED', 'Our decision: Approved'],
    ['REJECTED', 'Our decision: Rejected'],
    ['REQUESTED', 'Our status: Requested'],
  ])('as %s stands quietly beside the kind, and the state is said to be the clearing firm', async (status, words) => {
    show({ ...inState('ERROR'), status })
    const article = await block('Transfer account')
    expect(within(article).getByText(words).closest('.cs-pill')).toBeNull()
    expect(article.querySelectorAll('.cs-pill')).toHaveLength(1)
    expect(article.querySelector('.cs-request-state')?.textContent).toMatch(/^Clearing firmERROR/)
  })

  it('is the state itself while the clearing firm has said nothing', async () => {
    show(transfer({ status: 'APPROVED' }))
    const article = await block('Transfer account')
    expect(within(article).queryByText(/^Our decision/)).toBeNull()
    expect(within(article).queryByText('Clearing firm')).toBeNull()
  })
})

describe('a request to close the account', () => {
  const closing = (status: string, response_data: unknown = null) => ({
    id: 503,
    status,
    request_type: 'CLOSE_ACCOUNT',
    request_payload: {},
    response_data,
  })

  it.each([
    ['SENT', 'Sent to the clearing firm.'],
    ['INPROGRESS', 'The clearing firm is closing the account.'],
    ['APPROVED', 'The clearing firm closed the account.'],
    ['REJECTED', 'The account stays open: its closing was rejected.'],
    ['PENDING', 'Waiting to be sent to the clearing firm.'],
    ['TELEPORTED', 'This console does not know this state.'],
  ])('that is %s says so', async (status, meaning) => {
    show(closing(status))
    const article = await block('Close account')
    expect(within(article).getByText(meaning)).toBeDefined()
    expect(within(article).queryByRole('button')).toBeNull()
  })

  it('says what was decided, why and when', async () => {
    show(closing('REJECTED', { action: 'REJECTED', comment: 'Open debit', decidedAt: '2026-03-01T15:00:00Z' }))
    expect(factsIn(await block('Close account'))).toEqual({
      Decision: 'Rejected',
      Comment: 'Open debit',
      Decided: '03/01/2026, 10:00 AM',
    })
  })
})
