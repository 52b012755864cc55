import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const rows = [
  { id: 1, ticker: 'ZZTK', order_type: 'buy', quantity: '3.5', account_no: '=9ZZ1' },
  { id: 2, ticker: 'VTI', order_type: 'sell', quantity: '-', account_no: null },
]

const account = { id: 4107, name: 'Mara Quill', status: 'SUSPENDED', request_time: '2026-02-24T15:00:00Z' }

interface Asked {
  readonly filter: object
  readonly signal: AbortSignal
  readonly onProgress: (records: number) => void
}

const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

const dialog = () => screen.getByRole('dialog', { name: 'Export Trade Basket' })
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name }))

/** Opens the question about the file of a filtered list; its answer is made by the test. */
async function ask(address = '/trades?ticker=ZZTK', shown: object = page(rows)) {
  const button = address === '/trades' ? 'Export' : 'Export filtered'
  const saved: { readonly name: string; readonly content: Blob }[] = []
  let content = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content })
  })
  const answer = Promise.withResolvers<unknown>()
  const exportList = vi.fn((_resource: string, _params: Asked) => answer.promise)
  const provider = { ...stubProvider(), exportList }
  provider.getList.mockResolvedValue(shown)
  const { router } = renderPage(address, { provider })
  fireEvent.click(await screen.findByRole('button', { name: button }))
  return { router, saved, answer, exportList, asked: () => exportList.mock.calls.at(-1)?.[1] }
}

describe('the file of a list', () => {
  it('has what the filters find, and is saved when all of it is there', async () => {
    const { saved, answer, asked } = await ask()
    expect(
      within(dialog()).getByText(/^All records that the search and the filters find, on every page\./),
    ).toBeDefined()
    expect(within(dialog()).getByText(/If you signed in more than five minutes ago, you’ll be asked/)).toBeDefined()
    press('Save as CSV')
    expect(await within(dialog()).findByText('Reading…')).toBeDefined()
    expect(asked()?.filter).toEqual({ ticker: 'ZZTK' })
    act(() => asked()?.onProgress(1500))
    expect(within(dialog()).getByText('1,500 records read')).toBeDefined()
    expect(saved).toEqual([])
    answer.resolve({ data: { ok: true, rows, isCut: false } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved[0]?.name).toMatch(/^Trade Basket filtered \d{4}-\d\d-\d\d \d{4}\.csv$/)
    expect(notices()).toEqual([`success: 2 records saved as ${saved[0]?.name}.`])
    const lines = (await saved[0]?.content.text())?.split('\r\n') ?? []
    expect(lines[0]).toMatch(/^\uFEFF"Created At","Trade Date","Account Number","Trade ID","Ticker"/)
    expect(lines[1]).toContain(`"'=9ZZ1","1","ZZTK","buy"`)
    expect(lines[1]).toContain('"3.50000"')
  })

  it('says when the list has more than one file holds', async () => {
    const { answer } = await ask()
    press('Save as Excel')
    answer.resolve({ data: { ok: true, rows, isCut: true } })
    await waitFor(() => expect(notices()).toHaveLength(1))
    expect(notices()[0]).toMatch(
      /^warning: 2 records saved as Trade Basket filtered first 100000 .+\.xlsx\. The list has more\. Set a narrower filter to save the others\.$/,
    )
  })

  it('does not pass for the whole list where records could not be read', async () => {
    const { saved, answer } = await ask()
    press('Save as CSV')
    answer.resolve({ data: { ok: true, rows, isCut: false, dropped: 1 } })
    await waitFor(() => expect(notices()).toHaveLength(1))
    const left = 'Left out: 1 record that could not be read.'
    expect(notices()).toEqual([`warning: 2 records saved as ${saved[0]?.name}. ${left}`])
  })

  it('is known to be cut before it is asked for, and how far it has come', async () => {
    const many = { data: rows, pageInfo: { hasNextPage: true, hasPreviousPage: false }, meta: { totalPages: 4000 } }
    const { answer, asked } = await ask('/trades', many)
    expect(
      within(dialog()).getByText(
        'The list has more than 100,000 records. The file will have the first 100,000. Set a filter to save the others.',
      ),
    ).toBeDefined()
    press('Save as CSV')
    await within(dialog()).findByText('Reading…')
    act(() => asked()?.onProgress(25_000))
    expect(within(dialog()).getByRole('progressbar')).toMatchObject({ value: 25_000, max: 100_000 })
    answer.resolve({ data: { ok: true, rows, isCut: false } })
    await waitFor(() =>
      expect(notices()[0]).toMatch(/^success: 2 records saved as Trade Basket \d{4}-\d\d-\d\d \d{4}\.csv/),
    )
  })

  it('says how many records it has at most where their number is not known', async () => {
    await ask('/trades', { data: rows, pageInfo: { hasNextPage: true, hasPreviousPage: false } })
    expect(within(dialog()).getByText('A file has at most 100,000 records.')).toBeDefined()
  })

  it('is not saved when it does not arrive, and can be asked for again', async () => {
    const { saved, answer } = await ask()
    press('Save as CSV')
    expect(document.activeElement?.textContent).toBe('Cancel')
    answer.reject(httpError(502, 'UPSTREAM_FAILED', 'The service failed. 400 records had been read.'))
    expect(
      await within(dialog()).findByText('No file was saved. The service failed. 400 records had been read.'),
    ).toBeDefined()
    expect(within(dialog()).getByRole('button', { name: 'Save as CSV' })).toBeDefined()
    expect(saved).toEqual([])
  })

  it.each([
    [
      403,
      { code: 'FORBIDDEN', permission: 'trades.export', contact: 'desk-lead@example.test' },
      'Sorry, you do not have permission to do this.',
      'Sorry, you do not have permission to do this. You need the permission trades.export. Ask desk-lead@example.test.',
    ],
    [
      403,
      { code: 'STEP_UP', isDefaultMessage: true },
      'Sign in again to confirm that it is you. Nothing was sent.',
      'This file needs a fresh sign-in, which was not made. Try again and sign in when you’re asked.',
    ],
    [
      503,
      { code: 'UPSTREAM_UNAVAILABLE', isDefaultMessage: true },
      'The service cannot be reached. Nothing was changed.',
      'The service that has the file doesn’t answer. Try again in a few minutes.',
    ],
    [
      429,
      { code: 'RATE_LIMITED', isDefaultMessage: true },
      'Too many requests. Try again in a moment.',
      'Too many requests were made at once. Wait a minute, then try again.',
    ],
    [
      429,
      { code: 'RATE_LIMITED' },
      'You have saved 20 files of this kind within a day.',
      'You have saved 20 files of this kind within a day.',
    ],
  ])('says why it can’t begin, and what to do: %i %o', async (status, body, usual, text) => {
    const { saved, answer } = await ask()
    press('Save as CSV')
    answer.reject(Object.assign(httpError(status, body.code, usual), { body: { message: usual, ...body } }))
    expect(await within(dialog()).findByText(`No file was saved. ${text}`)).toBeDefined()
    expect(saved).toEqual([])
  })

  it.each([
    'Failed to fetch dynamically imported module: https://console.example.test/assets/fetchExport-a1.js',
    'error loading dynamically imported module: https://console.example.test/assets/fetchExport-a1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/entry-a1.css',
  ])('says in plain words that its code did not arrive: %s', async (said) => {
    const { answer } = await ask()
    press('Save as CSV')
    answer.reject(new TypeError(said))
    const text = 'A part of the console could not be loaded. Check the connection, then reload the page.'
    expect(await within(dialog()).findByText(`No file was saved. ${text}`)).toBeDefined()
  })

  it.each([
    ['it is cancelled', async () => press('Cancel')],
    ['the list is left', (router: Awaited<ReturnType<typeof ask>>['router']) => router.navigate('/accounts')],
  ])('is no longer read once %s, and that is said', async (_how, leave) => {
    const { router, saved, answer, asked } = await ask()
    press('Save as CSV')
    await within(dialog()).findByText('Reading…')
    await act(async () => leave(router))
    await waitFor(() => expect(asked()?.signal.aborted).toBe(true))
    answer.resolve({ data: { ok: true, rows, isCut: false } })
    await act(async () => answer.promise)
    expect([saved, notices()]).toEqual([[], ['info: Export cancelled. No file was saved.']])
  })

  it('is for what is filtered where the service gives a file of all records', async () => {
    const { exportList, answer, saved } = await ask('/accounts?filter=note:SUSPENDED_PENDING_DOCS', page([account]))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save as CSV' }))
    answer.resolve({ data: { ok: true, rows: [account], isCut: false } })
    await waitFor(() => expect(saved[0]?.name).toMatch(/^Trading Accounts filtered/))
    expect(exportList.mock.calls[0]?.[1].filter).toEqual({ status: 'SUSPENDED', pending_documents: true })
    expect(await saved[0]?.content.text()).toContain('"Date (New York)"')
    fireEvent.click(screen.getByRole('button', { name: 'Export' }))
    expect(
      await screen.findByText(
        /can only give every account, so the search and the filters do not apply\. .*Export filtered/,
      ),
    ).toBeDefined()
  })

  it('is called Export where nothing is filtered, and Export filtered where something is', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page(rows))
    const { router } = renderPage('/trades', { provider })
    await screen.findByRole('button', { name: 'Export' })
    expect(screen.queryByRole('button', { name: 'Export filtered' })).toBeNull()
    await act(() => router.navigate('/trades?ticker=ZZTK'))
    await screen.findByRole('button', { name: 'Export filtered' })
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })

  it('is left to the service where nothing is filtered', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account]))
    renderPage('/accounts', { provider })
    await screen.findByRole('button', { name: 'Export' })
    expect(screen.queryByRole('button', { name: 'Export filtered' })).toBeNull()
  })

  it('is not offered without the permission', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page(rows))
    renderPage('/trades', { provider, held: ['trades.read'] })
    await screen.findByRole('button', { name: 'Columns' })
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  })
})
