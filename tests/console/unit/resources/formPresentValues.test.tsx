import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import {
  answerYes,
  control,
  fill,
  formProvider,
  listed,
  MARA,
  providerByEmail,
  providerOf,
  renderForms,
  rested,
  setUpForms,
  submitButton,
  TEO,
  validText,
} from './renderForms.tsx'
import { mcomAccess, updateUser } from '../../support/resources.ts'

setUpForms({ clock: true })

describe('the present values', () => {
  const mara = { ...MARA, name: 'Mara Sorrel', user__email: validText('user_email') }
  const detail = {
    id: 4107,
    account: [{ first_name: 'Mara', last_name: 'Sorrel' }],
    profile: [{ city: 'Astoria', phone: '+1 (503) 555-0188', state: 'OR' }],
  }

  async function identified(answer: object = detail) {
    const provider = providerOf(mara)
    provider.getOne.mockResolvedValue({ data: answer })
    renderForms('/update-user', { provider })
    fill(updateUser, 'user_email')
    await rested(() => screen.findByText('Now Sorrel'))
    return provider
  }

  it('are next to the new ones in the form and in its question, and an equal one is not sent', async () => {
    const provider = await identified()
    expect(screen.getByText('Now +1 (503) 555-0188')).toBeDefined()
    fill(updateUser, 'last_name', 'Sorrell')
    fill(updateUser, 'city', ' Astoria ')
    fill(updateUser, 'phone', '5035550188')
    fill(updateUser, 'address', '1 Main St')
    expect(screen.getAllByText('Unchanged: it is not sent')).toHaveLength(2)
    fireEvent.click(submitButton())
    const lines = [...(await screen.findByRole('dialog')).querySelectorAll('.cs-form-sent > div')]
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Emailmara.quill@example.test',
      'Last NameSorrel → Sorrell',
      'Address- → 1 Main St',
    ])
    await answerYes(updateUser)
    await waitFor(() =>
      expect(provider.action.mock.calls[0]?.[1].record).toEqual({
        id: 'updateUser',
        user_email: 'mara.quill@example.test',
        last_name: 'Sorrell',
        address: '1 Main St',
      }),
    )
    await screen.findByText(/Last Name Sorrel → Sorrell, Address - → 1 Main St/)
    await waitFor(() => expect(control('user_email').value).toBe(''))
    const card = await screen.findByRole('complementary', { name: 'Whom this is about' })
    expect(await within(card).findByText(/Mara Sorrel/)).toBeDefined()
  })

  it('say that one could not be read, in the form and in its question', async () => {
    await identified({ ...detail, profile: [{ city: null }], '@unreadable': { '/profile/0/city': 'why' } })
    expect(control('city').getAttribute('aria-describedby')).toContain(screen.getByText('Now unreadable').id)
    fill(updateUser, 'city', 'Ithaca')
    fireEvent.click(submitButton())
    const lines = [...(await screen.findByRole('dialog')).querySelectorAll('.cs-form-sent > div')]
    expect(lines.map(({ textContent }) => textContent)).toContain('CityUnreadable → Ithaca')
  })

  it.each([
    ['empty', [{ phone: '5035550188', state: 'OR', city: null, address: '' }], 4],
    ['missing', [], 2],
  ])('are a dash in the question where they are %s, and nothing next to the field', async (_how, profile, count) => {
    const provider = providerOf(mara)
    provider.getOne.mockResolvedValue({ data: { ...detail, profile } })
    renderForms('/update-user', { provider })
    fill(updateUser, 'user_email')
    await rested(() => screen.findByText('Now Sorrel'))
    fill(updateUser, 'city', 'Ithaca')
    fill(updateUser, 'address', '1 Main St')
    expect(screen.getAllByText(/^Now /)).toHaveLength(count)
    expect(screen.queryByText(/^Unchanged/)).toBeNull()
    fireEvent.click(submitButton())
    const lines = [...(await screen.findByRole('dialog')).querySelectorAll('.cs-form-sent > div')]
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Emailmara.quill@example.test',
      'City- → Ithaca',
      'Address- → 1 Main St',
    ])
    await answerYes(updateUser)
    await screen.findByText(/City - → Ithaca, Address - → 1 Main St/)
  })

  it('are in the question of a form that is sent right after typing: it waits for the lookup', async () => {
    const provider = formProvider()
    const answer = Promise.withResolvers<unknown>()
    provider.getList.mockReturnValue(answer.promise)
    provider.getOne.mockResolvedValue({ data: detail })
    renderForms('/update-user', { provider })
    fill(updateUser, 'user_email')
    fill(updateUser, 'last_name', 'Sorrell')
    fireEvent.click(submitButton())
    expect(await screen.findByRole('button', { name: 'Looking up…' })).toBeDefined()
    // What is typed meanwhile takes it back.
    fill(updateUser, 'last_name', 'Sorrel-Quill')
    expect(await screen.findByRole('button', { name: 'Update User' })).toBeDefined()
    fireEvent.click(submitButton())
    expect(screen.queryByRole('dialog')).toBeNull()
    answer.resolve(listed(mara))
    const question = await screen.findByRole('dialog')
    expect(question.querySelector('.cs-form-sent')?.textContent).toContain('Sorrel → Sorrel-Quill')
  })

  it('are not waited for where a field lacks something', async () => {
    const provider = formProvider()
    provider.getList.mockReturnValue(new Promise(() => undefined))
    renderForms('/update-user', { provider })
    fill(updateUser, 'user_email')
    fireEvent.click(submitButton())
    expect(screen.queryByRole('button', { name: 'Looking up…' })).toBeNull()
    await screen.findByText('Fill in at least one field to change')
  })

  it('are what required fields start with, unless something is typed there', async () => {
    const provider = providerByEmail(mara, TEO)
    provider.getOne.mockImplementation(async (_resource, { id }) => ({
      data: String(id) === '4107' ? detail : { id: 4108, account: [{ first_name: 'Teo', last_name: 'Brandt' }] },
    }))
    renderForms('/user-requests?form=mcomAccess', { provider })
    fill(mcomAccess, 'email', 'mara.quill@example.test')
    await rested(() => waitFor(() => expect(control('firstname').value).toBe('Mara')))
    expect(control('lastname').value).toBe('Sorrel')
    fill(mcomAccess, 'lastname', 'Sorrel-Quill')
    fill(mcomAccess, 'email', 'teo.brandt@example.test')
    await rested(() => waitFor(() => expect(control('firstname').value).toBe('Teo')))
    expect(control('lastname').value).toBe('Sorrel-Quill')
    fill(mcomAccess, 'email', '')
    await waitFor(() => expect(control('firstname').value).toBe(''))
  })

  it('stay visible next to an error', async () => {
    await identified()
    fill(updateUser, 'state', 'Oregon')
    fireEvent.blur(control('state'))
    expect(await screen.findByText('State must be 2 letters')).toBeDefined()
    expect(screen.getByText('Now OR')).toBeDefined()
    expect(control('state').getAttribute('aria-describedby')?.split(' ')).toHaveLength(2)
  })

  it('leave nothing to send where nothing differs from them', async () => {
    const provider = await identified()
    fill(updateUser, 'city', 'Astoria')
    fireEvent.click(submitButton())
    await screen.findByText('Fill in at least one field to change')
    expect(provider.action).not.toHaveBeenCalled()
  })
})
