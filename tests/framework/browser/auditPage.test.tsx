import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'ra-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AuditPage } from '../../../src/administration/AuditPage.tsx'
import { at, line, page } from './auditAnswers.ts'
import { openPage as open } from './openPage.tsx'
import { json } from './support.ts'
import { installLibrary } from './installLibrary.ts'

installLibrary()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the page of the audit trail', () => {
  test('lists what was done, newest first, with older entries on the next page', async () => {
    let answer = page([line(9, { result: 'unknown', at: at + 9000, requestedBy: 'bo@library.test' }), line(8)], 8)
    const gateway = await open(<AuditPage />, { '/console/audit': () => json(200, answer) })
    const row = await screen.findByRole('row', { name: /Unknown outcome/ })
    expect(row.textContent).toContain(
      'Lendbooks.lend11/22/2026, 10:00:09 AMada@library.testrequested by bo@library.testbooks/7Asked at the desk',
    )
    const buttons = screen.getAllByRole('button', { name: /^Lend/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Lend: 11/22/2026, 10:00:09 AM, ada@library.test',
      'Lend: 11/22/2026, 10:00:00 AM, ada@library.test',
    ])
    expect(screen.getByText('More than 1,000')).not.toBeNull()
    answer = page([line(7, { label: 'Return' })])
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByRole('button', { name: /^Return: / })
    expect(screen.getByText('Page 2 of 2')).not.toBeNull()
    expect(screen.queryByRole('button', { name: /^Lend: / })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
    expect(screen.getAllByRole('button', { name: /^Lend: / })).toHaveLength(2)
    expect(gateway.seen.filter(({ path }) => path === '/console/audit')).toHaveLength(2)
  })

  test('leaves the place of a reason empty where there is none, so that a phone leaves out its label', async () => {
    await open(<AuditPage />, { '/console/audit': () => json(200, page([line(9, { reason: '' })])) })
    const row = await screen.findByRole('row', { name: /Lend/ })
    expect(row.querySelectorAll('[data-label=Reason]:empty')).toHaveLength(1)
  })

  test('sends its filters in the body, and says how unknown outcomes are reconciled', async () => {
    let answer = page([line(9)])
    const audit = (
      <DataProviderContext.Provider value={{ ...testDataProvider(), getList: async () => ({ data: [], total: 0 }) }}>
        <AuditPage />
      </DataProviderContext.Provider>
    )
    await open(audit, { '/console/audit': () => json(200, answer) })
    const fetcher = vi.mocked(window.fetch)
    await screen.findByRole('button', { name: /^Lend: / })
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: ' Ada Mint <ada@library.test>; ' } })
    fireEvent.change(screen.getByLabelText('Outcome'), { target: { value: 'unknown' } })
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-01' } })
    expect(screen.queryByText(/may or may not have done these/)).toBeNull()
    answer = { ...page([line(9, { result: 'unknown' })]), count: 1 }
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByText(/may or may not have done these/)
    expect(screen.getByText('1 in all')).not.toBeNull()
    // Summer time ends on this day, which has 25 hours.
    const filter = {
      person: 'ada@library.test',
      result: 'unknown',
      show: 'done',
      from: Date.UTC(2026, 10, 1, 4),
      to: Date.UTC(2026, 10, 2, 5),
    }
    expect(fetcher.mock.lastCall?.[1]?.body).toBe(JSON.stringify(filter))
    fireEvent.change(screen.getByLabelText('Record number'), { target: { value: 'emma' } })
    const calls = fetcher.mock.calls.length
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText(/^Not exactly one record was found by emma\. Choose its kind/)).not.toBeNull()
    expect(screen.queryByRole('table', { name: 'Audit trail' })).toBeNull()
    expect(fetcher.mock.calls).toHaveLength(calls)
  })

  test('lists the unknown outcomes with one button, each with the way to its record', async () => {
    let answer = page([line(9)])
    await open(<AuditPage />, { '/console/audit': () => json(200, answer) })
    await screen.findByRole('button', { name: /^Lend: / })
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'bo@library.test' } })
    answer = page([line(8, { result: 'unknown', target: 'members/3' }), line(7, { target: 'loans/7' })])
    fireEvent.click(screen.getByRole('button', { name: 'Unknown outcomes' }))
    await screen.findByText(/may or may not have done these/)
    expect(vi.mocked(window.fetch).mock.lastCall?.[1]?.body).toBe(JSON.stringify({ result: 'unknown', show: 'done' }))
    expect(screen.getByRole('link', { name: 'members/3' }).getAttribute('href')).toBe('/member/3?tab=history')
    expect(screen.queryByRole('link', { name: 'loans/7' })).toBeNull()
  })

  test('lists who has seen the record of its address, and what a person did and saw on a day', async () => {
    const seen = line(4, { reading: 'ahead', operation: 'books.getOne', label: 'Open', reason: '' })
    await open(<AuditPage />, { '/console/audit': () => json(200, page([seen, line(4)])) }, {}, '/audit?seen=books/7')
    const row = await screen.findByRole('row', { name: /Loaded ahead, not confirmed as shown/ })
    const sent = () => vi.mocked(window.fetch).mock.lastCall?.[1]?.body
    expect(sent()).toBe(JSON.stringify({ record: { resource: 'books', id: '7' }, show: 'reads' }))
    expect(within(row).queryByRole('button', { name: 'Open' })).toBeNull()
    expect(screen.getByText(/opens again within ten minutes has one entry/).textContent).toContain('are not recorded')
    fireEvent.click(screen.getByRole('button', { name: 'Report on this record' }))
    await vi.waitFor(() => expect(sent()).toBe(JSON.stringify({ resource: 'books', id: '7' })))
    fireEvent.click(within(row).getByRole('button', { name: 'ada@library.test' }))
    const day = { from: Date.UTC(2026, 10, 22, 5), to: Date.UTC(2026, 10, 23, 5) }
    await vi.waitFor(() => expect(sent()).toBe(JSON.stringify({ person: 'ada@library.test', show: 'all', ...day })))
    expect(screen.getByLabelText<HTMLInputElement>('Person').value).toBe('ada@library.test')
    expect(screen.queryByRole('button', { name: 'Report on this record' })).toBeNull()
  })

  test('finds a record by a value that only it has, and says so where it finds none', async () => {
    const getList = vi.fn(async () => ({ data: [{ id: 7, title: 'Emma' }], total: 1 }) as never)
    const audit = (
      <DataProviderContext.Provider value={{ ...testDataProvider(), getList }}>
        <AuditPage />
      </DataProviderContext.Provider>
    )
    await open(audit, { '/console/audit': () => json(200, page([])) })
    const body = () => vi.mocked(window.fetch).mock.lastCall?.[1]?.body
    const search = (id: string) => {
      fireEvent.change(screen.getByLabelText('Kind of record'), { target: { value: 'books' } })
      fireEvent.change(screen.getByLabelText('Record number'), { target: { value: id } })
      fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    }
    await screen.findByText('Nothing on record')
    search('emma')
    await vi.waitFor(() =>
      expect(body()).toBe(JSON.stringify({ record: { resource: 'books', id: '7' }, show: 'done' })),
    )
    search('Persuasion')
    expect(await screen.findByText(/^Not exactly one record of Books was found by Persuasion/)).not.toBeNull()
    search('8')
    await vi.waitFor(() => expect(body()).toContain('"id":"8"'))
    expect(getList).toHaveBeenCalledTimes(2)
  })

  test('sends the words that are typed, and says at their field that they match nothing', async () => {
    let answer = json(200, page([line(9)]))
    await open(<AuditPage />, { '/console/audit': () => answer })
    await screen.findByRole('button', { name: /^Lend: / })
    const message = 'No operation is called so.'
    answer = json(400, { code: 'BAD_REQUEST', message, requestId: 'r1', fields: { operation: message } })
    const field = screen.getByLabelText('Operation')
    fireEvent.change(field, { target: { value: ' Ｌｅｎｄ it ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect((await screen.findByText(message)).id).toBe(field.getAttribute('aria-describedby'))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(vi.mocked(window.fetch).mock.lastCall?.[1]?.body).toBe(
      JSON.stringify({ operation: 'Lend it', show: 'done' }),
    )
    expect(screen.queryByText(/Couldn't load|Nothing on record/)).toBeNull()
    answer = json(200, page([line(9)]))
    fireEvent.change(field, { target: { value: 'Lend' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByRole('button', { name: /^Lend: / })
    expect(screen.queryByText(message)).toBeNull()
  })

  test('searches by the id of a request, as it is copied with the words around it, and asks for a whole one', async () => {
    await open(<AuditPage />, { '/console/audit': () => json(200, page([line(9)])) })
    await screen.findByRole('button', { name: /^Lend: / })
    const fetcher = vi.mocked(window.fetch)
    const give = (value: string) => {
      fireEvent.change(screen.getByLabelText('Request'), { target: { value } })
      fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    }
    const request = '7c7c6b1e-0c57-4a7e-9f0e-2b4f4f0d1a55'
    give(`Not saved. Request ${request.toUpperCase()}. `)
    await waitFor(() => expect(fetcher.mock.lastCall?.[1]?.body).toBe(JSON.stringify({ show: 'done', request })))
    const calls = fetcher.mock.calls.length
    give(request.slice(1))
    await screen.findByText('The id of a request has 36 characters: copy it from the notice or the log.')
    expect(fetcher.mock.calls).toHaveLength(calls)
  })

  test.each([
    ['?day=2026-11-20', { show: 'done', from: Date.UTC(2026, 10, 20, 5), to: Date.UTC(2026, 10, 21, 5) }],
    ['?person=7', { person: '7', show: 'done' }],
    ['?person=7&from=2026-11-07', { person: '7', show: 'done', from: Date.UTC(2026, 10, 7, 5) }],
    ['?unknown=2026-11-07', { result: 'unknown', show: 'done', from: Date.UTC(2026, 10, 7, 5) }],
    ['?person=ada@library.test&day=today', { show: 'done' }],
  ])('begins with what its address asks for: %s', async (query, filter) => {
    await open(<AuditPage />, { '/console/audit': () => json(200, page([line(4)])) }, {}, `/audit${query}`)
    await screen.findByRole('button', { name: /^Lend: / })
    expect(vi.mocked(window.fetch).mock.lastCall?.[1]?.body).toBe(JSON.stringify(filter))
  })

  test.each([
    ['?day=2026-11-20&person=7', false],
    ['?seen=books/7', false],
    ['?unknown=2026-11-07', false],
    ['?unknown=today', true],
    ['?day=today', true],
    ['?person=7&from=2026-11-07', false],
    ['?from=2026-11-07', true],
    ['?day=2026-11-20&from=2026-11-07', true],
    ['?day=2026-11-20&seen=books/7', true],
    ['?foo=1', true],
  ])('says whether it reads its address whole: %s', async (query, isSaid) => {
    await open(<AuditPage />, { '/console/audit': () => json(200, page([line(4)])) }, {}, `/audit${query}`)
    await screen.findByRole('button', { name: /^Lend: / })
    expect(screen.queryAllByText(/Part of the address was ignored/)).toHaveLength(isSaid ? 1 : 0)
  })

  test('shows what was done automatically', async () => {
    let answer = page([line(9)])
    await open(<AuditPage />, { '/console/audit': () => json(200, answer) })
    await screen.findByRole('button', { name: /^Lend: / })
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'automatic' } })
    answer = page([line(8, { isAutomation: true })])
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByText('by the gateway on their behalf')
    expect(screen.getByText(/An export has what the gateway did by itself/)).not.toBeNull()
    expect(vi.mocked(window.fetch).mock.lastCall?.[1]?.body).toBe(JSON.stringify({ show: 'automatic' }))
  })

  test('says who saw many records, and leads to them', async () => {
    const alerts = [{ seq: 5, at, person: 'bo@library.test', of: 'records', records: 104, minutes: 10 }]
    await open(<AuditPage />, { '/console/audit': () => json(200, { ...page([line(9)]), alerts }) })
    expect((await screen.findByRole('note')).textContent).toContain(
      'bo@library.test opened or loaded ahead 104 different records within 10 minutes, on 11/22/2026, 10:00 AM.',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Show what they saw' }))
    const body = {
      person: 'bo@library.test',
      show: 'reads',
      from: Date.UTC(2026, 10, 22, 5),
      to: Date.UTC(2026, 10, 23, 5),
    }
    await vi.waitFor(() => expect(vi.mocked(window.fetch).mock.lastCall?.[1]?.body).toBe(JSON.stringify(body)))
  })

  test('says who took many files', async () => {
    const alerts = [{ seq: 5, at, person: 'bo@library.test', of: 'files', records: 101, minutes: 1 }]
    await open(<AuditPage />, { '/console/audit': () => json(200, { ...page([line(9)]), alerts }) })
    expect((await screen.findByRole('note')).textContent).toContain(
      'bo@library.test asked for 101 files and hidden values within a minute, on 11/22/2026, 10:00 AM.',
    )
  })

  test('saves the table of a search, and the trail with its proofs', async () => {
    await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/export': () => new Response('a file'),
    })
    await screen.findByRole('button', { name: /^Lend: / })
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    fireEvent.click(screen.getByRole('button', { name: 'Export with proof' }))
    const asked = () =>
      vi
        .mocked(window.fetch)
        .mock.calls.flatMap(([url, { body } = {}]) => (url === '/console/audit/export' ? [body] : []))
    const filter = { show: 'done' }
    await waitFor(() => expect(asked()).toEqual([JSON.stringify({ ...filter, format: 'csv' }), JSON.stringify(filter)]))
  })

  test('says that an export which breaks off saved no file', async () => {
    const cut = () => new ReadableStream({ pull: (file) => file.error(new TypeError('Failed to fetch')) })
    await open(<AuditPage />, {
      '/console/audit': () => json(200, page([line(8)])),
      '/console/audit/export': () => new Response(cut()),
    })
    await screen.findByRole('button', { name: /^Lend: / })
    fireEvent.click(screen.getByRole('button', { name: 'Export with proof' }))
    const alert = await screen.findByText(/The connection broke before the whole file had arrived\. Try again\./)
    expect(alert.textContent).toContain('No file was saved.')
    expect(screen.queryByText(/Failed to fetch/)).toBeNull()
  })
})
