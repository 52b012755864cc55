import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { useSyncExternalStore } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createSessionFetch } from '../../../src/auth/createSessionFetch.ts'
import { ShellContext, useShell } from '../../../src/auth/ShellContext.ts'
import { StepUpDialog } from '../../../src/pages/StepUpDialog.tsx'
import { consoleConfig, fakeChannels, fakeGateway, json, openTab, sessionBody } from './support.ts'

const config = consoleConfig()
const change = { method: 'POST', headers: { 'Idempotency-Key': 'b0c1' }, body: '{"reason":"typed"}' }
const wanted = () => json(403, { code: 'STEP_UP', message: 'Sign in again.' })

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** A tab in which a person is signed in, and a second one that stands for the sign-in window. */
async function openConsole(answers: (() => Response)[]) {
  let person = '1'
  const gateway = fakeGateway({
    '/auth/session': () => json(200, sessionBody({ userId: person })),
    '/api/library/books': () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? json(500, {}),
  })
  const channels = fakeChannels()
  const { sessionManager, authProvider } = openTab(gateway.fetcher, channels.open())
  const inWindow = openTab(gateway.fetcher, channels.open()).sessionManager
  await sessionManager.load()
  const Asked = () => {
    const { stepUp } = useShell().sessionManager
    return useSyncExternalStore(stepUp.subscribe, stepUp.isAsked) ? <StepUpDialog stepUp={stepUp} /> : null
  }
  render(
    <MemoryRouter>
      <ShellContext value={{ config, sessionManager, authProvider }}>
        <Asked />
      </ShellContext>
    </MemoryRouter>,
  )
  const send = createSessionFetch(sessionManager, gateway.fetcher)
  const sent = () => gateway.seen.filter(({ path }) => path === '/api/library/books')
  return {
    sent,
    sessionManager,
    call: () => send('/api/library/books', change),
    signIn: (as = '1') => {
      person = as
      return act(async () => inWindow.announce())
    },
  }
}

const question = () => screen.findByRole('dialog', { name: 'Confirm that it’s you' })

test('calls that need a fresh sign-in wait for one together, and are made again with what they had', async () => {
  const { call, signIn, sent } = await openConsole([wanted, wanted, () => json(200, {})])
  const [first, second] = [call(), call()]
  await question()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  await signIn()
  expect([(await first).status, (await second).status]).toEqual([200, 200])
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent()).toHaveLength(4)
  for (const { body, headers } of sent()) {
    expect(body).toEqual({ reason: 'typed' })
    expect(headers.get('Idempotency-Key')).toBe('b0c1')
  }
})

test('without one nothing is sent again, and the refusal is the answer', async () => {
  const { call, sent } = await openConsole([wanted])
  const refused = call()
  await question()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect((await refused).status).toBe(403)
  expect(sent()).toHaveLength(1)
})

test('the sign-in of another person sends nothing', async () => {
  const { call, signIn, sent } = await openConsole([wanted, () => json(200, {})])
  const dropped = call()
  await question()
  await Promise.all([expect(dropped).rejects.toThrow('The session of this request has ended'), signIn('2')])
  expect(sent()).toHaveLength(1)
})

test('the end of the session answers the question', async () => {
  const { call, sessionManager, sent } = await openConsole([wanted])
  const dropped = call()
  await question()
  const state = sessionManager.state()
  const over = expect(dropped).rejects.toThrow('The session of this request has ended')
  act(() => sessionManager.end(state.status === 'active' ? state.session.mark : '', 'expired'))
  await over
  expect(sent()).toHaveLength(1)
})

test('the window opens on request and leads to the provider; a blocked one is reported', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { call } = await openConsole([wanted])
  void call()
  await question()
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(open.mock.calls[0]?.[0]).toBe('/confirm-sign-in')
  expect(screen.getByText(/^The browser did not let the sign-in window open\./)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
})

test('any other 403 is not a question', async () => {
  const { call } = await openConsole([() => json(403, { code: 'FORBIDDEN' })])
  expect((await call()).status).toBe(403)
  expect(screen.queryByRole('dialog')).toBeNull()
})
