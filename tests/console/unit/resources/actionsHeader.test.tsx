import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf, GatewayError } from '../../../../server/gateway/core/errors.ts'
import { recordActions } from '../../../../src/model/controlOf.ts'
import { httpError, muteExpectedErrors } from './renderPage.tsx'
import { detail, partProvider, renderPieces } from './renderParts.tsx'
import { accounts } from '../../support/resources.ts'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const notices = () => within(screen.getByRole('list', { name: 'Notices' })).queryAllByRole('listitem')
const texts = () => notices().map((line) => line.textContent)
const dialog = () => screen.getByRole('dialog')
const closeRequest = (id: number, status: string) => ({ id, status, request_type: 'CLOSE_ACCOUNT' })
const withRequests = (...request: readonly unknown[]) => partProvider(detail({ request }))
const closeButton = () => screen.findByRole('button', { name: 'Close Account' })
const account = (change: Readonly<Record<string, unknown>>) => {
  const [known] = detail().account
  return detail({ request: [], account: [{ ...known, ...change }] })
}

const typeNumber = (text: string) => {
  const field = within(dialog()).getByLabelText('Type the account number to confirm')
  fireEvent.change(field, { target: { value: text } })
}
const doIt = () => within(dialog()).getByRole('button', { name: 'Close Account' })
const close = async () => {
  fireEvent.click(await closeButton())
  typeNumber('9ZZ10058')
  fireEvent.click(doIt())
}

describe('what only the page places', () => {
  it('is not offered by the list', () => {
    expect(recordActions(accounts)).toEqual([
      'markTest',
      'markNormal',
      'restrictUser',
      'unrestrictUser',
      'restrictSsn',
      'unrestrictSsn',
      'resubmit',
    ])
  })
})

describe('Close Account', () => {
  const pendingStatuses = [
    ['SENT', 'Close request sent'],
    ['INPROGRESS', 'Close request in progress'],
    ['PENDING', 'Close request pending'],
    ['sent', 'Close request sent'],
  ]

  it.each(pendingStatuses)('is off while the newest request is %s, and says so', async (status = '', words = '') => {
    renderPieces(['header'], { provider: withRequests(closeRequest(9, 'REJECTED'), closeRequest(10, status)) })
    const button = await closeButton()
    const reason = screen.getByText(words)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-describedby')).toBe(reason.id)
    expect(button.hasAttribute('disabled')).toBe(false)
    fireEvent.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says in its question of a name that could not be read that it is so', async () => {
    const unreadable = {
      ...account({ name: null }),
      '@unreadable': { '/account/0/name': 'Expected string, got object' },
    }
    renderPieces(['header'], { provider: partProvider(unreadable) })
    fireEvent.click(await closeButton())
    expect(screen.getByRole('dialog', { name: 'Close the account of Unreadable?' })).toBeDefined()
  })

  it.each([['REJECTED'], ['SOMETHING_NEW']])('is there after a request that is %s', async (status) => {
    renderPieces(['header'], { provider: withRequests(closeRequest(9, 'SENT'), closeRequest(10, status)) })
    expect((await closeButton()).getAttribute('aria-disabled')).toBe('false')
  })

  it('is not there once the account is closed, nor for people who may not', async () => {
    const { unmount } = renderPieces(['header'], { provider: withRequests(closeRequest(10, 'APPROVED')) })
    await screen.findByRole('button', { name: 'Update Status' })
    expect(screen.queryByRole('button', { name: 'Close Account' })).toBeNull()
    unmount()
    renderPieces(['header'], { provider: withRequests(), held: ['accounts.updateStatus'] })
    await screen.findByRole('button', { name: 'Update Status' })
    expect(screen.queryByRole('button', { name: 'Close Account' })).toBeNull()
  })

  it('needs an account number', async () => {
    renderPieces(['header'], { provider: partProvider(account({ account_no: null })) })
    expect((await closeButton()).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('No account number yet')).toBeDefined()
  })

  it('works only when the account number has been typed, and Enter is no way around it', async () => {
    const provider = withRequests()
    renderPieces(['header'], { provider })
    fireEvent.click(await closeButton())
    const reads = provider.getOne.mock.calls.length
    expect(doIt().getAttribute('aria-disabled')).toBe('true')
    typeNumber('9ZZ1005')
    fireEvent.submit(dialog().querySelector('form') as HTMLFormElement)
    expect(within(dialog()).getByText('This is not 9ZZ10058')).toBeDefined()
    expect(document.activeElement).toBe(within(dialog()).getByLabelText('Type the account number to confirm'))
    fireEvent.click(doIt())
    expect(provider.getOne).toHaveBeenCalledTimes(reads)
    typeNumber(' 9ZZ10058 ')
    expect(doIt().getAttribute('aria-disabled')).toBe('false')
    fireEvent.submit(dialog().querySelector('form') as HTMLFormElement)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({
      name: 'closeAccount',
      input: {},
      confirmation: ' 9ZZ10058 ',
    })
  })

  it('is said to be sent 600 ms after it was', async () => {
    renderPieces(['header'], { provider: withRequests() })
    const before = Date.now()
    await close()
    await waitFor(() => expect(texts()).toEqual(['success: Request Sent Successfully.']))
    expect(Date.now() - before).toBeGreaterThanOrEqual(590)
  })

  it('that fails closes the dialog and says the words of the service for five seconds', async () => {
    const provider = withRequests()
    provider.action.mockRejectedValue(httpError(422, 'UPSTREAM_REFUSED', 'The account holds a short position.'))
    renderPieces(['header'], { provider })
    await close()
    await waitFor(() => expect(texts()).toEqual(['error: The account holds a short position.']))
    expect(notices()[0]?.dataset['lasts']).toBe('5000')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it.each([
    [503, 'NOT_CONFIGURED'],
    [422, 'UPSTREAM_REFUSED'],
    [403, 'UPSTREAM_FORBIDDEN'],
    [404, 'NOT_FOUND'],
  ] as const)(
    'that fails with %i %s, where the service said nothing, says the words of the definition',
    async (...error) => {
      const [status, code] = error
      const { message } = new GatewayError(code)
      const { body } = answerOf(new GatewayError(code), 'req-77')
      const provider = withRequests()
      provider.action.mockRejectedValue(Object.assign(httpError(status, code, message), { body }))
      renderPieces(['header'], { provider })
      await close()
      await waitFor(() => expect(texts()).toEqual(['error: Failed to process.\nCheck API Response.']))
      expect(notices()[0]?.dataset['lasts']).toBe('5000')
    },
  )

  const failed = 'Failed to process. The service failed. It is not known whether this was done.'

  it.each([
    ['The connection broke.', httpError(0, 'NETWORK', 'The connection broke.')],
    [failed, httpError(502, 'UPSTREAM_FAILED', 'The service failed.')],
  ])('says that nothing is known of it where it can be looked for: %s', async (text, error) => {
    const provider = withRequests()
    provider.action.mockRejectedValue(error)
    renderPieces(['header'], { provider })
    await close()
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(text)
    expect(within(dialog).getByText('Look again before you repeat it.')).toBeDefined()
    expect(within(dialog).getByRole('button', { name: 'Look again' })).toBeDefined()
    expect(texts()).toEqual([])
  })

  it('whose outcome no one knows is neither a success nor a failure', async () => {
    const provider = withRequests()
    provider.action.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'No answer in time.'))
    renderPieces(['header'], { provider })
    await close()
    await waitFor(() => expect(texts()).toHaveLength(1))
    expect(texts()[0]).toMatch(/^warning: Outcome unknown: /)
  })

  it('that someone else asked for meanwhile is not asked for again', async () => {
    const provider = withRequests()
    renderPieces(['header'], { provider })
    fireEvent.click(await closeButton())
    typeNumber('9ZZ10058')
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    provider.getOne.mockResolvedValue({ data: detail({ request: [closeRequest(11, 'SENT')] }) })
    fireEvent.click(doIt())
    expect(await within(dialog()).findByText('Close request sent')).toBeDefined()
  })
})

describe('Update Status', () => {
  const activate = async (provider: ReturnType<typeof partProvider>) => {
    renderPieces(['header'], { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Update Status' }))
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Make active' }))
  }
  const becoming = (after: Readonly<Record<string, unknown>>) => {
    const provider = partProvider(account({}))
    provider.action.mockImplementation(() => {
      provider.getOne.mockResolvedValue({ data: account(after) })
      return Promise.resolve({ data: { id: 4108, ok: true } })
    })
    return provider
  }

  it('is a success when the detail, read again, shows it', async () => {
    await activate(becoming({ is_active: true }))
    await waitFor(() => expect(texts()).toEqual(['success: Account of Teo & Ana Brandt is now active']))
  })

  it('is a warning when the server took the call and the detail is as before', async () => {
    await activate(becoming({}))
    await waitFor(() => expect(texts()).toHaveLength(1))
    expect(texts()[0]).toMatch(/^warning: The account of Teo & Ana Brandt is still not active/)
  })

  it('is not sent when someone else was faster', async () => {
    const provider = partProvider(account({}))
    renderPieces(['header'], { provider })
    fireEvent.click(await screen.findByRole('button', { name: 'Update Status' }))
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    provider.getOne.mockResolvedValue({ data: account({ is_active: true }) })
    fireEvent.click(within(dialog()).getByRole('button', { name: 'Make active' }))
    expect(await within(dialog()).findByText(/: No → Yes$/)).toBeDefined()
  })
})
