import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { DataProviderContext } from 'ra-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { OverviewPage } from '../../../../resources/overview/OverviewPage.tsx'
import { testDataProvider } from 'ra-core'
import { openPage } from '../../../framework/browser/openPage.tsx'
import { json } from '../../../framework/browser/support.ts'
import '../../support/installBrokerage.ts'

vi.mock('../../../../resources/overview/Bars.tsx', () => ({ Bars: () => null }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const DAY_MS = 24 * 60 * 60_000
const now = Date.UTC(2026, 10, 20, 17)
const ago = (days: number): string => new Date(now - days * DAY_MS).toISOString()

type List = Parameters<NonNullable<Parameters<typeof testDataProvider>[0]>['getList'] & object>[1]

interface Rows {
  readonly [filter: string]: readonly {
    readonly request_time: string | null
    readonly pending_documents?: number
    readonly status?: string
    readonly name?: string
  }[]
}

const TRANSFERS = 'Accounts with a transfer to decide'

const keyOf = ({ filter }: List): string => JSON.stringify(filter)

const SUSPENDED = '{"status":"SUSPENDED"}'
const WAITING = '{"status":"SUSPENDED","pending_documents":true}'
const REQUIRED = '{"status":"ACTION_REQUIRED"}'
const PENDING = '{"pending_documents":true}'

function providerOf(rows: Rows) {
  const getList = vi.fn(async (_resource: string, params: List) => {
    const found = rows[keyOf(params)] ?? []
    const { page = 1, perPage = 50 } = params.pagination ?? {}
    const data = found.slice((page - 1) * perPage, page * perPage).map((row, index) => ({
      id: page * 1000 + index,
      status: 'SUSPENDED',
      ...row,
    }))
    return { data, pageInfo: { hasNextPage: page * perPage < found.length } }
  })
  return { getList, provider: testDataProvider({ getList: getList as never }) }
}

const nothing = { asOf: now, accounts: 0, unread: 0, isCut: false, states: [] }

const replies = {
  '/console/waiting/transfers': () => json(200, nothing),
  '/console/waiting/bankChanges': () => json(200, nothing),
  '/console/decisions': () => json(200, { asOf: now, hours: [], unknown: [] }),
  '/console/decisions/people': () => json(200, { asOf: now, people: [] }),
}

function open(rows: Rows, own: Partial<typeof replies> = {}, session: object = {}, address = '/overview') {
  vi.spyOn(Date, 'now').mockReturnValue(now)
  const { provider, getList } = providerOf(rows)
  const page = (
    <DataProviderContext.Provider value={provider}>
      <OverviewPage />
    </DataProviderContext.Provider>
  )
  return openPage(page, { ...replies, ...own }, { ...session }, address).then((gateway) => ({ gateway, getList }))
}

const panel = (name: string) => within(screen.getByRole('region', { name }))

const cellsOf = async (name: string, row: string) => {
  const found = await panel(name).findByRole('row', { name: new RegExp(row) })
  return [...found.querySelectorAll('td')].map((cell) => cell.textContent)
}

describe('the overview', () => {
  test('says that it reads no parameter of its address', async () => {
    await open({})
    expect(screen.queryByText(/Part of the address was ignored/)).toBeNull()
    cleanup()
    await open({}, {}, {}, '/overview?foo=1')
    expect(screen.getByText(/Part of the address was ignored/)).not.toBeNull()
  })

  test('counts what waits by age, as far as the lists are read, and leads to them', async () => {
    const { getList } = await open({
      [WAITING]: [
        { request_time: ago(0.5) },
        { request_time: ago(3) },
        { request_time: ago(31) },
        { request_time: null },
      ],
      [SUSPENDED]: [
        { request_time: ago(0.5), pending_documents: 1 },
        { request_time: ago(2), pending_documents: 0 },
      ],
      [REQUIRED]: Array.from({ length: 170 }, () => ({ request_time: ago(10) })),
    })
    expect(await cellsOf('What waits', 'Needs documents')).toEqual(['1', '1', '0', '0', '1', '1', '4'])
    expect(await cellsOf('What waits', 'Decide or appeal')).toEqual(['0', '1', '0', '0', '0', '0', '1'])
    expect(
      panel('What waits').getByText(/Decide or appeal: suspended accounts without a missing document/),
    ).not.toBeNull()
    expect(await cellsOf('What waits', 'Action required')).toEqual(['0', '0', '0', '150', '0', '0', 'at least 150'])
    expect(panel('What waits').getByText(/its first 150 accounts/)).not.toBeNull()
    const link = panel('What waits').getByRole('link', { name: 'Needs documents' })
    expect(link.getAttribute('href')).toBe('/accounts?filter=note:SUSPENDED_PENDING_DOCS')
    expect(panel('What waits').getByText('As of 11/20/2026, 12:00 PM')).not.toBeNull()
    expect(getList.mock.calls.filter(([, params]) => keyOf(params) === REQUIRED)).toHaveLength(3)
  })

  test('names the accounts that wait for a decision, the longest wait first: no list has them alone', async () => {
    await open({
      [SUSPENDED]: [
        { request_time: null, pending_documents: 0, name: 'Nell Undated' },
        { request_time: ago(2), pending_documents: 0, name: 'Ivo Lark' },
        { request_time: ago(1), pending_documents: 1, name: 'Ada Other' },
        { request_time: ago(9), pending_documents: 0, name: 'Uma Vane' },
      ],
    })
    fireEvent.click(await panel('What waits').findByRole('button', { name: 'Decide or appeal' }))
    const counted = within(await screen.findByRole('dialog', { name: 'Decide or appeal' }))
    expect(counted.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Uma VaneApplied 11/11/2026, 12:00 PM',
      'Ivo LarkApplied 11/18/2026, 12:00 PM',
      'Nell UndatedNo date',
    ])
    expect(counted.getByRole('link', { name: 'Ivo Lark' }).getAttribute('href')).toBe('/account/1001?tab=documents')
    cleanup()
    await open({ [REQUIRED]: [{ request_time: ago(1) }] })
    expect(await cellsOf('What waits', 'Decide or appeal')).toEqual(['0', '0', '0', '0', '0', '0'])
    expect(panel('What waits').queryByRole('button', { name: 'Decide or appeal' })).toBeNull()
  })

  test('counts documents and the clocks of transfers', async () => {
    const transfer = (state: string, days: number, isFirstSeen = false) => ({
      id: String(days),
      state,
      since: ago(days),
      isFirstSeen,
    })
    const states = [
      transfer('REQUEST', 7),
      transfer('REQUESTED', 0, true),
      transfer('REQUESTED', 1),
      transfer('TRANSFER_COMPLETE', 1),
    ]
    await open(
      {
        [WAITING]: [
          { request_time: null, pending_documents: 2 },
          { request_time: null, pending_documents: 3 },
        ],
        [PENDING]: [
          { request_time: null, pending_documents: 2 },
          { request_time: null, pending_documents: 7, status: 'ACTION_REQUIRED', name: 'Ivo Lark' },
        ],
      },
      { '/console/waiting/transfers': () => json(200, { ...nothing, accounts: 50, isCut: true, unread: 2, states }) },
    )
    expect(await cellsOf('Documents pending', 'Suspended')).toEqual(['2', '5'])
    expect(await cellsOf('Documents pending', 'Action required')).toEqual(['1', '7'])
    expect(panel('Documents pending').getByRole('link', { name: 'Suspended' }).getAttribute('href')).toBe(
      '/accounts?filter=note:SUSPENDED_PENDING_DOCS',
    )
    // No list has these alone.
    fireEvent.click(panel('Documents pending').getByRole('button', { name: 'Action required' }))
    const counted = within(await screen.findByRole('dialog', { name: 'Action required' }))
    expect(counted.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ivo Lark7 documents'])
    expect(counted.getByRole('link').getAttribute('href')).toBe('/account/1001?tab=documents')
    fireEvent.click(counted.getByRole('button', { name: 'Close' }))
    expect(await cellsOf(TRANSFERS, 'Requested')).toEqual(['0', '1', '0', '0', '1', 'at least 2'])
    expect(await cellsOf(TRANSFERS, '^Request [0-9]')).toEqual(['0', '0', '1', '0', '0', 'at least 1'])
    expect(panel(TRANSFERS).queryByText('Transfer complete')).toBeNull()
    fireEvent.click(panel(TRANSFERS).getByRole('button', { name: 'Requested' }))
    const accounts = within(await screen.findByRole('dialog', { name: 'Requested' })).getAllByRole('link')
    expect(accounts.map((link) => link.getAttribute('href'))).toEqual([
      '/account/1?tab=requests',
      '/account/0?tab=requests',
    ])
    const columns = panel(TRANSFERS).getAllByRole('columnheader')
    expect(columns.map(({ textContent }) => textContent).slice(-2)).toEqual(['Age unknown', 'Requests'])
    expect(panel('Documents pending').getByText(/^What the account service calls pending/)).not.toBeNull()
    const scope = panel(TRANSFERS).getByText(/first 50 accounts/).textContent
    expect(scope).toContain('The first 50 accounts with a transfer to decide are counted, with 3 open requests.')
    expect(scope).toContain('The service names no date for 1: their age is unknown')
    expect(scope).toContain('2 of them couldn’t be read. 1 is past the deadline.')
    expect(panel('Bank changes').getByText('No bank change waits.')).not.toBeNull()
  })

  test('claims no unknown age where the time since a state was first seen puts it in the last column', async () => {
    const state = (days: number) => ({ id: String(days), state: 'REQUESTED', since: ago(days), isFirstSeen: true })
    const seen = (...days: readonly number[]) => ({ ...nothing, accounts: 2, states: days.map(state) })
    const own = {
      '/console/waiting/transfers': () => json(200, seen(20, 0)),
      '/console/waiting/bankChanges': () => json(200, seen(20, 21)),
    }
    await open({}, own)
    expect(await panel(TRANSFERS).findByText(/names no date for 1: their age is unknown/)).not.toBeNull()
    expect(await cellsOf(TRANSFERS, 'Requested')).toEqual(['0', '0', '0', '1', '1', '2'])
    expect(await cellsOf('Bank changes', 'Requested')).toEqual(['0', '0', '0', '2', '2'])
    expect(panel('Bank changes').getByText(/^All accounts are counted/).textContent).not.toContain('age is unknown')
  })

  test('says of each part what is counted in it', async () => {
    const change = { id: '7', state: 'ACCOUNT_CHANGED_BY_NOC', since: ago(1), isFirstSeen: false }
    const changes = { ...nothing, accounts: 150, isCut: true, states: [change] }
    const rows = {
      [WAITING]: [{ request_time: ago(1), pending_documents: 2 }],
      [SUSPENDED]: [{ request_time: ago(1), pending_documents: 2 }],
      [PENDING]: [{ request_time: ago(1), pending_documents: 2 }],
    }
    await open(rows, { '/console/waiting/bankChanges': () => json(200, changes) })
    const says = (name: string, text: RegExp) => panel(name).findByText(text)
    await says(
      'What waits',
      /^All accounts in these states are counted: 1 account\. Some wait for someone else: .+ Decide or appeal/,
    )
    await says('Documents pending', /^All accounts with pending documents are counted: 1 account, 2 documents\.$/)
    await says(TRANSFERS, /^All accounts with a transfer to decide are counted: 0 accounts, 0 open requests\.$/)
    await says('Bank changes', /^The service can’t count\. The first 150 accounts are counted, with 1 change\.$/)
    await says('Decisions a day', /^All decisions of the last 14 days are counted/)
    cleanup()
    await open(rows, { '/console/waiting/bankChanges': () => json(200, { ...changes, accounts: 40, isCut: false }) })
    await says('Bank changes', /^All accounts are counted: 40 accounts, 1 change\.$/)
  })

  test('counts decisions by the days of New York, and by person for readers of the trail', async () => {
    const hours = [
      { hour: Date.UTC(2026, 10, 20, 4), kind: 'documents', count: 2, automatic: 0 },
      { hour: Date.UTC(2026, 10, 20, 5), kind: 'documents', count: 3, automatic: 0 },
      { hour: Date.UTC(2026, 10, 20, 6), kind: 'requests', count: 1, automatic: 0 },
    ]
    const people = [{ userId: 7, name: 'Vera View', count: 6, automatic: 0 }]
    const own = {
      '/console/decisions': () => json(200, { asOf: now, hours, unknown: [] }),
      '/console/decisions/people': () => json(200, { asOf: now, people }),
    }
    await open({}, own, { mayReadAudit: true })
    expect(await cellsOf('Decisions a day', '^11/19')).toEqual(['2', '0', '0', '2'])
    expect(await cellsOf('Decisions a day', '^11/20')).toEqual(['3', '0', '1', '4'])
    const day = panel('Decisions a day').getByRole('link', { name: '11/20' })
    expect([day.getAttribute('href'), day.title]).toEqual(['/audit?day=2026-11-20', 'All entries of this day'])
    const person = await panel('Decisions by person').findByRole('link', { name: 'Vera View' })
    expect(person.getAttribute('href')).toBe('/audit?person=7&from=2026-11-07')
    expect(person.title).toBe('All entries of this person in these days')
    for (const name of ['Decisions a day', 'Decisions by person'])
      expect(panel(name).getByText(/The links lead to all entries in Audit, not to decisions alone\.$/)).not.toBeNull()
    expect(await cellsOf('Decisions by person', 'Vera View')).toEqual(['6'])
    expect(screen.queryByText(/unknown outcome since/)).toBeNull()
  })

  test('says how many outcomes of these days are unknown, and leads readers of the trail to them', async () => {
    // The first of the fourteen days begins at midnight in New York.
    const unknown = [Date.UTC(2026, 10, 20, 16), Date.UTC(2026, 10, 7, 5), Date.UTC(2026, 10, 7, 5) - 1]
    const own = { '/console/decisions': () => json(200, { asOf: now, hours: [], unknown }) }
    await open({}, own, { mayReadAudit: true })
    const text = '2 changes have an unknown outcome since 11/07/2026.'
    const link = await panel('Decisions a day').findByRole('link', { name: text })
    expect(link.getAttribute('href')).toBe('/audit?unknown=2026-11-07')
    await panel('Decisions by person').findByText(/^All decisions of the last 14 days/)
    expect(screen.queryAllByText(/The links lead to all entries/)).toEqual([])
    cleanup()
    await open({}, own)
    expect((await panel('Decisions a day').findByText(new RegExp(text))).querySelector('a')).toBeNull()
  })

  test('tells what the gateway decided on behalf of people from what they decided', async () => {
    const people = [
      { userId: 7, name: 'Vera View', count: 6, automatic: 4 },
      { userId: 8, name: 'Ada Mint', count: 1, automatic: 0 },
    ]
    const hours = [
      { hour: Date.UTC(2026, 10, 20, 5), kind: 'cases', count: 3, automatic: 2 },
      { hour: Date.UTC(2026, 10, 20, 6), kind: 'documents', count: 2, automatic: 1 },
    ]
    const own = {
      '/console/decisions': () => json(200, { asOf: now, hours, unknown: [] }),
      '/console/decisions/people': () => json(200, { asOf: now, people }),
    }
    await open({}, own, { mayReadAudit: true })
    expect(await cellsOf('Decisions a day', '^11/20')).toEqual(['1', '1', '0', '3', '5'])
    expect(panel('Decisions a day').getByRole('columnheader', { name: 'Automatic' })).not.toBeNull()
    expect(panel('Decisions a day').getByText(/Automatic: made by the gateway/)).not.toBeNull()
    expect(await cellsOf('Decisions by person', 'Vera View')).toEqual(['2', '4', '6'])
    expect(await cellsOf('Decisions by person', 'Ada Mint')).toEqual(['1', '0', '1'])
    expect(panel('Decisions by person').getByText(/Automatic: made by the gateway/)).not.toBeNull()
  })

  test('loads and fails part by part, and asks for no people without the permission', async () => {
    let status = 502
    const { gateway } = await open(
      {},
      {
        '/console/decisions': () =>
          json(status, status === 200 ? { asOf: now, hours: [], unknown: [] } : { message: 'No answer.' }),
      },
    )
    const alert = await panel('Decisions a day').findByRole('alert')
    expect(alert.textContent).toContain('Couldn’t load this part. No answer.')
    expect(await panel('What waits').findByText('No account waits for staff.')).not.toBeNull()
    status = 200
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await panel('Decisions a day').findByText('Nothing was decided in the last two weeks.')).not.toBeNull()
    expect(gateway.paths()).not.toContain('/console/decisions/people')
  })
})
