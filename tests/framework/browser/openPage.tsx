import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { AuthContext, memoryStore, StoreContextProvider } from 'ra-core'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { ShellContext } from '../../../src/auth/ShellContext.ts'
import { draftsIn } from '../../../src/data/drafts.ts'
import { consoleConfig, fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

type Replies = Parameters<typeof fakeGateway>[0]

/** The shell around what a test draws, at a gateway with these replies, once it knows the session. */
export async function openShell(
  replies: Replies,
  settings?: Parameters<typeof consoleConfig>[0],
  definitions?: Parameters<typeof openTab>[3],
) {
  const gateway = fakeGateway(replies)
  const { sessionManager, authProvider } = openTab(gateway.fetcher, fakeChannels().open(), '', definitions)
  await sessionManager.load()
  const shell = { config: consoleConfig(settings), sessionManager, authProvider }
  const Shell = ({ children }: { readonly children: ReactNode }) => (
    <AuthContext value={authProvider}>
      <ShellContext value={shell}>{children}</ShellContext>
    </AuthContext>
  )
  return { gateway, Shell }
}

/** Opens a page of the console's own at a gateway with these replies, signed in. */
export async function openPage(page: ReactNode, replies: Replies, more: Record<string, unknown> = {}, address = '/') {
  const { gateway, Shell } = await openShell({ '/auth/session': () => json(200, sessionBody(more)), ...replies })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  draftsIn(client).claim('1')
  const store = memoryStore()
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={client}>
        <StoreContextProvider value={store}>
          <Shell>{page}</Shell>
        </StoreContextProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return { ...gateway, client }
}
