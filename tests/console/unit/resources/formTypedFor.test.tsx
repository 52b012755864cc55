import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { updateUser } from '../../support/resources.ts'
import {
  control,
  fill,
  MARA,
  providerByEmail,
  providerOf,
  renderForms,
  rested,
  send,
  setUpForms,
  submitButton,
  TEO,
  type FormProvider,
} from './renderForms.tsx'

setUpForms({ clock: true })

const NOTE = 'These values were typed for Mara Quill: City.'

const card = () => within(screen.getByRole('complementary', { name: 'Whom this is about' }))

/** Enters an address, and waits until the form says whom it finds. */
async function about(email: string, found: RegExp) {
  fill(updateUser, 'user_email', email)
  await rested(() => card().findByText(found))
}

/** Update User with a city typed for Mara. */
async function typedForMara(queryClient?: Parameters<typeof renderForms>[1]) {
  const provider = providerByEmail(MARA, TEO)
  const { queryClient: client } = renderForms('/update-user', { ...queryClient, provider })
  await about(MARA.user__email, /^Mara Quill/)
  fill(updateUser, 'city', 'Ithaca')
  return { provider, client }
}

const sent = (provider: FormProvider): unknown => provider.action.mock.calls[0]?.[1].record

describe('values that were typed for one record', () => {
  it('are not sent for another one until a person keeps them', async () => {
    const { provider } = await typedForMara()
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    await screen.findByText(NOTE)
    expect(submitButton().title).toBe('Keep or clear the values typed for Mara Quill first')
    expect(submitButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.submit(control('user_email'))
    await screen.findByText('Keep or clear the values typed for Mara Quill first')
    fireEvent.click(screen.getByRole('button', { name: 'Keep them' }))
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
    expect(document.activeElement).toBe(control('user_email'))
    await send(updateUser)
    await waitFor(() =>
      expect(sent(provider)).toEqual({ id: 'updateUser', user_email: TEO.user__email, city: 'Ithaca' }),
    )
  })

  it('are cleared for another one, whose own values can be typed then', async () => {
    const { provider } = await typedForMara()
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    fireEvent.click(await screen.findByRole('button', { name: 'Clear them' }))
    await waitFor(() => expect(control('city').value).toBe(''))
    expect(control('user_email').value).toBe(TEO.user__email)
    expect(screen.queryByText(NOTE)).toBeNull()
    fill(updateUser, 'address', '1 Main St')
    await send(updateUser)
    await waitFor(() =>
      expect(sent(provider)).toEqual({ id: 'updateUser', user_email: TEO.user__email, address: '1 Main St' }),
    )
  })

  it('are the other one’s once each of them is typed over or emptied', async () => {
    const { provider } = await typedForMara()
    fill(updateUser, 'address', '1 Main St')
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    await screen.findByText('These values were typed for Mara Quill: City, Address.')
    fill(updateUser, 'city', 'Oswego')
    await screen.findByText('These values were typed for Mara Quill: Address.')
    fill(updateUser, 'address', '')
    await waitFor(() => expect(screen.queryByText(/^These values were typed/)).toBeNull())
    await send(updateUser)
    await waitFor(() =>
      expect(sent(provider)).toEqual({ id: 'updateUser', user_email: TEO.user__email, city: 'Oswego' }),
    )
  })

  it('are cleared without those that were typed for the other one', async () => {
    await typedForMara()
    fill(updateUser, 'address', '1 Main St')
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    fill(updateUser, 'address', '2 Lake Rd')
    await screen.findByText(NOTE)
    fireEvent.click(screen.getByRole('button', { name: 'Clear them' }))
    await waitFor(() => expect(control('city').value).toBe(''))
    expect(control('address').value).toBe('2 Lake Rd')
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  it('are asked about back at the first one, where some were typed for the second', async () => {
    await typedForMara()
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    await screen.findByText(NOTE)
    fill(updateUser, 'address', '2 Lake Rd')
    await about(MARA.user__email, /^Mara Quill/)
    await screen.findByText('These values were typed for Teo & Ana Brandt: Address.')
  })

  it('are not asked about while another value is typed, or back at the same one', async () => {
    await typedForMara()
    await about('teo@', /^Nothing in/)
    expect(screen.queryByText(NOTE)).toBeNull()
    fill(updateUser, 'user_email', 'ivo@example.test')
    expect(screen.queryByText(NOTE)).toBeNull()
    await rested(() => screen.findByText(NOTE))
    await about(MARA.user__email, /^Mara Quill/)
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
    expect(control('city').value).toBe('Ithaca')
  })

  it('are asked about once for each value that finds no record', async () => {
    const { provider } = await typedForMara()
    await about('ivo@example.test', /^Nothing in/)
    await screen.findByText(NOTE)
    fireEvent.submit(control('user_email'))
    await screen.findByText('Keep or clear the values typed for Mara Quill first')
    fireEvent.click(screen.getByRole('button', { name: 'Keep them' }))
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
    await about('ana@example.test', /^Nothing in/)
    await screen.findByText(NOTE)
    await about('ivo@example.test', /^Nothing in/)
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
    await send(updateUser)
    await waitFor(() =>
      expect(sent(provider)).toEqual({ id: 'updateUser', user_email: 'ivo@example.test', city: 'Ithaca' }),
    )
  })

  it('are asked about where it cannot be looked up whose value another one is', async () => {
    const { provider } = await typedForMara()
    provider.getList.mockRejectedValue(new Error('down'))
    await about(TEO.user__email, /^Couldn't look up/)
    await screen.findByText(NOTE)
    fireEvent.click(screen.getByRole('button', { name: 'Keep them' }))
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull())
    await about('ana@example.test', /^Couldn't look up/)
    await screen.findByText(NOTE)
    fireEvent.click(screen.getByRole('button', { name: 'Clear them' }))
    await waitFor(() => expect(control('city').value).toBe(''))
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  it('are still asked about when the person comes back to the form', async () => {
    const { client } = await typedForMara()
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    await screen.findByText(NOTE)
    renderForms('/update-user', { provider: providerOf(TEO), queryClient: client })
    await screen.findByText(NOTE)
    expect(control('city').value).toBe('Ithaca')
  })
})

describe('values that were typed before any record was found', () => {
  it('are taken for the one that is found first', async () => {
    renderForms('/update-user', { provider: providerOf(TEO) })
    fill(updateUser, 'city', 'Ithaca')
    await about(TEO.user__email, /^Teo & Ana Brandt/)
    expect(screen.queryByText(/^These values were typed/)).toBeNull()
  })

  it('are not asked about where none is found', async () => {
    renderForms('/update-user')
    fill(updateUser, 'city', 'Ithaca')
    await about('ivo@example.test', /^Nothing in/)
    expect(screen.queryByText(/^These values were typed/)).toBeNull()
  })
})
