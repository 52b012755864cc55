import '../../support/installBrokerage.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { createMemoryRouter, createRoutesFromElements, RouterProvider } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { ownModel } from '../../support/ownModel.ts'
import type { FormPage } from '../../../../language/resource.ts'
import { permissions as all } from '../../../../schemas/shared/permissions.ts'
import { FormPageTitle } from '../../../../src/TitledFormPage.tsx'
import { formPageRoutes } from '../../../../src/resourceRoutes.tsx'
import { installedConsole } from '../../../../src/console/installedConsole.tsx'
import { menuEntries } from '../../../../src/layout/menuEntries.ts'
import { openShell } from '../../../framework/browser/openPage.tsx'
import { json, sessionBody } from '../../../framework/browser/support.ts'

afterEach(cleanup)

const { definitions, screens } = ownModel
const pages = screens.filter((one): one is FormPage => 'groups' in one)

interface ViewProps {
  readonly page: FormPage
  readonly permissions: readonly string[]
}

const View = (props: ViewProps) => (
  <>
    <FormPageTitle {...props} />
    <h1>{`${props.page.label}: ${props.permissions.join(' ')}`}</h1>
  </>
)

const renderAt = async (address: string, permissions: readonly string[], notConfigured: readonly string[] = []) => {
  const session = () => json(200, sessionBody({ permissions, notConfigured }))
  const { Shell } = await openShell({ '/auth/session': session }, { productName: 'Countersign' }, definitions)
  const router = createMemoryRouter(createRoutesFromElements(formPageRoutes(pages, View)), {
    initialEntries: [address],
  })
  render(
    <Shell>
      <RouterProvider router={router} />
    </Shell>,
  )
  return router
}

describe('a page of forms', () => {
  it('is there for people who may send one of its forms, who are told what is off here', async () => {
    await renderAt('/user-requests', ['support.lookUp'], ['mcomAccess.submit'])
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toBe('User Requests: support.lookUp not-configured:mcomAccess.submit')
  })

  it.each([
    ['/user-requests', all, 'User Requests · Countersign'],
    ['/user-requests', ['support.lookUp'], 'Check Login Type · User Requests · Countersign'],
    ['/user-requests?form=loginType', ['support.lookUp'], 'Check Login Type · User Requests · Countersign'],
    ['/user-requests?form=nosuch', ['support.lookUp'], 'User Requests · Countersign'],
    ['/user-requests?form=reinstate', ['support.lookUp'], 'User Requests · Countersign'],
    ['/populate-details', ['support.populate'], 'Populate Holdings · Populate Details · Countersign'],
    ['/update-user', ['support.updateUser'], 'Update User · Countersign'],
  ])('is called by the form that is open: %s', async (address, permissions, title) => {
    await renderAt(address, permissions)
    await screen.findByRole('heading', { level: 1 })
    expect(document.title).toBe(title)
  })

  it('is called by the next form once another one is chosen', async () => {
    const router = await renderAt('/user-requests?form=loginType', ['support.lookUp', 'support.populate'])
    await screen.findByRole('heading', { level: 1 })
    await act(() => router.navigate('/populate-details?form=populateProfile'))
    expect(document.title).toBe('Populate Profile · Populate Details · Countersign')
    await act(() => router.navigate(-1))
    expect(document.title).toBe('Check Login Type · User Requests · Countersign')
  })

  it('is forbidden to everybody else, whatever the address asks for', async () => {
    await renderAt('/user-requests?form=loginType', ['support.updateUser', 'accounts.read'])
    expect(await screen.findByText('Sorry, you do not have permission to access this page')).toBeDefined()
    expect(document.title).toBe('403 · Countersign')
  })
})

describe('the menu', () => {
  it('has the pages of forms in the order of the specification', () => {
    expect(menuEntries(screens, all).map(({ label }) => label)).toEqual([
      'Populate Details',
      'User Requests',
      'Treasury Master',
      'Cash Master',
      'Cryptocurrency Master',
      'Sponsors',
      'Error Accounts',
      'Trade Basket',
      'Trading Accounts',
      'Update User',
      'Etrade Details',
      'Alerts',
    ])
  })

  it('groups the screens as the console arranges them, with labels for the bar, and keeps all of them', () => {
    const entries = menuEntries(screens, all, installedConsole().menu)
    expect(entries.map(({ to }) => to).toSorted()).toEqual(
      menuEntries(screens, all)
        .map(({ to }) => to)
        .toSorted(),
    )
    expect(entries.filter(({ group }) => group === undefined)).toEqual([])
    expect(entries.flatMap(({ barLabel, to }) => (barLabel === undefined ? [] : [[barLabel, to]]))).toEqual([
      ['Accounts', '/accounts'],
      ['Trades', '/trades'],
      ['User Requests', '/user-requests'],
    ])
    const menu = { groups: [{ label: 'Daily', screens: ['trades'] }] }
    expect(menuEntries(screens, all, menu).at(-1)).toEqual({ label: 'Trade Basket', to: '/trades', group: 'Daily' })
  })

  it('has a page of forms only for people who may send one of them', () => {
    expect(menuEntries(screens, ['support.updateUser'])).toEqual([{ label: 'Update User', to: '/update-user' }])
    expect(menuEntries(screens, ['support.populate']).map(({ to }) => to)).toEqual(['/populate-details'])
  })
})
