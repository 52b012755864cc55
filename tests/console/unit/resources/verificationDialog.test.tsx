import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accepted, addressRejected, indeterminate, statusAnswer } from './investigationPayloads.ts'
import { httpError, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

const answer = (investigations: readonly unknown[]) => ({ data: statusAnswer(investigations), meta: { unreadable: 0 } })

const list = (read = vi.fn().mockResolvedValue(answer([addressRejected()]))) => {
  const provider = { ...stubProvider(), read }
  return { provider, ...renderPage('/accounts', { provider }) }
}
const view = async () => fireEvent.click(await screen.findByRole('button', { name: 'View Error: Mara Quill' }))
const dialog = () => screen.findByRole('dialog', { name: 'Error' })

beforeEach(() => muteExpectedErrors())
afterEach(() => {
  vi.restoreAllMocks()
})

describe("the Error column's view", () => {
  it('opens a dialog that names the account and shows its identity checks', async () => {
    list()
    await view()
    const opened = within(await dialog())
    expect(await opened.findByRole('tab', { name: /^Primary/ })).toBeDefined()
    expect(opened.getAllByText('Mara Quill').length).toBeGreaterThan(0)
    expect(opened.queryByRole('button', { name: /Approve|Reject|Appeal/ })).toBeNull()
  })

  it('asks for the checks only when it is opened, and each time', async () => {
    const { provider } = list()
    await screen.findByRole('button', { name: 'View Error: Mara Quill' })
    expect(provider.read).not.toHaveBeenCalled()
    await view()
    await screen.findByRole('tab', { name: /^Primary/ })
    expect(provider.read).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await view()
    await waitFor(() => expect(provider.read).toHaveBeenCalledTimes(2))
  })

  it('names both applicants by the cases, and asks no one else about them', async () => {
    const { provider } = list(vi.fn().mockResolvedValue(answer([accepted(), indeterminate()])))
    await view()
    const opened = within(await dialog())
    expect(await opened.findByRole('tab', { name: /^Secondary\s*Ana Brandt/ })).toBeDefined()
    expect(opened.getByRole('tab', { name: /^Primary\s*Teo Brandt/ })).toBeDefined()
    expect(provider.getOne).not.toHaveBeenCalled()
  })

  it("names them by the account's detail where the cases do not", async () => {
    const cases = [accepted({ request: null }), indeterminate({ request: null })]
    const { provider } = list(vi.fn().mockResolvedValue(answer(cases)))
    provider.getOne.mockResolvedValue(
      accountDetail({ joint_user: anaBrandt }, { first_name: 'Teo', last_name: 'Brandt' }),
    )
    await view()
    const opened = within(await dialog())
    expect(await opened.findByRole('tab', { name: /^Secondary\s*Ana Brandt/ })).toBeDefined()
    expect(opened.getByRole('tab', { name: /^Primary\s*Teo Brandt/ })).toBeDefined()
  })

  it('shows the cases all the same where no one knows the names', async () => {
    const cases = [accepted({ request: null }), indeterminate({ request: null })]
    const { provider } = list(vi.fn().mockResolvedValue(answer(cases)))
    provider.getOne.mockRejectedValue(httpError(502, 'UPSTREAM', 'The clearing firm is not available'))
    await view()
    const opened = within(await dialog())
    expect(await opened.findByRole('tab', { name: /^Secondary\s*INDETERMINATE/ })).toBeDefined()
    await waitFor(() => expect(provider.getOne).toHaveBeenCalled())
    expect(opened.getByRole('tab', { name: /^Primary\s*ACCEPTED/ })).toBeDefined()
  })

  it('abandons the call when it is closed', async () => {
    const { provider } = list(vi.fn().mockReturnValue(new Promise(() => undefined)))
    await view()
    await waitFor(() => expect(provider.read).toHaveBeenCalled())
    const [, { signal }] = provider.read.mock.calls[0] as [string, { signal: AbortSignal }]
    expect(signal.aborted).toBe(false)
    fireEvent(await dialog(), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(signal.aborted).toBe(true))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says that no documents are required, and why a check failed all the same', async () => {
    const failed = addressRejected({ result: null, cipCategories: [], error: 'The source gave no answer' })
    list(vi.fn().mockResolvedValue(answer([failed])))
    await view()
    const opened = within(await dialog())
    expect(await opened.findByText('No documents required')).toBeDefined()
    expect(opened.getByRole('alert').textContent).toBe('The source gave no answer')
    expect(opened.getByText('No result yet')).toBeDefined()
  })

  it('says so without any case', async () => {
    list(vi.fn().mockResolvedValue(answer([])))
    await view()
    expect(await screen.findByText('No documents required')).toBeDefined()
  })

  it('says that a part of the cases could not be read', async () => {
    list(vi.fn().mockResolvedValue({ data: statusAnswer([addressRejected()]), meta: { unreadable: 1 } }))
    await view()
    expect(await within(await dialog()).findByText('Could not be read in full')).toBeDefined()
  })

  it('can be tried again where the checks could not be read', async () => {
    const read = vi.fn().mockRejectedValueOnce(httpError(502, 'UPSTREAM', 'The clearing firm is not available'))
    read.mockResolvedValue(answer([addressRejected()]))
    list(read)
    await view()
    expect(await screen.findByText('The clearing firm is not available')).toBeDefined()
    expect(screen.getByText('req-77')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('tab', { name: /^Primary/ })).toBeDefined()
  })

  it('says that the person may not see them', async () => {
    list(vi.fn().mockRejectedValue(httpError(403, 'FORBIDDEN', 'No')))
    await view()
    expect(await screen.findByText('Sorry, you do not have permission to access this page')).toBeDefined()
  })

  it("leads to the documents of the account's page", async () => {
    const { router } = list()
    await view()
    fireEvent.click(within(await dialog()).getByRole('link', { name: 'Open account' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/4107'))
    expect(router.state.location.search).toBe('?tab=documents')
  })

  it('is reached from the sheet on a phone', async () => {
    const wide = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.defineProperty(wide(query), 'matches', { value: true }),
    )
    list()
    fireEvent.click(await screen.findByRole('button', { name: 'Actions: Mara Quill' }))
    fireEvent.click(await screen.findByRole('button', { name: 'View error' }))
    expect(await within(await dialog()).findByRole('tab', { name: /^Primary/ })).toBeDefined()
    expect(screen.queryByRole('dialog', { name: 'Mara Quill' })).toBeNull()
  })
})
