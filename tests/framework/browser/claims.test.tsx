import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useParams } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClaimParams } from '../../../dataProvider/types.ts'
import type { Claim, ClaimList } from '../../../language/claim.ts'
import type { ListResource } from '../../../language/resource.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { ShowPage } from '../../../src/show/ShowPage.tsx'
import { keysOfPage } from '../../../src/ui/useKeys.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { model } from '../queueLibrary.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const until = Date.parse('2026-11-23T15:00:00.000Z')

const claimOf = (id: string, change: Partial<Claim> = {}): Claim => ({
  id,
  userId: 1,
  name: 'Ada Mint',
  state: 'held',
  way: 'claimed',
  before: null,
  changedAt: until - 60_000,
  expiresAt: until,
  ...change,
})

const byOren = { userId: 2, name: 'Oren Vale' } as const

const listOf = (claims: readonly Claim[], changed: string | null = null): ClaimList => ({
  userId: 1,
  claims,
  changed,
  mayWork: true,
  colleagues: [byOren],
})

/** Claims the first of the ids that is asked for, and ends what is ended. */
function claimProvider(first: readonly Claim[]) {
  let claims = first
  const changes: unknown[] = []
  const provider = async (_resource: string, { change: asked }: ClaimParams) => {
    if (asked === undefined) return { data: listOf(claims) }
    changes.push(asked)
    const { change, ids } = asked
    const [id = ''] = ids
    const state = change === 'done' ? 'done' : change === 'skip' ? 'skipped' : 'held'
    claims = [...claims.filter((claim) => claim.id !== id), claimOf(id, { state })]
    return { data: listOf(claims, id) }
  }
  const set = (next: readonly Claim[]) => {
    claims = next
  }
  return { claims: provider, set, changes: () => changes }
}

function listed(name: string): ListResource {
  const found = model.definitions.find((each) => each.name === name)
  if (found?.kind !== 'list') throw new Error(`${name} is no list`)
  return found
}

const books = listed('books')

const Book = () => <ShowPage definition={books} id={useParams()['id'] ?? ''} />

const book = (id: number) => ({ id, title: `Book ${id}`, lost_at: `2026-11-${20 - (id % 3)}T12:00:00Z` })

function open({ claims }: ReturnType<typeof claimProvider>, address = '/books') {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  return mountConsole({
    model,
    extensions: {},
    address,
    provider: {
      getList: async () => ({ data: [1, 2, 3].map(book), total: 3, pageInfo, meta: {} }),
      getOne: async (_resource: string, { id }: { readonly id: string }) => ({ data: book(Number(id)) }),
      claims,
      viewed: async () => ({ data: {} }),
      action: async () => ({ data: { id: 1, ok: true } }),
    },
    page: () => (
      <Routes>
        <Route path="/books" element={<ListPage definition={books} />} />
        <Route path="/book/:id" element={<Book />} />
      </Routes>
    ),
  })
}

test('Start claims the first record that no one has, and Done and Skip go on to the next', async () => {
  const gateway = claimProvider([claimOf('1', byOren)])
  const { router } = open(gateway)
  expect(await screen.findByTitle('Oren Vale: at work on this')).toBeDefined()
  expect(await screen.findByText('To do 2')).toBeDefined()
  fireEvent.keyDown(document.body, { key: 's' })
  await screen.findByText(/^Yours until /)
  expect(router.state.location).toMatchObject({ pathname: '/book/2', search: '?tab=damage' })
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['2', '3'] }])
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  await screen.findByText(/^Yours until /)
  expect(gateway.changes().slice(1)).toEqual([
    { change: 'skip', ids: ['2'] },
    { change: 'claim', ids: ['3'] },
  ])
  expect(screen.getByRole('button', { name: 'Done' }).title).toBe('Done with it: go on to the next one (D)')
  expect(keysOfPage()).toContainEqual(['d', 'Done'])
  fireEvent.keyDown(document.body, { key: 'd' })
  // What was put off comes again once nothing else is free.
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Mine 1 · Done 1' }))
  expect(within(await screen.findByRole('dialog', { name: 'My records' })).getAllByRole('listitem')).toHaveLength(2)
})

test('Start passes over what a colleague has finished', async () => {
  const gateway = claimProvider([claimOf('1', { ...byOren, state: 'done' })])
  open(gateway)
  await screen.findByText('Mine 0 · Done 0')
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['2', '3'] }])
})

test('a person who may change nothing sees who is at work, and takes no turns', async () => {
  const own = claimProvider([claimOf('1', byOren)])
  const gateway = { ...own, claims: async () => ({ data: { ...listOf([claimOf('1', byOren)]), mayWork: false } }) }
  open(gateway)
  await screen.findByTitle('Oren Vale: at work on this')
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  cleanup()
  open(gateway, '/book/1')
  await screen.findByText(/^Oren Vale works on this record/)
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
})

test('Start takes the oldest first if the person wants that, and the queue goes on in that order', async () => {
  const gateway = claimProvider([])
  open(gateway)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Oldest first' }))
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  expect(screen.getByText('1 of 3')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
  expect(gateway.changes()).toEqual([
    { change: 'claim', ids: ['2', '1', '3'] },
    { change: 'done', ids: ['2'] },
    { change: 'claim', ids: ['1', '3'] },
  ])
})

test('the notice after an action leads to its record', async () => {
  open(claimProvider([]), '/book/1')
  fireEvent.click(await screen.findByRole('button', { name: 'Mend' }))
  const notice = (await screen.findByText('Done:')).parentElement
  expect(notice?.textContent).toBe('Done: Mended Book 1')
  expect(notice?.querySelector('a')?.getAttribute('href')).toBe('/book/1')
})

test('a record of a colleague says so, is taken over, and can be handed on', async () => {
  const gateway = claimProvider([claimOf('1', byOren)])
  open(gateway, '/book/1')
  await screen.findByText('Oren Vale works on this record until 10:00 AM. Agree with them before you decide.')
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await screen.findByText('Yours until 10:00 AM')
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Hand to Oren Vale' }))
  await waitFor(() =>
    expect(gateway.changes()).toEqual([
      { change: 'take', ids: ['1'] },
      { change: 'hand', ids: ['1'], to: 2 },
    ]),
  )
})

test('a claim that was lost on the way says how, on the page and to the person', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'], shouldAdvanceTime: true })
  const gateway = claimProvider([claimOf('1')])
  open(gateway, '/book/1')
  await screen.findByText('Yours until 10:00 AM')
  gateway.set([claimOf('1', { ...byOren, way: 'taken', before: 'Ada Mint' })])
  await vi.advanceTimersByTimeAsync(15_000)
  await screen.findByText(/^Oren Vale took this record over at 09:59 AM. .* Nothing you’ve typed is lost.$/)
  const moved = screen.getByRole('link', { name: 'record 1' })
  expect(moved.parentElement?.textContent).toContain('Oren Vale took over record 1 from you.')
  expect(moved.getAttribute('href')).toBe('/book/1')
  gateway.set([])
  await vi.advanceTimersByTimeAsync(15_000)
  await screen.findByText(/^Your claim ended at 10:00 AM. Nothing you’ve typed is lost/)
  vi.useRealTimers()
})
