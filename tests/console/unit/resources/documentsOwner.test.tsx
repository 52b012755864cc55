import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cases, documentsProvider, investigation, joint, section, showDocuments, snap } from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const NAME = 'SSN card (snap-1)'

const rowOf = (id: string) => within(screen.getByText(id).closest('li') as HTMLElement)

const twoCases = cases(investigation('case-1', []), investigation('case-2', []))

it('puts documents with the applicant of their case, earlier runs included, and others with neither', async () => {
  const snaps = [
    snap({ snap_id: 'of-first' }),
    snap({ snap_id: 'of-second', sketch_id: 'case-2' }),
    snap({ snap_id: 'of-earlier', sketch_id: 'case-0' }),
    snap({ snap_id: 'of-neither', sketch_id: 'case-9' }),
  ]
  const name = (givenName: string) => ({ request: { identity: { name: { givenName } } } })
  const provider = documentsProvider({
    snaps,
    detail: joint,
    cases: cases(
      investigation('case-1', [], name('Mara')),
      investigation('case-2', [], name('Ana')),
      investigation('case-0', [], { ...name('Ana'), archived: true }),
    ),
  })
  await showDocuments(provider)
  expect(await section('Secondary User Documents').findByText('of-second')).toBeDefined()
  expect(section('Secondary User Documents').getByText('of-earlier')).toBeDefined()
  expect(section('Primary User Documents').getByText('of-first')).toBeDefined()
  const unknown = section('User Documents')
  expect(unknown.getByText('The case of the document belongs to neither applicant.')).toBeDefined()
  expect(unknown.getByText('of-neither')).toBeDefined()
  expect(rowOf('of-neither').getByText('case-9')).toBeDefined()
  fireEvent.click(rowOf('of-neither').getByRole('button', { name: /^Approve/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('The case of the document belongs to neither applicant.')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'No' }))
  expect(rowOf('of-first').queryByText('case-1')).toBeNull()
})

it('asks about a person and an account that could not be read as unreadable', async () => {
  const why = 'Expected object or null, got string'
  const provider = documentsProvider({
    snaps: [snap(), snap({ snap_id: 'snap-2', sketch_id: 'case-2' })],
    detail: { '@unreadable': { '/joint_user': why, '/account/0/account_no': why } },
    account: { account_no: null, status: 'SUSPENDED' },
    cases: twoCases,
  })
  await showDocuments(provider)
  await section('Secondary User Documents').findByText('snap-2')
  fireEvent.click(rowOf('snap-2').getByRole('button', { name: /^Approve/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Person').nextSibling?.textContent).toBe('Unreadable')
  expect(dialog.getByText('Account').nextSibling?.textContent).toBe('UnreadableSUSPENDED')
})

it('asks about a second applicant without a name by what is known of them', async () => {
  const detail = { joint_user: { joint_city: 'Ithaca' } }
  await showDocuments(documentsProvider({ snaps: [snap({ sketch_id: 'case-2' })], detail, cases: twoCases }))
  await section('Secondary User Documents').findByText('snap-1')
  fireEvent.click(rowOf('snap-1').getByRole('button', { name: /^Approve/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Person').nextSibling?.textContent).toBe('Secondary')
})

it('does not let a document of a joint account be decided before it is known whose it is', async () => {
  const answer = Promise.withResolvers<unknown>()
  const provider = documentsProvider({ snaps: [snap({ sketch_id: 'case-2' })], detail: joint })
  provider.read.mockReturnValue(answer.promise)
  const { panel } = await showDocuments(provider)
  const approve = () => panel.getByRole('button', { name: `Approve: ${NAME}` })
  expect(section('User Documents').getByText('It is not known yet whose document this is.')).toBeDefined()
  expect(panel.queryByRole('heading', { name: 'Primary User Documents' })).toBeNull()
  expect(approve().title).toBe('It is not known yet whose document this is.')
  fireEvent.click(approve())
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(async () => answer.resolve(twoCases))
  await screen.findByRole('region', { name: 'Secondary User Documents' })
  expect(panel.queryByRole('heading', { name: 'User Documents' })).toBeNull()
  fireEvent.click(approve())
  expect(within(await screen.findByRole('dialog')).getByText('Ana Brandt')).toBeDefined()
})

it('shows a document of a joint account without a person until it is known whose it is', async () => {
  const answer = Promise.withResolvers<unknown>()
  const provider = documentsProvider({ snaps: [snap({ sketch_id: 'case-2' })], detail: joint })
  provider.read.mockReturnValue(answer.promise)
  const { panel } = await showDocuments(provider)
  fireEvent.click(panel.getByRole('button', { name: `View: ${NAME}` }))
  const viewer = within(await screen.findByRole('dialog'))
  expect(viewer.getByRole('complementary', { name: 'Applicant' }).textContent).toBe(
    'It is not known yet whose document this is.',
  )
  expect(viewer.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'SSN card, Uploaded, document 1 of 1',
  )
  expect(viewer.queryByText(/Unknown/)).toBeNull()
  await act(async () => answer.resolve(twoCases))
  await viewer.findByRole('complementary', { name: 'Secondary applicant' })
  expect(viewer.getByRole('heading', { level: 3, name: 'Ana Brandt' })).toBeDefined()
})

it('says of a joint account whose cases cannot be read that it is not known whose document it is', async () => {
  const provider = documentsProvider({ snaps: [snap({ sketch_id: 'case-2' })], detail: joint })
  provider.read.mockRejectedValue(httpError(502, 'UPSTREAM_FAILED', 'No answer.'))
  const { panel } = await showDocuments(provider)
  const unknown = section('User Documents')
  expect(await unknown.findByText('Whose document this is could not be loaded.')).toBeDefined()
  fireEvent.click(panel.getByRole('button', { name: `View: ${NAME}` }))
  const viewer = within(await screen.findByRole('dialog'))
  expect(viewer.getByText('Whose document this is could not be loaded.')).toBeDefined()
  expect(viewer.queryByText('Mara Quill')).toBeNull()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a' })
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(viewer.getAllByRole('status').at(-1)?.textContent).toBe('Whose document this is could not be loaded.')
})

it('names the keys of a decision only where the viewed document can be decided', async () => {
  const approved = snap({ snap_id: 'snap-3', proof: 'SSA_LETTER', status: 'approved' })
  const { panel } = await showDocuments(documentsProvider({ snaps: [snap(), approved] }))
  fireEvent.click(panel.getByRole('button', { name: `View: ${NAME}` }))
  const viewer = within(await screen.findByRole('dialog'))
  expect(viewer.getByText(/All keys/).textContent).toMatch(/^Approve A · Reject R · Next J/)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'j' })
  expect(viewer.getByText(/All keys/).textContent).toMatch(/^Next J/)
})
