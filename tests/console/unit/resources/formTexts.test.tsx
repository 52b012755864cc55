import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeEmail, manualUpload, personalAccess } from '../../support/resources.ts'
import { doneText, fill, fillAll, renderForms, send, submitButton, table } from './renderForms.tsx'
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

describe('the words for a success', () => {
  it('say once which address another one has replaced', async () => {
    const { provider } = renderForms('/user-requests?form=changeEmail')
    provider.action.mockResolvedValue({ data: { ok: true, message: 'Email changed', answer: {} } })
    fill(changeEmail, 'old_user_email')
    fill(changeEmail, 'new_user_email', 'mara.new@example.test')
    await send(changeEmail)
    await waitFor(() => expect(doneText()).toBe('Email changed: mara.quill@example.test → mara.new@example.test'))
  })

  it('give a figure once: that of the service, or the number of lines', async () => {
    const { provider } = renderForms('/populate-details?form=manualUpload')
    const upload = async (message: string | undefined) => {
      provider.upload.mockResolvedValue({ data: { ok: true, message, answer: {} } })
      fireEvent.change(screen.getByLabelText('File'), { target: { files: [table()] } })
      await send(manualUpload)
    }
    await upload('1 trade line booked')
    await waitFor(() => expect(doneText()).toBe('File Uploaded: 1 trade line booked. File lines.csv (2 KB)'))
    await upload('Booked')
    await waitFor(() => expect(doneText()).toBe('File Uploaded: Booked. Lines 1, File lines.csv (2 KB)'))
  })
})
