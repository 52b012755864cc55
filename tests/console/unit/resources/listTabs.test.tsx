import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { account, httpError, muteExpectedErrors, page, renderCounted, stubProvider } from './renderPage.tsx'

interface Asked {
  readonly pagination: { readonly page: number }
  readonly filter: Readonly<Record<string, unknown>>
}

const row = (id: number) => account({ id, name: id === 1 ? 'Mara Quill' : `Person ${id}` })

/** 61 accounts need documents, none needs an action, transfers fail, and the rest goes on. */
function answers({ pagination, filter }: Asked) {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, index) => row(50 * (pagination.page - 1) + index + 1))
  const at = (count: number, totalPages: number) =>
    Promise.resolve(page(rows(count), { page: pagination.page, totalPages }))
  if (filter['transfer_request'] === true) return Promise.reject(httpError(502, 'UPSTREAM_FAILED', 'No answer.'))
  if (filter['status'] === 'ACTION_REQUIRED') return at(0, 1)
  if (filter['status'] === 'SUSPENDED' && filter['pending_documents'] === undefined) return at(50, 7)
  if (filter['status'] === 'SUSPENDED') return at(pagination.page === 1 ? 50 : 11, 2)
  return at(50, 7)
}

async function open(address = '/accounts') {
  const provider = stubProvider()
  provider.getList.mockImplementation((_resource: string, asked: Asked) => answers(asked))
  const view = await renderCounted(address, { provider })
  return { provider, ...view }
}

const names = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

beforeEach(muteExpectedErrors)

it('counts the records of each tab once the rows are there, up to a limit, and says plainly what it cannot count', async () => {
  await open()
  expect(names()).toEqual([
    'Needs documents 61',
    'Suspended 150+',
    'Action required 0',
    'Submit failed 150+',
    'Transfers –',
    'All 150+',
  ])
  expect(screen.getByTitle('Couldn’t be counted').textContent).toBe('–')
})

it('sets the filter of its tab, without the search, and shows which one is open', async () => {
  const { router } = await open()
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('All 150+')
  expect(screen.getAllByTitle('There are more: longer lists aren’t counted to their end')).toHaveLength(3)
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  fireEvent.change(box, { target: { value: 'quill' } })
  fireEvent.submit(box.form ?? box)
  await screen.findByRole('button', { name: 'Remove Search: quill' })
  fireEvent.click(screen.getByRole('tab', { name: 'Needs documents 61' }))
  await screen.findByRole('button', { name: 'Remove filter Notifications: SUSPENDED_PENDING_DOCS' })
  expect(router.state.location.search).toBe('?filter=note:SUSPENDED_PENDING_DOCS')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Needs documents 61')
  expect(box.value).toBe('')
})

it('is one stop of the Tab key: arrows move, and Space opens', async () => {
  const { router } = await open('/accounts?filter=state:MARTIAN')
  expect(screen.queryByRole('tab', { selected: true })).toBeNull()
  const [first, second] = screen.getAllByRole('tab')
  expect(screen.getAllByRole('tab').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1, -1])
  first?.focus()
  fireEvent.keyDown(first!, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(second)
  expect(router.state.location.search).toBe('?filter=state:MARTIAN')
  fireEvent.keyDown(second!, { key: ' ' })
  await waitFor(() => expect(router.state.location.search).toBe('?filter=state:SUSPENDED'))
})

it('counts again after an action', async () => {
  const { provider } = await open()
  provider.getList.mockImplementation((_resource: string, { filter }: Asked) =>
    Promise.resolve(page([row(1)], { totalPages: filter['status'] === 'SUSPENDED' ? 1 : 7 })),
  )
  fireEvent.click(screen.getByRole('switch', { name: 'Restrict User: Mara Quill' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Restrict User' }))
  await screen.findByRole('tab', { name: 'Needs documents 1' })
})
