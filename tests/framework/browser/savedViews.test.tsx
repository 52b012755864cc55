import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { SavedViewParams } from '../../../dataProvider/types.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { ListResource } from '../../../language/resource.ts'
import type { SavedView } from '../../../language/savedView.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const registry = {
  services: { library: 'token' },
  permissions: ['read', 'views.share'],
  roles: { librarian: ['read', 'views.share'], '*': [] },
  tones: {},
} as const

const { defineResource } = createLanguage<NamesOf<typeof registry>>()

const text = (title: string) => ({ type: 'string', title }) as const

const model = resolveConsole({
  registry,
  screens: [
    defineResource({
      name: 'books',
      label: 'Books',
      record: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'integer' }, title: text('Title'), shelf: text('Shelf'), year: text('Year') },
      },
      bindings: {
        list: {
          call: 'GET {library}/books',
          permission: 'read',
          query: {
            page: { param: 'page' },
            q: { param: 'search' },
            order: { sort: '-field' },
            shelf: { filter: 'shelf' },
            lender: { filter: 'lender' },
          },
        },
      },
      list: {
        columns: ['title', 'shelf', 'year'],
        perPage: 10,
        sort: 'title',
        search: { placeholder: 'Search', schema: { type: 'string', maxLength: 50 } },
        filter: {
          shelf: { type: 'string', title: 'Shelf', maxLength: 20 },
          lender: { type: 'string', title: 'Lender', maxLength: 50, pii: 'name' },
        },
        emptyText: 'Nothing',
      },
    }),
  ],
  home: '/books',
  nested: [],
})

const books = model.definitions.find((each): each is ListResource => each.kind === 'list')!

const viewOf = (name: string, change: Partial<SavedView> = {}): SavedView => ({
  id: name.toLowerCase(),
  resource: 'books',
  name,
  isShared: false,
  query: '?shelf=B&sort=year:desc',
  columns: ['title', 'year', 'shelf'],
  owner: 'Ada Mint',
  isOwn: true,
  version: 1,
  ...change,
})

const failed = (status: number, code: string, message: string) =>
  Object.assign(new Error(message), { name: 'HttpError', status, body: { code, message } })

/** Keeps views as the gateway does, and says what was asked. */
function keeper(first: readonly SavedView[]) {
  let views = first
  let refusal: Error | undefined
  const asked: NonNullable<SavedViewParams['change']>[] = []
  const call = async (_resource: string, { change }: SavedViewParams) => {
    if (refusal !== undefined) throw refusal
    if (change === undefined) return { data: views }
    asked.push(change)
    const { method, id, body } = change
    const others = views.filter((view) => view.id !== id)
    const before = views.find((view) => view.id === id)
    if (id !== undefined && before === undefined) throw failed(404, 'NOT_FOUND', 'This view no longer exists.')
    if (method === 'DELETE') views = others
    else views = [...others, { ...viewOf('New'), ...before, ...body, version: (before?.version ?? 0) + 1 }]
    return { data: method === 'DELETE' ? { id } : views.at(-1) }
  }
  const refuse = (error: Error | undefined) => {
    refusal = error
  }
  return { call, asked, refuse, set: (next: readonly SavedView[]) => void (views = next) }
}

function open({ call }: ReturnType<typeof keeper>, address = '/books', permissions?: readonly string[]) {
  const reads: unknown[] = []
  const getList = async (_resource: string, { filter, sort }: { readonly filter: object; readonly sort: object }) => {
    reads.push([filter, sort])
    const data = [{ id: 1, title: 'Emma', shelf: 'B', year: '1815' }]
    return { data, total: 1, pageInfo: { hasNextPage: false, hasPreviousPage: false }, meta: {} }
  }
  const provider = { getList, savedViews: call }
  const page = () => <ListPage definition={books} />
  const mounted = mountConsole({ model, extensions: {}, provider, page, address, ...(permissions && { permissions }) })
  return { ...mounted, reads }
}

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const menu = async (name: RegExp | string = 'Views') => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a link to a view reads its list alone, in its order and with its columns, and holds no search', async () => {
  const { router, reads } = open(keeper([viewOf('Upstairs')]), '/books?view=upstairs')
  await screen.findByText('Emma')
  expect(reads).toEqual([[{ shelf: 'B' }, { field: 'year', order: 'DESC' }]])
  expect(heads()).toEqual(['Title', 'Year', 'Shelf'])
  expect(router.state.location.search).toBe('?view=upstairs&shelf=B&sort=year:desc')
  expect(await screen.findByRole('button', { name: 'View: Upstairs' })).toBeDefined()
})

test('a list is saved as it is, without its search and personal filters, and what changes then can be kept', async () => {
  const views = keeper([])
  const { router } = open(views, '/books?shelf=B')
  const box = await screen.findByRole<HTMLInputElement>('searchbox')
  fireEvent.change(box, { target: { value: 'austen' } })
  fireEvent.submit(box.form ?? box)
  await screen.findByRole('button', { name: 'Remove Search: austen' })
  await menu()
  await choose('Save as new view')
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' })
  expect(within(dialog).getByText(/It doesn’t keep the search or personal filters./)).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByText('Enter a name.')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'U'.repeat(60) } })
  expect(within(dialog).getByText('60 of 60 characters: a longer name is cut')).toBeDefined()
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Up\u200bstairs ' } })
  expect(within(dialog).getByText('11 of 60 characters')).toBeDefined()
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  fireEvent.click(within(dialog).getByRole('checkbox'))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'View: Upstairs' })
  const body = { resource: 'books', name: 'Upstairs', isShared: true, query: '?shelf=B', columns: null }
  expect(views.asked).toEqual([{ method: 'POST', body }])
  expect(router.state.location.search).toBe('?view=new&shelf=B')
  expect(box.value).toBe('austen')
  await menu('Columns')
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Year' }))
  await menu('View: Upstairs · changed')
  await choose('Update “Upstairs”')
  await screen.findByRole('button', { name: 'View: Upstairs' })
  expect(views.asked.at(-1)).toMatchObject({
    method: 'PUT',
    id: 'new',
    body: { columns: ['title', 'shelf'], version: 1 },
  })
})

test('the default list is ticked only while filters, order and columns are its own', async () => {
  const { router } = open(keeper([]))
  const isTicked = (checked: boolean) => screen.findByRole('menuitemradio', { name: 'Default', checked })
  await menu()
  await isTicked(true)
  for (const query of ['?shelf=B', '?sort=year:desc']) {
    await router.navigate(`/books${query}`)
    await isTicked(false)
  }
  fireEvent.click(await isTicked(false))
  await menu('Columns')
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Year' }))
  await menu()
  await isTicked(false)
  expect(router.state.location.search).toBe('')
})

test('columns are moved by keys, and the first that names a row stays first', async () => {
  open(keeper([]))
  await menu('Columns')
  const year = screen.getByRole('menuitemcheckbox', { name: 'Year' })
  fireEvent.keyDown(year, { key: 'ArrowUp', altKey: true })
  expect(heads()).toEqual(['Title', 'Year', 'Shelf'])
  fireEvent.keyDown(screen.getByRole('menuitemcheckbox', { name: 'Year' }), { key: 'ArrowUp', altKey: true })
  expect(heads()).toEqual(['Title', 'Year', 'Shelf'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Usual order' }))
  expect(heads()).toEqual(['Title', 'Shelf', 'Year'])
})

test('a view is repaired, and a notice names what the list no longer has', async () => {
  const query = '?shelf=B&colour=red&lender=Ada&sort=weight:asc'
  const { reads } = open(keeper([viewOf('Old', { query, columns: ['title', 'pages', 'year'] })]), '/books?view=old')
  await screen.findByText('Emma')
  expect(reads).toEqual([[{ shelf: 'B' }, { field: 'title', order: 'ASC' }]])
  expect(heads()).toEqual(['Title', 'Year'])
  await screen.findByText(
    'The view “Old” is shown without what this list no longer has: the filter “colour”, the filter “Lender”, the order by “weight”, the column “pages”.',
  )
  expect(await screen.findByRole('button', { name: 'View: Old · changed' })).toBeDefined()
})

test('a link to a view that is gone or cannot be read says so, and reads nothing else before the person says so', async () => {
  const views = keeper([])
  views.refuse(failed(503, 'STORE_UNAVAILABLE', 'The database does not answer.'))
  const { router, reads } = open(views, '/books?view=upstairs')
  await screen.findByRole('dialog', { name: 'This view couldn’t be opened' })
  expect(screen.getByText('The database does not answer.')).toBeDefined()
  views.refuse(undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('dialog', { name: 'This view no longer exists' })
  expect(reads).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Show the whole list' }))
  await screen.findByText('Emma')
  expect(router.state.location.search).toBe('')
})

test('what is refused keeps the typed name, and says why', async () => {
  const views = keeper([])
  open(views)
  await menu()
  await choose('Save as new view')
  const dialog = await screen.findByRole('dialog', { name: 'Save as new view' })
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Upstairs' } })
  const refusals: readonly (readonly [number, string, string])[] = [
    [409, 'CONFLICT', 'There is a view called ‘Upstairs’ already.'],
    [403, 'FORBIDDEN', 'Sorry, you do not have permission to do this.'],
    [0, 'NETWORK', 'Nothing was answered.'],
  ]
  for (const [status, code, message] of refusals) {
    views.refuse(failed(status, code, message))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await within(dialog).findByText(code === 'NETWORK' ? `${message} Press Save again: it is not done twice.` : message)
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Upstairs')
  }
})

test('a view that others changed or deleted meanwhile says so, and the list stays as it is', async () => {
  const views = keeper([viewOf('Upstairs')])
  const { router } = open(views, '/books?view=upstairs')
  await menu('View: Upstairs')
  await choose('Delete')
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Shelf: B' }))
  views.refuse(failed(409, 'RECORD_CHANGED', 'Someone has changed this view.'))
  await menu('View: Upstairs · changed')
  await choose('Update “Upstairs”')
  await screen.findByText('Someone has changed this view.')
  views.refuse(undefined)
  views.set([])
  await menu(/^View: Upstairs/)
  await choose('Rename')
  const dialog = await screen.findByRole('dialog', { name: 'Rename the view “Upstairs”' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Rename' }))
  await screen.findByText(/^This view no longer exists: .* Its filters and columns are still here/)
  expect(heads()).toEqual(['Title', 'Year', 'Shelf'])
  expect(router.state.location.search).toBe('?view=upstairs&sort=year:desc')
})

test('a link to a view that is gone says that only its filters are still here', async () => {
  open(keeper([]), '/books?view=upstairs&shelf=B&sort=year:desc')
  await screen.findByText(/^This view no longer exists: .* Its filters are still here/)
})

test('a deleted view leaves the list as it is, without its name', async () => {
  const views = keeper([viewOf('Upstairs')])
  // The views are read again before the answer comes.
  const call: typeof views.call = async (resource, params) => {
    const answer = await views.call(resource, params)
    if (params.change?.method !== 'DELETE') return answer
    window.dispatchEvent(new Event('visibilitychange'))
    await screen.findByRole('button', { name: 'Views' })
    return answer
  }
  const { router } = open({ ...views, call }, '/books?view=upstairs')
  await menu('View: Upstairs')
  await choose('Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Delete the view “Upstairs”?' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('“Upstairs” deleted')
  expect(await screen.findByRole('button', { name: 'Views' })).toBeDefined()
  expect(router.state.location.search).toBe('?shelf=B&sort=year:desc')
  expect(screen.queryByText(/^This view no longer exists/)).toBeNull()
})

test('a view whose deletion was not answered is deleted by a second press', async () => {
  const views = keeper([viewOf('Upstairs')])
  const call: typeof views.call = async (resource, params) => {
    const answer = await views.call(resource, params)
    if (params.change?.method === 'DELETE') throw failed(0, 'NETWORK', 'Nothing was answered.')
    return answer
  }
  const { router } = open({ ...views, call }, '/books?view=upstairs')
  await menu('View: Upstairs')
  await choose('Delete')
  const dialog = await screen.findByRole('dialog', { name: 'Delete the view “Upstairs”?' })
  await waitFor(() => expect(dialog.hasAttribute('data-unread')).toBe(false))
  fireEvent.keyDown(dialog, { key: 'Enter', ctrlKey: true })
  await within(dialog).findByText('Nothing was answered. Press Delete again: it is not done twice.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('“Upstairs” deleted')
  expect(router.state.location.search).toBe('?shelf=B&sort=year:desc')
})

test('people without the permission share nothing, and change no shared view', async () => {
  open(keeper([viewOf('Attic', { isShared: true, isOwn: false })]), '/books?view=attic', ['read'])
  await menu('View: Attic')
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Save as new view' })).toBeDefined())
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Copy link',
    'Save as new view',
  ])
  expect(screen.getByRole('menuitemradio', { name: 'Attic Ada Mint', checked: true })).toBeDefined()
})
