import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConsoleQueryClient } from '../../../../src/sessionEffects.ts'
import { account, muteExpectedErrors, page, renderCounted, stubProvider, type StubProvider } from './renderPage.tsx'

interface Asked {
  readonly meta: { readonly search: string | undefined }
}

interface Paged {
  readonly meta: { readonly search?: string; readonly words?: string }
  readonly pagination: { readonly page: number }
}

const searches = (provider: ReturnType<typeof stubProvider>) =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => (params as Asked).meta.search)

const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const enter = () => fireEvent.submit(box().form ?? box())
const type = (text: string) => fireEvent.input(box(), { target: { value: text } })

beforeEach(muteExpectedErrors)

const rendered = async (own?: StubProvider & Record<string, unknown>) => {
  const provider = own ?? stubProvider()
  // The tabs are counted last of all that is read at first.
  const { router } = await renderCounted('/accounts', { provider })
  // The keys of the rows, which load after them, know what is sent.
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(document.activeElement?.closest('tbody')).not.toBeNull()
  })
  box().focus()
  provider.getList.mockClear()
  return { provider, router }
}

const enterInBox = () => {
  fireEvent.keyDown(box(), { key: 'Enter' })
  enter()
}

/** Only 'brandt' finds something: a service takes words literally. */
const findsByWord = ({ getList }: ReturnType<typeof stubProvider>) => {
  const joint = account({ id: 4108, name: 'Téo & Ana Brandt' })
  getList.mockImplementation((_resource: string, { meta }: Asked) =>
    Promise.resolve(page(meta.search === 'brandt' ? [joint] : [], { totalPages: 1 })),
  )
}

describe('a search', () => {
  it.each([
    ['9zz-10041', '9ZZ10041'],
    [' 9zz 100 41', '9ZZ10041'],
    ['9ZZ\u201110041', '9ZZ10041'],
    ['anne-marie quill', 'anne-marie quill'],
    ['10041', '10041'],
    ['“9zz-10041”', '9ZZ10041'],
    ['"Mara", ', 'Mara'],
    ['9ZZ 10113.', '9ZZ10113'],
    ['“9ZZ 10113.”;', '9ZZ10113'],
    ['Agatha Sorrel <agatha.sorrel@example.test>', 'agatha.sorrel@example.test'],
    ['"Sorrel, Agatha" <mailto:agatha.sorrel@example.test>;', 'agatha.sorrel@example.test'],
    ['‹agatha.sorrel@example.test›', 'agatha.sorrel@example.test'],
    ['mailto:agatha.sorrel@example.test', 'agatha.sorrel@example.test'],
    ['agatha.sorrel@example.test.', 'agatha.sorrel@example.test'],
    ['<Mara Quill>', 'Mara Quill'],
    ['Quill Inc.', 'Quill Inc.'],
    ['９ＺＺ１００４１', '9ZZ10041'],
    ['9ZZ10123\t881605', '9ZZ10123 881605'],
    ['Ｑｕｉｌｌ', 'Quill'],
    ['ﬁnn² クイル', 'ﬁnn² クイル'],
  ])('sends %s as %s', async (typed, sent) => {
    const { provider } = await rendered()
    type(typed)
    enter()
    await waitFor(() => expect(searches(provider)).toEqual([sent]))
    expect(box().value).toBe(typed)
  })

  it('refuses control characters, says so at its field, and keeps what is typed', async () => {
    const { provider } = await rendered()
    type('qu\u0007ill')
    enter()
    const text = 'Not searched: the text has control characters. Type it again.'
    const said = await screen.findByText(text)
    expect(box().getAttribute('aria-invalid')).toBe('true')
    expect(box().getAttribute('aria-describedby')).toBe(said.id)
    expect(box().value).toBe('qu\u0007ill')
    expect(searches(provider).filter((search) => search !== undefined)).toEqual([])
    type('quill')
    expect(screen.queryByText(text)).toBeNull()
    expect(box().hasAttribute('aria-invalid')).toBe(false)
    await waitFor(() => expect(searches(provider)).toContain('quill'))
  })

  it('sends the words in another order where they find nothing, and says so', async () => {
    const { provider } = await rendered()
    provider.getList.mockImplementation((_resource: string, { meta }: Asked) =>
      Promise.resolve(page(meta.search === 'Mara Quill' ? [account()] : [], { totalPages: 1 })),
    )
    type('Quill Mara')
    enter()
    await screen.findByText('Nothing matches “Quill Mara”. These match “Mara Quill”.')
    expect(await screen.findByRole('link', { name: 'Mara Quill' })).toBeDefined()
    expect(box().value).toBe('Quill Mara')
    type('Nora Jane Field')
    enter()
    await screen.findByText('Nothing matches')
    await waitFor(() => expect(searches(provider)).toContain('Field Nora Jane'))
    await screen.findByText('No accounts for this search, nor for “Field”.')
    const asked = searches(provider).filter((search) => search !== undefined)
    expect(asked).toEqual(['Quill Mara', 'Mara Quill', 'Nora Jane Field', 'Field Nora Jane', 'Field'])
    expect(screen.queryByText(/These match/)).toBeNull()
  })

  it('sends the longest word alone where another order finds nothing either, and opens a record without the others only on a press', async () => {
    const { provider } = await rendered()
    findsByWord(provider)
    type('brandt xavier')
    enterInBox()
    await screen.findByText('Nothing matches “brandt xavier”. These match “brandt”.')
    expect(await screen.findByRole('link', { name: 'Téo & Ana Brandt' })).toBeDefined()
    const asked = searches(provider).filter((search) => search !== undefined)
    expect(asked).toEqual(['brandt xavier', 'xavier brandt', 'brandt'])
    expect(box().value).toBe('brandt xavier')
  })

  it('opens the only record on Enter that has all words, whatever is between them', async () => {
    const { provider, router } = await rendered()
    findsByWord(provider)
    type('brandt teo')
    enterInBox()
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4108'))
    expect(screen.queryByText(/^Nothing matches/)).toBeNull()
  })

  it.each(['0041', '10041', '4108'])('opens no record on Enter by part of its number: %s', async (typed) => {
    const { provider, router } = await rendered()
    provider.getList.mockResolvedValue(page([account()], { totalPages: 1 }))
    type(typed)
    enterInBox()
    await screen.findByText(
      `No record here has exactly “${typed}”, only a longer number or text with it. Check before you open one.`,
    )
    expect(router.state.location.pathname).toBe('/accounts')
    fireEvent.click(screen.getByRole('link', { name: 'Mara Quill' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
  })

  it.each(['9zz-10041', '4107', '9107'])('opens the only record on Enter by its whole number: %s', async (typed) => {
    const { provider, router } = await rendered()
    provider.getList.mockResolvedValue(page([account({ user__id: 9107 })], { totalPages: 1 }))
    type(typed)
    enterInBox()
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
    expect(screen.queryByText(/^No record here/)).toBeNull()
  })

  it('asks for the records with all words, and says where others are among them', async () => {
    const { provider } = await rendered()
    const joint = account({ id: 4108, name: 'Téo & Ana Brandt' })
    const pages = [[joint, account({ id: 4109, name: 'Ola Brandt' })], [account({ id: 4110, name: 'Noa Brandt' })]]
    provider.getList.mockImplementation((_resource: string, { meta, pagination: { page: number } }: Paged) => {
      const rows = meta.search === 'brandt' && meta.words === 'teo brandt' ? pages[number - 1] : []
      return Promise.resolve(page(rows ?? [], { page: number, totalPages: 2 }))
    })
    type('teo brandt')
    enterInBox()
    await screen.findByText('These match “brandt”. On each page, those with all words of “teo brandt” come first.')
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('These match “brandt”. None on this page has all words of “teo brandt”.')
  })

  it.each([
    ['the records with all words where they are shown alone', 1, { search: 'brandt', words: 'teo brandt' }],
    ['all records of a list of several pages', 2, { search: 'brandt' }],
  ])('saves %s', async (_, totalPages, meta) => {
    const exportList = vi.fn(() => new Promise(() => undefined))
    const { provider } = await rendered({ ...stubProvider(), exportList })
    provider.getList.mockImplementation((_resource: string, asked: Paged) => {
      const rows = asked.meta.search === 'brandt' ? [account({ id: 4108, name: 'Téo & Ana Brandt' })] : []
      return Promise.resolve(page(rows, { totalPages }))
    })
    type('teo brandt')
    enter()
    await screen.findByRole('link', { name: 'Téo & Ana Brandt' })
    fireEvent.click(await screen.findByRole('button', { name: 'Export filtered' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
    await waitFor(() => expect(exportList).toHaveBeenCalled())
    expect(exportList.mock.calls).toEqual([['accounts', expect.objectContaining({ meta })]])
  })

  it('lets a control of a row be pressed right after typing, until the rows are dimmed', async () => {
    const { provider } = await rendered()
    provider.getList.mockReturnValue(new Promise(() => undefined))
    // Found first: the rows stay clear for less time than a busy machine takes to find them.
    const restrict = screen.getByRole('switch', { name: 'Restrict User: Mara Quill' })
    const grid = screen.getByRole('grid')
    type('quill')
    fireEvent.blur(box())
    await waitFor(() => expect(grid.getAttribute('aria-busy')).toBe('true'))
    fireEvent.click(restrict)
    const question = await screen.findByRole('dialog', { name: 'Restrict Mara Quill?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(grid.getAttribute('data-stale')).toBe('true'))
    fireEvent.click(restrict)
    expect(screen.queryByRole('dialog')).toBeNull()
    for (const control of [restrict, screen.getByRole('button', { name: 'View Error: Mara Quill' })]) {
      expect(control.getAttribute('aria-disabled')).toBe('true')
      expect(control.title).toBe('The list is still loading')
    }
  })

  it('leaves the rows under a press until it is a click, however fast the answer is', async () => {
    createConsoleQueryClient()
    const { provider } = await rendered()
    const found = Promise.resolve(page([account({ id: 4108, name: 'Teo Brandt' })], { totalPages: 1 }))
    provider.getList.mockReturnValue(found)
    type('brandt')
    const restrict = screen.getByRole('switch', { name: 'Restrict User: Mara Quill' })
    fireEvent.pointerDown(restrict)
    fireEvent.blur(box())
    await waitFor(() => expect(searches(provider)).toContain('brandt'))
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(screen.getByRole('link', { name: 'Mara Quill' })).toBeDefined()
    fireEvent.pointerUp(restrict)
    fireEvent.click(restrict)
    expect(await screen.findByRole('dialog', { name: 'Restrict Mara Quill?' })).toBeDefined()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Teo Brandt', hidden: true })).toBeDefined())
  })
})
