import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { valueAt } from '../../../../language/pointer.ts'
import { PageKeys } from '../../../../src/keys/PageKeys.tsx'
import { Modal } from '../../../../src/ui/Modal.tsx'
import { addressRejected, statusAnswer } from './investigationPayloads.ts'
import { passTime, rested } from './renderForms.tsx'
import { accountDetail } from './showDetails.ts'
import { account, httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(() => muteExpectedErrors())
beforeEach(passTime)
afterEach(() => void vi.useRealTimers())

const menu = [
  { label: 'Treasury Master', barLabel: 'Bills', to: '/treasury' },
  { label: 'Trading Accounts', to: '/accounts' },
]

/** Opens the search over everything on a page that has been drawn. */
async function opened(address: string, provider = stubProvider()) {
  const { router } = renderPage(address, { provider, beside: <PageKeys menu={menu} /> })
  await (address === '/accounts'
    ? screen.findByRole('link', { name: 'Mara Quill' })
    : screen.findByRole('button', { name: 'Update Status' }))
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Record, screen or action' })
  const type = (text: string) => fireEvent.change(field, { target: { value: text } })
  const press = (key: string) => fireEvent.keyDown(field, { key })
  return { router, provider, type, press }
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('option', { selected: true }).textContent

describe('the search over records, screens and actions', () => {
  it('finds records as their lists do, and opens the chosen one', async () => {
    const { router, provider, type, press } = await opened('/accounts')
    type(' mara,  quill ')
    await rested(() => waitFor(() => expect(options()).toEqual(['Mara Quill · 9ZZ10041'])))
    // The counts of the tabs above the list come whenever there is time.
    const searches = provider.getList.mock.calls.filter(([, { meta }]) => valueAt(meta, '/search') !== undefined)
    const pagination = { page: 1, perPage: 50 }
    expect(searches.at(-1)).toMatchObject(['accounts', { meta: { search: 'mara quill' }, pagination }])
    press('Enter')
    expect(router.state.location.pathname).toBe('/account/4107')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Record, screen or action' })).toBeNull())
  })

  it('leaves out a name or number that a record does not have', async () => {
    const provider = stubProvider()
    const { type } = await opened('/accounts', provider)
    const rows = [account({ account_no: null }), account({ id: 4108, name: null })]
    provider.getList.mockResolvedValue(page(rows))
    type('quill')
    await rested(() => waitFor(() => expect(options()).toEqual(['Mara Quill', '9ZZ10041'])))
  })

  it('opens above what fills the screen, without the actions below it, and not above a question', async () => {
    const ref = { current: null }
    const above = (kind: 'full' | 'dialog') => (
      <>
        <PageKeys menu={menu} />
        <Modal {...{ kind, ref }} labelledBy="none" onClose={() => undefined}>
          {kind}
        </Modal>
      </>
    )
    const open = async (kind: 'full' | 'dialog') => {
      renderPage('/account/4107', { provider: stubProvider(), beside: above(kind) })
      await screen.findByRole('button', { name: 'Update Status', hidden: true })
      fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    }
    await open('full')
    await screen.findByRole('combobox', { name: 'Record, screen or action' })
    expect(options()).toContain('Treasury Master')
    expect(options()).not.toContain('Close Account')
    await open('dialog')
    expect(screen.queryByRole('combobox', { name: 'Record, screen or action' })).toBeNull()
  })

  it('opens what is found by a text on Enter right after it, unless more is typed', async () => {
    const { router, type, press } = await opened('/accounts')
    type('mara')
    press('Enter')
    expect(router.state.location.pathname).toBe('/accounts')
    type('mara quill')
    await rested(() => waitFor(() => expect(options()).toEqual(['Mara Quill · 9ZZ10041'])))
    type('mara q')
    press('Enter')
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
  })

  it('finds a screen by its name in the bar, and the person’s own', async () => {
    const { type } = await opened('/accounts')
    type('bills')
    expect(options()).toEqual(['Treasury Master'])
    type('ｓｅｓｓｉｏｎｓ')
    expect(options()).toEqual(['Sessions'])
    type('sessions')
    expect(options()).toEqual(['Sessions'])
  })

  it('finds a tab of a list by its words, not by those of the list alone, and opens it', async () => {
    const { router, type, press } = await opened('/accounts')
    expect(options()).not.toContain('Trading Accounts: Needs documents')
    type('accounts fail')
    expect(options()).toEqual(['Trading Accounts: Submit failed'])
    type('needs doc')
    expect(options()).toEqual(['Trading Accounts: Needs documents'])
    press('Enter')
    const tab = await screen.findByRole('tab', { name: /^Needs documents/, selected: true })
    expect(router.state.location.search).toBe(new URL((tab as HTMLAnchorElement).href).search)
  })

  it('finds the approval of a document and of an address', async () => {
    const provider = stubProvider()
    const snaps = [{ snap_id: 'snap-1', sketch_id: 'sketch-mara', proof: 'SSN_CARD', status: 'uploaded' }]
    provider.getOne.mockResolvedValue(accountDetail({ snaps }, { status: 'SUSPENDED' }))
    provider.read.mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 0 } })
    renderPage('/account/4107?tab=documents', { provider, beside: <PageKeys menu={menu} /> })
    await screen.findByRole('button', { name: 'Approve address' })
    await screen.findByRole('button', { name: 'Approve: SSN card (snap-1)' })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    fireEvent.change(await screen.findByRole('combobox', { name: 'Record, screen or action' }), {
      target: { value: 'approve' },
    })
    const found = within(screen.getByRole('listbox', { name: 'Found' })).getAllByRole('option')
    expect(found.map(({ textContent }) => textContent)).toEqual(['Approve: SSN card (snap-1)', 'Approve address'])
  })

  it('finds screens by parts of their words; the arrows choose, around the ends', async () => {
    const { router, type, press } = await opened('/accounts')
    expect(options()).toEqual(['Treasury Master', 'Trading Accounts', 'Sessions', 'Settings', 'Export', 'Funding'])
    press('ArrowUp')
    expect(chosen()).toBe('Funding')
    press('ArrowDown')
    expect(chosen()).toBe('Treasury Master')
    type('ma tr')
    expect(options()).toEqual(['Treasury Master'])
    press('Escape')
    expect(screen.queryByRole('option')).toBeNull()
    expect(router.state.location.pathname).toBe('/accounts')
  })

  it('keeps a screen first that begins with what is typed, also when records are found', async () => {
    const { type } = await opened('/accounts')
    type('Trading')
    await rested(() => waitFor(() => expect(options()).toEqual(['Trading Accounts', 'Mara Quill · 9ZZ10041'])))
    type('rading')
    await rested(() => waitFor(() => expect(options()).toEqual(['Mara Quill · 9ZZ10041', 'Trading Accounts'])))
  })

  it('has screens and forms with the word at the start of a word before records', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ name: 'Ada Fairbanks' })]))
    const { type } = await opened('/account/4107', provider)
    type('bank')
    await rested(() => waitFor(() => expect(options()).toContain('Ada Fairbanks · 9ZZ10041')))
    expect(options().indexOf('Unlink Bank Account')).toBeGreaterThanOrEqual(0)
    expect(options().indexOf('Unlink Bank Account')).toBeLessThan(options().indexOf('Ada Fairbanks · 9ZZ10041'))
  })

  it.each([
    ['Quill Mara', 'Mara Quill', ['Quill Mara', 'Mara Quill']],
    ['brandt teo', 'Teo & Ana Brandt', ['brandt teo', 'teo brandt', 'brandt']],
  ])('finds records of which %s has the words in another order', async (typed, name, asked) => {
    const provider = stubProvider()
    const { type } = await opened('/accounts', provider)
    provider.getList.mockClear()
    const [sent] = asked.slice(-1)
    provider.getList.mockImplementation((_resource: string, { meta }: { meta: { search?: string } }) =>
      Promise.resolve(page(meta.search === sent ? [account({ name }), account({ id: 1, name: 'Ana Brandt' })] : [])),
    )
    type(typed)
    await rested(() => waitFor(() => expect(options()[0]).toBe(`${name} · 9ZZ10041`)))
    expect(options().includes('Ana Brandt · 9ZZ10041')).toBe(sent === 'Mara Quill')
    const calls: readonly unknown[][] = provider.getList.mock.calls
    const searched = calls.map(([, params]) => (params as { meta: { search?: string } }).meta.search)
    expect([...new Set(searched)].filter((search) => search !== undefined)).toEqual(asked)
  })

  it('opens a record that has only part of the typed number once an arrow has chosen it', async () => {
    const { router, type, press } = await opened('/accounts')
    type('0041')
    await rested(() => screen.findByText(/^No record here has exactly “0041”/))
    expect(options()).toEqual(['Mara Quill · 9ZZ10041'])
    press('Enter')
    expect(router.state.location.pathname).toBe('/accounts')
    press('ArrowDown')
    expect(chosen()).toBe('Mara Quill · 9ZZ10041')
    press('Enter')
    expect(router.state.location.pathname).toBe('/account/4107')
  })

  it('presses a button of the record on the page', async () => {
    const { type, press } = await opened('/account/4107')
    type('update stat')
    await rested(() => waitFor(() => expect(options()).toHaveLength(2)))
    // Before the record that the service found for the text.
    expect(chosen()).toBe('Update Status')
    press('Enter')
    expect(await screen.findByRole('dialog', { name: /Mara Quill/ })).toBeDefined()
  })

  it('does not take the record’s name for an action, and leaves the record on the page as it is', async () => {
    const { router, type, press } = await opened('/account/4107?tab=linked-account')
    type('mara quill')
    await rested(() => waitFor(() => expect(options()).toEqual(['Mara Quill · 9ZZ10041'])))
    press('Enter')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    expect(router.state.location.search).toBe('?tab=linked-account')
  })

  it('offers the switches and tabs of the record on the page, and presses them', async () => {
    const { router, type, press } = await opened('/account/4107')
    expect(options()).toEqual(expect.arrayContaining(['Restrict User', 'Linked Account', 'Documents']))
    expect(options()).not.toContain('Account Details')
    type('linked')
    await rested(() => waitFor(() => expect(options()).toHaveLength(2)))
    expect(chosen()).toBe('Linked Account')
    press('Enter')
    await waitFor(() => expect(router.state.location.search).toBe('?tab=linked-account'))
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Linked Account' }))
  })

  it('names a switch by what it does now, and finds it by its column, too', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ is_restricted: true })]))
    const { type } = await opened('/account/4107', provider)
    for (const text of ['lift', 'restrict user']) {
      type(text)
      await waitFor(() => expect(chosen()).toBe('Lift restriction'))
    }
  })

  it('says when records could not be searched, and finds the rest all the same', async () => {
    const provider = stubProvider()
    const { type } = await opened('/accounts', provider)
    provider.getList.mockRejectedValue(httpError(502, 'BAD_GATEWAY', 'No.'))
    type('trad')
    await rested(() => screen.findByText(/Records couldn’t be searched/))
    expect(options()).toEqual(['Trading Accounts'])
  })

  it('searches records by two letters, which can be a whole name, and not by one', async () => {
    const { provider, type } = await opened('/accounts')
    const searched = () => JSON.stringify(provider.getList.mock.calls)
    type('建国')
    await rested(() => waitFor(() => expect(searched()).toContain('"建国"')))
    type('李')
    await rested(() => waitFor(() => expect(options()).toEqual([])))
    expect(searched()).not.toContain('"李"')
    expect(screen.queryByText('Nothing found.')).toBeNull()
  })

  it('finds an action that is typed with a colon, as it is named', async () => {
    const { type } = await opened('/accounts')
    type('trading: needs d')
    await waitFor(() => expect(options()).toContain('Trading Accounts: Needs documents'))
  })

  it('says when nothing is found', async () => {
    const provider = stubProvider()
    const { type } = await opened('/accounts', provider)
    provider.getList.mockResolvedValue({ data: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } })
    type('zzzz')
    await rested(() => screen.findByText('Nothing found.'))
  })
})

describe('the list of keys', () => {
  it('names the keys of the page, and leads to where they are turned off', async () => {
    renderPage('/accounts', { provider: stubProvider(), beside: <PageKeys menu={menu} /> })
    await screen.findByRole('link', { name: 'Mara Quill' })
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }))
    const named = ['Search', 'Next row', 'Previous row', 'Keys of this page', 'Ctrl K', 'PgUp PgDn']
    for (const text of named) expect(dialog.getByText(text)).toBeDefined()
    dialog.getByText('Move within a toolbar, such as the top bar or the title’s buttons')
    expect(dialog.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  })
})

it('opens the only record found on Enter in the list’s own search', async () => {
  const { router } = renderPage('/accounts', { provider: stubProvider() })
  await screen.findByRole('link', { name: 'Mara Quill' })
  fireEvent.keyDown(document.body, { key: '/' })
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(field)
  })
  // A further one leads nowhere else, and is no text.
  expect(fireEvent.keyDown(field, { key: '/' })).toBe(false)
  fireEvent.change(field, { target: { value: 'mara' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  if (field.form !== null) fireEvent.submit(field.form)
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
})
