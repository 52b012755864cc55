import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { notConfiguredMark } from '../../../../src/data/permissions.ts'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

interface Asked {
  readonly pagination: { readonly page: number }
}

const sponsor = (id: number) => ({ id, ticker: `T${id}` })

const PER_PAGE = 20

/** The sponsors of a page; the first one bears the page's number. */
const sponsors = (number: number, count: number) =>
  Array.from({ length: count }, (_, index) => sponsor(index === 0 ? number : 1000 * number + index))

/** A page of a service that does not say how many there are. */
const openPage = (number: number, isFull: boolean, ofLast = number === 1 ? 1 : 0) => {
  const { meta, ...rest } = page(sponsors(number, isFull ? PER_PAGE : ofLast), { page: number })
  const { totalPages: _, ...facts } = meta
  return { ...rest, meta: facts, pageInfo: { hasNextPage: isFull, hasPreviousPage: number > 1 } }
}

const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

beforeEach(muteExpectedErrors)

describe('a list whose service does not count its pages', () => {
  const rendered = (address: string, full: number) => {
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
      Promise.resolve(openPage(pagination.page, pagination.page <= full)),
    )
    return { provider, ...renderPage(address, { provider }) }
  }

  it('goes on while pages are full', async () => {
    const { router } = rendered('/sponsers', 2)
    await screen.findByText('T1')
    expect(screen.getByText('1–20 of 20+')).toBeDefined()
    expect(isOff('Next')).toBe(false)
    expect(screen.queryByRole('button', { name: 'Last' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  })

  it('ends with a full page once the next one is known to be empty, until the list changes', async () => {
    let full = 1
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
      Promise.resolve(openPage(pagination.page, pagination.page <= full)),
    )
    const { queryClient } = renderPage('/sponsers', { provider })
    await screen.findByText('1–20 of 20')
    expect(isOff('Next')).toBe(true)
    full = 2
    await queryClient.invalidateQueries()
    await screen.findByText('1–20 of 20+')
    expect(isOff('Next')).toBe(false)
  })

  it('ends with a page that is not full', async () => {
    rendered('/sponsers', 0)
    await screen.findByText('T1')
    expect(isOff('Next')).toBe(true)
  })

  it('counts its records once the last page has been seen, and forgets the count when there are more', async () => {
    let full = 1
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
      Promise.resolve(openPage(pagination.page, pagination.page <= full, 3)),
    )
    const { queryClient } = renderPage('/sponsers', { provider })
    await screen.findByText('1–20 of 20+')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('21–23 of 23')
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }))
    await screen.findByText('1–20 of 23')
    full = 2
    await queryClient.invalidateQueries()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('21–40 of 40+')
  })

  it('counts the records that could not be read, and says so', async () => {
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) => {
      const { data, meta, ...rest } = openPage(pagination.page, pagination.page === 1, 3)
      return Promise.resolve({ ...rest, data: data.slice(1), meta: { ...meta, unreadable: 1, dropped: 1 } })
    })
    renderPage('/sponsers', { provider })
    await screen.findByText('1–20 of 20+')
    expect(screen.getByText('1 record could not be read')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('21–23 of 23')
  })

  it('shows only the page where its service gives pages of another size', async () => {
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) => {
      const { data, ...rest } = openPage(pagination.page, true)
      return Promise.resolve({ ...rest, data: data.slice(0, 7) })
    })
    renderPage('/sponsers', { provider })
    await screen.findByText('T1')
    expect(screen.getByText('Page 1')).toBeDefined()
  })

  it('does not go two pages on before the next one is known', async () => {
    const late = Promise.withResolvers<unknown>()
    const provider = stubProvider()
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) =>
      pagination.page === 1 ? Promise.resolve(openPage(1, true)) : late.promise,
    )
    const { router } = renderPage('/sponsers', { provider })
    await screen.findByText('T1')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(isOff('Next')).toBe(true))
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(router.state.location.search).toBe('?page=2')
  })

  it('says that there is no such page, and leads back', async () => {
    const { router } = rendered('/sponsers?page=3', 2)
    expect(await screen.findByText('There is no page 3')).toBeDefined()
    expect(isOff('Next')).toBe(true)
    expect(isOff('Previous')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Go to page 1' }))
    expect(await screen.findByText('T1')).toBeDefined()
    expect(router.state.location.search).toBe('')
  })

  it('says in the words of the specification that there is nothing', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue({ ...openPage(2, false) })
    renderPage('/sponsers', { provider })
    expect(await screen.findByText('No Sponsers Yet!')).toBeDefined()
  })
})

describe('a list that belongs to another one', () => {
  it('has a link back to it', async () => {
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([{ id: 1 }]))
    const { router } = renderPage('/notifications', { provider })
    fireEvent.click(await screen.findByRole('link', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/trades'))
    await screen.findByRole('heading', { name: 'Trade Basket' })
    expect(screen.queryByRole('link', { name: 'Back' })).toBeNull()
  })
})

describe('a list that this environment cannot serve', () => {
  const off = [...permissions, notConfiguredMark('errorAccounts.list')]

  it('says that and nothing else, without a call', async () => {
    const provider = stubProvider()
    renderPage('/notifications', { provider, held: off })
    expect(await screen.findByText('Not configured for this environment')).toBeDefined()
    expect(provider.getList).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says the same where only the gateway knew', async () => {
    const provider = stubProvider()
    provider.getList.mockRejectedValue(httpError(503, 'NOT_CONFIGURED', 'Not configured for this environment'))
    renderPage('/etrade-details', { provider })
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'ana@example.test' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('Not configured for this environment')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    expect(screen.getByRole('list', { name: 'Notices' }).children).toHaveLength(0)
  })

  it('is off only under filters where only the call for those is', async () => {
    const held = [...permissions, notConfiguredMark('trades.listFiltered')]
    const provider = stubProvider()
    provider.getList.mockResolvedValue(page([{ id: 1 }]))
    renderPage('/trades', { provider, held })
    expect(await screen.findByRole('grid')).toBeDefined()
    renderPage('/trades?ticker=ZZTK', { provider, held })
    expect(await screen.findByText('Not configured for this environment')).toBeDefined()
  })
})

describe('the last row of the last page', () => {
  it('takes its page with it when it is deleted: the list goes to the page before', async () => {
    const provider = stubProvider()
    const ticker = (id: number) => ({ id, ticker: `C${id}`, type: 'CASH' })
    let last = 2
    provider.getList.mockImplementation((_resource: string, { pagination }: Asked) => {
      const number = Math.min(pagination.page, last)
      return Promise.resolve(page([ticker(number)], { page: number, totalPages: last, total: last * 20 - 19 }))
    })
    provider.action.mockImplementation(() => {
      last = 1
      return Promise.resolve({ data: { id: 2, ok: true, message: undefined } })
    })
    const { router } = renderPage('/cash?page=2', { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: C2' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click([...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')!)
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(await screen.findByRole('button', { name: 'Delete: C1' })).toBeDefined()
    expect(screen.queryByText(/does not exist/)).toBeNull()
  })
})
