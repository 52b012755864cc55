import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveConsole } from '../../../language/resolve.ts'
import type { ListResource } from '../../../language/resource.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { readAddress } from '../../../src/query/formFilters.ts'
import { formatListUrl, parseListUrl } from '../../../src/query/listUrl.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { registry } from '../libraryLanguage.ts'
import { model, shelves as written } from '../shelvesLibrary.ts'

const shelves = model.definitions.find((each): each is ListResource => each.name === 'shelves')!

afterEach(cleanup)

describe('several values of a filter in an address', () => {
  it('are joined by commas, in the order of the choices', () => {
    const place = parseListUrl(shelves, '?wings=YARD,NORTH&floors=2,0')
    expect(place.form).toEqual({ wings: ['NORTH', 'YARD'], floors: [0, 2] })
    expect(formatListUrl(shelves, place)).toBe('?wings=NORTH,YARD&floors=0,2')
  })

  it.each(['NORTH,CELLAR', 'NORTH,,YARD', 'north'])('are refused when one is no choice: %s', (text) => {
    const { filters, refusals } = readAddress(shelves, new URLSearchParams({ wings: text }))
    expect([filters, refusals]).toEqual([{}, { wings: 'Wing must be among: NORTH, SOUTH, YARD' }])
  })
})

const extensions = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never

it('are one of a tab, by which its records are counted, too', async () => {
  const tabs = { All: {}, North: { wings: 'NORTH' }, Ground: { floors: 0 } }
  const tabbed = { ...written, list: { ...written.list, tabs } }
  const own = resolveConsole({ registry, screens: [tabbed], home: '/shelves', nested: [] })
  const [definition] = own.definitions
  if (definition?.kind !== 'list') throw new Error('shelves are a list')
  const getList = vi.fn(async (..._params: readonly unknown[]) => ({
    data: [{ id: 1, wing: 'NORTH' }],
    pageInfo: { hasNextPage: false, hasPreviousPage: false },
  }))
  mountConsole({
    model: own,
    extensions,
    provider: { getList },
    page: () => <ListPage definition={definition} />,
    address: '/shelves',
  })
  const counted = { timeout: 3000 }
  expect(await screen.findByRole('tab', { name: 'Ground 1' }, counted)).toBeDefined()
  expect(getList.mock.calls.map(([, params]) => (params as { readonly filter: object }).filter)).toEqual(
    expect.arrayContaining([{}, { wings: ['NORTH'] }, { floors: [0] }]),
  )
  const asked = getList.mock.calls.length
  fireEvent.click(screen.getByRole('tab', { name: 'North 1' }))
  await waitFor(() => expect(screen.getByRole('tab', { selected: true }).textContent).toMatch(/^North/))
  expect(getList.mock.calls.length).toBe(asked)
})

it('are ticked in the form, read, kept in the address, and removed by their chip', async () => {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = vi.fn(async (..._params: readonly unknown[]) => ({
    data: [{ id: 1, wing: 'NORTH' }],
    total: 1,
    pageInfo,
  }))
  const { router } = mountConsole({
    model,
    extensions,
    provider: { getList },
    page: () => <ListPage definition={shelves} />,
    address: '/shelves',
  })
  const asked = () => getList.mock.calls.at(-1)?.[1]
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    return within(await screen.findByRole('dialog'))
  }
  const panel = await open()
  const wings = within(panel.getByRole('group', { name: 'Wing' }))
  fireEvent.click(wings.getByLabelText('YARD'))
  fireEvent.click(wings.getByLabelText('NORTH'))
  fireEvent.click(panel.getByRole('button', { name: 'Apply' }))
  const chip = await screen.findByRole('button', { name: 'Remove filter Wing: NORTH, YARD' })
  expect(asked()).toMatchObject({ filter: { wings: ['NORTH', 'YARD'] } })
  expect(router.state.location.search).toBe('?wings=NORTH,YARD')
  const again = within((await open()).getByRole('group', { name: 'Wing' }))
  expect(['NORTH', 'SOUTH', 'YARD'].map((one) => again.getByLabelText<HTMLInputElement>(one).checked)).toEqual([
    true,
    false,
    true,
  ])
  fireEvent.click(chip)
  await waitFor(() => expect(asked()).toMatchObject({ filter: {} }))
  expect(router.state.location.search).toBe('')
})

it('moments and amounts are typed by the clocks and in the currency of the console, and refused where they are none', async () => {
  const filter = {
    since: { type: 'string', format: 'date-time', title: 'Since' },
    until: { type: 'string', coerce: 'epochSeconds', title: 'Until' },
    least: { type: 'string', display: 'money', title: 'Least' },
    cents: { type: 'string', coerce: 'cents', title: 'Cents' },
    whole: { type: 'number', display: 'money', title: 'Whole' },
  } as const
  const query = Object.fromEntries(Object.keys(filter).map((name) => [name, { filter: name }]))
  const bindings = { list: { ...written.bindings.list, query: { ...written.bindings.list.query, ...query } } }
  const timed = { ...written, bindings, list: { ...written.list, filter } }
  const own = resolveConsole({ registry, screens: [timed as never], home: '/shelves', nested: [] })
  const definition = own.definitions.find((each): each is ListResource => each.kind === 'list')!
  const getList = vi.fn(async (..._params: readonly unknown[]) => ({ data: [{ id: 1 }], total: 1 }))
  mountConsole({
    model: own,
    extensions,
    provider: { getList },
    page: () => <ListPage definition={definition} />,
    address: '/shelves?since=2026-07-01T04:30:00.000Z',
  })
  // The zone of all tests is New York.
  expect(await screen.findByRole('button', { name: 'Remove filter Since: 07/01/2026, 12:30 AM' })).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: /^Filter/ }))
  const panel = within(await screen.findByRole('dialog'))
  const field = (label: string) => panel.getByLabelText<HTMLInputElement>(label)
  expect([field('Since').value, field('Since').type]).toEqual(['2026-07-01T00:30', 'datetime-local'])
  expect(panel.getAllByText('New York time')).toHaveLength(2)
  const type = (texts: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(texts)) fireEvent.change(field(label), { target: { value } })
    fireEvent.click(panel.getByRole('button', { name: 'Apply' }))
  }
  const asked = getList.mock.calls.length
  type({ Until: '2026-03-08T02:30', Least: 'EUR 20', Cents: '1.005', Whole: '20.000,50' })
  expect(await panel.findByText('Enter a day and a time that exists in New York')).toBeDefined()
  expect(panel.getAllByText('Enter an amount such as 1250.00')).toHaveLength(3)
  expect(getList.mock.calls.length).toBe(asked)
  type({ Until: '2026-07-02T00:30', Least: '$20,000.00', Cents: '$ 12.5', Whole: '1,250' })
  await waitFor(() =>
    expect(getList.mock.calls.at(-1)?.[1]).toMatchObject({
      filter: {
        since: '2026-07-01T04:30:00.000Z',
        until: '2026-07-02T04:30:00.000Z',
        least: '20000.00',
        cents: '12.5',
        whole: 1250,
      },
    }),
  )
})
