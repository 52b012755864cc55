import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import {
  cases,
  category,
  documentsProvider,
  investigation,
  joint,
  notices,
  section,
  showDocuments,
  snap,
} from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const NAME = 'SSN card (snap-1)'

const rowOf = (id: string) => within(screen.getByText(id).closest('li') as HTMLElement)

const twoCases = cases(investigation('case-1', []), investigation('case-2', []))

describe('the documents panel', () => {
  it('has the headings of the specification, first the applicant whose document waits, each applicant named', async () => {
    const { panel } = await showDocuments(documentsProvider({ detail: joint, cases: twoCases }))
    const titles = panel.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(titles).toEqual([
      'Primary User Documents',
      'Required documents for review',
      'Secondary User Documents',
      'Account Documents',
    ])
    expect(section('Primary User Documents').getByText('Mara Quill')).toBeDefined()
    expect(section('Secondary User Documents').getByText('Ana Brandt')).toBeDefined()
  })

  it('has no second applicant where there is none', async () => {
    const { panel } = await showDocuments(documentsProvider())
    expect(panel.queryByRole('heading', { name: 'Secondary User Documents' })).toBeNull()
  })

  it('says once which permission is missing to view its documents', async () => {
    const provider = () => documentsProvider({ snaps: [snap(), snap({ snap_id: 'snap-2' })] })
    const held = permissions.filter((name) => name !== 'documents.download')
    const { panel } = await showDocuments(provider(), held)
    expect(
      panel.getAllByText(/You need the permission documents\.download/).map(({ textContent }) => textContent),
    ).toEqual(['You can’t view these documents. You need the permission documents.download. Ask an administrator.'])
    expect(panel.queryByRole('button', { name: /^View/ })).toBeNull()
    cleanup()
    const allowed = await showDocuments(provider())
    expect(allowed.panel.queryByText(/You can’t view/)).toBeNull()
  })

  it('says it, too, where the only document is a letter of the account', async () => {
    const provider = documentsProvider({ snaps: [], account: { status: 'SUSPENDED', upload_407: 'snap-407-1' } })
    const held = permissions.filter((name) => name !== 'documents.download')
    const { panel } = await showDocuments(provider, held)
    expect(panel.getAllByText(/^You can’t view these documents/)).toHaveLength(1)
  })

  it('says how many documents could not be read', async () => {
    const { panel } = await showDocuments(documentsProvider({ snaps: [snap(), { status: 'uploaded' }] }))
    expect(panel.getByText('1 document could not be read')).toBeDefined()
  })
})

describe("the account's own documents", () => {
  const account = {
    status: 'SUSPENDED',
    upload_ria: 'https://files.example.test/ria?x=1',
    upload_407: 'snap-407-1',
    upload_3210: 'javascript:alert(1)',
  }

  it('are a document, an address of the web with its host, text, or nothing', async () => {
    await showDocuments(documentsProvider({ account, detail: { joint_user: { joint_upload: 'on paper' } } }))
    const list = section('Account Documents')
    const link = list.getByRole('link', { name: 'https://files.example.test/ria?x=1' })
    expect(link.getAttribute('rel')).toContain('noopener')
    expect(list.getByText('on files.example.test')).toBeDefined()
    expect(list.getByText('javascript:alert(1)').closest('a')).toBeNull()
    expect(list.getByText('on paper')).toBeDefined()
    expect(list.getByText('snap-407-1')).toBeDefined()
    expect(list.getAllByRole('button').map((button) => button.textContent)).toEqual(['View', 'Download'])
    expect(list.getByRole('button', { name: 'View: Letter 407' })).toBeDefined()
    expect(list.getByRole('button', { name: 'Download: Letter 407' })).toBeDefined()
  })

  it('are one line where there are none', async () => {
    await showDocuments(documentsProvider())
    const list = section('Account Documents')
    expect(
      list.getByText('Not provided: RIA document, Letter 407, Letter 3210, Letter of the second applicant'),
    ).toBeDefined()
    expect(list.queryByRole('listitem')).toBeNull()
  })

  it('are downloaded like any other document', async () => {
    const provider = documentsProvider({ account })
    await showDocuments(provider)
    fireEvent.click(screen.getByRole('button', { name: 'Download: Letter 407' }))
    await waitFor(() => expect(notices()).toContain('success: Document downloaded'))
    expect(provider.download).toHaveBeenCalledWith('accountDocuments', {
      name: 'download',
      record: expect.objectContaining({ snap_id: 'snap-407-1' }) as unknown,
    })
  })
})

describe('uploaded documents', () => {
  it('have those first that wait for a decision, above what is required, and the others below it', async () => {
    const snaps = ['rejected', 'uploaded', 'approved'].map((status) => snap({ snap_id: `is-${status}`, status }))
    const { panel } = await showDocuments(documentsProvider({ snaps }))
    const titles = panel.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(titles).toEqual([
      'Primary User Documents',
      'Required documents for review',
      'Primary User Documents: decided',
      'Account Documents',
    ])
    const idsIn = (name: string) =>
      section(name)
        .getAllByRole('listitem')
        .map((row) => row.querySelector('code')?.textContent)
    expect(idsIn('Primary User Documents')).toEqual(['is-uploaded'])
    expect(idsIn('Primary User Documents: decided')).toEqual(['is-approved', 'is-rejected'])
  })

  it('are opened by a key, the first one first', async () => {
    const snaps = ['rejected', 'approved', 'uploaded'].map((status) => snap({ snap_id: `is-${status}`, status }))
    await showDocuments(documentsProvider({ snaps }))
    fireEvent.keyDown(document.body, { key: 'v' })
    const viewer = within(screen.getByRole('dialog', { name: 'SSN card' }))
    expect(viewer.getByText('is-uploaded')).toBeDefined()
    expect(viewer.getByText('1 of 2')).toBeDefined()
  })

  const labels = (id: string) =>
    rowOf(id)
      .queryAllByRole('button')
      .map((button) => button.textContent)

  it('offer what their status allows: a rejected one has no file', async () => {
    const snaps = ['uploaded', 'approved', 'rejected', 'shredded'].map((status) => snap({ snap_id: status, status }))
    await showDocuments(documentsProvider({ snaps }))
    const buttons = (id: string) =>
      within(screen.getByText(id, { selector: 'code' }).closest('li') as HTMLElement)
        .queryAllByRole('button')
        .map((button) => button.textContent)
    expect(buttons('uploaded')).toEqual(['View', 'Download', 'Approve', 'Reject'])
    expect(buttons('approved')).toEqual(['View', 'Download'])
    expect(buttons('rejected')).toEqual([])
    expect(buttons('shredded')).toEqual(['View', 'Download'])
  })

  it('offer nothing to those who may not', async () => {
    await showDocuments(documentsProvider(), ['accounts.read'])
    expect(labels('snap-1')).toEqual([])
  })

  it.each(['approved', 'rejected'] as const)(
    'are %s with a reason, after a look at what they are now',
    async (status) => {
      const provider = documentsProvider()
      await showDocuments(provider)
      const label = status === 'approved' ? 'Approve' : 'Reject'
      fireEvent.click(screen.getByRole('button', { name: `${label}: ${NAME}` }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
      fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
      expect(dialog.getByText('Please enter reason!')).toBeDefined()
      const reason = dialog.getByPlaceholderText('Please enter a reason')
      fireEvent.change(reason, { target: { value: ' Legible ' } })
      fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
      await waitFor(() => expect(notices()).toContain(`success: Document ${status} · SSN card of Mara Quill`))
      expect(provider.action).toHaveBeenCalledWith(
        'accountDocuments',
        expect.objectContaining({ name: label.toLowerCase(), input: { reason: 'Legible' } }),
      )
    },
  )

  it('are not decided upon where someone else has just done it', async () => {
    const provider = documentsProvider()
    await showDocuments(provider)
    fireEvent.click(screen.getByRole('button', { name: `Approve: ${NAME}` }))
    const before = (await provider.getOne()) as { readonly data: Readonly<Record<string, unknown>> }
    provider.getOne.mockResolvedValue({ ...before, data: { ...before.data, snaps: [snap({ status: 'rejected' })] } })
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Fine' } })
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    expect(await dialog.findByText('Nothing was changed.')).toBeDefined()
  })

  it('tell of a decision that failed and keep its words', async () => {
    const provider = documentsProvider()
    provider.action.mockRejectedValue(httpError(502, 'UPSTREAM', 'The service did not answer.'))
    await showDocuments(provider)
    fireEvent.click(screen.getByRole('button', { name: `Reject: ${NAME}` }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Blurred' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('The service did not answer.')
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Blurred')
  })

  it('keep their words while it is not known whether they were made', async () => {
    const provider = documentsProvider()
    provider.action.mockRejectedValue(httpError(504, 'OUTCOME_UNKNOWN', 'The service did not confirm the change.'))
    await showDocuments(provider)
    const ask = async () => {
      fireEvent.click(screen.getByRole('button', { name: `Reject: ${NAME}` }))
      return within(await screen.findByRole('dialog'))
    }
    const dialog = await ask()
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Corner lifted' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect((await ask()).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Corner lifted')
  })

  it('have the focus at the end of a reason that was kept', async () => {
    await showDocuments(documentsProvider())
    const reject = async () => {
      fireEvent.click(screen.getByRole('button', { name: `Reject: ${NAME}` }))
      return within(await screen.findByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox')
    }
    fireEvent.change(await reject(), { target: { value: 'Half a reason' } })
    fireEvent.click(screen.getByRole('button', { name: 'No' }))
    const again = await reject()
    expect([again.value, again.selectionStart]).toEqual(['Half a reason', 13])
    expect(document.activeElement).toBe(again)
  })
})

describe('the Appeal of the panel', () => {
  const rejected = investigation('case-1', [category('SSN')])

  it('is off while no approved document answers a rejected check', async () => {
    const { panel } = await showDocuments(documentsProvider({ cases: cases(rejected) }))
    await panel.findByLabelText('Proof type')
    expect(panel.getByRole('button', { name: 'Appeal' }).getAttribute('aria-disabled')).toBe('true')
    fireEvent.keyDown(document.body, { key: 'a' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  /** Appeals the case by its key, on the strength of its approved document. */
  async function appeal() {
    fireEvent.keyDown(document.body, { key: 'a' })
    const asked = await screen.findByRole('dialog', { name: /^Appeal the verification of / })
    expect(asked.textContent).toMatch(
      /looks at the case again\..*SSN asks for.*Documents.*For SSN: Social Security card/,
    )
    const dialog = within(asked)
    fireEvent.click(dialog.getByRole('checkbox', { name: /SSN card/ }))
    for (const box of dialog.getAllByRole('checkbox', { name: /^I have looked at/ })) fireEvent.click(box)
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'The card is genuine' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Appeal' }))
  }

  it('waits for the clearing firm only once the appeal was sent, not while a second person has to approve it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const provider = documentsProvider({ snaps: [snap({ status: 'approved' })], cases: cases(rejected) })
    provider.action.mockResolvedValue({ data: { id: 'case-1', ok: true, waitsUntil: '2026-11-23T15:00:00.000Z' } })
    const { panel } = await showDocuments(provider)
    await panel.findByText('Approved')
    await appeal()
    await waitFor(() => expect(notices()).toContainEqual(expect.stringMatching(/^info: Sent for approval\./)))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(
      panel.getByRole('button', { name: 'Appeal: verification of Mara Quill' }).getAttribute('aria-disabled'),
    ).toBe('false')
    expect(screen.queryByText('Submitted')).toBeNull()
  })

  it('asks for the documents and a comment, and appeals the case', async () => {
    const provider = documentsProvider({ snaps: [snap({ status: 'approved' })], cases: cases(rejected) })
    const { panel } = await showDocuments(provider)
    await panel.findByText('Approved')
    expect(
      panel.getByRole('button', { name: 'Appeal: verification of Mara Quill' }).getAttribute('aria-keyshortcuts'),
    ).toBe('A')
    await appeal()
    await waitFor(() =>
      expect(notices()).toContainEqual(expect.stringMatching(/^success: APPEALED Successfully! · \S/)),
    )
    expect(provider.action).toHaveBeenCalledWith(
      'accountInvestigations',
      expect.objectContaining({
        name: 'appeal',
        input: { documents: ['snap-1'], reason: 'The card is genuine' },
        evidence: {
          reliedOn: [{ value: 'snap-1', label: 'SSN card, approved' }],
          acknowledged: ['DNDB: no answer', 'Dow Jones: no answer', 'Ofac: no answer'],
        },
      }),
    )
  })

  it('is off while an appeal of the case has no answer', async () => {
    const history = [{ user: 'ada', timestamp: '2026-03-05T04:30:00Z', stateChange: 'APPEALED', comment: null }]
    const appealed = investigation('case-1', [category('SSN')], { history })
    const { panel } = await showDocuments(
      documentsProvider({ snaps: [snap({ status: 'approved' })], cases: cases(appealed) }),
    )
    await panel.findByText('Appealed')
    const button = panel.getByRole('button', { name: 'Appeal' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.title).toBe('An appeal of this case is waiting for the clearing firm')
  })

  it('is not for those who may not decide', async () => {
    const provider = documentsProvider({ snaps: [snap({ status: 'approved' })], cases: cases(rejected) })
    const held = permissions.filter((name) => name !== 'verification.decide')
    const { panel } = await showDocuments(provider, held)
    await panel.findByText('Approved')
    expect(panel.getByRole('button', { name: 'Appeal' }).getAttribute('aria-disabled')).toBe('true')
  })
})
