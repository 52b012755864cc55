import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { operationTable } from '../../../language/operations.ts'
import { authored } from '../../../examples/cookbook/index.ts'
import { advisors } from '../../../examples/cookbook/advisors.ts'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const { show: _show, ...rows } = advisors
/** Without a page, so that a row has the button. */
const model = resolveConsole({ ...authored, screens: [rows as never, ...authored.screens.slice(1)] })
const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never
const record = { id: 'A1', advisor_code: 'A1', name: 'Nora Field', email: 'n@x.test', region: 'EAST', active: true }

const done = async () => ({ data: { id: 'A1', ok: true, answer: {} } })

function open(action: (...params: readonly unknown[]) => Promise<unknown> = vi.fn(done), own: object = record) {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = vi.fn(async () => ({ data: [own], total: 1, pageInfo }))
  const list = () => {
    const found = consoleModel().definitions[0]
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions: none, provider: { getList, action }, page: list })
  return { action: vi.mocked(action), getList }
}

async function edit() {
  const row = (await screen.findByText('A1')).closest('tr')!
  fireEvent.click(within(row).getByRole('button', { name: /Edit/ }))
  return within(await screen.findByRole('dialog', { name: 'Edit advisor' }))
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('is nothing that the check refuses', () => {
  expect(checkModel(resolveConsole(authored)).filter(({ severity }) => severity === 'error')).toEqual([])
})

it('changes only what is different, and clears what may be empty', async () => {
  const { action, getList } = open()
  const asked = await edit()
  expect(asked.getByLabelText('Name')).toHaveProperty('value', 'Nora Field')
  expect(asked.getByRole('checkbox', { name: 'Active' })).toHaveProperty('checked', true)
  fireEvent.change(asked.getByLabelText('E-mail'), { target: { value: '' } })
  fireEvent.change(asked.getByLabelText('Region'), { target: { value: 'WEST' } })
  const reads = getList.mock.calls.length
  fireEvent.click(asked.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(action).toHaveBeenCalled())
  expect(action.mock.calls[0]).toMatchObject(['advisors', { name: 'update', input: { email: null, region: 'WEST' } }])
  expect(JSON.stringify(action.mock.calls[0])).not.toContain('"input":{"name"')
  expect(await screen.findByText(/^Saved · /)).toBeDefined()
  await waitFor(() => expect(getList.mock.calls.length).toBeGreaterThan(reads))
})

it('requires no value that the record lacks, as an empty one is not sent', async () => {
  const { action } = open(vi.fn(done), { ...record, name: null })
  const asked = await edit()
  const isRequired = (label: string) => asked.getByLabelText(label).getAttribute('aria-required')
  expect([isRequired('Name'), isRequired('Region')]).toEqual(['false', 'true'])
  fireEvent.change(asked.getByLabelText('Region'), { target: { value: 'WEST' } })
  fireEvent.click(asked.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(action).toHaveBeenCalled())
  expect(action.mock.calls[0]).toMatchObject(['advisors', { name: 'update', input: { region: 'WEST' } }])
})

it('creates a record of what is filled in', async () => {
  const { action } = open()
  fireEvent.click(await screen.findByRole('button', { name: 'New advisor' }))
  const asked = within(await screen.findByRole('dialog', { name: 'New advisor' }))
  fireEvent.click(asked.getByRole('button', { name: 'Create' }))
  expect(await asked.findByText('Enter a value for Name')).toBeDefined()
  fireEvent.change(asked.getByLabelText('Name'), { target: { value: 'Otto Lind' } })
  fireEvent.click(asked.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(action).toHaveBeenCalled())
  expect(action.mock.calls[0]).toMatchObject([
    'advisors',
    { name: 'create', input: { name: 'Otto Lind', active: false } },
  ])
})

it('asks before it is closed with changes, and keeps them when the record has changed meanwhile', async () => {
  const refused = new HttpError(409, { code: 'UPSTREAM_REFUSED', message: 'Locked by the desk' })
  open(vi.fn(() => Promise.reject(refused)))
  const asked = await edit()
  fireEvent.change(asked.getByLabelText('Name'), { target: { value: 'Nora Marsh' } })
  fireEvent.click(asked.getByRole('button', { name: 'Save' }))
  expect(
    await asked.findByText(/has changed since you opened it: Locked by the desk\. Nothing was saved/),
  ).toBeDefined()
  expect(asked.getByLabelText('Name')).toHaveProperty('value', 'Nora Marsh')
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(asked.getByLabelText('Name')).toHaveProperty('value', 'Nora Marsh')
})

it("sends a field at its place in the service's record", () => {
  expect(operationTable(model.definitions).get('advisors.update')?.body).toEqual({
    profile: {
      nested: { fullName: { input: 'name', optional: true }, email: { input: 'email', optional: true } },
      optional: true,
    },
    region: { input: 'region', optional: true },
    active: { input: 'active', optional: true },
  })
})

it('refuses fields that cannot be sent', () => {
  const form = { fields: ['advisor_code', 'region'], label: 'advisor' } as const
  const wrong = resolveConsole({ ...authored, screens: [{ ...advisors, form } as never, ...authored.screens.slice(1)] })
  const found = checkModel(wrong).filter(({ code }) => code === 'invalid-form')
  expect(found.map(({ message }) => message)).toEqual([
    expect.stringContaining("has 'advisor_code', which can't be sent"),
    expect.stringContaining("lacks 'name', which a new record needs"),
  ])
})

it('reports a form that no call has, and conditions of fields that no form asks', () => {
  const problemsOf = (changed: object) => {
    const screens = [{ ...advisors, ...changed } as never, ...authored.screens.slice(1)]
    return checkModel(resolveConsole({ ...authored, screens })).filter(({ code }) => code === 'unused-form')
  }
  const { create: _create, update: _update, ...others } = advisors.bindings
  expect(problemsOf({ bindings: others }).map(({ message }) => message)).toEqual([
    expect.stringContaining(
      'belongs to no call: declare bindings.create (POST) or bindings.update (PATCH, PUT of a record that getOne reads, or another with a body)',
    ),
  ])
  const when = { regoin: { active: true } }
  expect(problemsOf({ form: { ...advisors.form, when } }).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^has a condition for 'regoin', which no form asks; fields are: .*region/),
  ])
  expect(problemsOf({})).toEqual([])
})

it('makes forms of records in another one, without what comes from that', () => {
  const lines = resolveConsole(authored).definitions.find(({ name }) => name === 'invoiceLines')
  const { create, update } = lines?.actions ?? {}
  expect([create?.label, create?.scope, Object.keys(create?.input ?? {})]).toEqual([
    'New line',
    'list',
    ['text', 'amount'],
  ])
  expect([update?.label, update?.recheck, Object.keys(update?.input ?? {})]).toEqual(['Edit', true, ['text', 'amount']])
})
