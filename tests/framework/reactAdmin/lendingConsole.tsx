import { Route, Routes, useParams } from 'react-router-dom'
import { vi } from 'vitest'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import { resolve } from '../../../language/resolve.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import type { CellProps, Extensions, PageProps, SlotsExtension } from '../../../src/console/extensions.ts'
import { mountConsole } from './mountConsole.tsx'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { ShowPage } from '../../../src/show/ShowPage.tsx'

const registry = {
  services: { library: 'token' },
  permissions: ['books.read', 'books.write'],
  roles: { '*': ['books.read', 'books.write'] },
  tones: {},
  components: { cover: 'cell', shelf: 'page' },
} as const satisfies Registry

interface Library extends NamesOf<typeof registry> {}

const { defineResource } = createLanguage<Library>()

const call = { permission: 'books.write', schema: { type: 'object', properties: {} } } as const

const definition = defineResource({
  name: 'books',
  label: 'Books',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      title: { type: 'string', title: 'Title' },
      shelf: { type: 'string', title: 'Shelf' },
      isLent: { type: 'boolean', title: 'Lent' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/books', permission: 'books.read', data: '' },
    lend: { call: 'POST {library}/books/{id}/lend', ...call },
    move: { call: 'POST {library}/books/{id}/move', ...call },
    add: { call: 'POST {library}/books', ...call },
  },
  list: {
    columns: ['title', { id: 'cover', field: 'shelf', label: 'Cover', widget: 'cover' }],
    perPage: 10,
    emptyText: 'No books',
  },
  show: {
    path: '/book/{id}',
    exists: '/id',
    record: { title: '/title' },
    title: '/title',
    facts: [],
    blocks: [],
  },
  actions: {
    lend: { label: 'Lend', binding: 'lend', body: { isLent: true }, when: { isLent: false }, success: 'Lent' },
    move: {
      label: 'Move',
      binding: 'move',
      input: { shelf: { label: 'Shelf', schema: { type: 'string' } } },
      success: 'Moved',
      refetch: ['loans'],
    },
    add: {
      label: 'Add',
      binding: 'add',
      placement: 'list',
      input: { title: { label: 'Title', schema: { type: 'string' } } },
      success: 'Added',
    },
  },
})

/** A small collection, with one cell and one page that a test brings. */
const books = resolve(definition)

const records = [
  { id: 1, title: 'Sea Charts', shelf: 'A1', isLent: false },
  { id: 2, title: 'Knots', shelf: 'B2', isLent: true },
]

/** The provider of a library whose upstream answers with two books. */
export const libraryProvider = () => ({
  getList: vi.fn(async () => ({ data: records, total: 2, pageInfo: { hasNextPage: false, hasPreviousPage: false } })),
  action: vi.fn(async (_resource: string, { record, input }: { record?: object; input?: object }) => ({
    data: { id: 3, ok: true, message: undefined, record: { ...record, ...input }, answer: { id: 3 } },
  })),
})

/** The same for the page of one book. */
export const recordProvider = () => ({
  ...libraryProvider(),
  getOne: vi.fn(async (_resource: string, { id }: { id: string }) => ({ data: { ...records[0], id: Number(id) } })),
})

const { bindings, show } = books

/** The same collection with a call that reads one record, and a button on its page. */
const read: typeof books = {
  ...books,
  bindings: { ...bindings, ...(bindings['list'] && { getOne: bindings['list'] }) },
  show: show && { ...show, header: { ...show.header, actions: ['lend'] } },
}

const BookPage = () => <ShowPage definition={read} id={useParams()['id'] ?? ''} />

/** The list and the pages of its records, at their addresses. */
const Pages = () => (
  <Routes>
    <Route path="/books" element={<ListPage definition={read} />} />
    <Route path="/book/:id" element={<BookPage />} />
  </Routes>
)

interface Brought {
  readonly Cover?: (props: CellProps) => React.ReactNode
  readonly Shelf?: (props: PageProps) => React.ReactNode
  readonly slots?: SlotsExtension
  /** The page of this record in place of the list. */
  readonly id?: string
  /** Where to start with both kinds of pages. */
  readonly address?: string
}

/** Runs the library at an address, with the components that a test brings. */
export function renderLibrary(
  provider: ReturnType<typeof libraryProvider>,
  { Cover = () => null, Shelf, slots, id, address }: Brought,
) {
  const extensions: Extensions<Library> = {
    cells: { cover: async () => Cover },
    pages: { shelf: async () => Shelf ?? (() => null) },
    ...(slots && { slots: { books: slots } }),
  }
  const own = address === undefined ? books : read
  const locale = { timeZone: 'America/New_York', currency: 'USD' }
  const model = { registry, locale, screens: [own], home: '/books', definitions: [own] } as const
  const page = () => {
    if (address !== undefined) return <Pages />
    if (id !== undefined) return <ShowPage definition={books} id={id} />
    return Shelf === undefined ? <ListPage definition={books} /> : <Shelf definition={books} />
  }
  return mountConsole({ model, extensions, provider, page, ...(address === undefined ? {} : { address }) })
}
