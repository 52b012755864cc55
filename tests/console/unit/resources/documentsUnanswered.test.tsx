import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { chooseFile, chooseProof, documentsProvider, image, pressSave, showDocuments, snap } from './documentsPage.tsx'
import { httpError, muteExpectedErrors, personsClient } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

test('the button that has chosen a file keeps the focus as the one that replaces it', async () => {
  await showDocuments(documentsProvider({ snaps: [] }))
  await chooseProof()
  screen.getByRole('button', { name: 'Choose file: Address' }).focus()
  chooseFile('Address', image())
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Replace: Address' }))
})

test('a save that was not answered is no question any more once the page has read its documents', async () => {
  const provider = documentsProvider({ snaps: [] })
  const client = personsClient()
  const { panel } = await showDocuments(provider, permissions, client)
  await chooseProof()
  chooseFile('Address', image())
  provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
  await pressSave()
  await panel.findByRole('alert')
  const { getOne } = documentsProvider({ snaps: [snap({ snap_id: 'up-1' })] })
  provider.getOne.mockImplementation(getOne)
  await act(() => client.refetchQueries({ queryKey: ['accounts', 'getOne'] }))
  await waitFor(() => expect(screen.queryByText('card.png')).toBeNull())
  expect(panel.queryByRole('alert')).toBeNull()
})
