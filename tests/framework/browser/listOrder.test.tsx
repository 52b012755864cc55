import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { model } from '../../../examples/cookbook/index.ts'
import type { ListResource } from '../../../language/resource.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { pressedSort } from '../../../src/query/listOrder.ts'
import { formatListUrl, parseListUrl } from '../../../src/query/listUrl.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const listed = (name: string): ListResource => {
  const found = model.definitions.find((definition) => definition.name === name)
  if (found?.kind !== 'list') throw new Error(`${name} is no list`)
  return found
}

const name = { field: 'name', order: 'ASC' } as const
const region = { field: 'region', order: 'ASC' } as const

describe('a press of a title', () => {
  it('orders by its field alone: ascending, then descending', () => {
    const several = { ...name, thenBy: [region] }
    expect(pressedSort(several, 'name', false)).toEqual({ field: 'name', order: 'DESC' })
    expect(pressedSort(several, 'id', false)).toEqual({ field: 'id', order: 'ASC' })
  })

  it('with Shift adds the field, turns it, and takes it away', () => {
    const added = pressedSort(name, 'region', true)
    expect(added).toEqual({ ...name, thenBy: [region] })
    const turned = pressedSort(added, 'region', true)
    expect(turned).toEqual({ ...name, thenBy: [{ field: 'region', order: 'DESC' }] })
    expect(pressedSort(turned, 'region', true)).toEqual(name)
    expect(pressedSort({ ...name, order: 'DESC', thenBy: [region] }, 'name', true)).toEqual(region)
    expect(pressedSort({ ...name, order: 'DESC' }, 'name', true)).toEqual(name)
  })

  it('keeps three fields, of which the last gives way', () => {
    const three = { ...name, thenBy: [region, { field: 'id', order: 'ASC' }] } as const
    expect(pressedSort(three, 'email', true).thenBy).toEqual([region, { field: 'email', order: 'ASC' }])
  })
})

describe('an order by several fields', () => {
  it.each(['?sort=region:desc', '?sort=region:desc,name:asc'])('is kept in the address %s', (query) => {
    const advisors = listed('advisors')
    expect(formatListUrl(advisors, parseListUrl(advisors, query))).toBe(query)
  })

  it('is cut to the first field where the call takes one', () => {
    const cases = { ...listed('advisors'), list: { ...listed('advisors').list, sortsBySeveral: false } }
    expect(parseListUrl(cases, '?sort=region:desc,name:asc').sort).toEqual({ field: 'region', order: 'DESC' })
  })

  it('is made with Shift, numbered in the titles, and read', async () => {
    const getList = vi.fn(async () => ({
      data: [{ id: 'E.1', advisor_code: 'E.1', name: 'Ada Mint', region: 'EAST', active: true }],
      total: 1,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    }))
    const { router } = mountConsole({
      model,
      extensions: {},
      provider: { getList },
      address: '/advisors',
      page: () => <ListPage definition={listed('advisors')} />,
    })
    await screen.findByText('Ada Mint')
    const title = (text: RegExp) => screen.getByRole('button', { name: text })
    expect(title(/^Region/).title).toBe('With Shift: add to the order')
    fireEvent.click(title(/^Region/), { shiftKey: true })
    await waitFor(() => expect(router.state.location.search).toBe('?sort=name:asc,region:asc'))
    expect(getList).toHaveBeenLastCalledWith(
      'advisors',
      expect.objectContaining({ sort: { field: 'name', order: 'ASC', thenBy: [{ field: 'region', order: 'ASC' }] } }),
    )
    expect(title(/^Region/).textContent).toBe('Region2, ascending, number 2 in the order')
    expect(title(/^Name/).textContent).toBe('Name1')
    const sorted = screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-sort'))
    expect(sorted.filter((order) => order !== null)).toEqual(['ascending'])
    fireEvent.click(title(/^Region/))
    await waitFor(() => expect(router.state.location.search).toBe('?sort=region:asc'))
  })
})
