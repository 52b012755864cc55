import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useParams } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import type { ListResource } from '../../../language/resource.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { advisors } from '../../../examples/cookbook/advisors.ts'
import { authored } from '../../../examples/cookbook/index.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { ShowPage } from '../../../src/show/ShowPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const call = 'DELETE {crm}/v2/advisors/{advisor_code}' as const
const permission = 'advisors.edit'
/** One that removes by its binding, and one by the method at the record's own address. */
const bindings = {
  ...advisors.bindings,
  delete: { call: 'POST {crm}/v2/advisors/{advisor_code}/remove', permission },
  erase: { call, permission },
}
const erase = { label: 'Erase', binding: 'erase', success: 'Advisor erased' }
const show = { ...advisors.show, actions: ['erase', 'delete'], blocks: [] }
const screenOf = { ...advisors, bindings, show, actions: { erase } }
const model = resolveConsole({ ...authored, screens: [screenOf as never, ...authored.screens.slice(1)] })
const listed = (): ListResource => {
  const [found] = model.definitions
  if (found?.kind !== 'list') throw new Error('advisors are a list')
  return found
}
const definition = listed()

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never

const gone = () => Promise.reject(new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'No advisor' }))

/** What the answers of the list wait for. */
let held = Promise.resolve()

function open(address: string, answer: object = { ok: true, answer: {} }) {
  const all = Array.from({ length: 60 }, (_, n) => ({ id: `A${n}`, advisor_code: `A${n}`, name: `Name ${n}` }))
  const left = new Map(all.map((each) => [each.id, each]))
  const getList = vi.fn(async (_name: string, { pagination }: { pagination: { page: number; perPage: number } }) => {
    const { page, perPage } = pagination
    await held
    const data = [...left.values()].slice((page - 1) * perPage, page * perPage)
    return { data, total: left.size, pageInfo: { hasNextPage: page * perPage < left.size, hasPreviousPage: page > 1 } }
  })
  const getOne = vi.fn(async (_name: string, { id }: { id: string }) => {
    const { name = '', ...rest } = left.get(id) ?? {}
    return left.has(id) ? { data: { ...rest, profile: { fullName: name } } } : gone()
  })
  const action = vi.fn(async (_name: string, { record }: { record: { id: string } }) => {
    if (!('waitsUntil' in answer)) left.delete(record.id)
    return { data: { id: record.id, ...answer } }
  })
  const Advisor = () => <ShowPage definition={definition} id={useParams()['id'] ?? ''} />
  const page = () => (
    <Routes>
      <Route path="/advisors" element={<ListPage definition={definition} />} />
      <Route path="/advisor/:id" element={<Advisor />} />
    </Routes>
  )
  const read = async () => ({ data: {}, meta: { unreadable: 0 } })
  const mounted = mountConsole({ model, extensions: none, provider: { getList, getOne, action, read }, page, address })
  return { ...mounted, getOne, getList }
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('a record that was removed on its page leads back to the place in its list, with the notice', async () => {
  const { router, getOne } = open('/advisors?page=2')
  fireEvent.click((await screen.findAllByRole('link', { name: 'A26' }))[0]!)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const reads = getOne.mock.calls.length
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  // The list as it was read before still has it.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A26'))
  resolve()
  const notice = await screen.findByText(/deleted/)
  // A link would lead to what is gone.
  expect(within(notice).queryByRole('link')).toBeNull()
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/advisors', search: '?page=2' }))
  expect(await screen.findByText('A27')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'A26' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A27'))
  expect(getOne.mock.calls.length).toBe(reads)
  await act(() => router.navigate(1))
  expect(await screen.findByText("Couldn't load this record.")).toBeDefined()
  expect(screen.queryByText('Name 26')).toBeNull()
})

it('so does one that was opened by its address, and one that another action removes by DELETE', async () => {
  const { router } = open('/advisor/A3')
  fireEvent.click(await screen.findByRole('button', { name: 'Erase' }))
  expect(await screen.findByText(/Advisor erased/)).toBeDefined()
  expect(router.state.location.pathname).toBe('/advisors')
})

it('a removal that waits for a second person stays on the page of the record', async () => {
  const { router } = open('/advisor/A3', { ok: true, answer: {}, waitsUntil: '2027-01-01T00:00:00Z' })
  fireEvent.click(await screen.findByRole('button', { name: 'Erase' }))
  expect(await screen.findByText(/second person|approv/i)).toBeDefined()
  expect(router.state.location.pathname).toBe('/advisor/A3')
})
