import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useParams } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
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
const show = { ...advisors.show, actions: ['move', 'erase', 'delete'], blocks: [] }
const screenOf = { ...advisors, bindings, show, actions: { ...advisors.actions, erase } }
const model = resolveConsole({ ...authored, screens: [screenOf as never, ...authored.screens.slice(1)] })
const listed = (): ListResource => {
  const [found] = model.definitions
  if (found?.kind !== 'list') throw new Error('advisors are a list')
  return found
}
const definition = listed()

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never

const gone = () => Promise.reject(new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'No advisor' }))
const notFound = () => Promise.reject(new HttpError(404, { code: 'NOT_FOUND', message: 'No such advisor' }))
const conflict = () => Promise.reject(new HttpError(409, { code: 'CONFLICT', message: 'No longer there' }))

/** What the answers of the list wait for. */
let held = Promise.resolve()

interface Given {
  readonly answer?: object
  /** How the record, and how its actions, are refused once it is gone. */
  readonly absent?: typeof gone
  readonly refusal?: typeof gone
  readonly length?: number
}

function open(address: string, given: Given = {}) {
  const { answer = { ok: true, answer: {} }, absent = gone, refusal = absent, length = 60 } = given
  const active = { region: 'EAST', active: true }
  const all = Array.from({ length }, (_, n) => ({ id: `A${n}`, advisor_code: `A${n}`, name: `Name ${n}`, ...active }))
  const left = new Map(all.map((each) => [each.id, each]))
  const getList = vi.fn(async (_name: string, { pagination }: { pagination: { page: number; perPage: number } }) => {
    const { page, perPage } = pagination
    await held
    const data = [...left.values()].slice((page - 1) * perPage, page * perPage)
    return { data, total: left.size, pageInfo: { hasNextPage: page * perPage < left.size, hasPreviousPage: page > 1 } }
  })
  const getOne = vi.fn(async (_name: string, { id }: { id: string }) => {
    const data = left.get(id)
    return data === undefined ? absent() : { data }
  })
  const action = vi.fn(async (_name: string, { record }: { record: { id: string } }) => {
    if (!left.has(record.id)) return refusal()
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
  const viewed = async () => ({ data: {} })
  const provider = { getList, getOne, action, read, viewed }
  const mounted = mountConsole({ model, extensions: none, provider, page, address })
  return { ...mounted, action, getOne, getList, left }
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('the last record of a list that was removed on its page leads back to its place, with the notice', async () => {
  const { router, getOne } = open('/advisors?page=2', { length: 28 })
  fireEvent.click((await screen.findAllByRole('link', { name: 'A27' }))[0]!)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const reads = getOne.mock.calls.length
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  // The list as it was read before still has it.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A27'))
  resolve()
  const notice = await screen.findByText(/deleted/)
  // A link would lead to what is gone.
  expect(within(notice).queryByRole('link')).toBeNull()
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/advisors', search: '?page=2' }))
  expect(await screen.findByText('A26')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'A27' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A26'))
  expect(getOne.mock.calls.length).toBe(reads)
  await act(() => router.navigate(1))
  expect(await screen.findByText("Couldn't load this record.")).toBeDefined()
  expect(screen.queryByText('Name 27')).toBeNull()
})

it('one before the last leads on to the next record of the list, and no step leads back to it', async () => {
  const { router } = open('/advisors?page=2')
  fireEvent.click((await screen.findAllByRole('link', { name: 'A26' }))[0]!)
  await screen.findByText('27 of 60')
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/deleted/)).toBeDefined()
  await waitFor(() => expect(router.state.location.pathname).toBe('/advisor/A27'))
  expect(await screen.findByText('27 of 59')).toBeDefined()
  // A page that is loaded again knows only this of the way.
  expect(router.state.location.state).toMatchObject({ shown: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Previous record' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/advisor/A25'))
  fireEvent.click(screen.getByRole('button', { name: 'Next record' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/advisor/A27'))
  await act(() => router.navigate(-1))
  expect(router.state.location).toMatchObject({ pathname: '/advisors', search: '?page=2' })
  expect(await screen.findByText('A27')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'A26' })).toBeNull()
})

it('one that was opened by its address, and that another action removes by DELETE, leads to the list', async () => {
  const { router } = open('/advisor/A3')
  fireEvent.click(await screen.findByRole('button', { name: 'Erase' }))
  expect(await screen.findByText(/Advisor erased/)).toBeDefined()
  expect(router.state.location.pathname).toBe('/advisors')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  expect(document.activeElement?.textContent).toBe('Advisors')
})

const saidGone = (name: string) => `${name} is no longer there. It was removed before, so nothing was changed now.`

it.each([
  ['the service', notFound],
  ['the gateway', conflict],
])('one that was removed before, as %s says, leads on as well, without a success', async (_, refusal) => {
  const { router, left } = open('/advisors?page=2', { absent: notFound, refusal, length: 28 })
  fireEvent.click((await screen.findAllByRole('link', { name: 'A27' }))[0]!)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  left.delete('A27')
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(saidGone('Name 27'))).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A27'))
  resolve()
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/advisors', search: '?page=2' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A26'))
  expect(screen.queryByText(/deleted/)).toBeNull()
})

const lost = () => Promise.reject(new HttpError(0, { code: 'NETWORK', message: 'No answer came' }))
const unknown = () => Promise.reject(new HttpError(504, { code: 'OUTCOME_UNKNOWN', message: 'No answer in time' }))
const failed = () => Promise.reject(new HttpError(502, { code: 'UPSTREAM_FAILED', message: 'The service failed' }))

describe('a removal whose answer was lost', () => {
  const saidDone = 'Name 27 is no longer there: it was removed, although no answer said so.'

  it.each([
    ['without an answer', lost],
    ['without an outcome', unknown],
    ['with a failure', failed],
  ])('is found done, %s, and leads on', async (_, answer) => {
    const { router, left, action } = open('/advisors?page=2', { absent: notFound, length: 28 })
    fireEvent.click((await screen.findAllByRole('link', { name: 'A27' }))[0]!)
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    action.mockImplementation(async () => {
      left.delete('A27')
      return answer()
    })
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(saidDone)).toBeDefined()
    expect(screen.queryByText('There is no such record')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/advisors', search: '?page=2' }))
  })

  it('is found done by looking again, where the record could not be read before', async () => {
    const { router, left, action, getOne } = open('/advisor/A27', { absent: notFound })
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    action.mockImplementation(lost)
    getOne.mockImplementation(lost)
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    const again = await dialog.findByRole('button', { name: 'Look again' })
    left.delete('A27')
    getOne.mockImplementation(notFound)
    fireEvent.click(again)
    expect(await screen.findByText(saidDone)).toBeDefined()
    await waitFor(() => expect(router.state.location.pathname).toBe('/advisors'))
  })
})

it('another action says so on the page', async () => {
  const { router, left } = open('/advisor/A26', { absent: notFound })
  fireEvent.click(await screen.findByRole('button', { name: 'Move' }))
  fireEvent.change(await screen.findByLabelText('Region'), { target: { value: 'WEST' } })
  left.delete('A26')
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Move' }))
  expect(await screen.findByText(saidGone('Name 26'))).toBeDefined()
  expect(await screen.findByText('There is no such record')).toBeDefined()
  expect(router.state.location.pathname).toBe('/advisor/A26')
})

it('a removal whose own address the service does not have stays on the page, with what it said', async () => {
  const { router, action } = open('/advisor/A26')
  action.mockImplementation(notFound)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await within(await screen.findByRole('dialog')).findByText(/No such advisor/)).toBeDefined()
  expect(router.state.location.pathname).toBe('/advisor/A26')
})

it('a removal that waits for a second person stays on the page of the record', async () => {
  const { router } = open('/advisor/A3', { answer: { ok: true, answer: {}, waitsUntil: '2027-01-01T00:00:00Z' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Erase' }))
  expect(await screen.findByText(/second person|approv/i)).toBeDefined()
  expect(router.state.location.pathname).toBe('/advisor/A3')
})

it.each([
  [409, 'CONFLICT', true],
  [502, 'UPSTREAM_FAILED', true],
  [504, 'OUTCOME_UNKNOWN', true],
  [422, 'UPSTREAM_REFUSED', false],
  [400, 'BAD_REQUEST', false],
] as const)(
  'one that could not be removed (%i %s) is said with the id of the request: %s',
  async (status, code, isTraced) => {
    const { action } = open('/advisor/A3')
    const body = { code, message: 'Not removed', requestId: 'req-77' }
    action.mockImplementation(() => Promise.reject(new HttpError(status, body)))
    fireEvent.click(await screen.findByRole('button', { name: 'Erase' }))
    const [notice] = await within(screen.getByRole('log', { name: 'Notices' })).findAllByRole('listitem')
    expect(within(notice!).queryByText('req-77')?.parentElement?.textContent).toBe(
      isTraced ? 'Request req-77' : undefined,
    )
  },
)
