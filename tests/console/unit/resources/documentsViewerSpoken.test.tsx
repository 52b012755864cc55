import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { documentsProvider, showDocuments, snap } from './documentsPage.tsx'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { muteExpectedErrors, personsClient } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

/** What a screen reader says of an element in addition to its name. */
const describedBy = (element: Element | undefined) =>
  element
    ?.getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
    .trim()

const press = (key: string, options: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options })

/** Says that the picture has come and is painted. */
async function paint(): Promise<void> {
  const picture = await screen.findByRole('img', { name: / of Mara Quill$/ })
  Object.assign(picture, { decode: async () => undefined })
  fireEvent.load(picture)
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await act(async () => undefined)
}

test('a document is decided without a look at the screen: whose it is, which one, and what is wrong', async () => {
  await showDocuments(
    documentsProvider({ snaps: [snap({ snap_id: 'snap-1', proof: 'PASSPORT' }), snap({ snap_id: 'snap-2' })] }),
  )
  const view = await screen.findByRole('button', { name: 'View: Passport (snap-1)' })
  view.focus()
  fireEvent.click(view)
  const viewer = await screen.findByRole('dialog', { name: 'Passport' })
  expect(document.activeElement).toBe(viewer)
  expect(describedBy(viewer)).toBe('Mara Quill9ZZ10041SUSPENDED Passport of Mara Quill, Uploaded, document 1 of 2')
  const shown = within(viewer).getByText('document 1 of 2').parentElement as HTMLElement
  expect([shown.tagName, shown.getAttribute('aria-atomic')]).toEqual(['OUTPUT', 'true'])
  press('j')
  await waitFor(() => expect(shown.textContent).toBe('SSN card of Mara Quill, Uploaded, document 2 of 2'))
  expect(document.activeElement).toBe(viewer)

  await paint()
  press('a')
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' })
  expect(describedBy(question)).toMatch(/^This approves the document\. .*Mara Quill.*9ZZ10041.*SSN card/)
  const [first] = within(question).getAllByRole('radio')
  expect(document.activeElement).toBe(first)
  const focused = vi.fn()
  first?.addEventListener('focus', focused)
  await waitFor(() => expect(question.hasAttribute('data-unread')).toBe(false))
  press('Enter', { ctrlKey: true })
  await within(question).findByText('Please enter reason!')
  expect(focused).toHaveBeenCalledOnce()
  expect(describedBy(first)).toBe('Please enter reason!')
  expect(within(question).getByRole('radiogroup', { name: 'Presets for Reason' }).getAttribute('aria-invalid')).toBe(
    'true',
  )
})

test('the place of a document agrees with the header once the one before it is decided, without being said', async () => {
  const others = [snap({ snap_id: 'snap-2' }), snap({ snap_id: 'snap-3' })]
  const provider = documentsProvider({ snaps: [snap({ proof: 'PASSPORT' }), ...others] })
  const client = personsClient()
  await showDocuments(provider, permissions, client)
  fireEvent.click(await screen.findByRole('button', { name: 'View: Passport (snap-1)' }))
  const viewer = await screen.findByRole('dialog', { name: 'Passport' })
  press('j')
  const place = await within(viewer).findByText('document 2 of 3')
  const shown = place.parentElement as HTMLElement
  expect(shown.textContent).toBe('SSN card of Mara Quill, Uploaded, document 2 of 3')
  const said = shown.firstChild
  const decided = documentsProvider({ snaps: [snap({ proof: 'PASSPORT', status: 'approved' }), ...others] })
  provider.getOne.mockImplementation(decided.getOne)
  await act(() => client.invalidateQueries())
  await within(viewer).findByText('1 of 3')
  expect(shown.textContent).toBe('SSN card of Mara Quill, Uploaded, document 1 of 3')
  expect(shown.firstChild).toBe(said)
  expect(place.getAttribute('aria-live')).toBe('off')
  press('j')
  await within(viewer).findByText('2 of 3')
  expect(shown.textContent).toBe('SSN card of Mara Quill, Uploaded, document 2 of 3')
  expect(shown.firstChild).not.toBe(said)
})

test.each([
  ['a', 'document 1 of 3'],
  ['r', 'document 1 of 2'],
])('the place of the next document is said as it is once the one before it is decided: %s', async (key, place) => {
  const others = [snap({ snap_id: 'snap-2' }), snap({ snap_id: 'snap-3' })]
  const provider = documentsProvider({ snaps: [snap({ proof: 'PASSPORT' }), ...others] })
  await showDocuments(provider)
  fireEvent.click(await screen.findByRole('button', { name: 'View: Passport (snap-1)' }))
  const viewer = await screen.findByRole('dialog', { name: 'Passport' })
  const shown = within(viewer).getByText('document 1 of 3').parentElement as HTMLElement
  await paint()
  press(key)
  const question = await screen.findByRole('dialog', { name: 'Are you sure?' })
  await waitFor(() => expect(question.hasAttribute('data-unread')).toBe(false))
  fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'Readable' } })
  provider.action.mockImplementation(async () => {
    provider.getOne.mockReturnValue(new Promise(() => undefined))
    return { data: { id: 'snap-1', ok: true } }
  })
  press('Enter', { ctrlKey: true })
  await within(viewer).findByText('SSN card of Mara Quill, Uploaded,')
  expect(shown.textContent).toBe(`SSN card of Mara Quill, Uploaded, ${place}`)
})

test.each([
  ['rejected', 'Documents 2 uploads and 1 account document, 2 can be viewed'],
  ['approved', 'Documents 2 uploads and 1 account document'],
])(
  'the tab counts as many documents to view as the viewer, and those of the account: one is %s',
  async (status, heading) => {
    const snaps = [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT', status })]
    const account = { status: 'SUSPENDED', upload_407: 'snap-407-1' }
    const { panel } = await showDocuments(documentsProvider({ snaps, account }))
    expect(panel.getByRole('heading', { level: 2 }).textContent).toBe(heading)
    fireEvent.click(await panel.findByRole('button', { name: 'View: SSN card (snap-1)' }))
    const viewer = within(await screen.findByRole('dialog'))
    expect(viewer.getByText(/^\d of \d$/).textContent).toBe(status === 'rejected' ? '1 of 2' : '1 of 3')
  },
)

test('a letter of the account is said by its name, without the status that it does not have', async () => {
  const account = { status: 'SUSPENDED', upload_407: 'snap-407-1' }
  const { panel } = await showDocuments(documentsProvider({ snaps: [], account }))
  fireEvent.click(await panel.findByRole('button', { name: 'View: Letter 407' }))
  const viewer = await screen.findByRole('dialog', { name: 'Letter 407' })
  expect(describedBy(viewer)).toMatch(/ Letter 407 of Mara Quill, document 1 of 1$/)
  expect(within(viewer).getByRole('button', { name: 'Download: Letter 407' })).toBeDefined()
})
