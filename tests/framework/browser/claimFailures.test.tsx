import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { claimOf, claimProvider, numbers, openQueue, takenByOren } from './queuePage.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a claim that was not answered is said to be unknown, and is shown once it is read again', async () => {
  const gateway = claimProvider([])
  const claims: typeof gateway.claims = async (resource, params) => {
    const answer = await gateway.claims(resource, params)
    if (params.change !== undefined) throw new HttpError(0, { code: 'NETWORK', message: 'Nothing was answered.' })
    return answer
  }
  openQueue({ ...gateway, claims }, { address: '/book/1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Claim' }))
  await screen.findByText(
    'Nothing was answered. Who has which record has been read again: look at it here before you repeat it.',
  )
  expect(await screen.findByText(/^Yours until /)).toBeDefined()
})

test('Start says that nothing was claimed where its list is not answered', async () => {
  const gateway = claimProvider([])
  let isLost = false
  const ids = () => {
    if (isLost) throw new HttpError(504, { code: 'HTTP_504', message: 'something went wrong' })
    return numbers(30)
  }
  openQueue(gateway, { ids })
  const start = await screen.findByRole('button', { name: 'Start' })
  await screen.findByText('To do 30')
  isLost = true
  fireEvent.click(start)
  await screen.findByText('The list could not be read, so nothing was claimed. No answer came. Try again in a moment.')
  expect(gateway.changes()).toEqual([])
})

test('a question about a record that was taken over asks to take it over also once the page was left', async () => {
  const gateway = claimProvider([claimOf('1', takenByOren)])
  const action = vi.fn(async (): Promise<never> => Promise.reject(new Error('sent')))
  openQueue(gateway, { address: '/book/1', action })
  await screen.findByText('Oren Vale took this record over at 09:59 AM. Agree with them before you decide.')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard Book 1?' }))
  expect(question.queryByRole('button', { name: 'Discard' })).toBeNull()
  fireEvent.click(question.getByRole('button', { name: 'Take over' }))
  await question.findByRole('button', { name: 'Discard' })
  expect(action).not.toHaveBeenCalled()
})
