import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { foundRanges } from '../../../../src/list/useFoundMarks.ts'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  vi.restoreAllMocks()
})

/** The texts of a list in which an 'a' is marked, each once. */
async function markedTexts(address: string, record: { readonly id: number }, name: string) {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page([record]))
  const { container } = renderPage(address, { provider })
  await screen.findByText(name)
  return new Set(foundRanges(container, ['a']).map(({ startContainer }) => startContainer.textContent))
}

const alert = { id: 1, title: 'A split', message: 'Shares', ticker: 'AAPL', type: 'Action', status: 'active' }

it.each([
  ['/accounts', { ...account(), utm_campaign: 'spring' }, 'Mara Quill', ['Mara Quill', account().user__email]],
  ['/treasury', { id: 5, ticker: '912797KA4', isapproved: true }, '912797KA4', ['912797KA4']],
  ['/alerts', alert, 'A split', ['A split', 'Shares']],
])('what a search of %s found is marked only in the columns that it looks at', async (address, record, name, texts) => {
  expect([...(await markedTexts(address, record, name))]).toEqual(texts)
})

it('also on a phone', async () => {
  const wide = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(wide(query), 'matches', { value: true }),
  )
  const found = await markedTexts('/treasury', { id: 5, ticker: '912797KA4', isapproved: true } as never, '912797KA4')
  expect([...found]).toEqual(['912797KA4'])
})
