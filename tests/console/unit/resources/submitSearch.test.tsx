import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { httpError, muteExpectedErrors, page, renderPage, stubProvider } from './renderPage.tsx'

const order = (of: string) => ({ id: 1, email_id: of, order_id: `order of ${of}`, account_id: 'A1', status: 'success' })

interface Asked {
  readonly meta: { readonly search: string | undefined }
}

const searches = (provider: ReturnType<typeof stubProvider>) =>
  provider.getList.mock.calls.map(([, params]: unknown[]) => (params as Asked).meta.search)

const prompt = 'Search for a user to see their orders'
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search By Email ID' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Search' }))

beforeEach(muteExpectedErrors)

const rendered = async () => {
  const provider = stubProvider()
  provider.getList.mockImplementation((_resource: string, { meta }: Asked) =>
    Promise.resolve(page([order(meta.search ?? '')], { totalPages: 1 })),
  )
  const view = renderPage('/etrade-details', { provider })
  await screen.findByRole('searchbox')
  return { provider, ...view }
}

describe('a search that is submitted', () => {
  it('reads nothing before, and says what to do', async () => {
    const { provider } = await rendered()
    expect(await screen.findByText(prompt)).toBeDefined()
    type('ana@example.test')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
    expect(provider.getList).not.toHaveBeenCalled()
  })

  it.each([
    ['', 'Email is a required field'],
    ['   ', 'Email is a required field'],
    ['ana at example', 'Email must be a valid email'],
    [`${'a'.repeat(250)}@b.co`, 'Email must be a valid email'],
  ])('is not sent with "%s", and says why next to the box', async (text, sentence) => {
    const { provider } = await rendered()
    type(text)
    press()
    expect(screen.getByRole('searchbox', { description: sentence })).toBe(box())
    expect(document.activeElement).toBe(box())
    expect(provider.getList).not.toHaveBeenCalled()
    type('a')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it.each(['Ana <ana@example.test>', 'mailto:ana@example.test', 'ana@example.test.', 'ａｎａ＠example.test'])(
    'is sent as the address alone where that is copied with more: %s',
    async (copied) => {
      const { provider } = await rendered()
      type(copied)
      press()
      await waitFor(() => expect(searches(provider)).toEqual(['ana@example.test']))
      expect(box().value).toBe('ana@example.test')
    },
  )

  it('is sent trimmed, by the button and by Enter, and stays out of the address and the history', async () => {
    const { provider, router } = await rendered()
    type(' ana@example.test ')
    press()
    expect(await screen.findByText('order of ana@example.test')).toBeDefined()
    expect(JSON.stringify(router.state.location)).not.toContain('ana')
    type('bo@example.test')
    fireEvent.submit(box().form ?? box())
    expect(await screen.findByText('order of bo@example.test')).toBeDefined()
    expect(searches(provider)).toEqual(['ana@example.test', 'bo@example.test'])
  })

  it('comes back with Back, as far as to the prompt', async () => {
    const { provider, router } = await rendered()
    type('ana@example.test')
    press()
    await screen.findByText('order of ana@example.test')
    type('bo@example.test')
    press()
    await screen.findByText('order of bo@example.test')
    await act(() => router.navigate(-1))
    expect(await screen.findByText('order of ana@example.test')).toBeDefined()
    expect(box().value).toBe('ana@example.test')
    await act(() => router.navigate(-1))
    expect(await screen.findByText(prompt)).toBeDefined()
    expect(box().value).toBe('')
    expect(provider.getList).toHaveBeenCalledTimes(2)
  })

  it('is read again when the same is submitted once more', async () => {
    const { provider } = await rendered()
    type('ana@example.test')
    press()
    await screen.findByText('order of ana@example.test')
    press()
    await waitFor(() => expect(provider.getList).toHaveBeenCalledTimes(2))
  })

  it('is taken away by Reset', async () => {
    await rendered()
    type('ana@example.test')
    press()
    await screen.findByText('order of ana@example.test')
    fireEvent.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(await screen.findByText(prompt)).toBeDefined()
    expect(screen.queryByText(/on this page/)).toBeNull()
    expect(document.activeElement).toBe(box())
  })
})

describe('a submitted search that fails', () => {
  const notices = () => [...screen.getByRole('list', { name: 'Notices' }).children].map((item) => item.textContent)

  const failed = (...error: Parameters<typeof httpError>) => {
    const provider = stubProvider()
    provider.getList.mockImplementation(() => Promise.reject(httpError(...error)))
    renderPage('/etrade-details', { provider })
    type('ana@example.test')
    press()
    return provider
  }

  it('says so in the words of the specification, once for each time, and calmly where the service says the same', async () => {
    const provider = failed(404, 'UPSTREAM_REFUSED', 'No such customer.')
    expect(await screen.findByText('No such customer.')).toBeDefined()
    expect(screen.getByText('User not found').className).toContain('cs-view-state-title')
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(notices()).toEqual(['error: User not found']))
    press()
    await waitFor(() => expect(notices()).toHaveLength(2))
    expect(provider.getList).toHaveBeenCalledTimes(2)
  })

  it('says once what the service says in the same words', async () => {
    failed(404, 'NOT_FOUND', 'User not found')
    expect(await screen.findByText('req-77')).toBeDefined()
    expect(screen.getAllByText('User not found')).toHaveLength(1)
    await waitFor(() => expect(notices()).toEqual(['error: User not found']))
  })

  it('is headed with the words of a service that refused it for another reason', async () => {
    failed(422, 'UPSTREAM_REFUSED', 'The period is closed.')
    const title = await screen.findByText('The period is closed.')
    expect(title.className).toContain('cs-view-state-title')
    expect(screen.queryByText('User not found')).toBeNull()
    await waitFor(() => expect(notices()).toEqual(['error: User not found\nThe period is closed.']))
  })

  it('does not take an outage for an unknown user', async () => {
    failed(503, 'UPSTREAM_UNAVAILABLE', 'The service does not answer.')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain("Couldn't load etrade orders.")
    expect(alert.textContent).toContain('The service does not answer.')
    expect(alert.textContent).toContain('req-77')
    expect(alert.textContent).not.toContain('User not found')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
    await waitFor(() => expect(notices()).toEqual(['error: User not found\nThe service does not answer.']))
  })

  it('says nothing of the kind when the session is over', async () => {
    const provider = failed(401, 'SESSION_OVER', 'over')
    await waitFor(() => expect(provider.getList).toHaveBeenCalled())
    await screen.findByRole('table')
    expect(notices()).toEqual([])
  })
})
