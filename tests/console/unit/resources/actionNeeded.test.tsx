import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { withFaults } from './investigationPayloads.ts'
import { muteExpectedErrors, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

beforeEach(muteExpectedErrors)

const transfer = { id: 9, request_type: 'TRANSFER_ACCOUNT', status: 'REQUESTED', response_data: null }
const rejected = { name: 'SSN', categoryState: 'REJECTED', requestedDocuments: [{ name: 'SSN_CARD' }] }
const ana = { identity: { name: { givenName: 'Ana', familyName: 'Brandt' } } }
const snapOf = (status: string) => ({ snap_id: 'snap-1', sketch_id: 'sketch-1', proof: 'SSN_CARD', status })

/** A provider whose account has this state and these cases. */
const accountIn = (status: string, change: object, investigations: readonly object[]) => {
  const provider = stubProvider()
  provider.getOne.mockResolvedValue(accountDetail({ ...change }, { status }))
  provider.read.mockResolvedValue({ data: { result: { investigations } }, meta: { unreadable: 0 } })
  return provider
}

/** Rejects the first case. */
const reject = async () => {
  await screen.findByText(/^What's needed: approve or reject/)
  const region = within(await screen.findByRole('region', { name: 'Verification' }))
  fireEvent.click((await region.findAllByRole('button', { name: /^Reject: / }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the verification of Mara Quill?' }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Not the same person' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
}

it('a suspended account has one status, also while the code of its text loads', async () => {
  const said = new Set<string>()
  const watch = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.cs-banners [role="status"]')) said.add(textContent)
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  const provider = accountIn('SUSPENDED', {}, [{ sketchId: 'case-1', status: 'REJECTED', cipCategories: [rejected] }])
  renderPage('/account/4107', { provider })
  await screen.findByText('Being checked…')
  await screen.findByText(/^What's needed: a document for the rejected SSN check/)
  watch.disconnect()
  expect([...said]).toEqual([expect.stringMatching(/^What's needed: a document/)])
})

describe('the line of an account that requires action', () => {
  it('says of no document that could not be read that it has yet to be uploaded', async () => {
    const open = { sketchId: 'case-1', status: 'INDETERMINATE', cipCategories: [rejected] }
    const provider = accountIn('ACTION_REQUIRED', {}, [open])
    provider.getOne.mockResolvedValue({
      data: withFaults(accountDetail({}, { status: 'ACTION_REQUIRED' }).data, '/snaps'),
    })
    renderPage('/account/4107?tab=documents', { provider })
    const text = 'approve or reject the indeterminate verification of Mara Quill. Documents could not be read.'
    expect(await screen.findByText(`What's needed: ${text}`)).toBeDefined()
    expect(await screen.findAllByText('Documents could not be read')).not.toHaveLength(0)
    expect(screen.queryByText(/An approval needs an uploaded document/)).toBeNull()
  })

  it.each([
    [
      'an indeterminate case',
      { status: 'INDETERMINATE', cipCategories: [rejected] },
      {},
      'approve or reject the indeterminate verification of Mara Quill. An approval needs an uploaded document.',
    ],
    [
      'an indeterminate case for which no documents are required',
      { status: 'INDETERMINATE', cipCategories: [] },
      {},
      'approve or reject the indeterminate verification of Mara Quill. An approval has to name an uploaded document of any kind, although the clearing firm requires none.',
    ],
    [
      'an indeterminate case with a document',
      { status: 'INDETERMINATE' },
      { snaps: [snapOf('approved')] },
      'approve or reject the indeterminate verification of Mara Quill.',
    ],
    [
      'an uploaded document and a transfer',
      { status: 'INDETERMINATE' },
      { snaps: [snapOf('uploaded')], request: [transfer] },
      'decide the uploaded document, then approve or reject the indeterminate verification of Mara Quill. An open transfer waits for a decision, too.',
    ],
    [
      'a rejected check',
      { status: 'REJECTED', cipCategories: [rejected] },
      {},
      'a document for the rejected SSN check, then its appeal.',
    ],
    [
      'a state in which nothing is decided here',
      { status: 'UNDER_OBSERVATION' },
      {},
      'the clearing firm requires action. The verification of Mara Quill is “Under observation”, which cannot be decided here.',
    ],
    ['a transfer and no case', undefined, { request: [transfer] }, /An open transfer waits for a decision, too\.$/],
  ])('says what it needs with %s', async (_what, found, change, text) => {
    const provider = accountIn(
      'ACTION_REQUIRED',
      change,
      found === undefined ? [] : [{ sketchId: 'sketch-1', ...found }],
    )
    renderPage('/account/4107', { provider })
    const whole = typeof text === 'string' ? `What's needed: ${text}` : text
    await screen.findByText((_text, element) => {
      const said = element?.tagName === 'P' ? (element.textContent ?? '') : ''
      return typeof whole === 'string' ? said === whole : whole.test(said)
    })
    const notes = screen.getAllByRole('note')
    expect(notes).toHaveLength(1)
    const links = 'request' in change ? ['Go to Documents', 'Go to Requests'] : ['Go to Documents']
    expect([...(notes[0]?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual(links)
  })

  it.each(['ACTION_REQUIRED', 'SUSPENDED'])(
    'never says that all documents are approved where cases could not be read in full: %s',
    async (status) => {
      const found = { sketchId: 'sketch-1', status: 'REJECTED', cipCategories: [rejected] }
      const provider = accountIn(status, { snaps: [snapOf('approved')] }, [found])
      provider.read.mockResolvedValue({ data: { result: { investigations: [found] } }, meta: { unreadable: 1 } })
      renderPage('/account/4107?tab=documents', { provider })
      await screen.findByText("What's needed: appeal the rejected SSN check.")
      await screen.findByText("Couldn't load what is required")
      await screen.findByText('It is not known which documents are required')
      expect(screen.queryByText(/required documents are approved/i)).toBeNull()
    },
  )

  it.each(['ACCEPTED', 'REJECTED'])(
    'says of a decision made elsewhere that it waits for the clearing firm: %s',
    async (state) => {
      const decided = { user: 'ada', timestamp: '2026-03-05T04:30:00Z', stateChange: state, comment: null }
      const history = [{ ...decided, timestamp: '2026-03-04T04:30:00Z', stateChange: 'INDETERMINATE' }, decided]
      renderPage('/account/4107', {
        provider: accountIn('ACTION_REQUIRED', {}, [{ sketchId: 'sketch-1', status: 'INDETERMINATE', history }]),
      })
      await screen.findByText('The decision waits for the clearing firm.')
    },
  )

  it('leads to the case that is to be decided, also from its own tab', async () => {
    const provider = accountIn('ACTION_REQUIRED', {}, [{ sketchId: 'sketch-1', status: 'INDETERMINATE' }])
    renderPage('/account/4107?tab=documents', { provider })
    const approve = await screen.findByRole('button', { name: 'Approve: verification of Mara Quill' })
    fireEvent.click(await screen.findByRole('link', { name: 'Go to Documents' }))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('DIV'))
    expect(document.activeElement?.contains(approve)).toBe(true)
    expect(document.activeElement?.getAttribute('role')).toBeNull()
  })

  it('leads those who can decide no case to the documents as a whole', async () => {
    const provider = accountIn('ACTION_REQUIRED', {}, [{ sketchId: 'sketch-1', status: 'INDETERMINATE' }])
    const held = permissions.filter((name) => name !== 'verification.decide')
    renderPage('/account/4107?tab=documents', { provider, held })
    await screen.findByRole('region', { name: 'Verification' })
    fireEvent.click(await screen.findByRole('link', { name: 'Go to Documents' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('tabpanel'))
  })

  it('leads to the request that is to be decided, once its tab has drawn it', async () => {
    renderPage('/account/4107', { provider: accountIn('ACTION_REQUIRED', { request: [transfer] }, []) })
    fireEvent.click(await screen.findByRole('link', { name: 'Go to Requests' }))
    await waitFor(() => expect(document.activeElement?.tagName).toBe('ARTICLE'))
    expect(document.activeElement?.textContent).toContain('Transfer account')
  })

  it('names each applicant whose case is indeterminate', async () => {
    const investigations = ['sketch-1', 'sketch-2'].map((sketchId) => ({ sketchId, status: 'INDETERMINATE' }))
    const provider = accountIn('ACTION_REQUIRED', { joint_user: anaBrandt }, investigations)
    renderPage('/account/4107', { provider })
    await screen.findByText(/approve or reject the indeterminate verifications of Mara Quill and Ana Brandt\./)
  })

  it.each([
    ['that it waits for the clearing firm', {}, [], 'The decision waits for the clearing firm.'],
    [
      'what the other applicant needs, by name',
      { joint_user: anaBrandt },
      [{ sketchId: 'sketch-2', status: 'REJECTED', request: ana, cipCategories: [rejected] }],
      "What's needed: a document for the rejected SSN check of Ana Brandt, then its appeal.",
    ],
    [
      'what the other applicant needs, by the name in the account where the case has none',
      { joint_user: anaBrandt },
      [{ sketchId: 'sketch-2', status: 'REJECTED', cipCategories: [rejected] }],
      "What's needed: a document for the rejected SSN check of Ana Brandt, then its appeal.",
    ],
  ])('says of a decision as soon as it is sent %s', async (_what, change, others, text) => {
    const provider = accountIn('ACTION_REQUIRED', change, [
      { sketchId: 'sketch-1', status: 'INDETERMINATE' },
      ...others,
    ])
    provider.action.mockResolvedValue({ data: { id: 'sketch-1', ok: true } })
    renderPage('/account/4107?tab=documents', { provider })
    await reject()
    await screen.findByText('Submitted')
    expect(screen.getByRole('note').querySelector('p')?.textContent).toBe(text)
  })

  it('says nothing of the clearing firm after a decision that was not sent, because a second person has to approve it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const provider = accountIn('ACTION_REQUIRED', {}, [{ sketchId: 'sketch-1', status: 'INDETERMINATE' }])
    provider.action.mockResolvedValue({ data: { id: 'sketch-1', ok: true, waitsUntil: '2026-11-23T15:00:00.000Z' } })
    renderPage('/account/4107?tab=documents', { provider })
    await reject()
    await screen.findByText(/^info: Sent for approval\. Nothing has been changed yet\./)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.queryByText('Submitted')).toBeNull()
    expect(screen.getByRole('note').textContent).toMatch(/^What's needed: approve or reject/)
  })
})

describe('the line of a suspended account', () => {
  it.each([
    [
      'names the document that a check lacks before the appeal of all',
      [],
      "What's needed: a document for the rejected SSN check, then its appeal.",
    ],
    [
      'names what an appeal that was rejected still lacks, not the same appeal again',
      ['APPEALED', 'REJECTED'],
      "What's needed: a document for the rejected SSN check, then its appeal.",
    ],
  ])('%s', async (_what, states, text) => {
    const history = states.map((stateChange) => ({ stateChange, timestamp: '2026-11-20T10:00:00Z' }))
    const categories = [
      rejected,
      { name: 'NAME', categoryState: 'REJECTED', requestedDocuments: [{ name: 'PASSPORT' }] },
      { name: 'ADDRESS', categoryState: 'REJECTED', requestedDocuments: [{ name: 'PASSPORT' }] },
    ]
    const provider = accountIn('SUSPENDED', { snaps: [{ ...snapOf('approved'), proof: 'PASSPORT' }] }, [
      { sketchId: 'sketch-1', status: 'REJECTED', cipCategories: categories, history },
    ])
    renderPage('/account/4107', { provider })
    await screen.findByText(text)
  })

  it.each([
    ['no verification has been started', []],
    ['no rejected check asks for documents', [{ sketchId: 'sketch-1', status: 'REJECTED', cipCategories: null }]],
  ])('says where it needs nothing that %s', async (text, investigations) => {
    renderPage('/account/4107', { provider: accountIn('SUSPENDED', {}, investigations) })
    const line = (await screen.findByText(`Suspended: ${text}.`)).closest<HTMLElement>('[role="note"]')
    expect(line && within(line).getByRole('link', { name: 'Go to Documents' })).not.toBeNull()
    expect(screen.queryAllByText(/^Suspended|^What's needed/)).toHaveLength(1)
  })

  it.each(['/result/investigations', '/result/investigations/0/cipCategories'] as const)(
    'does not say that it needs nothing where that could not be read: %s',
    async (place) => {
      const provider = accountIn('SUSPENDED', {}, [])
      const data = withFaults({ result: { investigations: [{ sketchId: 'sketch-1', status: 'REJECTED' }] } }, place)
      provider.read.mockResolvedValue({ data, meta: { unreadable: 1 } })
      renderPage('/account/4107?tab=documents', { provider })
      await screen.findByText("Couldn't load whether documents are required.")
      await screen.findByRole('region', { name: 'Verification' })
      await waitFor(() => expect(screen.queryByText(/^Suspended/)).toBeNull())
    },
  )

  it('has its indeterminate case and its transfer, too, with one link to each place', async () => {
    const provider = accountIn('SUSPENDED', { request: [transfer] }, [
      { sketchId: 'sketch-1', status: 'INDETERMINATE', cipCategories: [rejected] },
    ])
    renderPage('/account/4107', { provider })
    const needed = await screen.findByText(
      "What's needed: a document for the rejected SSN check, then its appeal. A case is indeterminate, too. An open transfer waits for a decision, too.",
    )
    const links = [...(needed.closest('[role="status"]')?.querySelectorAll('a') ?? [])].map(
      ({ textContent }) => textContent,
    )
    expect(links).toEqual(['Go to Documents', 'Go to Requests'])
    expect(screen.queryAllByRole('note')).toHaveLength(0)
  })
})
