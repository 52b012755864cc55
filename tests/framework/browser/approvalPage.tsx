import { screen } from '@testing-library/react'
import { useState, useSyncExternalStore } from 'react'
import { DataProviderContext, NotificationContextProvider, testDataProvider, useNotificationContext } from 'ra-core'
import { ApprovalsPage } from '../../../src/approvals/ApprovalsPage.tsx'
import { WaitingCount, WaitingNotice } from '../../../src/approvals/WaitingNotice.tsx'
import { useShell } from '../../../src/auth/ShellContext.ts'
import { StepUpDialog } from '../../../src/pages/StepUpDialog.tsx'
import { installConsole } from '../../../src/console/installedConsole.tsx'
import { model } from '../waitingLibrary.ts'
import { openPage } from './openPage.tsx'
import { json, type Seen, waitingApproval } from './support.ts'

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] }

export const row = waitingApproval({
  operation: 'books.discard',
  title: 'Discard Emma?',
  subject: { resource: 'books', id: '7' },
  recordId: '7',
})
export const { id } = row
/** The same, with all that its drawer shows. */
export const detail = {
  ...row,
  reason: '',
  inputs: { reason: 'Torn' },
  evidence: { reliedOn: [{ value: 'p-1', label: 'Photo, taken' }], acknowledged: ['Watchlist: MATCH'] },
  seen: { title: 'Emma', state: 'LENT' },
  record: { title: 'Emma', state: 'LENT' },
  version: 'ab'.repeat(32),
  changes: [],
}

const noRows = { data: [], total: 0 } as never

/** What the list of books answers to a search for Emma. */
const emmas = { data: [{ id: 7, title: 'Emma', state: 'LENT' }], total: 1 } as never

type Reply = (seen: Seen) => Response | Promise<Response>

const Notices = () =>
  useNotificationContext().notifications.flatMap(({ message }) => (typeof message === 'string' ? [message] : []))

/** What waits for a record, which is another one after each press. */
const Waiting = () => {
  const [record, setRecord] = useState({})
  return (
    <>
      <WaitingNotice resource="books" id="7" record={record} />
      <button onClick={() => setRecord({})}>Change the record</button>
    </>
  )
}

const StepUp = () => {
  const { stepUp } = useShell().sessionManager
  return useSyncExternalStore(stepUp.subscribe, stepUp.isAsked) ? <StepUpDialog stepUp={stepUp} /> : null
}

/** Opens the page of approvals, below what a record says waits for it. */
export function openApprovals(
  replies: Readonly<Record<string, Reply>> = {},
  place = `/approvals?view=review&id=${id}`,
  permissions: readonly string[] = ['read', 'discard', 'move'],
) {
  installConsole({ model, extensions: none })
  const page = (
    <DataProviderContext.Provider
      value={{ ...testDataProvider(), getList: async (resource) => (resource === 'books' ? emmas : noRows) }}
    >
      <NotificationContextProvider>
        <WaitingCount />
        <Waiting />
        <ApprovalsPage />
        <Notices />
        <StepUp />
      </NotificationContextProvider>
    </DataProviderContext.Provider>
  )
  const known = {
    '/console/approvals': () => json(200, { rows: [row], next: null }),
    '/console/approvals/waiting': () => json(200, { count: 1 }),
    [`/console/approvals/${id}`]: () => json(200, detail),
    '/console/approvals/about?resource=books&id=7': () => json(200, { rows: [row], next: null }),
  }
  return openPage(page, { ...known, ...replies }, { permissions, approvalHours: 24 }, place)
}

/** A form that waits, about the book that goes by this name. */
export const form = {
  ...row,
  operation: 'rename.submit',
  title: 'Change emma',
  recordId: null,
  about: 'emma',
}

export const drawer = () => screen.findByRole('dialog', { name: 'Discard Emma?' })
export const sentTo = ({ seen }: { readonly seen: readonly Seen[] }, path: string) =>
  seen.filter((each) => each.path === `/console/approvals${path}`)
