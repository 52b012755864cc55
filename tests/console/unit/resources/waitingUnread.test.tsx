import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { approvalsMark } from '../../../../src/data/permissions.ts'
import { consoleConfig, fakeChannels, fakeGateway, json, openTab } from '../../../framework/browser/support.ts'
import { personsClient, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail } from './showDetails.ts'

const ABOUT = '/console/approvals/about?resource=accounts&id=4107'

/** Opens an account's page of a person who takes part in approvals. */
function open(about: () => Response | Promise<Response>) {
  const gateway = fakeGateway({ [ABOUT]: about })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const shell = { config: consoleConfig(), ...openTab(gateway.fetcher, fakeChannels().open()) }
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail())
  const queryClient = personsClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  renderPage('/account/4107', { provider, held: [...permissions, approvalsMark(24)], shell, queryClient })
  return gateway
}

const button = (name = 'Close Account') => screen.findByRole('button', { name })
const isOff = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true'
const reasonOf = (one: HTMLElement) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent

afterEach(() => vi.restoreAllMocks())

test('what may wait for a second person is off, with its reason, until it is known what waits', async () => {
  const answer = Promise.withResolvers<Response>()
  const gateway = open(() => answer.promise)
  const close = await button()
  expect(isOff(close)).toBe(true)
  expect(reasonOf(close)).toBe('Still reading what waits for approval')
  expect(isOff(await button('Update Status'))).toBe(false)
  fireEvent.click(close)
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(gateway.paths()).toContain(ABOUT))
  expect(isOff(await button())).toBe(true)
  answer.resolve(json(200, { rows: [], next: null }))
  await waitFor(async () => expect(isOff(await button())).toBe(false))
})

test('a failed read is said, turns nothing off, and can be tried again', async () => {
  let isDown = true
  const gateway = open(() => (isDown ? json(503, { code: 'STORE_UNAVAILABLE' }) : json(200, { rows: [], next: null })))
  await screen.findByText("Couldn't load what waits for approval.")
  expect(isOff(await button())).toBe(false)
  isDown = false
  fireEvent.click(await button('Retry'))
  await waitFor(() => expect(screen.queryByText("Couldn't load what waits for approval.")).toBeNull())
  expect(gateway.paths().filter((path) => path === ABOUT).length).toBeGreaterThan(1)
})
