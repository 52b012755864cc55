import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormPage as Page } from '../../../language/resource.ts'
import { FormPage } from '../../../src/form/FormPage.tsx'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { model } from './dependent.ts'

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never
const done = async () => ({ data: { id: 7, ok: true, answer: {} } })

function open(record: object = {}) {
  const action = vi.fn(done as (...params: readonly unknown[]) => Promise<unknown>)
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = async () => ({ data: [{ id: 7, way: 'desk', ...record }], total: 1, pageInfo })
  const page = () => {
    const [found] = consoleModel().definitions
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions: none, provider: { getList, action }, page })
  return action
}

async function dialog(button: RegExp) {
  const row = (await screen.findByRole('rowheader', { name: '7' })).closest('tr')!
  fireEvent.click(within(row).getByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

type Asked = Pick<typeof screen, 'getByLabelText' | 'queryByLabelText' | 'getByRole' | 'findByText'>

const fill = (asked: Asked, label: string | RegExp, value: string) =>
  fireEvent.change(asked.getByLabelText(label), { target: { value } })
const press = (asked: Asked, name: string) => fireEvent.click(asked.getByRole('button', { name }))

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe("an action's input with a condition", () => {
  it('is shown while the others meet it, next in order, keeps what was typed, and leaves the focus', async () => {
    open()
    const asked = await dialog(/Send/)
    expect(asked.queryByLabelText('Slot')).toBeNull()
    asked.getByLabelText('Way').focus()
    fill(asked, 'Way', 'post')
    expect(document.activeElement).toBe(asked.getByLabelText('Way'))
    expect(asked.getByLabelText('Way').compareDocumentPosition(asked.getByLabelText('Slot'))).toBe(4)
    expect(asked.queryByLabelText('Note')).toBeNull()
    fill(asked, 'Slot', 'Elm 1')
    fill(asked, 'Note', 'Fragile')
    fill(asked, 'Way', 'desk')
    expect(asked.queryByLabelText('Slot')).toBeNull()
    // What it depends on is hidden, though it was typed.
    expect(asked.queryByLabelText('Note')).toBeNull()
    fill(asked, 'Way', 'courier')
    expect(asked.getByLabelText('Slot')).toHaveProperty('value', 'Elm 1')
    expect(asked.getByLabelText('Note')).toHaveProperty('value', 'Fragile')
  })

  it('is neither required nor sent while it is hidden', async () => {
    const action = open()
    const asked = await dialog(/Send/)
    fill(asked, 'Way', 'post')
    press(asked, 'Send')
    expect(await asked.findByText('Enter a slot')).toBeDefined()
    expect(action).not.toHaveBeenCalled()
    fill(asked, 'Slot', 'Elm 1')
    fill(asked, 'Way', 'desk')
    press(asked, 'Send')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1]).toHaveProperty('input', { way: 'desk' })
  })
})

it('is asked in the same way for several records', async () => {
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Select: / }))
  press(screen, 'Send')
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.queryByLabelText('Slot')).toBeNull()
  fill(asked, 'Way', 'post')
  expect(asked.getByLabelText('Slot')).toBeDefined()
})

describe('a field of an edit form with a condition', () => {
  it('is shown by the record with the changes', async () => {
    const action = open({ way: 'post', slot: 'Elm 1' })
    const asked = await dialog(/Edit/)
    expect(asked.getByLabelText('Slot')).toHaveProperty('value', 'Elm 1')
    fill(asked, 'Slot', 'Oak 2')
    fill(asked, 'Way', 'desk')
    expect(asked.queryByLabelText('Slot')).toBeNull()
    press(asked, 'Save')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1]).toHaveProperty('input', { way: 'desk' })
  })

  it('is required once it is shown', async () => {
    const action = open()
    const asked = await dialog(/Edit/)
    expect(asked.queryByLabelText('Slot')).toBeNull()
    fill(asked, 'Way', 'post')
    press(asked, 'Save')
    expect(await asked.findByText('Enter a value for Slot')).toBeDefined()
    fill(asked, 'Slot', 'Oak 2')
    press(asked, 'Save')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1]).toHaveProperty('input', { way: 'post', slot: 'Oak 2' })
  })
})

describe('a field inside an object with a condition', () => {
  it('is shown in its group by the fields next to it, and sent only while it is shown', async () => {
    const action = open({ handover: { how: 'box', code: 'A1' } })
    const asked = await dialog(/Edit/)
    expect(asked.getByLabelText('Code')).toHaveProperty('value', 'A1')
    fill(asked, 'Code', 'B2')
    fill(asked, 'How', 'hand')
    expect(asked.queryByLabelText('Code')).toBeNull()
    expect(asked.queryByLabelText('Hint')).toBeNull()
    press(asked, 'Save')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1]).toHaveProperty('input', { handover: { how: 'hand' } })
  })

  it('is required in its group once it is shown', async () => {
    const action = open({ handover: { how: 'hand' } })
    const asked = await dialog(/Edit/)
    fill(asked, 'How', 'box')
    press(asked, 'Save')
    expect(await asked.findByText('Enter a value for Code')).toBeDefined()
    fill(asked, 'Code', 'B2')
    press(asked, 'Save')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1]).toHaveProperty('input', { handover: { how: 'box', code: 'B2' } })
  })

  it('is shown in each row by that row', async () => {
    const action = open()
    const asked = await dialog(/Route/)
    press(asked, 'Add stop')
    const [one, two] = [1, 2].map((number) => within(asked.getByRole('group', { name: `Stop ${number}` })))
    fill(one!, 'Kind', 'lift')
    fill(two!, 'Kind', 'door')
    expect([one!, two!].map((row) => row.queryByLabelText('Floor') !== null)).toEqual([true, false])
    press(asked, 'Route')
    expect(await one!.findByText('Enter a value for Floor')).toBeDefined()
    fill(one!, 'Floor', '3')
    press(asked, 'Route')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]?.[1]).toHaveProperty('input', { stops: [{ kind: 'lift', floor: 3 }, { kind: 'door' }] })
  })
})

it('a field of a form does the same', async () => {
  const action = vi.fn(done as (...params: readonly unknown[]) => Promise<unknown>)
  const page = () => {
    const found = model.screens.find((one): one is Page => 'groups' in one)
    return found === undefined ? null : <FormPage page={found} permissions={['all']} />
  }
  mountConsole({ model, extensions: none, provider: { action }, page, address: '/parcels' })
  await screen.findByLabelText(/^Way/)
  expect(screen.queryByLabelText(/^Slot/)).toBeNull()
  fill(screen, /^Way/, 'post')
  press(screen, 'Send')
  expect(await screen.findByText('Enter a slot')).toBeDefined()
  fill(screen, /^Slot/, 'Elm 1')
  fill(screen, /^Way/, 'desk')
  expect(screen.queryByLabelText(/^Slot/)).toBeNull()
  fill(screen, /^Way/, 'courier')
  expect(screen.getByLabelText(/^Slot/)).toHaveProperty('value', 'Elm 1')
  fill(screen, /^Way/, 'desk')
  press(screen, 'Send')
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.queryByText('Elm 1')).toBeNull()
  press(asked, 'Send')
  await waitFor(() => expect(action).toHaveBeenCalled())
  expect(action.mock.calls[0]?.[1]).toHaveProperty('record', { way: 'desk', id: 'parcel' })
})
