import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { valueAt } from '../../../../language/pointer.ts'
import { unlinkBank, unregister, updateUser } from '../../support/resources.ts'
import {
  control,
  doneText,
  fill,
  fillAll,
  formProvider,
  httpError,
  listed,
  MARA,
  renderForms,
  rested,
  send,
  setUpForms,
  submitButton,
  TEO,
} from './renderForms.tsx'

setUpForms({ clock: true })

const NAMESAKE = { ...TEO, name: 'Teo Quill' }
const NEW = { id: 4109, name: 'Quill', user__email: null, account_no: '9ZZ10059' }

/** A form over a list that finds these accounts, whatever is searched for. */
function openForm(address: string, found: readonly object[], provider = formProvider()) {
  provider.getList.mockResolvedValue(listed(...found))
  renderForms(address, { provider })
  return provider
}

const type = (name: string, text: string) => {
  control(name).focus()
  fireEvent.change(control(name), { target: { value: text } })
}

const settled = (answer: object) => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer))

const options = async () => (await rested(() => screen.findAllByRole('option'))).map(({ textContent }) => textContent)

describe('a customer whose e-mail address is not known', () => {
  it('is found by account number, as the list spells it, and chosen by keys: the address is what is sent', async () => {
    const provider = openForm('/update-user', [MARA])
    type('user_email', '9zz-10041')
    expect(await options()).toEqual(['Mara Quill · 9ZZ10041 · mara+quill@example.test'])
    expect(provider.getList.mock.calls).toMatchObject([['accounts', { meta: { search: '9ZZ10041' } }]])
    fireEvent.keyDown(control('user_email'), { key: 'ArrowDown' })
    fireEvent.keyDown(control('user_email'), { key: 'Enter' })
    expect(control('user_email').value).toBe('mara+quill@example.test')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    fill(updateUser, 'city')
    await send(updateUser)
    await waitFor(() =>
      expect(provider.action.mock.calls[0]?.[1].record).toEqual({
        id: 'updateUser',
        user_email: 'mara+quill@example.test',
        city: 'New York',
      }),
    )
  })

  it('is found by name, and chosen by mouse among all of that name who have an address', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA, NAMESAKE, NEW])
    type('email', 'Quill')
    expect(await options()).toHaveLength(2)
    expect(screen.getByText('2 found in Trading Accounts. Choose below the field.')).toBeDefined()
    fireEvent.click(screen.getByRole('option', { name: /^Teo Quill/ }))
    expect(control('email').value).toBe(NAMESAKE.user__email)
  })

  it.each([
    ['/update-user', 'user_email', 'quill@example.test · 9ZZ10059'],
    ['/user-requests?form=reopen', 'account_no', 'quill@example.test · User ID 77 · 9ZZ10059'],
  ])('is offered with the address once where that is the name, too: %s', async (address, field, offered) => {
    openForm(address, [{ ...NEW, name: 'quill@example.test', user__email: 'quill@example.test', user__id: 77 }])
    type(field, 'quil')
    expect(await options()).toEqual([offered])
  })

  it('is found by the words of a name that has others between them', async () => {
    const joint = { ...MARA, name: 'Mara & Ana Quill' }
    const provider = openForm('/user-requests?form=unlinkBank', [])
    provider.getList.mockImplementation(
      (_resource: string, { meta }: { readonly meta: { readonly search: string } }) => {
        return Promise.resolve(listed(...(meta.search === 'Quill' ? [joint, NAMESAKE] : [])))
      },
    )
    type('email', 'Mara Quill')
    expect(await options()).toEqual(['Mara & Ana Quill · 9ZZ10041 · mara+quill@example.test'])
  })

  it('is taken by Enter where a part of the name finds only one, and not on leaving the field', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA])
    type('email', 'Quill')
    await options()
    submitButton().focus()
    expect(control('email').value).toBe('Quill')
    control('email').focus()
    fireEvent.keyDown(control('email'), { key: 'Enter' })
    expect(control('email').value).toBe('mara+quill@example.test')
  })

  it('is not taken by Enter in place of an address that could be another', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA])
    type('email', 'quill@example.test')
    await options()
    fireEvent.keyDown(control('email'), { key: 'Enter' })
    expect(control('email').value).toBe('quill@example.test')
    fireEvent.click(submitButton())
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('No exact match for quill@example.test in Trading Accounts. Check that it is spelt right.')
  })

  it.each(['mailto:mara+quill@example.test', 'Mara Quill <mara+quill@example.test>', 'mara+quill@example.test.'])(
    'is found by a copied address where the form goes by the account number: %s',
    async (copied) => {
      const provider = openForm('/user-requests?form=reopen', [MARA])
      type('account_no', copied)
      expect(await options()).toEqual([expect.stringContaining('9ZZ10041')])
      const searched = provider.getList.mock.calls.map(([, params]: unknown[]) => valueAt(params, '/meta/search'))
      expect(new Set(searched)).toEqual(new Set(['mara+quill@example.test']))
    },
  )

  it('is not chosen by Enter alone among several, and Escape keeps what was typed', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA, NAMESAKE])
    type('email', 'Quill')
    await options()
    fireEvent.keyDown(control('email'), { key: 'Enter' })
    expect(control('email').value).toBe('Quill')
    fireEvent.keyDown(control('email'), { key: 'Escape' })
    expect(screen.queryByRole('option')).toBeNull()
    expect(control('email').value).toBe('Quill')
    fireEvent.click(submitButton())
    expect(await screen.findByText('Email must be a valid email')).toBeDefined()
  })

  it('is taken by a whole account number that only one has: by Enter, and on leaving the field before the answer', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA])
    type('email', '9zz10041')
    await options()
    fireEvent.keyDown(control('email'), { key: 'Enter' })
    expect(control('email').value).toBe('mara+quill@example.test')
    type('email', '9ZZ10041')
    submitButton().focus()
    await waitFor(() => expect(control('email').value).toBe('mara+quill@example.test'))
  })

  it('is taken so by Enter, too, before it is looked up', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA])
    type('email', '9ZZ10041')
    fireEvent.submit(control('email'))
    await waitFor(() => expect(control('email').value).toBe('mara+quill@example.test'))
    expect(screen.queryByText('Email must be a valid email')).toBeNull()
  })

  const NO_NUMBER = 'Enter an account number such as 8NA16576, or a name and choose the account'

  it.each([
    ['/user-requests?form=reopen', 'account_no', 'quill'],
    ['/populate-details?form=populateHoldings', 'es_number', 'mara-quill'],
  ])('is taken by name at %s, whose number alone is sent', async (address, field, name) => {
    const provider = openForm(address, [MARA])
    type(field, name)
    fireEvent.submit(control(field))
    await waitFor(() => expect(control(field).value).toBe('9ZZ10041'))
    expect(screen.queryByRole('dialog')).toBeNull()
    provider.getList.mockResolvedValue(listed(MARA, NAMESAKE))
    type(field, `${name}-`)
    expect(await options()).toHaveLength(2)
    fireEvent.submit(control(field))
    await screen.findByText(NO_NUMBER)
    provider.getList.mockResolvedValue(listed())
    type(field, `no-${name}`)
    await rested(() => screen.findByText(`Nothing in Trading Accounts has no-${name}. Check that it is spelt right.`))
    fireEvent.submit(control(field))
    await screen.findByText(NO_NUMBER)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(control(field))
  })

  it('is said not to be found, and by what one can search', async () => {
    openForm('/user-requests?form=unlinkBank', [])
    type('email', '503 555 0188')
    const card = within(screen.getByRole('complementary', { name: 'Whom this is about' }))
    expect(await rested(() => card.findByText(/^Nothing in Trading Accounts has 503 555 0188\./))).toBeDefined()
    card.getByText('You can search here as in Trading Accounts: “Search By Name, Email ID, Account No.”')
  })
})

describe('the bank that is unlinked', () => {
  const bank = [{ bank_name: 'First Sample Savings', bank_account_no: 'XXXXX50412' }]
  const question = async () => {
    fill(unlinkBank, 'email', MARA.user__email)
    fireEvent.click(submitButton())
    return (await within(await screen.findByRole('dialog')).findByRole('listitem')).textContent
  }

  it('is named with its masked number in the form, its question and its outcome', async () => {
    const provider = formProvider()
    provider.getOne.mockResolvedValue({ data: { id: 4107, bank } })
    provider.action.mockResolvedValue({ data: { id: 'unlinkBank', ok: true, message: 'Bank account unlinked' } })
    openForm('/user-requests?form=unlinkBank', [MARA], provider)
    expect(await question()).toBe('Mara Quill · 9ZZ10041 · Bank First Sample Savings XXXXX50412')
    fireEvent.click(await screen.findByText('Mara Quill · 9ZZ10041'))
    const card = within(screen.getByRole('complementary', { name: 'Whom this is about', hidden: true }))
    expect(await card.findByText(/Bank First Sample Savings XXXXX50412/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    provider.getOne.mockResolvedValue({ data: { id: 4107, bank: [] } })
    await send(unlinkBank)
    await waitFor(() =>
      expect(doneText()).toBe(
        'Bank account unlinked: Email mara+quill@example.test, Bank First Sample Savings XXXXX50412',
      ),
    )
  })

  const NO_BANK = 'This user has no linked bank account.'

  it('is said to be none where none is linked, next to the form and in its question', async () => {
    const provider = formProvider()
    provider.getOne.mockResolvedValue({ data: { id: 4107, bank: [] } })
    openForm('/user-requests?form=unlinkBank', [MARA], provider)
    type('email', MARA.user__email)
    expect(await rested(() => screen.findByText(NO_BANK))).toBeDefined()
    expect(await question()).toBe('Mara Quill · 9ZZ10041 · Bank none')
    expect(await within(screen.getByRole('dialog')).findByText(NO_BANK)).toBeDefined()
  })

  it.each<readonly [string, object]>([
    ['of two accounts one has a bank', { data: { id: 4107, bank } }],
    ['the bank could not be read', httpError(502, 'UPSTREAM_FAILED', 'The service failed.')],
  ])('is not missed where %s', async (_, other) => {
    const provider = formProvider()
    provider.getOne.mockImplementation((_resource: string, { id }: { readonly id: unknown }) =>
      id === 4107 ? Promise.resolve({ data: { id: 4107, bank: [] } }) : settled(other),
    )
    openForm('/user-requests?form=unlinkBank', [MARA, { ...MARA, id: 4110 }], provider)
    type('email', MARA.user__email)
    await rested(() => screen.findByText('Mara Quill · 9ZZ10041'))
    expect(screen.queryByText(NO_BANK)).toBeNull()
  })

  it('is not said to be none where it could not be read', async () => {
    const provider = formProvider()
    provider.getOne.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    openForm('/user-requests?form=unlinkBank', [MARA], provider)
    expect(await question()).toBe("Mara Quill · 9ZZ10041 · Bank couldn't be read")
    expect(screen.queryByText(NO_BANK)).toBeNull()
  })
})

describe('a customer who could not be looked up', () => {
  it.each([
    ['/user-requests?form=unregister', 'email'],
    ['/user-requests?form=unlinkBank', 'email'],
    ['/update-user', 'user_email'],
  ])('is asked for again by Enter at %s, without blaming the account number', async (address, field) => {
    const provider = formProvider()
    provider.getList.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'The service failed.'))
    renderForms(address, { provider })
    type(field, '9ZZ10041')
    fireEvent.click(submitButton())
    await screen.findByText("Couldn't look this up. Press Enter to try again.")
    expect(control(field).value).toBe('9ZZ10041')
    expect(document.activeElement).toBe(control(field))
    expect(screen.queryByText(/valid email|Invalid email/)).toBeNull()
    provider.getList.mockResolvedValue(listed(MARA))
    fireEvent.click(submitButton())
    await waitFor(() => expect(control(field).value).toBe('mara+quill@example.test'))
    expect(screen.queryByText(/Couldn't look this up/)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })
})

describe('the customer of the form before', () => {
  it('is offered by the next form as long as nothing is typed, and taken by keys', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA])
    expect(screen.queryByRole('option')).toBeNull()
    type('email', MARA.user__email)
    await rested(() => screen.findByText('Mara Quill · 9ZZ10041'))
    fireEvent.click(screen.getByRole('link', { name: /^Change Old Email/ }))
    await waitFor(() => expect(control('old_user_email').value).toBe(''))
    expect(await options()).toEqual(['Mara Quill · 9ZZ10041 · mara+quill@example.test'])
    fireEvent.keyDown(control('old_user_email'), { key: 'Enter' })
    expect(control('old_user_email').value).toBe('')
    fireEvent.keyDown(control('old_user_email'), { key: 'ArrowDown' })
    fireEvent.keyDown(control('old_user_email'), { key: 'Enter' })
    expect(control('old_user_email').value).toBe(MARA.user__email)
    await screen.findByText('Mara Quill · 9ZZ10041')
    type('old_user_email', '')
    await waitFor(() => expect(screen.queryByText('Mara Quill · 9ZZ10041')).toBeNull())
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('is offered only as they are found now, after what the form before has done', async () => {
    const provider = openForm('/user-requests?form=unregister', [MARA])
    fillAll(unregister)
    await rested(() => screen.findByText('Mara Quill · 9ZZ10041'))
    provider.getList.mockResolvedValue(listed())
    await send(unregister)
    await waitFor(() => expect(doneText()).toBeDefined())
    fireEvent.click(screen.getByRole('link', { name: /^Change Old Email/ }))
    await waitFor(() => expect(document.activeElement).toBe(control('old_user_email')))
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('is not offered where the form before was about several', async () => {
    openForm('/user-requests?form=unlinkBank', [MARA, { ...NAMESAKE, user__email: MARA.user__email }])
    type('email', MARA.user__email)
    await rested(() => screen.findByText('Mara Quill · 9ZZ10041'))
    fireEvent.click(screen.getByRole('link', { name: /^Change Old Email/ }))
    await waitFor(() => expect(control('old_user_email').value).toBe(''))
    expect(screen.queryByRole('option')).toBeNull()
  })
})
