import '../../support/installBrokerage.ts'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { CoreAdminContext, memoryStore, useNotificationContext } from 'ra-core'
import type { AuthProvider, DataProvider } from 'ra-core'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { FlowDialogs } from '../../../../src/actions/FlowDialogs.tsx'
import { useActionFlow } from '../../../../src/actions/useActionFlow.ts'
import type { Row } from '../../../../src/model/columns.ts'
import type { Resource } from '../../../../language/resource.ts'
import { accountInvestigations } from '../../support/resources.ts'

/** A case that waits for a decision, as the page hands it to the flow: with what can be named and acknowledged. */
export const openCase = (change: Readonly<Record<string, unknown>> = {}): Row => ({
  id: 'sk-1',
  sketchId: 'sk-1',
  status: 'INDETERMINATE',
  apex_account_id: 4107,
  account_status: 'ACTION_REQUIRED',
  name: 'Mara Quill',
  usable: [
    { value: 'snap-1', label: 'Passport' },
    { value: 'snap-2', label: 'W2' },
  ],
  matching: [
    { value: 'snap-2', label: 'W2' },
    { value: 'snap-3', label: 'Letter from SSA' },
  ],
  hits: [],
  ...change,
})

const authProvider = (): AuthProvider => ({
  login: () => Promise.resolve(),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve([]),
  getIdentity: () => Promise.resolve({ id: '1' }),
})

const Notices = () => {
  const { notifications } = useNotificationContext()
  return (
    <ul aria-label="Notices">
      {notifications.map(({ message }, index) => (
        <li key={index}>{typeof message === 'string' ? message : ''}</li>
      ))}
    </ul>
  )
}

interface FlowOptions {
  readonly action: string
  readonly record?: Row
  readonly definition?: Resource
}

/** A button that starts one action of one record, with the dialog, over mocks of the call and of the record read again. */
export function renderFlow({ action: name, record = openCase(), definition = accountInvestigations }: FlowOptions) {
  cleanup()
  const action = vi.fn().mockResolvedValue({ data: { id: record.id, ok: true, message: undefined } })
  const refetchRecord = vi.fn<(row: Row) => Promise<Row | undefined>>().mockResolvedValue(record)
  const Page = () => {
    const flow = useActionFlow(definition, { refetchRecord })
    return (
      <>
        <button type="button" onClick={() => flow.start(name, record)}>
          Start
        </button>
        <FlowDialogs flow={flow} />
      </>
    )
  }
  render(
    <MemoryRouter>
      <CoreAdminContext
        dataProvider={{ action } as unknown as DataProvider}
        authProvider={authProvider()}
        queryClient={new QueryClient()}
        store={memoryStore()}
      >
        <Page />
        <Notices />
      </CoreAdminContext>
    </MemoryRouter>,
  )
  return { action, refetchRecord }
}
