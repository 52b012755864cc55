import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => void vi.restoreAllMocks())

const until = Date.parse('2026-11-23T15:00:00.000Z')

const held = {
  id: '4107',
  userId: 1,
  name: 'Ada Mint',
  state: 'held',
  way: 'claimed',
  before: null,
  left: null,
  changedAt: until - 60_000,
  expiresAt: until,
  isRenewed: false,
  isLost: false,
}

test('the own accounts are listed by their names and numbers', async () => {
  const list = { userId: 1, changed: null, mayWork: true, claims: [held], colleagues: [], changes: [] }
  const provider = { ...stubProvider(), claims: vi.fn().mockResolvedValue({ data: list }) }
  provider.getMany.mockResolvedValue({ data: [account({ id: 4107, name: 'Mara Quill', account_no: '9ZZ10041' })] })
  renderPage('/accounts', { provider })
  fireEvent.click(await screen.findByRole('button', { name: /^Mine 1/ }))
  const panel = within(await screen.findByRole('dialog', { name: /^My records/ }))
  const name = await panel.findByRole('link', { name: 'Mara Quill' })
  expect(name.closest('li')?.textContent).toContain('Mara Quill 9ZZ10041Yours until')
})
