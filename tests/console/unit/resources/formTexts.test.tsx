import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { personalAccess } from '../../support/resources.ts'
import { fillAll, renderForms, submitButton } from './renderForms.tsx'
import { muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the question before personal access is changed', () => {
  it('says what the user can do then', async () => {
    renderForms('/user-requests?form=personalAccess')
    fillAll(personalAccess)
    fireEvent.click(submitButton())
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(/^They can use personal mentoring once it is activated/)).toBeDefined()
  })
})
