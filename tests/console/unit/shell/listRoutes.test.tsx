import '../../support/installBrokerage.ts'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, createRoutesFromElements, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { definitions, screens } from '../../../../schemas/index.ts'
import type { Resource } from '../../../../language/resource.ts'
import { menuEntries } from '../../../../src/layout/menuEntries.ts'
import { installedConsole } from '../../../../src/console/installedConsole.tsx'
import { recordPageRoutes, resourceRoutes } from '../../../../src/resourceRoutes.tsx'
import { openShell } from '../../../framework/browser/openPage.tsx'
import { json, sessionBody } from '../../../framework/browser/support.ts'

afterEach(cleanup)

const List = ({ definition }: { readonly definition: Resource }) => <h1>{definition.label}</h1>
const Nothing = () => null

const renderAt = async (address: string) => {
  const session = () => json(200, sessionBody({ permissions: ['sponsors.read'] }))
  const { Shell } = await openShell({ '/auth/session': session }, { productName: 'Countersign' }, definitions)
  const routes = createRoutesFromElements([
    ...resourceRoutes(definitions, { list: List, show: Nothing }),
    ...recordPageRoutes(definitions, installedConsole().recordPages),
  ])
  const router = createMemoryRouter([...routes, { path: '/before', element: <Nothing /> }], {
    initialEntries: ['/before', address],
  })
  render(
    <Shell>
      <RouterProvider router={router} />
    </Shell>,
  )
  return router
}

describe('the addresses of a list', () => {
  it('lead to its own one, with what else they say, and leave no trace', async () => {
    const router = await renderAt('/sponsors?page=3')
    expect(await screen.findByRole('heading', { name: 'Sponsers' })).toBeDefined()
    expect(router.state.location).toMatchObject({ pathname: '/sponsers', search: '?page=3' })
    act(() => void router.navigate(-1))
    await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
  })

  it.each(['/trades', '/account/4107', '/account/4107/cip'])(
    'say 403 in the tab as on the page to those who may not read there: %s',
    async (address) => {
      await renderAt(address)
      expect(await screen.findByText('Sorry, you do not have permission to access this page')).toBeDefined()
      expect(document.title).toBe('403 · Countersign')
    },
  )

  it('are called in the menu as the definition says', () => {
    expect(menuEntries(screens, ['sponsors.read'])).toEqual([{ label: 'Sponsors', to: '/sponsers' }])
  })
})
