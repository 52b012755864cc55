import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordProvider, renderLibrary } from './lendingConsole.tsx'

afterEach(cleanup)

const PER_PAGE = 10

const book = (id: number) => ({ id, title: `Book ${id}`, shelf: 'A1', isLent: false })

interface Asked {
  readonly pagination: { readonly page: number }
}

/** A list of so many books that its service does not count. `isListed` says which of them it still has. */
function manyBooks(count: number, isListed: (id: number) => boolean = () => true) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const pageOf = (_resource: string, { pagination: { page } }: Asked) => {
    const listed = ids.filter(isListed)
    const data = listed.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(book)
    const pageInfo = { hasNextPage: page * PER_PAGE < listed.length, hasPreviousPage: page > 1 }
    return Promise.resolve({ data, pageInfo, meta: { page } })
  }
  return {
    ...recordProvider(),
    getList: vi.fn(pageOf),
    viewed: vi.fn(async () => ({ data: {} })),
    getOne: vi.fn((_resource: string, { id }: { readonly id: string }) => Promise.resolve({ data: book(Number(id)) })),
  }
}

const press = (key: string, options: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document, { key, ...options })

async function openBook(provider: ReturnType<typeof manyBooks>, title: string, address = '/books') {
  const { router } = renderLibrary(provider as unknown as ReturnType<typeof recordProvider>, { address })
  fireEvent.click(await screen.findByRole('link', { name: title }))
  await screen.findByRole('heading', { level: 1, name: title })
  return router
}

const place = () => screen.findByRole('navigation', { name: 'Records of the list' }).then((bar) => bar.textContent)

describe('a record that was opened from a list', () => {
  it('has its place in the list, and leads to the next and the previous record by key and button', async () => {
    const provider = manyBooks(25)
    const router = await openBook(provider, 'Book 3')
    expect(await place()).toBe('3 of 25')
    await waitFor(() => expect(provider.getOne).toHaveBeenCalledWith('books', expect.objectContaining({ id: '4' })))
    press('n')
    await screen.findByRole('heading', { level: 1, name: 'Book 4' })
    expect(await place()).toBe('4 of 25')
    press('p')
    await screen.findByRole('heading', { level: 1, name: 'Book 3' })
    fireEvent.click(screen.getByRole('button', { name: 'Next record' }))
    await screen.findByRole('heading', { level: 1, name: 'Book 4' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next record')
    expect(router.state.location.pathname).toBe('/book/4')
    await router.navigate(-1)
    await screen.findByRole('link', { name: 'Book 4' })
    expect(router.state.location.pathname).toBe('/books')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Book 4'))
  })

  it('counts from the first page, reads 150 records at most, and says that the list goes on', async () => {
    const provider = manyBooks(400)
    await openBook(provider, 'Book 23', '/books?page=3')
    expect(await place()).toBe('23 of 160+')
    const pages = provider.getList.mock.calls.map(([, { pagination }]) => pagination.page)
    expect(Math.max(...pages)).toBe(16)
  })

  it('says that it has left the list after an action, and keeps its place', async () => {
    let gone = 0
    const provider = manyBooks(12, (id) => id !== gone)
    await openBook(provider, 'Book 3')
    await place()
    expect(screen.queryByText('No longer in your list:')).toBeNull()
    gone = 3
    fireEvent.click(screen.getByRole('button', { name: 'Lend' }))
    await screen.findByText('No longer in your list:')
    expect(await place()).toBe('3 of 12')
  })

  it('takes no key that is held, comes with a modifier, or is typed into a field', async () => {
    const router = await openBook(manyBooks(12), 'Book 3')
    await place()
    const field = document.createElement('input')
    document.body.append(field)
    press('n', { repeat: true })
    press('n', { ctrlKey: true })
    fireEvent.keyDown(field, { key: 'n' })
    field.remove()
    expect(router.state.location.pathname).toBe('/book/3')
    press('N')
    await screen.findByRole('heading', { level: 1, name: 'Book 4' })
  })
})

it('a record that was opened by its address has no place in a list', async () => {
  const provider = manyBooks(12)
  renderLibrary(provider as unknown as ReturnType<typeof recordProvider>, { address: '/book/3' })
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  expect(screen.queryByRole('navigation', { name: 'Records of the list' })).toBeNull()
  expect(provider.getList).not.toHaveBeenCalled()
})
