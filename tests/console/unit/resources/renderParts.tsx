import '../../support/installBrokerage.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { CoreAdminContext, memoryStore, useGetOne, useNotificationContext } from 'ra-core'
import type { AuthProvider, DataProvider } from 'ra-core'
import { useCallback } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { vi } from 'vitest'
import { FlowDialogs } from '../../../../src/actions/FlowDialogs.tsx'
import { RecordActions } from '../../../../src/actions/RecordActions.tsx'
import { useActionFlow } from '../../../../src/actions/useActionFlow.ts'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { DocumentsBlock } from '../../../../resources/documents/DocumentsBlock.tsx'
import { VerificationBlock } from '../../../../resources/verification/VerificationBlock.tsx'
import { CustomerRequests } from '../../../../resources/requests/RequestBlock.tsx'
import type { PageModel } from '../../../../src/console/extensions.ts'
import { QueueContext, type QueuePlace } from '../../../../src/queue/useRecordQueue.ts'
import { PartBlock } from '../../../../src/nested/PartBlock.tsx'
import { detailMeta } from '../../../../src/query/detailQuery.ts'
import type { Row } from '../../../../src/model/columns.ts'
import type { NestedResource } from '../../../../language/resource.ts'
import { valueAt } from '../../../../language/pointer.ts'
import { readRecord } from '../../../../language/readRecord.ts'
import { permissions as all } from '../../../../schemas/shared/permissions.ts'
import {
  accountDocuments,
  accountInvestigations,
  accountRequests,
  accounts,
  achRelationships,
} from '../../support/resources.ts'

type Values = Readonly<Record<string, unknown>>

/** A customer's request to move part of an account here, not yet decided. */
export const transfer = (change: Values = {}) => ({
  id: 501,
  status: 'REQUESTED',
  request_type: 'TRANSFER_ACCOUNT',
  request_payload: {
    contra_account_number: 'XXXXX21-77',
    transfer_type: 'PARTIAL',
    cash: '1250.5',
    tickers: [{ ticker: 'ZZTK', shares: '3' }],
    participant_name: 'Contra Test Brokerage',
    participant_number: '0158',
  },
  response_data: null,
  ...change,
})

/** A linked bank. */
export const bank = (change: Values = {}) => ({
  id: 71,
  nickname: 'Harbor checking',
  bank_account_no: 'XXXXX56612',
  approval_method: 'PLAID',
  ach_id: 'ach-9001',
  status: 'APPROVED',
  creation_time: '2026-02-11T15:04:00Z',
  reason: null,
  ...change,
})

/** An account's detail, told only as far as a test is about it. */
export const detail = (change: Values = {}) => ({
  id: 4108,
  account: [{ id: 4108, account_no: '9ZZ10058', name: 'Teo & Ana Brandt', status: 'COMPLETE', is_active: false }],
  request: [transfer()],
  ach: [],
  snaps: [],
  ...change,
})

/** A provider whose detail is what `answers` gives last. */
export const partProvider = (first: Values = detail()) => ({
  getOne: vi.fn().mockResolvedValue({ data: first }),
  getList: vi.fn(),
  action: vi.fn().mockResolvedValue({ data: { id: 501, ok: true, message: undefined } }),
  download: vi.fn(),
  history: vi.fn().mockResolvedValue({ data: { ok: true, events: [] } }),
  read: vi.fn(),
  earlierApproval: vi.fn().mockResolvedValue({ data: { ok: true, run: { steps: [], done: false } } }),
})

/** A part whose action does not say what else it changes. */
const quiet = (part: NestedResource): NestedResource => {
  const cancel = part.actions['cancel']
  return cancel === undefined ? part : { ...part, actions: { cancel: { ...cancel, refetch: [] } } }
}

const definitions = {
  requests: accountRequests,
  ach: achRelationships,
  quietAch: quiet(achRelationships),
  documents: accountDocuments,
  verification: accountInvestigations,
  panel: accountDocuments,
}

/** Which piece of the page is rendered. */
export type Piece = keyof typeof definitions | 'header'

const Header = ({ record, held }: { readonly record: Row; readonly held: readonly string[] }) => {
  const { refetch } = useGetOne<Row>('accounts', { id: '4108', meta: detailMeta })
  const refetchRecord = useCallback(async () => {
    const { data, error } = await refetch()
    if (error !== null) throw error
    return data === undefined ? undefined : readRecord(accounts, data, data.id)
  }, [refetch])
  const flow = useActionFlow(accounts, { refetchRecord })
  const names = ['activate', 'deactivate', 'closeAccount']
  return (
    <>
      <RecordActions definition={accounts} record={record} permissions={held} flow={flow} names={names} />
      <FlowDialogs flow={flow} />
    </>
  )
}

const Pieces = ({ pieces, held }: { readonly pieces: readonly Piece[]; readonly held: readonly string[] }) => {
  const { data } = useGetOne<Row>('accounts', { id: '4108', meta: detailMeta }, { retry: false })
  if (data?.id === undefined) return <p>Loading</p>
  const record = readRecord(accounts, data, data.id)
  const parts: readonly NestedResource[] = []
  const page = { definition: accounts, show: accounts.show, detail: data, record, permissions: held, parts }
  return pieces.map((piece, index) => {
    if (piece === 'header') return <Header key={index} record={record} held={held} />
    const part = definitions[piece]
    if (piece === 'panel') return <DocumentsBlock key={index} model={page as PageModel} part={part} />
    if (piece === 'verification') return <VerificationBlock key={index} model={page as PageModel} part={part} />
    if (piece === 'requests') return <CustomerRequests key={index} model={page as PageModel} part={part} />
    return <PartBlock key={index} parent={accounts} part={part} detail={data} record={record} permissions={held} />
  })
}

const Notices = () => {
  const { notifications } = useNotificationContext()
  return (
    <ul aria-label="Notices">
      {notifications.map(({ message, type, notificationOptions }, index) => (
        <li
          key={index}
          data-lasts={String(notificationOptions?.autoHideDuration)}
          data-to={String(valueAt(notificationOptions, '/link/to'))}
        >
          {`${type}: ${typeof message === 'string' ? message : ''}`}
        </li>
      ))}
    </ul>
  )
}

const sessionOver = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 401

const authProvider = (person: string, held: readonly string[]): AuthProvider => ({
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: (error: unknown) =>
    sessionOver(error)
      ? Promise.reject(Object.assign(new Error('over'), { message: false, logoutUser: false }))
      : Promise.resolve(),
  getPermissions: () => Promise.resolve(held),
  getIdentity: () => Promise.resolve({ id: person }),
})

interface Options {
  readonly provider: ReturnType<typeof partProvider>
  readonly held?: readonly string[]
  readonly person?: string
  /** What the address ends with. */
  readonly hash?: string
  /** The queue that the page was opened from. */
  readonly queue?: Partial<QueuePlace>
  /** The console that the page belongs to; a new one by default. */
  readonly client?: QueryClient
}

/** Renders pieces of an account's page over a provider of mocks. */
export function renderPieces(
  pieces: readonly Piece[],
  { provider, held = all, person = '1', hash = '', queue, client = new QueryClient() }: Options,
) {
  cleanup()
  // Each page has a new entry in the browser's history.
  window.history.replaceState(null, '')
  draftsIn(client).claim(person)
  const element = (
    <CoreAdminContext
      dataProvider={provider as unknown as DataProvider}
      authProvider={authProvider(person, held)}
      queryClient={client}
      store={memoryStore()}
    >
      <QueueContext value={queue as QueuePlace | undefined}>
        <Pieces pieces={pieces} held={held} />
      </QueueContext>
      <Notices />
    </CoreAdminContext>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [`/${hash}`] })
  return render(<RouterProvider router={router} />)
}
