import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { ShellContext } from '../../../src/auth/ShellContext.ts'
import { consoleConfig, fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

const config = consoleConfig()

/** Opens a page of the console's own at a gateway with these replies, signed in. */
export async function openPage(
  page: ReactNode,
  replies: Record<string, () => Response>,
  more: Record<string, unknown> = {},
  address = '/',
) {
  const gateway = fakeGateway({ '/auth/session': () => json(200, sessionBody(more)), ...replies })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const { sessionManager, authProvider } = openTab(gateway.fetcher, fakeChannels().open())
  await sessionManager.load()
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ShellContext value={{ config, sessionManager, authProvider }}>{page}</ShellContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return gateway
}
