import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

interface Asked {
  readonly pagination: { readonly page: number }
}

const PER_PAGE = 2
const TOTAL = 3

const alert = (id: number) => ({
  id,
  title: `Alert ${id}`,
  message: `First line of ${id}\nSecond line`,
  ticker: 'ZZTK',
  type: null,
  status: '',
  created_at: '2026-03-04T18:22:00Z',
})

const pageOf = (number: number) =>
  page(
    Array.from({ length: PER_PAGE }, (_, index) => alert((number - 1) * PER_PAGE + index + 1)),
    { page: number, totalPages: TOTAL },
  )

const asked = (provider: ReturnType<typeof stubProvider>) =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => (params as Asked).pagination.page)

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.restoreAllMocks()
})

const rendered = (answer: (number: number) => Promise<unknown> = (number) => Promise.resolve(pageOf(number))) => {
  const provider = stubProvider()
  provider.getList.mockImplementation((_resource: string, { pagination }: Asked) => answer(pagination.page))
  return { provider, ...renderPage('/alerts', { provider }) }
}

const cards = async () => within(await screen.findByRole('list', { name: 'Alerts' })).getAllByRole('listitem')
const more = () => screen.getByRole('button', { name: 'Load more' })

describe('a list of cards', () => {
  it('has a card for each record: its title, its message, and what else is there by its label', async () => {
    rendered()
    const [first, ...others] = await cards()
    expect(others).toHaveLength(1)
    expect(within(first!).getByRole('heading', { name: 'Alert 1' })).toBeDefined()
    expect(first?.querySelector('p')?.textContent).toBe('First line of 1\nSecond line')
    const facts = [...(first?.querySelectorAll('dl > div') ?? [])].map((fact) => fact.textContent)
    expect(facts).toEqual(['TickerZZTK', 'Created At03/04/2026, 01:22 PM'])
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect(screen.getByText('2 shown, page 1 of 3')).toBeDefined()
  })

  it('says what could not be read', async () => {
    const first = pageOf(1)
    rendered(() => Promise.resolve({ ...first, meta: { ...first.meta, unreadable: 2 } }))
    expect(await screen.findByText('2 values could not be read')).toBeDefined()
  })

  it('adds pages until the last, keeping the focus, and at the end gives it to what is new', async () => {
    rendered()
    await cards()
    const button = more()
    button.focus()
    fireEvent.click(button)
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    expect(document.activeElement).toBe(more())
    fireEvent.click(more())
    await waitFor(async () => expect(await cards()).toHaveLength(6))
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(document.activeElement).toBe((await cards())[4])
    expect(screen.getByText('6 shown, page 3 of 3')).toBeDefined()
  })

  it('keeps what is there when a further page fails, and tries that one again', async () => {
    let isDown = true
    const { provider } = rendered((number) =>
      number === 2 && isDown
        ? Promise.reject(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
        : Promise.resolve(pageOf(number)),
    )
    await cards()
    fireEvent.click(more())
    const strip = await screen.findByRole('alert')
    expect(strip.textContent).toContain('The service failed.')
    expect(strip.textContent).toContain('req-77')
    expect(await cards()).toHaveLength(2)
    isDown = false
    const before = asked(provider).filter((number) => number === 1).length
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked(provider).filter((number) => number === 1)).toHaveLength(before)
  })

  it('asks for a page once, however often the button is pressed', async () => {
    const late = Promise.withResolvers<unknown>()
    const { provider } = rendered((number) => (number === 2 ? late.promise : Promise.resolve(pageOf(number))))
    await cards()
    const button = more()
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(button)
    await act(async () => late.resolve(pageOf(2)))
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    expect(asked(provider).filter((number) => number === 2)).toHaveLength(1)
  })

  it('has as many pages as before when it is come back to', async () => {
    const { router } = rendered()
    await cards()
    fireEvent.click(more())
    await waitFor(async () => expect(await cards()).toHaveLength(4))
    await act(() => router.navigate('/cash'))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Alerts' })).toBeNull())
    await act(() => router.navigate(-1))
    await waitFor(async () => expect(await cards()).toHaveLength(4))
  })

  it('shows a record once that two pages have', async () => {
    rendered((number) => Promise.resolve(page([alert(1), alert(number)], { page: number, totalPages: 2 })))
    await cards()
    fireEvent.click(more())
    await waitFor(async () => expect(await cards()).toHaveLength(2))
  })

  it('says in the words of the specification that there is nothing', async () => {
    rendered(() => Promise.resolve(page([], { totalPages: 1 })))
    expect(await screen.findByText('No Alerts Yet!')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says the same when it failed, and that it failed', async () => {
    let isDown = true
    rendered((number) =>
      isDown
        ? Promise.reject(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
        : Promise.resolve(pageOf(number)),
    )
    expect(await screen.findByText('No Alerts Yet!')).toBeDefined()
    const strip = screen.getByRole('alert')
    expect(strip.textContent).toContain("Couldn't load alerts. The service failed.")
    expect(strip.textContent).toContain('req-77')
    expect(screen.getByText("There may be alerts that couldn't be loaded.")).toBeDefined()
    isDown = false
    fireEvent.click(within(strip).getByRole('button', { name: 'Retry' }))
    expect(await cards()).toHaveLength(2)
    expect(screen.queryByText('No Alerts Yet!')).toBeNull()
  })

  it('says in a sentence that a search finds none', async () => {
    rendered(() => Promise.resolve(page([], { totalPages: 1 })))
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'nothing' } })
    fireEvent.submit(screen.getByRole('searchbox'))
    expect(await screen.findByText('No alerts for this search.')).toBeDefined()
    expect(screen.queryByText(/No Alerts Yet!/)).toBeNull()
  })

  it('shows nothing of its own when the session is over', async () => {
    const { provider } = rendered(() => Promise.reject(httpError(401, 'SESSION_OVER', 'over')))
    await waitFor(() => expect(provider.getList).toHaveBeenCalled())
    expect(screen.queryByText('No Alerts Yet!')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
