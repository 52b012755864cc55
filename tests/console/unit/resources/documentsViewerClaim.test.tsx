import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { documentsProvider, notices, showDocuments } from './documentsPage.tsx'
import { muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)

it('the document viewer ends the claim of a record that no list has led to, by key and by button', async () => {
  const own = { id: '4107', userId: 1, name: 'Ada Mint', way: 'claimed', before: null, left: null, isLost: false }
  const until = { changedAt: 0, expiresAt: Date.now(), isRenewed: false }
  const asked: unknown[] = []
  let state = 'held'
  const claims = async (_resource: string, { change }: { readonly change?: { readonly change: string } }) => {
    if (change !== undefined) asked.push(change)
    if (change?.change === 'skip') state = 'skipped'
    const list = { userId: 1, changed: '4107', mayWork: true, colleagues: [], changes: [] }
    return { data: { ...list, claims: [{ ...own, ...until, state }] } }
  }
  await showDocuments(Object.assign(documentsProvider(), { claims }))
  fireEvent.click(await screen.findByRole('button', { name: 'View: SSN card (snap-1)' }))
  const viewer = within(await screen.findByRole('dialog'))
  await viewer.findByText(/ · Skip S · Done D$/)
  fireEvent.keyDown(document.body, { key: 'd' })
  const question = within(await screen.findByRole('dialog', { name: 'Done, with something left to decide?' }))
  fireEvent.click(question.getByRole('button', { name: 'Not yet' }))
  fireEvent.click(viewer.getByRole('button', { name: 'Skip' }))
  await waitFor(() => expect(viewer.queryByRole('button', { name: 'Skip' })).toBeNull())
  expect(viewer.queryByText(/Done D/)).toBeNull()
  expect(notices().join()).toContain('Start in the list goes on with the next one.')
  expect(asked).toEqual([{ change: 'skip', ids: ['4107'] }])
})
