import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fill, formProvider, httpError, renderForms, submitButton } from './renderForms.tsx'
import { muteExpectedErrors } from './renderPage.tsx'
import { unregister } from '../../support/resources.ts'

beforeEach(muteExpectedErrors)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const TEO = { id: 4108, name: 'Teo & Ana Brandt', user__email: 'Teo.Brandt@example.test', account_no: '9ZZ10058' }

/** The dialog of unregistering Teo, over a list that answers so. */
async function asked(answer: () => Promise<unknown>) {
  const provider = formProvider()
  provider.getList.mockImplementation(answer)
  renderForms('/user-requests?form=unregister', { provider })
  fill(unregister, 'email', 'teo.brandt@example.test')
  submitButton().click()
  return { provider, dialog: within(await screen.findByRole('dialog')) }
}

describe('whom a form is about', () => {
  it('is told by name before anything is sent: those with the very value, whatever its case', async () => {
    const other = { id: 4109, name: 'Mateo Brandt', user__email: 'mateo.brandt@example.test', account_no: '9ZZ10059' }
    const { provider, dialog } = await asked(() =>
      Promise.resolve({ data: [other, { ...TEO, status: null }], total: 2 }),
    )
    const line = await dialog.findByRole('listitem')
    expect(line.textContent).toBe('Teo & Ana Brandt · 9ZZ10058')
    expect(provider.getList.mock.calls[0]).toMatchObject([
      'accounts',
      { meta: { search: 'teo.brandt@example.test' }, filter: {} },
    ])
  })

  it("is told with the user's number, which reinstating will ask for, beside the account's", async () => {
    const { dialog } = await asked(() =>
      Promise.resolve({ data: [{ ...TEO, user__id: 9108, status: 'COMPLETE' }], total: 1 }),
    )
    const line = await dialog.findByRole('listitem')
    expect(line.textContent).toBe('Teo & Ana Brandt · 9ZZ10058 · User ID 9108 · COMPLETE')
  })

  it('is said to be nobody where no account has the value', async () => {
    const { dialog } = await asked(() => Promise.resolve({ data: [], total: 0 }))
    expect(
      await dialog.findByText('No account has teo.brandt@example.test. Check that it is spelt right.'),
    ).toBeDefined()
  })

  it('is not called nobody where the session has ended: that answer is none', async () => {
    const { dialog } = await asked(() => Promise.resolve({ data: [] }))
    expect(await dialog.findByText('It could not be looked up whom this is about.')).toBeDefined()
  })

  it('is not called nobody where it could not be looked up', async () => {
    const { dialog } = await asked(() => Promise.reject(httpError(502, 'UPSTREAM_FAILED', 'The service failed.')))
    expect(await dialog.findByText('It could not be looked up whom this is about.')).toBeDefined()
    expect(dialog.queryByText(/No account has/)).toBeNull()
  })
})
