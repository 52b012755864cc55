import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPage } from '../../../src/ui/lazyComponent.tsx'

afterEach(() => {
  cleanup()
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
