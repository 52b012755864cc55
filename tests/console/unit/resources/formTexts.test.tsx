import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { changeEmail, manualUpload, personalAccess, updateUser } from '../../support/resources.ts'
import { control, doneText, fill, fillAll, renderForms, send, submitButton, table, setUpForms } from './renderForms.tsx'

setUpForms()

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

describe('a number that is pasted', () => {
  it.each([
    ['phone', '001 808 555 0199', '8085550199'],
    ['phone', '\uFF08\uFF18\uFF10\uFF18\uFF09\uFF15\uFF15\uFF15\uFF0D\uFF10\uFF11\uFF19\uFF19', '8085550199'],
    ['zipcode', '967201234', '96720'],
    ['zipcode', '\uFF19\uFF16\uFF17\uFF12\uFF10', '96720'],
  ])('as a %s is sent as the service takes it: %s', async (name, pasted, sent) => {
    const { provider } = renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, name, pasted)
    await send(updateUser)
    await waitFor(() => expect(provider.action.mock.calls[0]?.[1].record).toMatchObject({ [name]: sent }))
  })

  it.each([
    ['phone', '011 808 555 0199', 'Phone number must be 10 digits'],
    ['phone', '00 808 555 0199', 'Phone number must be 10 digits'],
    ['zipcode', '96720 HI', 'Zipcode must be 5 digits'],
    ['zipcode', '96720123', 'Zipcode must be 5 digits'],
  ])('as a %s is refused where it is none: %s', async (name, pasted, message) => {
    const { provider } = renderForms('/update-user')
    fill(updateUser, 'user_email')
    fill(updateUser, name, pasted)
    fireEvent.click(submitButton())
    await screen.findByText(message)
    expect(control(name).value).toBe(pasted)
    expect(provider.action).not.toHaveBeenCalled()
  })
})
