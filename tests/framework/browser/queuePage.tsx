import { useEffect, useRef, useState } from 'react'
import { type Location, Route, Routes, useParams } from 'react-router-dom'
import type { ClaimParams } from '../../../dataProvider/types.ts'
import type { Claim, ClaimList } from '../../../language/claim.ts'
import type { ListResource } from '../../../language/resource.ts'
import type { AnyExtensions } from '../../../src/console/extensions.ts'
import type { Destination } from '../../../src/data/recentRecords.ts'
import { PageKeys } from '../../../src/keys/PageKeys.tsx'
import { useQueue } from '../../../src/queue/useRecordQueue.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { ShowPage } from '../../../src/show/ShowPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { model } from '../queueLibrary.ts'

/** When the claims of these tests end. */
export const until = Date.parse('2026-11-23T15:00:00.000Z')

/** A claim of the person of these tests, if not changed. */
export const claimOf = (id: string, change: Partial<Claim> = {}): Claim => ({
  id,
  userId: 1,
  name: 'Ada Mint',
  state: 'held',
  way: 'claimed',
  before: null,
  isLost: false,
  left: null,
  changedAt: until - 60_000,
  expiresAt: until,
  isRenewed: false,
  ...change,
})

/** What is different about a claim of a colleague. */
export const byOren = { userId: 2, name: 'Oren Vale' } as const

/** What is different about a claim that a colleague has taken over from the person. */
export const takenByOren = { ...byOren, way: 'taken', before: 'Ada Mint', isLost: true } as const

export const listOf = (claims: readonly Claim[], changed: string | null = null): ClaimList => ({
  userId: 1,
  claims,
  changed,
  mayWork: true,
  colleagues: [byOren],
  changes: [],
})

/** Claims the first of the ids that is asked for, and ends what is ended. */
export function claimProvider(first: readonly Claim[]) {
  let claims = first
  const changes: unknown[] = []
  let changed: ClaimList['changes'] = []
  const provider = async (_resource: string, { change: asked }: ClaimParams) => {
    if (asked === undefined) return { data: { ...listOf(claims), changes: changed } }
    changes.push(asked)
    const { change, ids, left = null } = asked
    const taken = claims.filter(({ state, userId }) => state === 'held' && userId !== 1)
    const id = change === 'claim' ? ids.find((each) => taken.every((claim) => claim.id !== each)) : ids[0]
    if (id === undefined) return { data: listOf(claims) }
    const state = change === 'done' ? 'done' : change === 'skip' ? 'skipped' : change === 'later' ? 'later' : 'held'
    const others = claims.filter((claim) => claim.id !== id)
    claims = change === 'release' ? others : [...others, claimOf(id, { state, left: state === 'done' ? left : null })]
    return { data: listOf(claims, id) }
  }
  const set = (next: readonly Claim[]) => {
    claims = next
  }
  /** Tells of changes by colleagues. */
  const tell = (next: ClaimList['changes']) => {
    changed = next
  }
  return { claims: provider, set, tell, changes: () => changes }
}

function listed(name: string): ListResource {
  const found = model.definitions.find((each) => each.name === name)
  if (found?.kind !== 'list') throw new Error(`${name} is no list`)
  return found
}

const books = listed('books')

const noScreens: readonly Destination[] = []

const Book = () => <ShowPage definition={books} id={useParams()['id'] ?? ''} />

/** Ends the person's work on the book of the page, as the last of several decisions. */
const LastPart = () => {
  const queue = useQueue()
  const [isResumed] = useState(() => queue?.takeResumed())
  const button = useRef<HTMLButtonElement>(null)
  // Where the queue leads back to the page that it is on.
  useEffect(() => {
    if (queue?.takeResumed() === true) button.current?.focus()
  })
  return (
    <>
      <button type="button" ref={button} onClick={() => void queue?.goOn()}>
        Last part
      </button>
      <button type="button" onClick={() => void queue?.goOn(['page'])}>
        Last part, not answered
      </button>
      {isResumed && <output>The work goes on</output>}
    </>
  )
}

const book = (id: number) => ({ id, title: `Book ${id}`, lost_at: `2026-11-${20 - (id % 3)}T12:00:00Z` })

interface Pagination {
  readonly page: number
  readonly perPage: number
}

interface QueueOptions {
  readonly address?: string | Location
  readonly hasWork?: AnyExtensions['hasWork']
  readonly hasOnlyWork?: AnyExtensions['hasOnlyWork']
  /** Once the part of the page is read that goes on with the work. */
  readonly workIsRead?: Promise<void>
  /** The records of the list. */
  readonly ids?: () => readonly number[]
  /** What an action of a record is answered with, if it is not accepted. */
  readonly action?: () => Promise<never>
  /** What the browser remembers of the person's choices. */
  readonly stored?: Readonly<Record<string, unknown>>
  /** False where the service does not say how many there are. */
  readonly isCounted?: boolean
  /** True where records are found by their ids. */
  readonly isNamed?: boolean
}

interface Named {
  readonly ids: readonly string[]
}

/** Draws the list of books, or one of them, and answers what was read ahead. */
export function openQueue(
  { claims }: ReturnType<typeof claimProvider>,
  {
    address = '/books',
    hasWork,
    hasOnlyWork,
    workIsRead,
    ids = () => [1, 2, 3],
    action,
    stored = {},
    isCounted = true,
    isNamed = false,
  }: QueueOptions = {},
) {
  const [ahead, read]: [string[], string[]] = [[], []]
  const listedPage = async (
    _resource: string,
    { pagination: { page, perPage } }: { readonly pagination: Pagination },
  ) => {
    const [all, end] = [ids(), page * perPage]
    const pageInfo = { hasNextPage: end < all.length, hasPreviousPage: page > 1 }
    return {
      data: all.slice(end - perPage, end).map(book),
      ...(isCounted && { total: all.length }),
      pageInfo,
      meta: {},
    }
  }
  const mounted = mountConsole({
    model,
    extensions: {
      slots: { books: { show: { actions: async () => (await workIsRead, LastPart) } } },
      ...(hasWork && { hasWork }),
      ...(hasOnlyWork && { hasOnlyWork }),
    },
    address,
    stored,
    provider: {
      getList: listedPage,
      getOne: async (_resource: string, { id, meta }: { readonly id: string; readonly meta?: object }) => {
        const reads = meta !== undefined && 'isPrefetch' in meta ? ahead : read
        reads.push(id)
        return { data: book(Number(id)) }
      },
      ...(isNamed && {
        getMany: async (_: string, named: Named) => ({ data: named.ids.map((id) => book(Number(id))) }),
      }),
      claims,
      read: async (_resource: string, { record }: { readonly record: object }) => ({ data: record }),
      viewed: async () => ({ data: {} }),
      action: action ?? (async () => ({ data: { id: 1, ok: true } })),
    },
    page: () => (
      <>
        <Routes>
          <Route path="/books" element={<ListPage definition={books} />} />
          <Route path="/book/:id" element={<Book />} />
        </Routes>
        <PageKeys menu={noScreens} />
      </>
    ),
  })
  return { ...mounted, ahead, read }
}

export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Only some of the books have damage to decide about. */
export const workOn = (...ids: readonly number[]): NonNullable<AnyExtensions['hasWork']> => ({
  books: async () => (detail: object) =>
    'id' in detail && ids.some((id) => id === detail.id) && { text: 'a torn page', parts: ['page'] },
})
