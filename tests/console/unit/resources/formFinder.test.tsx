import { fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { notConfiguredMark } from '../../../../src/data/permissions.ts'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { control, fill, formProvider, renderForms, submitButton, setUpForms } from './renderForms.tsx'
import { mcomAccess } from '../../support/resources.ts'

setUpForms()

const search = () => screen.getByLabelText<HTMLInputElement>('Find a request')
const entries = () => [...document.querySelectorAll('.cs-finder-label')].map(({ textContent }) => textContent)
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const type = (text: string) => fireEvent.change(search(), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

describe('the finder', () => {
  it('offers every request by its group and what it does, and begins in its search box', () => {
    renderForms('/user-requests')
    expect(document.activeElement).toBe(search())
    expect(entries()).toHaveLength(10)
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Sign-in',
      'Access',
      'Account',
      'Removal',
    ])
    expect(screen.getByText('Tells how a user signs in: Social or Okta, or through a partner.')).toBeDefined()
  })

  it.each([
    ['reinst', 'Reinstate Account'],
    ['GDPR', 'Delete User Data'],
    ['the linked', 'Unlink Bank Account'],
    ['  bank   remove ', 'Unlink Bank Account'],
    ['sign-in moves', 'Change Old Email to New Email'],
    ['password reset', 'Check Login Type'],
  ])('finds by label, description, keyword or group: %j is %s', (text, label) => {
    renderForms('/user-requests')
    type(text)
    expect(entries()).toEqual([label])
  })

  it('says so where nothing is found, and Enter then goes nowhere', () => {
    const { router } = renderForms('/user-requests')
    type('mortgage')
    expect(screen.getByText('Nothing matches “mortgage”. Ctrl K finds records, too.')).toBeDefined()
    fireEvent.submit(search())
    expect(router.state.location.search).toBe('')
  })

  it('has the focus by a key', () => {
    renderForms('/user-requests?form=reopen')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(search())
  })

  it('opens what is found by Enter, and the focus goes to its first field', async () => {
    const { router } = renderForms('/user-requests')
    type('reinst')
    fireEvent.submit(search())
    await heading('Reinstate Account')
    expect(router.state.location.search).toBe('?form=reinstate')
    expect(document.activeElement).toBe(control('email'))
    submitButton().focus()
    await act(() => router.navigate('/user-requests?form=reinstate'))
    expect(document.activeElement).toBe(control('email'))
  })

  it.each([
    ['unregister', 'Unregister User'],
    ['account', 'Reopen Closed Apex Account'],
    ['bank account', 'Unlink Bank Account'],
    ['deactivate', 'Activate/Deactivate Personal Access'],
    ['activate/deactivate', 'Activate/Deactivate Personal Access'],
    ['register', 'Unregister User'],
    ['remove', 'Unlink Bank Account'],
    [' check   login TYPE ', 'Check Login Type'],
  ])('opens by Enter what is meant most likely, and marks it before: %j is %s', async (text, label) => {
    renderForms('/user-requests')
    type(text)
    const marked = [...document.querySelectorAll('[data-next=true] .cs-finder-label')]
    expect(marked.map(({ textContent }) => textContent)).toEqual([label])
    fireEvent.submit(search())
    await heading(label)
  })

  it('marks nothing before anything is typed', () => {
    renderForms('/user-requests')
    type('  ')
    expect(document.querySelector('[data-next=true]')).toBeNull()
  })

  it('is cleared by Escape, which does nothing more where nothing is typed', () => {
    renderForms('/user-requests')
    const isLeftToOthers = () => press('Escape')
    type('reinst')
    expect(isLeftToOthers()).toBe(false)
    expect(search().value).toBe('')
    expect(entries()).toHaveLength(10)
    expect(document.activeElement).toBe(search())
    expect(isLeftToOthers()).toBe(true)
    expect(entries()).toHaveLength(10)
  })

  it('is walked by the arrow keys', () => {
    renderForms('/user-requests')
    type('email')
    press('ArrowDown')
    expect(document.activeElement?.textContent).toContain('Change Old Email to New Email')
    press('ArrowDown')
    expect(document.activeElement?.textContent).toContain('Clear Back to Email and Password')
    press('Home')
    expect(document.activeElement).toBe(search())
    press('ArrowDown')
    press('End')
    expect(document.activeElement).toBe([...document.querySelectorAll('.cs-finder a')].at(-1))
  })

  it('follows Back and Forward', async () => {
    const { router } = renderForms('/user-requests')
    fireEvent.click(screen.getByRole('link', { name: /^Reopen/ }))
    await heading('Reopen Closed Apex Account')
    await act(() => router.navigate(-1))
    expect(screen.getByText('Choose a request to begin.')).toBeDefined()
    expect(document.activeElement).toBe(search())
    await act(() => router.navigate(1))
    await heading('Reopen Closed Apex Account')
    expect(screen.getByRole('link', { name: /^Reopen/ }).getAttribute('aria-current')).toBe('true')
  })

  it.each(['/user-requests?form=reopen', '/populate-details?form=manualUpload'])(
    'leads back from %s',
    async (address) => {
      renderForms(address)
      const link = await screen.findByRole('link', { name: 'All forms' })
      expect(link.getAttribute('href')).toBe(address.replace(/\?.*/, ''))
    },
  )

  it('says that an address names nothing, and stays', () => {
    renderForms('/user-requests?form=nosuch')
    expect(screen.getByText('The address names a request that does not exist. Choose one to begin.')).toBeDefined()
    expect(entries()).toHaveLength(10)
  })

  it.each([
    ['/user-requests?email=quill', true],
    ['/user-requests?form=reopen&email=quill', true],
    ['/update-user?email=quill', true],
    ['/user-requests?form=reopen&email=', false],
    ['/user-requests?form=reopen', false],
  ])('says that it does not read all of %s: %s, without the value', async (address, isSaid) => {
    renderForms(address)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(/Part of the address was ignored/) !== null).toBe(isSaid)
    expect(document.body.textContent).not.toContain('quill')
  })

  it('has no search box for a handful of forms, the first of which is open', async () => {
    renderForms('/populate-details')
    await heading('Populate Holdings')
    expect(screen.queryByLabelText('Find a request')).toBeNull()
    expect(entries()).toEqual(['Populate Holdings', 'Populate Portfolio', 'Populate Profile', 'Manual Upload'])
    expect(document.activeElement).toBe(control('es_number'))
  })
})

describe('what a person may not send', () => {
  it('is not offered, nor its group, and its address says why', () => {
    renderForms('/user-requests?form=deleteData', { held: ['support.lookUp'] })
    expect(entries()).toEqual(['Check Login Type'])
    expect(screen.queryByText('Removal')).toBeNull()
    expect(screen.getByText('Sorry, you do not have permission to access this page')).toBeDefined()
  })

  it('because it is not configured here, is there, says so, and cannot be sent', () => {
    const provider = formProvider()
    const held = [...permissions, notConfiguredMark('mcomAccess.submit')]
    renderForms('/user-requests?form=mcomAccess', { held, provider })
    expect(screen.getAllByText('Not configured for this environment')).toHaveLength(2)
    expect(control('email').disabled).toBe(true)
    expect(submitButton().disabled).toBe(true)
  })
})

describe('switching between requests', () => {
  it('keeps what was typed, without asking', async () => {
    renderForms('/user-requests?form=mcomAccess')
    fill(mcomAccess, 'division')
    fireEvent.click(screen.getByRole('link', { name: /^Reopen/ }))
    await heading('Reopen Closed Apex Account')
    expect(control('account_no').value).toBe('')
    fireEvent.click(screen.getByRole('link', { name: /^Mcom/ }))
    await waitFor(() => expect(control('division').value).toBe('North'))
  })
})
