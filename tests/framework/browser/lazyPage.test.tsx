import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyComponent, lazyPage } from '../../../src/ui/lazyComponent.tsx'

const logged = vi.spyOn(console, 'error').mockReturnValue()

afterEach(() => {
  cleanup()
  logged.mockClear()
  vi.useRealTimers()
})

it('a page whose code takes its time has a placeholder, which gives way to it', async () => {
  vi.useFakeTimers()
  let arrive: (page: () => string) => void = () => undefined
  const Page = lazyPage(() => new Promise<() => string>((resolve) => (arrive = resolve)), true)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  )
  const isShown = () => document.querySelector('.cs-page-skeleton') !== null
  expect(isShown()).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(250))
  expect(isShown()).toBe(true)
  await act(async () => arrive(() => 'Books'))
  expect(isShown()).toBe(false)
  expect(screen.getByText('Books')).toBeDefined()
})

it('a piece whose code could not be loaded says why in plain words, and is fetched again once back online', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Unable to preload CSS for /assets/chips.css'))
    .mockResolvedValue(() => 'Chips')
  const Piece = lazyComponent(load, null)
  render(<Piece />)
  const lost = await screen.findByText('The connection broke, or the console has been updated meanwhile.')
  expect(document.body.textContent).not.toContain('assets')
  expect(logged.mock.calls).toEqual([[new TypeError('Unable to preload CSS for /assets/chips.css')]])
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Chips')).toBeDefined()
  expect(lost.isConnected).toBe(false)
})

it('a piece whose code was lost is drawn once another place of it has the code', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(() => 'Chips')
  const Piece = lazyComponent(load, null)
  render(<Piece />)
  const lost = await screen.findByText('The connection broke, or the console has been updated meanwhile.')
  render(<Piece />)
  await waitFor(() => expect(screen.getAllByText('Chips')).toHaveLength(2))
  expect(lost.isConnected).toBe(false)
})
