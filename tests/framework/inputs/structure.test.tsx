import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { authored } from '../../../examples/cookbook/index.ts'
import { purchases } from '../../../examples/cookbook/purchases.ts'
import { valueAt } from '../../../language/pointer.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const model = resolveConsole({ ...authored, screens: [purchases, ...authored.screens.slice(0, 3)] })
const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never
const record = {
  id: 7,
  customer: 'Nora Field',
  state: 'NEW',
  from: '2026-03-04',
  until: '2026-03-05',
  delivery: { street: 'Elm 1', city: 'Rome', code: '00118', account: 'XXXXX6789' },
  lines: [
    { article: 'AB-001', quantity: 1, price: '4.50' },
    { article: 'AB-002', quantity: 2 },
  ],
  labels: [],
}

const done = async () => ({ data: { id: 7, ok: true, answer: {} } })

function open(action: (...params: readonly unknown[]) => Promise<unknown> = done) {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = async () => ({ data: [record], total: 1, pageInfo })
  const spy = vi.fn(action)
  const page = () => {
    const found = consoleModel().definitions.find(({ name }) => name === 'purchases')
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions: none, provider: { getList, action: spy }, page, address: '/purchases' })
  return spy
}

async function press(name: RegExp) {
  const row = (await screen.findByText('Nora Field')).closest('tr')!
  fireEvent.click(within(row).getByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

type Asked = Awaited<ReturnType<typeof press>>

const group = (asked: Asked, name: string) => within(asked.getByRole('group', { name }))
const fill = (asked: Asked, label: string, value: string) =>
  fireEvent.change(asked.getByLabelText(label), { target: { value } })
const button = (asked: Asked, name: string) => asked.getByRole('button', { name })
const sent = (action: ReturnType<typeof open>) => valueAt(action.mock.calls, '/0/1/input')

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a group', () => {
  it('sends the members that changed, null where one is cleared, and never a mask', async () => {
    const action = open()
    const asked = await press(/Edit/)
    const delivery = group(asked, 'Delivery')
    expect(delivery.getByLabelText('Street')).toHaveProperty('value', 'Elm 1')
    expect(delivery.getByText('XXXXX6789').tagName).toBe('OUTPUT')
    fill(delivery, 'City', 'Oslo')
    fill(delivery, 'Postal code', '')
    fireEvent.click(button(asked, 'Save'))
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(sent(action)).toEqual({ delivery: { city: 'Oslo', code: null } })
  })

  it('is sent whole by an action, without what is masked', async () => {
    const action = open()
    const asked = await press(/Split/)
    fill(group(asked, 'Parcel 1'), 'Parcel', 'A')
    fill(group(asked, 'Parcel 2'), 'Parcel', 'B')
    fireEvent.click(button(asked, 'Next'))
    expect(group(asked, 'Delivery').getByLabelText('Carrier account')).toHaveProperty('value', '')
    fireEvent.click(button(asked, 'Split'))
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(sent(action)).toEqual({
      parcels: ['A', 'B'],
      delivery: { street: 'Elm 1', city: 'Rome', code: '00118' },
    })
  })

  it('has errors at its members, and the focus goes to the first', async () => {
    const action = open()
    fireEvent.click(await screen.findByRole('button', { name: 'New purchase' }))
    const asked = within(await screen.findByRole('dialog'))
    fill(asked, 'Customer', 'Otto Lind')
    fill(group(asked, 'Delivery'), 'City', 'Oslo')
    fireEvent.click(button(asked, 'Create'))
    expect(await asked.findByText('Enter a value for Street')).toBeDefined()
    expect(document.activeElement).toBe(asked.getByLabelText('Street'))
    expect(action).not.toHaveBeenCalled()
  })
})

it('marks what is required, at its label and at its control', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'New purchase' }))
  const asked = within(await screen.findByRole('dialog'))
  fill(group(asked, 'Delivery'), 'City', 'Oslo')
  const marked = (label: string) => asked.getByText(label).getAttribute('data-required')
  expect(['Customer', 'Street', 'Postal code', 'Lines', 'Delivery'].map(marked)).toEqual([
    'true',
    'true',
    'false',
    'true',
    'false',
  ])
  expect(asked.getByLabelText('Street').getAttribute('aria-required')).toBe('true')
  const lines = asked.getByRole('group', { name: 'Lines' }).getAttribute('aria-describedby')
  expect(document.getElementById(lines ?? '')?.textContent).toBe('Required')
})

describe('a range', () => {
  it('is drawn as one, and has its error at its end', async () => {
    const action = open()
    const asked = await press(/Edit/)
    const [from, until] = [asked.getByLabelText('Deliver from'), asked.getByLabelText('Deliver until')]
    expect(from.closest('.cs-range')).toBe(until.closest('.cs-range'))
    fireEvent.change(from, { target: { value: '2026-03-06' } })
    fireEvent.click(button(asked, 'Save'))
    expect(asked.getByText(`"Deliver until" can't be earlier than "Deliver from"`)).toBeDefined()
    expect(document.activeElement).toBe(until)
    fireEvent.change(until, { target: { value: '2026-03-06' } })
    fireEvent.click(button(asked, 'Save'))
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(sent(action)).toEqual({ from: '2026-03-06', until: '2026-03-06' })
  })

  it('filters a list by two days', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    const panel = within(await screen.findByRole('dialog'))
    fill(panel, 'Delivered since', '2026-03-04')
    fill(panel, 'Delivered until', '2026-03-03')
    fireEvent.click(button(panel, 'Apply'))
    expect(panel.getByText(`"Delivered until" can't be earlier than "Delivered since"`)).toBeDefined()
    fill(panel, 'Delivered until', '2026-03-05')
    fireEvent.click(button(panel, 'Apply'))
    expect(await screen.findByRole('button', { name: 'Remove filter Delivered until: 03/05/2026' })).toBeDefined()
  })
})

describe('rows', () => {
  it('start with as many as there must be, and create a list of objects', async () => {
    const action = open()
    fireEvent.click(await screen.findByRole('button', { name: 'New purchase' }))
    const asked = within(await screen.findByRole('dialog'))
    fill(asked, 'Customer', 'Otto Lind')
    fill(asked, 'Street', 'Elm 1')
    fill(asked, 'City', 'Oslo')
    fill(group(asked, 'Line 1'), 'Article', 'AB-001')
    fill(group(asked, 'Line 1'), 'Quantity', '3')
    fireEvent.click(button(asked, 'Create'))
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(sent(action)).toEqual({
      customer: 'Otto Lind',
      delivery: { street: 'Elm 1', city: 'Oslo' },
      lines: [{ article: 'AB-001', quantity: 3 }],
    })
  })

  it('say what a value must be like', async () => {
    open()
    const asked = await press(/Edit/)
    fill(group(asked, 'Line 1'), 'Article', 'ab 1')
    fill(group(asked, 'Line 1'), 'Quantity', '1000')
    fireEvent.click(button(asked, 'Save'))
    expect(group(asked, 'Line 1').getByText('Must look like AB-123')).toBeDefined()
    expect(group(asked, 'Line 1').getByText('Order more than 999 by phone')).toBeDefined()
  })

  it('are added and removed with the focus where the work goes on', async () => {
    const action = open()
    const asked = await press(/Edit/)
    fireEvent.click(button(asked, 'Add line'))
    expect(document.activeElement).toBe(group(asked, 'Line 3').getByLabelText('Article'))
    fill(group(asked, 'Line 3'), 'Article', 'AB-003')
    fill(group(asked, 'Line 3'), 'Quantity', '3')
    fireEvent.click(button(asked, 'Remove Line 1'))
    expect(document.activeElement).toBe(button(asked, 'Remove Line 1'))
    expect(asked.getByText('Line 1 removed')).toBeDefined()
    expect(group(asked, 'Line 1').getByLabelText('Article')).toHaveProperty('value', 'AB-002')
    fireEvent.click(button(asked, 'Save'))
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(sent(action)).toEqual({
      lines: [
        { article: 'AB-002', quantity: 2 },
        { article: 'AB-003', quantity: 3 },
      ],
    })
  })

  it('have errors at their fields, which move with them', async () => {
    open()
    const asked = await press(/Edit/)
    fireEvent.click(button(asked, 'Add line'))
    fill(group(asked, 'Line 3'), 'Quantity', '0')
    fireEvent.click(button(asked, 'Save'))
    const third = group(asked, 'Line 3')
    expect(third.getByText('Enter a value for Article')).toBeDefined()
    expect(third.getByText('Must be 1 or more')).toBeDefined()
    fireEvent.click(button(asked, 'Remove Line 1'))
    expect(group(asked, 'Line 2').getByText('Enter a value for Article')).toBeDefined()
    expect(group(asked, 'Line 1').queryByText('Enter a value for Article')).toBeNull()
  })

  it('are as many as they may be', async () => {
    const action = open()
    const asked = await press(/Edit/)
    fireEvent.click(button(asked, 'Remove Line 1'))
    fireEvent.click(button(asked, 'Remove Line 1'))
    expect(document.activeElement).toBe(button(asked, 'Add line'))
    fireEvent.click(button(asked, 'Save'))
    expect(asked.getByText('Add at least 1')).toBeDefined()
    for (let count = 0; count < 5; count += 1) fireEvent.click(button(asked, 'Add label'))
    expect(asked.getByText('5 of at most 5')).toBeDefined()
    expect(button(asked, 'Add label').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(button(asked, 'Add label'))
    expect(asked.queryByRole('group', { name: 'Label 6' })).toBeNull()
    fireEvent.click(button(asked, 'Save'))
    expect(group(asked, 'Label 1').getByText('Fill this in, or remove it')).toBeDefined()
    expect(action).not.toHaveBeenCalled()
  })

  it("show the service's message at its row until that is changed", async () => {
    const fields = { 'lines/1/quantity': 'Only 1 in stock' }
    const refused = new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'Refused.', fields } as never)
    open(() => Promise.reject(refused))
    const asked = await press(/Edit/)
    fill(group(asked, 'Line 2'), 'Quantity', '5')
    fireEvent.click(button(asked, 'Save'))
    expect(await group(asked, 'Line 2').findByText('Only 1 in stock')).toBeDefined()
    fireEvent.click(button(asked, 'Remove Line 1'))
    expect(asked.queryByText('Only 1 in stock')).toBeNull()
  })
})
