import '../../support/installBrokerage.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { createSessionFetch } from '../../../../src/auth/createSessionFetch.ts'
import { RequireSession } from '../../../../src/pages/RequireSession.tsx'
import { watchDrafts } from '../../../../src/sessionEffects.ts'
import { Login } from '../../../../src/pages/Login.tsx'
import { ShellContext } from '../../../../src/auth/ShellContext.ts'
import { definitions } from '../../../../schemas/index.ts'
import {
  consoleConfig,
  fakeChannels,
  fakeGateway,
  json,
  openTab,
  sessionBody,
} from '../../../framework/browser/support.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const config = consoleConfig({ productName: 'Countersign' })

/** A console of one guarded page, in which someone is signed in. `state` is what the history keeps with the page. */
const workAt = async (pathname: string, state?: object) => {
  const gateway = fakeGateway({ '/auth/session': () => json(200, sessionBody()), '/api/main/x': () => json(401, {}) })
  const { sessionManager, authProvider } = openTab(gateway.fetcher, fakeChannels().open(), '', definitions)
  const client = new QueryClient()
  const drafts = draftsIn(client)
  watchDrafts(sessionManager, drafts, () => undefined)
  const session = await sessionManager.load()
  render(
    <QueryClientProvider client={client}>
      <ShellContext value={{ config, sessionManager, authProvider }}>
        <MemoryRouter initialEntries={[{ pathname, state }]}>
          <Routes>
            <Route path="/login" element={<Login />} />
            <Route element={<RequireSession />}>
              <Route path="*" element={<p>Customers’ data</p>} />
            </Route>
          </Routes>
        </MemoryRouter>
      </ShellContext>
    </QueryClientProvider>,
  )
  const end = () => act(() => sessionManager.end(session?.mark ?? '', 'expired'))
  return { drafts, end, call: createSessionFetch(sessionManager, gateway.fetcher) }
}

const change = { method: 'POST', headers: { 'Idempotency-Key': 'b0c1' } }

describe('the screen after a session has ended', () => {
  it('is the login page where nothing was typed', async () => {
    const { end } = await workAt('/account/7')
    end()
    expect(await screen.findByText('Your session has ended. Sign in to go on.')).toBeDefined()
  })

  it('says on the login page that a change which was refused was not made', async () => {
    const { call } = await workAt('/account/7')
    await act(() => call('/api/main/x', change))
    await screen.findByText('Your session has ended. Nothing was changed. Sign in to go on.')
  })

  it('stays in its place with something typed, shows nothing of the page, and has the focus on its button', async () => {
    const { drafts, end } = await workAt('/account/7')
    drafts.keep('reason', { reason: 'Documents match' })
    end()
    expect(await screen.findByRole('heading', { name: 'Your session has ended' })).toBeDefined()
    expect(screen.getByText(/^Nothing was sent\. What you typed or chose is kept in this tab: .+\.$/)).toBeDefined()
    expect(screen.queryByText('Customers’ data')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign in' })))
  })

  it('stays in its place with a record of a list, as only this tab knows which one is next', async () => {
    const { end } = await workAt('/account/7', { list: '?page=2', from: 'default', isRestorable: true })
    end()
    const button = await screen.findByRole('button', { name: 'Sign in' })
    await screen.findByText('Your place in the list is kept in this tab: sign in again to go on.')
    expect(screen.queryByText('Customers’ data')).toBeNull()
    vi.spyOn(window, 'open').mockReturnValue(null)
    fireEvent.click(button)
    await screen.findByText('You can also use this tab to sign in. Your place in the list will then be lost.')
    fireEvent.click(screen.getByRole('button', { name: 'Use this tab to sign in' }))
    expect(screen.getByLabelText('Email Address')).toBeDefined()
  })

  it('is the login page with a record of a list that was searched, as the search has ended with the session', async () => {
    const { end } = await workAt('/account/7', { list: '', from: 'default', isRestorable: false })
    end()
    await screen.findByText('Your session has ended. Sign in to go on.')
  })

  it('says when the window is blocked, and offers this tab with what that costs', async () => {
    const { drafts, end } = await workAt('/account/7')
    drafts.keep('reason', { reason: 'Documents match' })
    end()
    vi.spyOn(window, 'open').mockReturnValue(null)
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(screen.getByText(/^The browser did not let the sign-in window open\./)).toBeDefined()
    expect(
      screen.getByText('You can also use this tab to sign in. What you typed or chose will then be lost.'),
    ).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Use this tab to sign in' }))
    expect(screen.getByLabelText('Email Address')).toBeDefined()
    expect(drafts.isEmpty()).toBe(true)
  })
})
