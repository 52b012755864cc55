import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(() => muteExpectedErrors())
afterEach(() => void vi.restoreAllMocks())

it('a decision that runs on none of the selected bills says what they are', async () => {
  const provider = stubProvider()
  const bill = (id: number) => ({ id, ticker: `ZZ${id}`, isapproved: id < 9 })
  provider.getList.mockResolvedValue(page([bill(7), bill(8), bill(9)]))
  renderPage('/treasury', { provider })
  const select = async (id: number) => fireEvent.click(await screen.findByRole('checkbox', { name: `Select: ZZ${id}` }))
  const why = (name: string) => screen.getByRole('button', { name }).title
  await select(9)
  expect([why('Approve'), why('Disapprove')]).toEqual(['', 'Not approved (ZZ9)'])
  await select(9)
  await select(7)
  expect([why('Approve'), why('Disapprove')]).toEqual(['Already approved (ZZ7)', ''])
  await select(8)
  expect(why('Approve')).toBe('Already approved (all 2)')
})
