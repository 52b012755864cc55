import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cases,
  category,
  documentsProvider,
  type DocumentsProvider,
  investigation,
  joint,
  notices,
  showDocuments,
  snap,
} from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const three = () =>
  documentsProvider({
    snaps: [
      snap(),
      snap({ snap_id: 'snap-2', proof: 'PASSPORT', status: 'rejected' }),
      snap({ snap_id: 'snap-3', proof: 'SSA_LETTER', status: 'approved' }),
    ],
    cases: cases(
      investigation('case-1', [category('ADDRESS')], {
        request: { identity: { homeAddress: { streetAddress: ['604 Quarry Lane'], city: 'Macon', state: 'GA' } } },
      }),
    ),
  })

/** Opens the viewer on a document. */
const open = async (provider: DocumentsProvider, id = 'snap-1') => {
  await showDocuments(provider)
  const button = await screen.findByRole('button', { name: `View: SSN card (${id})` })
  button.focus()
  fireEvent.click(button)
  return within(await screen.findByRole('dialog'))
}

const press = (key: string, options: object = {}) => fireEvent.keyDown(document.body, { key, ...options })

const viewed = () => within(screen.getByRole('dialog'))
const buttonOf = (action: string) => viewed().getByRole('button', { name: `${action}: SSN card (snap-1)` })
const isOff = (action: string) => buttonOf(action).getAttribute('aria-disabled')
const titleNow = () => viewed().getByRole('heading', { level: 2 }).textContent

/** Happy DOM decodes no images: says that one has come. */
const decode = async () => {
  const picture = await screen.findByRole('img', { name: / of Mara Quill$/ })
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 400 } })
  fireEvent.load(picture)
  return picture
}

/** Says that the picture has come and is painted. */
async function seen(picture: HTMLElement): Promise<void> {
  Object.assign(picture, { decode: async () => undefined })
  fireEvent.load(picture)
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await act(async () => undefined)
}

describe('the document viewer', () => {
  it('shows the picture beside what is known of the applicant', async () => {
    const provider = three()
    const viewer = await open(provider)
    const picture = await decode()
    expect(picture.getAttribute('src')).toMatch(/^blob:/)
    expect(titleNow()).toBe('SSN card')
    const facts = within(viewer.getByRole('complementary'))
    expect(facts.getByRole('heading').textContent).toBe('Mara Quill')
    expect(facts.getByText('**/**/1989')).toBeDefined()
    expect(facts.getByText('United States')).toBeDefined()
    expect(facts.getByText('604 Quarry Lane, Macon, GA')).toBeDefined()
    expect(facts.getByText('Address asks for').nextSibling?.textContent).toBe(
      'Social Security card; Letter from the SSA',
    )
    expect(viewer.getByText('uploaded')).toBeDefined()
    expect(viewer.getAllByText('Mara Quill')[0]?.parentElement?.textContent).toBe('Mara Quill9ZZ10041SUSPENDED')
    expect(provider.download.mock.calls[0]?.[1]).toMatchObject({
      name: 'download',
      isShown: true,
      record: { snap_id: 'snap-1' },
    })
  })

  it('says who has the record, next to the decisions', async () => {
    const held = { state: 'held', way: 'claimed', before: null, left: null, changedAt: 0, isLost: false }
    const claims = [{ id: '4107', userId: 2, name: 'Oren Vale', ...held, expiresAt: Date.now(), isRenewed: false }]
    const data = { userId: 1, changed: null, mayWork: true, claims, colleagues: [], changes: [] }
    const viewer = await open(Object.assign(three(), { claims: async () => ({ data }) }))
    await viewer.findByText(/^Oren Vale works on this record until .* Agree with them before/)
  })

  it("shows the second applicant's data beside their documents, and first those that wait", async () => {
    const provider = documentsProvider({
      snaps: [snap({ snap_id: 'snap-2', status: 'approved' }), snap({ sketch_id: 'case-2' })],
      detail: joint,
      cases: cases(investigation('case-1', []), investigation('case-2', [])),
    })
    const viewer = await open(provider)
    expect(viewer.getByRole('complementary', { name: 'Secondary applicant' }).textContent).toContain('**/**/1979')
    expect(viewer.getByText('Canada')).toBeDefined()
    expect(viewer.getByText('1 of 2')).toBeDefined()
  })

  it('turns over by key and by button, passing over what has no file', async () => {
    const viewer = await open(three())
    expect(viewer.getByText('1 of 2')).toBeDefined()
    press('j')
    expect(titleNow()).toBe('SSA letter')
    press('j')
    expect(titleNow()).toBe('SSA letter')
    press('k')
    expect(titleNow()).toBe('SSN card')
    press('ArrowRight')
    expect(titleNow()).toBe('SSA letter')
    press('ArrowLeft')
    expect(titleNow()).toBe('SSN card')
    fireEvent.click(viewer.getByRole('button', { name: 'Next document' }))
    expect(titleNow()).toBe('SSA letter')
  })

  it('zooms, rotates and fits by key; arrows move a zoomed picture', async () => {
    await open(three())
    const picture = await decode()
    const scale = () => Number(/scale\(([\d.]+)\)/.exec(picture.style.transform)?.[1])
    const before = scale()
    press('+')
    expect(scale()).toBeCloseTo(before * 1.25)
    press('ArrowRight')
    expect(titleNow()).toBe('SSN card')
    press('-')
    press('-')
    expect(scale()).toBeCloseTo(before)
    press(']')
    expect(picture.style.transform).toContain('rotate(90deg)')
    press('+')
    press('0')
    expect(picture.style.transform).toContain('rotate(90deg)')
    press('ArrowRight')
    expect(titleNow()).toBe('SSA letter')
  })

  it('decides by key once the picture can be seen, and goes on to the next document that waits', async () => {
    const snaps = [
      snap(),
      snap({ snap_id: 'snap-2', status: 'approved' }),
      snap({ snap_id: 'snap-3', proof: 'PASSPORT' }),
    ]
    const provider = documentsProvider({ snaps })
    provider.action.mockResolvedValue({ data: { id: 'snap-1', ok: true, answer: {} } })
    await open(provider)
    const said = () => within(screen.getByRole('dialog')).queryByText('The picture is still loading')
    expect([isOff('Approve'), isOff('Download')]).toEqual(['true', 'false'])
    fireEvent.click(buttonOf('Approve'))
    expect(said()?.tagName).toBe('OUTPUT')
    press('j')
    expect(said()).toBeNull()
    press('k')
    press('a')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(said()?.tagName).toBe('OUTPUT')
    await seen(await screen.findByRole('img', { name: / of Mara Quill$/ }))
    expect([said(), isOff('Approve')]).toEqual([null, 'false'])
    press('a', { repeat: true })
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    press('a')
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    expect(question.getByText('Person').nextSibling?.textContent).toBe('Mara Quill')
    expect(question.getByText('Account').nextSibling?.textContent).toBe('9ZZ10041SUSPENDED')
    expect(question.getByText('Document').nextSibling?.textContent).toBe('SSN card')
    fireEvent.keyDown(question.getByRole('radiogroup'), { key: '2', code: 'Digit2' })
    expect(question.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Name variant')
    fireEvent.click(question.getByRole('button', { name: 'No' }))
    press('a')
    const again = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    fireEvent.keyDown(again.getByRole('radiogroup'), { key: '2', code: 'Digit2' })
    fireEvent.keyDown(again.getByRole('textbox'), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(titleNow()).toBe('Passport'))
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ name: 'approve', input: { reason: 'Name variant' } })
    await waitFor(() => expect(notices()).toEqual(['success: Document approved · SSN card of Mara Quill']))
  })

  it('closes after the last document that waits was decided, and gives the focus back to its row', async () => {
    const provider = three()
    provider.action.mockResolvedValue({ data: { id: 'snap-1', ok: true, answer: {} } })
    await open(provider)
    await seen(await screen.findByRole('img', { name: / of Mara Quill$/ }))
    press('a')
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    expect(question.getByText('This approves the document.')).toBeDefined()
    fireEvent.keyDown(question.getByRole('radiogroup'), { key: '¡', code: 'Digit1', altKey: true })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.getAttribute('aria-label')).toBe('View: SSN card (snap-1)')
  })

  it('starts with the focus on itself, and shows its keys on ?, unless single keys are off', async () => {
    await open(three())
    expect(document.activeElement).toBe(screen.getByRole('dialog'))
    document.documentElement.dataset['keys'] = 'off'
    press('j')
    expect(titleNow()).toBe('SSN card')
    delete document.documentElement.dataset['keys']
    press('?')
    const keys = within(screen.getByRole('dialog', { name: 'Keys' }))
    expect(keys.getByText('Approve').previousSibling?.textContent).toBe('A')
    press('j')
    fireEvent.click(keys.getByRole('button', { name: 'Close' }))
    expect(titleNow()).toBe('SSN card')
  })

  it('approves with one chord from a ready-made reason, chooses with it to reject, and asks for one where it is chosen', async () => {
    const provider = three()
    await open(provider)
    await seen(await screen.findByRole('img', { name: / of Mara Quill$/ }))
    press('r')
    const reject = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    const chord = { key: '¡', code: 'Digit1', altKey: true }
    fireEvent.keyDown(reject.getByRole('radiogroup'), { key: 'Enter', ctrlKey: true })
    expect(reject.getByText('Please enter reason!')).toBeDefined()
    // The digit after a refusal still chooses: as text it would be the reason.
    fireEvent.keyDown(document.activeElement ?? document.body, { key: '2', code: 'Digit2' })
    expect(reject.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Unreadable')
    fireEvent.keyDown(reject.getByRole('radiogroup'), chord)
    expect(reject.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Expired')
    fireEvent.click(reject.getByRole('button', { name: 'No' }))
    press('a')
    const approve = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    fireEvent.keyDown(approve.getByRole('radiogroup'), chord)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({
      name: 'approve',
      input: { reason: 'Matches the record' },
    })
  })

  it('asks above itself before it decides, and hears no keys meanwhile', async () => {
    const provider = three()
    const viewer = await open(provider)
    await seen(await viewer.findByRole('img'))
    fireEvent.click(buttonOf('Reject'))
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    fireEvent.keyDown(question.getByRole('textbox'), { key: 'j' })
    press('j')
    expect(viewer.getByText('1 of 2')).toBeDefined()
    const before = (await provider.getOne()) as { readonly data: Readonly<Record<string, unknown>> }
    provider.action.mockImplementation(() => {
      const snaps = [snap({ status: 'rejected' })]
      provider.getOne.mockResolvedValue({ ...before, data: { ...before.data, snaps } })
      return Promise.resolve({ data: { id: 'snap-1', ok: true, message: undefined } })
    })
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    fireEvent.click(question.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.getAttribute('data-key')).toBe('snap-1')
  })

  it('shows no picture of a document that was rejected meanwhile', async () => {
    const provider = three()
    const viewer = await open(provider)
    const before = (await provider.getOne()) as { readonly data: Readonly<Record<string, unknown>> }
    const snaps = [snap({ status: 'rejected' })]
    provider.getOne.mockResolvedValue({ ...before, data: { ...before.data, snaps } })
    provider.action.mockRejectedValue(httpError(422, 'RULE', 'It was rejected before.'))
    await seen(await viewer.findByRole('img'))
    fireEvent.click(buttonOf('Approve'))
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    fireEvent.keyDown(question.getByRole('radiogroup'), { key: '1', code: 'Digit1', altKey: true })
    fireEvent.click(await question.findByRole('button', { name: 'Close' }))
    expect(await viewer.findByText('A rejected document has no file.')).toBeDefined()
    expect(viewer.queryByRole('img')).toBeNull()
    expect(viewer.queryByRole('button', { name: /^Download/ })).toBeNull()
  })

  it('says that a document could not be loaded, and loads it again', async () => {
    const provider = three()
    provider.download.mockRejectedValueOnce(httpError(502, 'UPSTREAM', 'The service did not answer.'))
    const viewer = await open(provider)
    const alert = within(await viewer.findByRole('alert'))
    expect(alert.getByText('The document could not be loaded.')).toBeDefined()
    expect(alert.getByText('req-77')).toBeDefined()
    fireEvent.click(alert.getByRole('button', { name: 'Retry' }))
    expect(await viewer.findByRole('img')).toBeDefined()
  })

  it('says that a document is forbidden', async () => {
    const provider = three()
    provider.download.mockRejectedValue(httpError(403, 'FORBIDDEN', 'No.'))
    const viewer = await open(provider)
    expect(await viewer.findByText('Sorry, you do not have permission to access this page')).toBeDefined()
    expect(viewer.queryByRole('button', { name: 'Retry' })).toBeNull()
  })

  it('shows nothing that is no picture, and says so of one that is damaged', async () => {
    const provider = three()
    const svg = new Blob(['<svg/>'], { type: 'image/svg+xml' })
    provider.download.mockResolvedValueOnce({ data: { ok: true, blob: svg, fileName: 'x.svg' } })
    const viewer = await open(provider)
    expect(await viewer.findByText('This document is no picture. Download it to look at it.')).toBeDefined()
    expect(isOff('Approve')).toBe('false')
    press('a')
    expect(viewer.getByText('There is no picture to look at: use the buttons')).toBeDefined()
    press('j')
    fireEvent.error(await viewer.findByRole('img'))
    expect(viewer.getByText(/its content is damaged/)).toBeDefined()
  })

  it('keeps nothing when it closes, and gives the focus back to the row of the document it showed last', async () => {
    const provider = three()
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    const viewer = await open(provider)
    press('j')
    const picture = await viewer.findByRole('img')
    const address = picture.getAttribute('src')
    fireEvent.click(viewer.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(revoke.mock.calls.flat()).toContain(address)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('View: SSA letter (snap-3)')
    const before = provider.download.mock.calls.length
    fireEvent.click(screen.getByRole('button', { name: 'View: SSA letter (snap-3)' }))
    await waitFor(() => expect(provider.download.mock.calls.length).toBe(before + 1))
  })
})
