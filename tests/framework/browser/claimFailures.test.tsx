import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { claimProvider, openQueue } from './queuePage.tsx'

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
