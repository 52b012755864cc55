import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ListResource } from '../../../language/resource.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { readAddress } from '../../../src/query/formFilters.ts'
import { formatListUrl, parseListUrl } from '../../../src/query/listUrl.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { model } from '../shelvesLibrary.ts'

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

it('are ticked in the form, read, kept in the address, and removed by their chip', async () => {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = vi.fn(async (..._params: readonly unknown[]) => ({
    data: [{ id: 1, wing: 'NORTH' }],
    total: 1,
    pageInfo,
  }))
  const { router } = mountConsole({
    model,
    extensions: { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never,
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
