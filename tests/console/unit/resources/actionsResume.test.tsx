import { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { pendingActionsIn } from '../../../../src/actions/pendingActions.ts'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { httpError } from './renderPage.tsx'
import { detail, partProvider, renderPieces } from './renderParts.tsx'

afterEach(cleanup)

const dialog = () => screen.getByRole('dialog', { hidden: true })
const reason = () => within(dialog()).getByLabelText<HTMLTextAreaElement>('Reason')
const press = (name: string) => fireEvent.click(within(dialog()).getByRole('button', { name, hidden: true }))

const ask = async (provider: ReturnType<typeof partProvider>, client: QueryClient) => {
  renderPieces(['requests'], { provider, client })
  const [button] = await screen.findAllByRole('button', { name: /^Approve: / })
  if (button !== undefined) fireEvent.click(button)
  await waitFor(dialog)
  fireEvent.change(reason(), { target: { value: 'Documents match' } })
}

/** The end of the session as the shell makes it: held first, then the page leaves. */
const endSession = (client: QueryClient) => {
  draftsIn(client).hold()
  cleanup()
  client.clear()
  pendingActionsIn(client).forget()
}

const keysOf = ({ action }: ReturnType<typeof partProvider>) =>
  action.mock.calls.map(([, intent]) => (intent as { idempotencyKey: string }).idempotencyKey)

describe('an open question', () => {
  it('is there again with its text when the same person is back', async () => {
    const client = new QueryClient()
    await ask(partProvider(), client)
    endSession(client)
    renderPieces(['requests'], { provider: partProvider(), client })
    await waitFor(() => expect(reason().value).toBe('Documents match'))
    expect(within(dialog()).queryByRole('alert', { hidden: true })).toBeNull()
  })

  it('that was closed has its text when it is asked again, also on another visit of the page', async () => {
    const client = new QueryClient()
    await ask(partProvider(), client)
    press('No')
    for (const isBack of [false, true]) {
      if (isBack) {
        cleanup()
        renderPieces(['requests'], { provider: partProvider(), client })
      }
      const [button] = await screen.findAllByRole('button', { name: /^Approve: / })
      if (button !== undefined) fireEvent.click(button)
      await waitFor(() => expect(reason().value).toBe('Documents match'))
    }
  })

  it('has what was typed to confirm it after the end of the session, and not when it is asked another time', async () => {
    const client = new QueryClient()
    const provider = partProvider(detail({ request: [] }))
    const confirming = () => within(dialog()).getByLabelText<HTMLInputElement>('Type the account number to confirm')
    renderPieces(['header'], { provider, client })
    fireEvent.click(await screen.findByRole('button', { name: 'Close Account' }))
    fireEvent.change(confirming(), { target: { value: '9ZZ10058' } })
    endSession(client)
    renderPieces(['header'], { provider, client })
    await waitFor(() => expect(confirming().value).toBe('9ZZ10058'))
    press('Cancel')
    fireEvent.click(await screen.findByRole('button', { name: 'Close Account' }))
    expect(confirming().value).toBe('')
  })

  it('is not there for another person, nor on a page that was merely left', async () => {
    const client = new QueryClient()
    await ask(partProvider(), client)
    cleanup()
    renderPieces(['requests'], { provider: partProvider(), client })
    await screen.findAllByRole('button', { name: /^Approve: / })
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
    cleanup()
    await ask(partProvider(), client)
    endSession(client)
    renderPieces(['requests'], { provider: partProvider(), client, person: '2' })
    await screen.findAllByRole('button', { name: /^Approve: / })
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  it('whose call was not answered says that no one knows, and is tried again under the same key', async () => {
    const client = new QueryClient()
    const first = partProvider()
    first.action.mockReturnValue(new Promise(() => undefined))
    await ask(first, client)
    press('Yes')
    await waitFor(() => expect(first.action).toHaveBeenCalledTimes(1))
    endSession(client)
    const second = partProvider()
    renderPieces(['requests'], { provider: second, client })
    await waitFor(() => expect(within(dialog()).getByText(/^Outcome unknown: the session ended/)).toBeDefined())
    expect(reason().value).toBe('Documents match')
    press('Try again')
    await waitFor(() => expect(second.action).toHaveBeenCalledTimes(1))
    expect(keysOf(second)).toEqual(keysOf(first))
  })

  it('whose call was refused with the session is asked again as if it had not been sent', async () => {
    const client = new QueryClient()
    const first = partProvider()
    const answer = Promise.withResolvers<never>()
    first.action.mockReturnValue(answer.promise)
    await ask(first, client)
    press('Yes')
    await waitFor(() => expect(first.action).toHaveBeenCalledTimes(1))
    endSession(client)
    answer.reject(httpError(401, 'SESSION_OVER', 'Your session is over.'))
    await answer.promise.catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    const second = partProvider()
    renderPieces(['requests'], { provider: second, client })
    await waitFor(() => expect(reason().value).toBe('Documents match'))
    expect(within(dialog()).queryByRole('alert', { hidden: true })).toBeNull()
    press('Yes')
    await waitFor(() => expect(second.action).toHaveBeenCalledTimes(1))
    expect(keysOf(second)).not.toEqual(keysOf(first))
  })

  it('is shown as it was when the session ends while its record is read again', async () => {
    const client = new QueryClient()
    const provider = partProvider()
    await ask(provider, client)
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    provider.getOne.mockReturnValue(new Promise(() => undefined))
    press('Yes')
    await waitFor(() => expect(provider.getOne.mock.calls.length).toBeGreaterThan(1))
    await waitFor(() =>
      expect(within(dialog()).getByRole('button', { name: 'Yes', hidden: true }).getAttribute('aria-busy')).toBe(
        'true',
      ),
    )
    draftsIn(client).hold()
    await client.cancelQueries()
    cleanup()
    renderPieces(['requests'], { provider: partProvider(), client })
    await waitFor(() => expect(reason().value).toBe('Documents match'))
    expect(within(dialog()).queryByRole('alert', { hidden: true })).toBeNull()
  })
})

describe('the reason for seeing a masked value', () => {
  const reveal = async (client: QueryClient) => {
    renderPieces(['requests'], { provider: partProvider(), client })
    fireEvent.click(await screen.findByRole('button', { name: /^Reveal / }))
    await waitFor(dialog)
  }

  it('is there when the same person asks again, and not after the dialog was closed', async () => {
    const client = new QueryClient()
    await reveal(client)
    fireEvent.change(reason(), { target: { value: 'Customer calls' } })
    endSession(client)
    await reveal(client)
    expect(reason().value).toBe('Customer calls')
    press('Cancel')
    cleanup()
    await reveal(client)
    expect(reason().value).toBe('')
    expect(draftsIn(client).isEmpty()).toBe(true)
  })
})
