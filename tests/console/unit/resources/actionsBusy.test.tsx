import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { account, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const restrictSwitch = () => screen.findByRole('switch', { name: 'Restrict User: Mara Quill' })
const isBusy = async () => (await restrictSwitch()).getAttribute('aria-busy')

it('a switch in a list stays busy once its action was done until the list is read again', async () => {
  const provider = stubProvider()
  provider.getList.mockResolvedValue(page([account()]))
  renderPage('/accounts', { provider })
  await waitFor(async () => expect((await restrictSwitch()).getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(await restrictSwitch())
  const question = within(await screen.findByRole('dialog'))
  const reading = Promise.withResolvers<unknown>()
  provider.getList.mockReturnValue(reading.promise)
  const asked = provider.getList.mock.calls.length
  fireEvent.click(question.getByRole('button', { name: 'Restrict User' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(provider.getList.mock.calls.length).toBeGreaterThan(asked))
  // What only waits until the outcome is drawn has ended after this.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await isBusy()).toBe('true')
  await act(async () => reading.resolve(page([account({ is_restricted: true })])))
  await waitFor(async () => expect(await isBusy()).toBe('false'))
})
