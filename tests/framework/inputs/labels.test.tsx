import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { resolveConsole } from '../../../language/resolve.ts'
import { advisors } from '../../../examples/cookbook/advisors.ts'
import { authored } from '../../../examples/cookbook/index.ts'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const { show: _show, ...rows } = advisors
const model = resolveConsole({ ...authored, screens: [rows as never, ...authored.screens.slice(1)] })
const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never
const record = { id: 'A1', advisor_code: 'A1', name: 'Nora Field', region: 'WEST', active: true }

function open(address = '/advisors') {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = async () => ({ data: [record], total: 1, pageInfo })
  const page = () => {
    const [found] = consoleModel().definitions
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions: none, provider: { getList }, page, address })
}

const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

async function press(name: RegExp) {
  const row = (await screen.findByText('A1')).closest('tr')!
  fireEvent.click(within(row).getByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

afterEach(cleanup)

it('shows the labels of a field wherever its values are shown', async () => {
  open('/advisors?region=WEST')
  const row = (await screen.findByText('A1')).closest('tr')!
  expect(within(row).getByText('West')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Remove filter Region: West' })).toBeDefined()
})

it('shows them in filters and inputs that have none of their own', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const panel = within(await screen.findByRole('dialog'))
  expect(optionsOf(panel.getByLabelText('Region'))).toEqual(['Any', 'East', 'West'])
})

it.each([/Edit/, /Move/])('shows them in the dialog of %s', async (name) => {
  open()
  const asked = await press(name)
  const select = asked.getByLabelText('Region')
  expect(optionsOf(select).slice(1)).toEqual(['East', 'West'])
})
