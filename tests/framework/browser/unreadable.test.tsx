import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { readPart } from '../../../language/readRecord.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { listTable } from '../../../src/export/listTable.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { columnText, unreadableText } from '../../../src/model/columns.ts'
import { FactValue } from '../../../src/values/FactValue.tsx'
import { defineNested, defineResource, registry } from '../libraryLanguage.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { json } from './support.ts'

const permission = 'all'
const part = {
  type: 'object',
  properties: { no: { type: 'integer' }, mass: { type: 'number', title: 'Mass' } },
} as const
const box = { type: 'object', properties: { depth: { type: 'number', title: 'Depth' } } } as const
const properties = {
  id: { type: 'integer', title: 'ID' },
  name: { type: 'string', title: 'Name' },
  weight: { type: 'number', title: 'Weight' },
  fee: { type: ['number', 'null'], title: 'Fee', display: 'money' },
  box,
  owner: { type: ['string', 'null'], title: 'Owner' },
  isSealed: { type: 'boolean', title: 'Sealed' },
  waiting: { type: ['integer', 'null'], title: 'Waiting' },
  parts: { type: 'array', items: part },
} as const
const record = { type: 'object', required: ['id', 'name'], properties } as const

const parcels = defineResource({
  name: 'parcels',
  label: 'Parcels',
  record,
  bindings: {
    list: { call: 'GET {library}/parcels', permission },
    getOne: { call: 'GET {library}/parcels/{id}', permission },
    update: { call: 'PATCH {library}/parcels/{id}', permission },
  },
  form: { fields: ['name', 'weight', 'fee'], label: 'parcel' },
  list: {
    columns: [
      'id',
      { id: 'name', field: ['name', 'owner'] },
      { field: 'weight', count: { field: 'waiting', when: { fee: null } } },
      'fee',
      { id: 'depth', field: 'box', path: '/depth' },
    ],
    status: 'isSealed',
    perPage: 10,
    sort: 'id',
    emptyText: 'No parcels',
  },
})

const parts = defineNested({
  name: 'parts',
  label: 'Parts',
  partOf: { resource: 'parcels', path: '/parts' },
  id: 'no',
  record: part,
  bindings: {},
  list: { columns: ['no', 'mass'], sort: 'no', emptyText: 'No parts' },
})

const model = resolveConsole({ registry, screens: [parcels], home: '/parcels', nested: [parts] })
const [definition, nested] = model.definitions
if (definition?.kind !== 'list' || nested?.kind !== 'nested') throw new Error('no list')

const row = {
  id: 1,
  name: 'Elm',
  isSealed: true,
  weight: 'heavy',
  fee: null,
  box: 'large',
  parts: [{ no: 1, mass: 2 }, 'none', { no: 2, mass: 'light' }],
}
const why = 'Expected number, got string'

const fetch = vi.fn(async (input: unknown, init?: RequestInit) =>
  json(200, init?.method === 'PATCH' ? {} : String(input).endsWith('/1') ? row : [row]),
)
const provide = () =>
  createDataProvider({
    definitions: model.definitions,
    validators: compileValidators(model.definitions),
    fetch: fetch as never,
  })

const open = (provider = provide()) =>
  mountConsole({
    model,
    extensions: {},
    provider,
    address: '/parcels',
    page: () => <ListPage definition={definition} />,
  })

const cellsOf = async () => [...(await screen.findByText('Elm')).closest('tr')!.cells]

afterEach(() => {
  cleanup()
  fetch.mockClear()
})

it('a value of the wrong type looks other than an empty one in a list, on a page and in a file', async () => {
  const provider = provide()
  open(provider)
  const [, , weight, fee, depth] = await cellsOf()
  expect([weight, fee, depth].map((cell) => cell?.textContent)).toEqual(['Unreadable', '-', 'Unreadable'])
  expect(within(weight!).getByTitle(why)).toBeDefined()
  expect(within(depth!).getByTitle('Expected object, got string')).toBeDefined()
  const { data } = await provider.getList('parcels', { pagination: { page: 1, perPage: 10 } } as never)
  expect(listTable(definition).cellsOf(data[0]!)).toEqual(['1', 'Elm', 'Unreadable', '', 'Unreadable', 'Yes'])
  const detail = (await provider.getOne('parcels', { id: 1 } as never)).data
  cleanup()
  mountConsole({
    model,
    extensions: {},
    provider,
    page: () => (
      <FactValue model={{ definition, detail }} fact={{ label: 'Weight', display: 'text' } as never} place="/weight" />
    ),
  })
  expect((await screen.findByTitle(why)).textContent).toBe('Unreadable')
  const { records } = readPart(nested, detail, detail)
  const mass = nested.list.columns.find(({ id }) => id === 'mass')!
  expect(records.map((each) => [columnText(mass, each), unreadableText(mass, each)])).toEqual([
    ['2', undefined],
    ['Unreadable', why],
  ])
})

it('half a name, a count and a state that could not be read say so', async () => {
  const other = { ...row, weight: 2, owner: { first: 'Ida' }, waiting: 'three', isSealed: 'maybe' }
  fetch.mockImplementationOnce(async () => json(200, [other, { ...row, id: 2, name: 7, owner: null }]))
  open()
  const [, name, weight] = [...(await screen.findByText('Elm Unreadable')).closest('tr')!.cells]
  expect(name?.textContent).toBe('Elm Unreadable Sealed: Unreadable')
  expect(within(weight!).getByTitle('Waiting: Unreadable').textContent).toBe('Waiting: ?')
  const [second] = [...document.querySelectorAll('tbody tr')].slice(1)
  expect(second?.textContent).toMatch(/^2.*Unreadable/)
})

it('a part that is no list is counted as one that could not be read', async () => {
  const provider = provide()
  fetch.mockImplementationOnce(async () => json(200, { ...row, parts: 'none' }))
  const detail = (await provider.getOne('parcels', { id: 1 } as never)).data
  expect(readPart(nested, detail, detail)).toEqual({ records: [], unreadable: 1 })
})

it('a list says that one value could not be read', async () => {
  fetch.mockImplementationOnce(async () => json(200, [{ ...row, box: {}, parts: [] }]))
  open()
  expect(await screen.findByText(/^\d+ values? could not be read$/)).toHaveProperty(
    'textContent',
    '1 value could not be read',
  )
})

it('a list says apart from its values how many records could not be read', async () => {
  fetch.mockImplementationOnce(async () => json(200, [{ ...row, box: {}, parts: [] }, { id: 'x' }, { foo: 1 }]))
  open()
  expect(await screen.findByText('2 records could not be read')).toBeDefined()
  expect(screen.getByText('1 value could not be read')).toBeDefined()
  expect(screen.getByText('1 of 3')).toBeDefined()
})

it('a list none of whose records could be read does not say that there are none', async () => {
  fetch.mockImplementationOnce(async () => json(200, [{ id: 'x' }, { foo: 1 }]))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('2 records could not be read')
  expect(screen.getByText('0 of 2')).toBeDefined()
  expect(screen.queryByText('No parcels')).toBeNull()
})

it('an Edit form says that the present value could not be read, and does not send it', async () => {
  open()
  fireEvent.click(within((await cellsOf())[0]!.closest('tr')!).getByRole('button', { name: /Edit/ }))
  const asked = within(await screen.findByRole('dialog', { name: 'Edit parcel' }))
  const noteOf = (label: string) =>
    (asked.getByLabelText(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join('')
  expect(noteOf('Weight')).toContain("The present value couldn't be read. It stays as it is unless you enter another.")
  expect(noteOf('Fee')).toBe('')
  fireEvent.change(asked.getByLabelText('Name'), { target: { value: 'Oak' } })
  fireEvent.click(asked.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(fetch.mock.calls.some(([, init]) => init?.method === 'PATCH')).toBe(true))
  const sent = fetch.mock.calls.find(([, init]) => init?.method === 'PATCH')?.[1]
  expect(JSON.parse(sent?.body as string)).toEqual({ name: 'Oak' })
})
