import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useReadElsewhere } from '../../../src/data/useGrants.ts'

const KEY = ['console', 'approvals', 'about', 'books', '']

const Shown = () => <p>{`${useReadElsewhere(KEY)?.data?.length ?? 'none'} waiting`}</p>

const Reading = () => {
  useQuery({ queryKey: KEY, queryFn: async () => [{}, {}] })
  return null
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('what another part begins to read while it is drawn is shown without a complaint of React', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const client = new QueryClient()
  const page = (more: boolean) => (
    <QueryClientProvider client={client}>
      <Shown />
      {more && <Reading />}
    </QueryClientProvider>
  )
  const { rerender } = render(page(false))
  expect(screen.getByText('none waiting')).toBeDefined()
  rerender(page(true))
  expect(await screen.findByText('2 waiting')).toBeDefined()
  expect(complaints.mock.calls.map(([text]) => String(text))).toEqual([])
})
