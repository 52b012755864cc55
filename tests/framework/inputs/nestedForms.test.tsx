import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListResource, NestedResource } from '../../../language/resource.ts'
import { PartBlock } from '../../../src/nested/PartBlock.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { model } from '../ordersLibrary.ts'

const named = (name: string) => model.definitions.find((each) => each.name === name)!
const detail = { id: 7, shop: 'North', lines: [{ line: 1, text: 'Emma', count: 2 }] }

afterEach(cleanup)

function open(permissions: readonly string[] = ['all'], shown: typeof detail = detail) {
  const action = vi.fn(async (..._params: readonly unknown[]) => ({ data: { id: 1, ok: true, answer: {} } }))
  const place = { parent: named('orders') as ListResource, part: named('lines') as NestedResource, detail: shown }
  mountConsole({
    model,
    extensions: { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never,
    provider: { action, getOne: async () => ({ data: shown }) },
    page: () => <PartBlock {...place} record={{ id: 7, shop: 'North' }} permissions={permissions} />,
  })
  return action
}

test('a nested record is added below the record of the page, also to none', async () => {
  const action = open(undefined, { ...detail, lines: [] })
  expect(await screen.findByText('No lines')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'New line' }))
  const asked = within(await screen.findByRole('dialog'))
  fireEvent.click(asked.getByRole('button', { name: 'Create' }))
  expect(await asked.findByText('Enter a value for Text')).toBeDefined()
  fireEvent.change(asked.getByLabelText('Text'), { target: { value: 'Ulysses' } })
  fireEvent.click(asked.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(action).toHaveBeenCalled())
  expect(action.mock.calls[0]).toMatchObject([
    'lines',
    { name: 'create', record: { order: 7, shop: 'North', '@owner': 7 }, input: { text: 'Ulysses' } },
  ])
  expect(await screen.findByText('Line created')).toBeDefined()
})

test('a nested record is changed by what differs', async () => {
  const action = open()
  fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.queryByLabelText('Order')).toBeNull()
  fireEvent.change(asked.getByLabelText('Count'), { target: { value: '5' } })
  fireEvent.click(asked.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(action).toHaveBeenCalled())
  expect(action.mock.calls[0]).toMatchObject(['lines', { name: 'update', record: { id: 1 }, input: { count: 5 } }])
})

test('nothing is offered to those who may not', async () => {
  open([])
  expect(await screen.findByText('Emma')).toBeDefined()
  expect(screen.queryAllByRole('button', { name: /New|Edit|Delete/ })).toEqual([])
})
