import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Create, Edit, SimpleForm, TextInput } from 'react-admin'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { ReactAdminPage } from '../../../src/reactAdmin/ReactAdminFrame.tsx'
import { model } from './changingConsole.ts'
import { mountConsole } from './mountConsole.tsx'

const { definitions } = model
const validators = compileValidators(definitions)
const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never

const answer = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Draws a page of react-admin over a gateway with one book, which answers a change like this. */
function open(form: ReactNode, change: () => Response = () => answer({ id: 7 }), address = '/books') {
  const book = { id: 7, print: { title: 'Knots' }, shelf: 'A1', copies: 2, donor: '****-**-17', changes: 3 }
  const fetch = vi.fn(async (_url: unknown, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET' ? answer(book) : change(),
  )
  const Page = () =>
    useLocation().pathname === '/shelves' ? (
      <Link to="/books/edit">Open</Link>
    ) : (
      <ReactAdminPage resource="books" hasBack>
        {form}
      </ReactAdminPage>
    )
  const provider = createDataProvider({ definitions, validators, fetch })
  const { router } = mountConsole({ model, extensions: none, provider, page: () => <Page />, address })
  const sent = () =>
    fetch.mock.calls.flatMap(([url, { method, body } = {}]) =>
      method !== 'GET' && typeof body === 'string' ? [`${method} ${String(url)} ${body}`] : [],
    )
  return { book, fetch, sent, router }
}

const inputs = (
  <SimpleForm>
    <TextInput source="title" />
    <TextInput source="shelf" />
    <TextInput source="donor" />
  </SimpleForm>
)
const editing = (
  <Edit id={7} redirect={false}>
    {inputs}
  </Edit>
)

const save = async (title: string) => {
  fireEvent.change(await screen.findByLabelText(/^Title/), { target: { value: title } })
  const button = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  button.focus()
  fireEvent.click(button)
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('saves what was changed alone, to the record that was seen', async () => {
  const { fetch, sent } = open(editing)
  await save('Splices')
  await waitFor(() => expect(sent()).toEqual(['PATCH /api/library/books/7 {"print":{"title":"Splices"}}']))
  const [, change] = fetch.mock.calls.find(([, { method } = {}]) => method === 'PATCH') ?? []
  const headers = new Headers(change?.headers)
  expect(headers.get('X-Record-Version')).toMatch(/^[0-9a-f]{64}$/)
  expect(headers.get('Idempotency-Key')).toMatch(/./)
  expect(await screen.findByText('Saved')).toBeDefined()
})

it("shows at its field what the definition refuses, and then the service's own message", async () => {
  const { sent } = open(editing, () =>
    answer({ code: 'UPSTREAM_REFUSED', message: 'No', fields: { title: 'Taken' } }, 422),
  )
  await save('K')
  expect(await screen.findByText('Must be at least 2 characters')).toBeDefined()
  expect(screen.getByLabelText(/^Title/).getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
  await save('Tides')
  expect(await screen.findByText('Taken')).toBeDefined()
})

it('still asks before typed values are lost once they could not be saved', async () => {
  open(
    <Edit id={7} redirect={false}>
      <SimpleForm warnWhenUnsavedChanges>
        <TextInput source="title" />
      </SimpleForm>
    </Edit>,
    () => answer({ code: 'UPSTREAM_REFUSED', message: 'The shelf is full.' }, 422),
  )
  await save('Splices')
  expect(await screen.findByText('The shelf is full.')).toBeDefined()
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect(leaving.defaultPrevented).toBe(true)
})

const lost = () => answer({ code: 'OUTCOME_UNKNOWN', message: 'Not confirmed' }, 504)

it.each([
  [
    'has it',
    'The record now has what you entered, so there is nothing left to send.',
    { print: { title: 'Splices' }, changes: 4 },
  ],
  ['has it not', 'The record is as you saw it before, so this does not seem to have been done.', {}],
  [
    'has another',
    'The record has changed since you saw it. The form now shows it as it is.',
    { shelf: 'B2', changes: 4 },
  ],
])('looks again what became of a change that was not confirmed: the record %s', async (_, said, made) => {
  const { book, sent } = open(editing, lost)
  await save('Splices')
  const look = await screen.findByRole('button', { name: 'Look again' })
  expect(screen.getAllByText(/^Not confirmed/)).toHaveLength(1)
  Object.assign(book, made)
  fireEvent.click(look)
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.queryByText(/^Not confirmed/)).toBeNull()
  expect(sent()).toHaveLength(1)
})

it('has the focus on its heading once saved, and on Save again where that failed', async () => {
  let reply = () => answer({ code: 'UPSTREAM_REFUSED', message: 'Too late' }, 422)
  open(editing, () => reply())
  await save('Splices')
  await screen.findByText('Too late')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Save'))
  reply = () => answer({ id: 7 })
  await save('Tides')
  await screen.findByText('Saved')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

it('leads back to where it was opened, else to the list of its resource', async () => {
  const { router } = open(editing, undefined, '/shelves')
  fireEvent.click(screen.getByRole('link', { name: 'Open' }))
  await screen.findByLabelText(/^Title/)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/shelves'))
  cleanup()
  const direct = open(editing, undefined, '/books/edit')
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await waitFor(() => expect(direct.router.state.location.pathname).toBe('/books'))
  expect(direct.router.state.location.state).toEqual({ left: '/books/edit' })
})

it('adds a record, whose required values are asked for', async () => {
  const { sent } = open(<Create redirect={false}>{inputs}</Create>)
  fireEvent.change(await screen.findByLabelText(/^Shelf/), { target: { value: 'B2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a value for Title')).toBeDefined()
  await save('Tides')
  await waitFor(() => expect(sent()).toEqual(['POST /api/library/books {"print":{"title":"Tides"},"shelf":"B2"}']))
})
