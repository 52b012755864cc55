import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  document.getSelection()?.removeAllRanges()
  vi.restoreAllMocks()
})

const long = 'A sponsored channel whose text is longer than thirty characters'
const sponsor = (id: number, change: Readonly<Record<string, unknown>> = {}) => ({
  id,
  ticker: `ZZ${id}`,
  channel_name: 'Harbor',
  text: long,
  node: null,
  link: 'https://docs.example.test/a/rather/long/path?b=c',
  media_url: null,
  ...change,
})

const shown = async (address: string, records: readonly { readonly id: number }[]) => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page(records, { page: 2 }))
  renderPage(address, { provider })
  await screen.findByRole('rowheader')
  return screen.getByRole('grid')
}

describe('a column of running numbers', () => {
  it('shows the place of a record that is known by it, and does not name the row', async () => {
    const table = await shown('/sponsers?page=2', [sponsor(22)])
    await within(table).findByText('22')
    const row = within(table).getByText('22').closest('tr')
    expect(row?.querySelector('td')?.className).toBe('cs-td--running')
    expect(row?.querySelector('th')?.textContent).toBe('ZZ22')
    expect(screen.queryByRole('button', { name: '#' })).toBeNull()
  })
})

describe('a cut text', () => {
  it('shows its first thirty characters, and the whole of it on hover and on focus', async () => {
    await shown('/sponsers', [sponsor(1)])
    const cut = await screen.findByRole('button', { name: `${long.slice(0, 30)}…` })
    expect(cut.title).toBe(long)
    cut.focus()
    expect(await screen.findByText(long)).toBeDefined()
    act(() => cut.blur())
    await waitFor(() => expect(screen.queryByText(long)).toBeNull())
  })

  it('is copied whole from the keyboard', async () => {
    await shown('/sponsers', [sponsor(1)])
    const cut = await screen.findByRole('button', { name: `${long.slice(0, 30)}…` })
    cut.focus()
    expect(copied()).toBe(long)
  })

  it('is copied whole where it is selected with its end, and as it is selected otherwise', async () => {
    await shown('/sponsers', [sponsor(1)])
    const cut = await screen.findByRole('button', { name: `${long.slice(0, 30)}…` })
    cut.focus()
    const text = cut.firstChild!
    document.getSelection()?.setBaseAndExtent(text, 2, text, 31)
    expect(copied()).toBe(long.slice(2))
    document.getSelection()?.setBaseAndExtent(text, 2, text, 11)
    expect(copied()).toBeUndefined()
  })

  it('is no control where nothing was cut', async () => {
    await shown('/sponsers', [sponsor(1, { text: 'Short' })])
    await screen.findByText('Short')
    expect(screen.queryByRole('button', { name: 'Short' })).toBeNull()
  })
})

/** What a copy puts on the clipboard in place of the selection; nothing where the browser is left to it. */
function copied(): string | undefined {
  const data = new Map<string, string>()
  const event = new Event('copy', { bubbles: true, cancelable: true })
  const clipboardData = { setData: (type: string, text: string) => void data.set(type, text) }
  document.dispatchEvent(Object.assign(event, { clipboardData }))
  return event.defaultPrevented ? data.get('text/plain') : undefined
}

describe('an address', () => {
  it('is a link into a new tab that names its host and says nothing of where it was pressed', async () => {
    await shown('/sponsers', [sponsor(1)])
    const link = await screen.findByRole('link', { name: 'https://docs.example.test/a/ra…' })
    expect(link.getAttribute('href')).toBe('https://docs.example.test/a/rather/long/path?b=c')
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.title).toContain('docs.example.test')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'mailto:a@x.test', '/sponsers'])(
    'that is none of the web leads nowhere: %s',
    async (link) => {
      const table = await shown('/sponsers', [sponsor(1, { link, media_url: link })])
      expect(await within(table).findAllByText(link)).toHaveLength(2)
      expect(table.querySelectorAll('a, img, iframe, object, embed')).toHaveLength(0)
    },
  )

  it('loads no picture', async () => {
    const table = await shown('/sponsers', [sponsor(1, { media_url: 'https://img.example.test/a.png' })])
    await within(table).findByRole('link', { name: 'https://img.example.test/a.png' })
    expect(table.querySelector('img')).toBeNull()
  })

  it('holds no markup, whatever it says', async () => {
    const table = await shown('/sponsers', [sponsor(1, { ticker: '<img src=x onerror=alert(1)>' })])
    await within(table).findByText('<img src=x onerror=alert(1)>')
    expect(table.querySelector('img')).toBeNull()
  })
})

describe('a column whose title could be misread', () => {
  it('says what it means on hover, on focus and to assistive technology', async () => {
    await shown('/trades', [{ id: 7 }])
    const meaning = 'Whether the order names units or a value; no options contract'
    const option = await screen.findByRole('button', { name: 'Option', description: meaning })
    expect(option.closest('th')).not.toBeNull()
    fireEvent.focusIn(option)
    expect(await screen.findByText(meaning)).toBeDefined()
  })

  it('can still be ordered by', async () => {
    await shown('/cash', [{ id: 7, ticker: 'BIL' } as never])
    const availability = await screen.findByRole('button', { name: 'Availability' })
    expect(availability.title).toContain('security master')
    fireEvent.click(availability)
    await waitFor(() =>
      expect(screen.getByRole('columnheader', { name: 'Availability' }).getAttribute('aria-sort')).toBe('ascending'),
    )
  })
})

describe('a decimal', () => {
  it('stands at the right with its places, and so does its title', async () => {
    const table = await shown('/trades', [{ id: 7, quantity: '1234.5', order_price: '41.2300' } as never])
    const quantity = await within(table).findByText('1,234.50000')
    expect(quantity.closest('td')?.className).toBe('cs-td--number')
    expect(screen.getByRole('columnheader', { name: 'Quantity' }).className).toBe('cs-td--number')
    expect(within(table).getByText('41.2300')).toBeDefined()
  })
})

it('a switch whose state could not be read is none, and says so', async () => {
  const provider = stubProvider()
  const restricted = { is_restricted: null, '@unreadable': { '/is_restricted': 'Expected boolean, got string' } }
  provider.getList.mockResolvedValue(page([account(restricted)]))
  renderPage('/accounts', { provider })
  expect((await screen.findByTitle('Expected boolean, got string')).textContent).toBe('Unreadable')
  expect(screen.getByRole('switch', { name: 'Test: Mara Quill' })).toBeDefined()
  expect(screen.queryByRole('switch', { name: 'Restrict User: Mara Quill' })).toBeNull()
})
