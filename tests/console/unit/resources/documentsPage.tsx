import '../../support/installBrokerage.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { personsClient, renderPage, stubProvider } from './renderPage.tsx'
import { accountDetail, anaBrandt } from './showDetails.ts'

type Values = Readonly<Record<string, unknown>>

/** An uploaded document of the first applicant's case. */
export const snap = (change: Values = {}) => ({
  snap_id: 'snap-1',
  sketch_id: 'case-1',
  doc_type: 'ID_DOCUMENT',
  proof: 'SSN_CARD',
  status: 'uploaded',
  ...change,
})

const cardAndLetter = [
  { name: 'SSN_CARD', description: 'Social Security card' },
  { name: 'SSA_LETTER', description: 'Letter from the SSA' },
]

/** A rejected category that asks for one of two documents. */
export const category = (name: string, change: Values = {}) => ({
  name,
  categoryState: 'REJECTED',
  requestedDocuments: cardAndLetter,
  ...change,
})

/** An applicant's case. */
export const investigation = (sketchId: string, cipCategories: readonly unknown[], change: Values = {}) => ({
  sketchId,
  status: 'REJECTED',
  cipCategories,
  result: null,
  ...change,
})

/** The answer of the status call. */
export const cases = (...investigations: readonly unknown[]) => ({
  data: { result: { investigations } },
  meta: { unreadable: 0 },
})

interface Setting {
  readonly snaps?: readonly unknown[]
  readonly cases?: unknown
  readonly detail?: Values
  readonly account?: Values
}

/** A provider whose account has these documents and these cases. */
export const documentsProvider = (setting: Setting = {}) => {
  const { snaps = [snap()], detail = {}, account = { status: 'SUSPENDED' } } = setting
  return {
    ...stubProvider(),
    getOne: vi.fn().mockResolvedValue(accountDetail({ snaps, ...detail }, account)),
    read: vi.fn().mockResolvedValue(setting.cases ?? cases(investigation('case-1', [category('ADDRESS')]))),
    action: vi.fn().mockResolvedValue({ data: { id: 4107, ok: true, message: undefined } }),
    download: vi.fn().mockResolvedValue({
      data: { ok: true, blob: new Blob(['x'], { type: 'image/png' }), fileName: 'snap-1.png' },
    }),
    upload: vi.fn().mockResolvedValue({ data: { ok: true, answer: { result: { record_id: 'up-1' } } } }),
  }
}

/** What `documentsProvider` gives. */
export type DocumentsProvider = ReturnType<typeof documentsProvider>

/** The second applicant of a joint account, as the detail has them. */
export const joint = { joint_user: anaBrandt }

/** Renders the page on its Documents tab and waits for the panel. */
export async function showDocuments(
  provider: DocumentsProvider,
  held: readonly string[] = permissions,
  queryClient = personsClient(),
  state?: object,
) {
  // The images here have only the first bytes of one.
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ close: () => undefined }))
  const view = renderPage(
    { pathname: '/account/4107', search: '?tab=documents', state },
    { provider, held, queryClient },
  )
  await screen.findByRole('heading', { name: 'Account Documents' })
  // Permissions come by themselves: what they allow is there once the header's buttons are.
  if (held === permissions) await screen.findByRole('button', { name: 'Close Account' })
  return { ...view, panel: within(screen.getByRole('region', { name: /^Documents/ })) }
}

/** The part of the panel below one heading. */
export const section = (name: string) => within(screen.getByRole('region', { name }))

/** An image of so many bytes. */
export const image = (name = 'card.png', bytes = 2048): File => {
  const file = new File([new Uint8Array([0x89]), 'PNG', 'x'.repeat(Math.min(bytes, 4096))], name, { type: 'image/png' })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

/** Chooses a proof type in the row of a category. */
export const chooseProof = async (proof = 'SSN_CARD', index = 0) => {
  const [...selects] = await screen.findAllByLabelText('Proof type')
  const select = selects[index]
  if (select !== undefined) fireEvent.change(select, { target: { value: proof } })
}

/** Chooses a file in the row of a category. */
export const chooseFile = (of: string, file: File) => {
  fireEvent.change(screen.getByLabelText(`File: ${of}`), { target: { files: [file] } })
}

/** The notices on screen. */
export const notices = () =>
  within(screen.getByRole('list', { name: 'Notices' }))
    .queryAllByRole('listitem')
    .map((line) => line.textContent)

/** The button that saves. */
export const saveButton = () => screen.getByRole('button', { name: /^(Save|Try again)$/ })

/** Saves once the chosen files are checked. */
export const pressSave = async () => {
  await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(saveButton())
}

/** The heading above what is asked for. */
export const REQUIRED = 'Required documents for review'

/** A joint account of which each applicant has to give a document. */
export const twoApplicants = () =>
  documentsProvider({
    detail: joint,
    cases: cases(
      investigation('case-1', [category('ADDRESS')]),
      investigation('case-2', [category('SSN'), category('NAME', { categoryState: 'ACCEPTED' })]),
    ),
  })
