import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { resolveConsole } from '../../../language/resolve.ts'
import { advisors } from '../../../examples/cookbook/advisors.ts'
import { authored } from '../../../examples/cookbook/index.ts'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const { show: _show, ...rows } = advisors
const { properties } = advisors.record
const fields = {
  ...properties,
  fee: { type: 'string', title: 'Fee', display: 'money' },
  share: { type: 'string', title: 'Share', display: 'decimal', decimals: 2 },
}
const pay = {
  label: 'Pay',
  binding: 'move',
  confirm: { title: 'Pay {fee}?', body: '{name} has {share} % of {region}.', buttons: ['Pay'] },
  success: '{fee} paid in {region}',
}
const stop = {
  label: 'Stop',
  binding: 'move',
  success: 'Stopped',
  blocked: [{ when: { active: true }, message: 'Owes {fee} in {region}' }],
}
const screenOf = {
  ...rows,
  record: { ...advisors.record, properties: fields },
  actions: { ...advisors.actions, pay, stop },
}
const model = resolveConsole({ ...authored, screens: [screenOf as never, ...authored.screens.slice(1)] })
const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never
const record = {
  id: 'A1',
  advisor_code: 'A1',
  name: 'Nora Field',
  region: 'WEST',
  active: true,
  fee: '1200.5',
  share: '7.5',
}

function open(address = '/advisors') {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = async () => ({ data: [record], total: 1, pageInfo })
  const page = () => {
    const [found] = consoleModel().definitions
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  const action = async () => ({ data: { id: 'A1', ok: true, answer: {} } })
  mountConsole({ model, extensions: none, provider: { getList, action }, page, address })
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

it('writes values in questions and notices as columns do', async () => {
  open()
  const asked = await press(/Pay/)
  expect(asked.getByRole('heading', { name: 'Pay $1,200.50?' })).toBeDefined()
  expect(asked.getByText('Nora Field has 7.50 % of West.')).toBeDefined()
  fireEvent.click(asked.getByRole('button', { name: 'Pay' }))
  expect(await screen.findByText(/\$1,200.50 paid in West/)).toBeDefined()
})

it('writes them so in the reason why an action is not possible', async () => {
  open()
  const row = (await screen.findByText('A1')).closest('tr')!
  expect(within(row).getByRole('button', { name: /Stop/ }).title).toBe('Owes $1,200.50 in West')
})
