import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { CoreAdminContext, memoryStore } from 'ra-core'
import { createMemoryRouter, RouterProvider, type Location } from 'react-router-dom'
import type { ReactNode } from 'react'
import type { ConsoleDataProvider } from '../../../dataProvider/types.ts'
import { installConsole } from '../../../src/console/installedConsole.tsx'
import type { ConsoleParts } from '../../../src/console/installedConsole.tsx'
import { Toasts } from '../../../src/ui/Toasts.tsx'
import { i18nProvider } from '../../../src/data/messages.ts'
import { RefuseUndoable } from '../../../src/reactAdmin/RefuseUndoable.tsx'
import { withVerbs } from '../../../src/reactAdmin/withVerbs.ts'

interface Mounted extends ConsoleParts {
  /** The methods that the console's pages call. */
  readonly provider: object
  /** Draws the page, once the console is installed. */
  readonly page: () => ReactNode
  /** What the person may do; everything by default. */
  readonly permissions?: readonly string[]
  /** Where it opens, with the history's state if there is one. */
  readonly address?: string | Location
  /** What the browser remembers of the person's choices. */
  readonly stored?: Readonly<Record<string, unknown>>
}

/** Installs a console and draws one of its pages. */
export function mountConsole({ model, extensions, provider, page, permissions, address = '/books', stored }: Mounted) {
  installConsole({ model, extensions })
  const { definitions, registry } = model
  const client = new QueryClient()
  const refetched: string[] = []
  const dataProvider = withVerbs({
    provider: provider as ConsoleDataProvider,
    definitions,
    onChange: (names) => refetched.push(...names),
  })
  const authProvider = {
    login: async () => undefined,
    logout: async () => undefined,
    checkAuth: async () => undefined,
    checkError: async () => undefined,
    getPermissions: async () => permissions ?? registry.permissions,
    canAccess: async () => true,
  }
  const element = (
    <CoreAdminContext
      {...{ authProvider, dataProvider, i18nProvider }}
      store={memoryStore({ ...stored })}
      queryClient={client}
    >
      <RefuseUndoable>
        {page()}
        <Toasts />
      </RefuseUndoable>
    </CoreAdminContext>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  return { client, refetched, dataProvider, router }
}
