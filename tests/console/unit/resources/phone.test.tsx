import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(() => {
  muteExpectedErrors()
  const wide = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(wide(query), 'matches', { value: true }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})

const factsOf = (sheet: HTMLElement) =>
  [...sheet.querySelectorAll('dl > div')].map((fact) => [...fact.children].map((part) => part.textContent ?? ''))

describe('a list on a phone', () => {
  it('has rows of two lines and the same actions in a sheet', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account({ status: 'SUBMIT_FAILED', account_no: null })]))
    renderPage('/accounts', { provider })
    const row = (await screen.findByRole('link', { name: 'Mara Quill' })).closest('li')
    expect(row?.textContent).toContain('SUBMIT_FAILED')
    expect(row?.textContent).toContain('03/04/2026, 01:22 PM')
    expect(screen.queryByRole('grid')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    expect(
      within(sheet)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['View error', 'Mark as Test', 'Restrict User', 'Restrict SSNNo account number yet', 'Submit', 'Cancel'])
    fireEvent.click(within(sheet).getByRole('button', { name: 'Submit' }))
    expect(await screen.findByRole('dialog', { name: 'Submit the account of Mara Quill again?' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Mara Quill' })).toBeNull())
  })

  it('offers only what the person may do', async () => {
    renderPage('/accounts', { provider: stubProvider(), held: ['accounts.read', 'accounts.markTest'] })
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    expect(
      within(sheet)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['View error', 'Mark as Test', 'Cancel'])
  })

  it('says that nothing of a row can be opened while the list loads again', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([account()]))
    renderPage('/accounts', { provider })
    const actions = await screen.findByRole('button', { name: 'Actions: Mara Quill' })
    provider.getList.mockReturnValue(new Promise(() => undefined))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'brandt' } })
    fireEvent.submit(screen.getByRole('searchbox'))
    await waitFor(() => expect(actions.getAttribute('aria-disabled')).toBe('true'))
    expect(actions.title).toBe('The list is still loading')
    fireEvent.click(actions)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('offers those who may only read no more than a look', async () => {
    renderPage('/accounts', { provider: stubProvider(), held: ['accounts.read'] })
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    const buttons = within(sheet).getAllByRole('button')
    expect(buttons.map((button) => button.textContent)).toEqual(['View error', 'Cancel'])
  })

  it('tells all there is of a record, with its actions below', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(
      page([account({ profile_utm: [{ utm_campaign: 'spring', utm_medium: null, utm_source: 'letter' }] })]),
    )
    renderPage('/accounts', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    const sheet = await screen.findByRole('dialog', { name: 'Mara Quill' })
    const facts = factsOf(sheet)
    expect(facts.map(([label]) => label)).toEqual(
      ['Name', 'Email ID', 'Account Number', 'Date', 'Bank Linked', 'Status', 'Utm Campaign', 'Utm Medium'].concat(
        'Utm Source',
        'Test',
        'Restrict User',
        'Restrict SSN',
      ),
    )
    expect(Object.fromEntries(facts)).toMatchObject({
      'Utm Campaign': 'spring',
      'Utm Medium': '-',
      Test: 'Normal',
      'Restrict User': 'No',
    })
    expect(within(sheet).getByRole('link', { name: 'Mara Quill' })).toBeDefined()
    expect(within(sheet).queryByRole('switch')).toBeNull()
    const last = sheet.querySelector('dl')!
    const first = within(sheet).getByRole('button', { name: 'View error' })
    expect(last.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('tells all of a record also where there is nothing to do', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue({
      ...page([{ id: 1 }]),
      data: [{ id: 1, ticker: '912828YK0', isapproved: false }],
    })
    renderPage('/treasury', { provider, held: ['tickers.read'] })
    expect(await screen.findByRole('button', { name: 'Details: 912828YK0' })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Details: 912828YK0' }))
    const sheet = await screen.findByRole('dialog', { name: '912828YK0' })
    expect(factsOf(sheet)).toEqual([
      ['Approved', 'No'],
      ['ID', '1'],
      ['Ticker', '912828YK0'],
    ])
    fireEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('tells texts whole and leads where the table does', async () => {
    const provider = stubProvider()
    const text = 'A sponsored channel whose text is longer than thirty characters'
    const link = 'https://docs.example.test/a/rather/long/path?b=c'
    provider.getList.mockResolvedValue(
      page([{ id: 7, ticker: 'ZZTK', text, link, media_url: 'javascript:x' } as never]),
    )
    renderPage('/sponsers', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Details: ZZTK' }))
    const sheet = await screen.findByRole('dialog', { name: 'ZZTK' })
    expect(factsOf(sheet)).toEqual([
      ['Ticker', 'ZZTK'],
      ['Channel', '-'],
      ['Text', text],
      ['Node', '-'],
      ['Sponser Link', link],
      ['Media Url', 'javascript:x'],
    ])
    expect(within(sheet).getAllByRole('link')).toHaveLength(1)
    expect(within(sheet).getByRole('link', { name: link }).getAttribute('rel')).toBe('noopener noreferrer')
  })
})
