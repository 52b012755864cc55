import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PageKeys } from '../../../../src/keys/PageKeys.tsx'
import { documentsProvider, type DocumentsProvider, snap } from './documentsPage.tsx'
import { muteExpectedErrors, renderPage } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const snaps = [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT', status: 'approved' })]

/** Opens the viewer on the document that waits. */
async function openViewer(provider: DocumentsProvider = documentsProvider({ snaps })): Promise<void> {
  renderPage('/account/4107?tab=documents', { provider, beside: <PageKeys menu={[]} /> })
  fireEvent.click(await screen.findByRole('button', { name: 'View: SSN card (snap-1)' }))
  await screen.findByRole('dialog')
}

/** Says that the picture has come and is painted. */
async function paint(): Promise<void> {
  const picture = await screen.findByRole('img', { name: / of Mara Quill$/ })
  Object.assign(picture, { decode: async () => undefined })
  fireEvent.load(picture)
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await act(async () => undefined)
}

/** What the palette offers for the record or document on screen. */
async function offered(): Promise<readonly (string | null)[]> {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const list = await screen.findByRole('listbox', { name: 'Found' })
  const page = within(list).queryByRole('group', { name: 'This page' })
  return page === null
    ? []
    : within(page)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
}

/** The keys of the decisions, as the viewer names them. */
const keys = () => screen.queryByText(/Approve A · Reject R/)

const field = () => screen.getByRole('combobox', { name: 'Record, screen or action' })
const leave = () => fireEvent.keyDown(field(), { key: 'Escape' })

it('offers the decisions about the document in the viewer once its picture is painted, and asks above the viewer', async () => {
  await openViewer()
  expect(keys()).not.toBeNull()
  expect(await offered()).toEqual([])
  leave()
  await paint()
  expect(keys()).not.toBeNull()
  expect(await offered()).toEqual(['Approve: SSN card (snap-1)', 'Reject: SSN card (snap-1)'])
  fireEvent.change(field(), { target: { value: 'reject' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' })
  expect(screen.queryByRole('combobox', { name: 'Record, screen or action' })).toBeNull()
  expect(within(question).getByText('Document').nextSibling?.textContent).toBe('SSN card')
  expect(question.contains(document.activeElement)).toBe(true)
  fireEvent.click(within(question).getByRole('button', { name: 'No' }))
  await waitFor(() => expect(screen.getByRole('dialog').classList.contains('cs-docview')).toBe(true))
})

it('offers no decision, and names no key of one, about a document that is no picture, is damaged, or is decided', async () => {
  const provider = documentsProvider({ snaps })
  const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' })
  provider.download.mockResolvedValueOnce({ data: { ok: true, blob: svg, fileName: 'x.svg' } })
  await openViewer(provider)
  await screen.findByText('This document is no picture. Download it to look at it.')
  expect(keys()).toBeNull()
  expect(await offered()).toEqual([])
  leave()
  fireEvent.keyDown(document.body, { key: 'j' })
  await paint()
  expect(await offered()).toEqual([])
  await openViewer()
  fireEvent.error(await screen.findByRole('img'))
  await screen.findByText(/its content is damaged/)
  expect(keys()).toBeNull()
  expect(await offered()).toEqual([])
})
