import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Create, Edit, SimpleForm, TextInput } from 'react-admin'
import type { ReactNode } from 'react'
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
function open(form: ReactNode, change: () => Response = () => answer({ id: 7 })) {
  const book = { id: 7, print: { title: 'Knots' }, shelf: 'A1', copies: 2, donor: '****-**-17', changes: 3 }
  const fetch = vi.fn(async (_url: unknown, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET' ? answer(book) : change(),
  )
  const page = () => <ReactAdminPage resource="books">{form}</ReactAdminPage>
  mountConsole({ model, extensions: none, provider: createDataProvider({ definitions, validators, fetch }), page })
  const sent = () =>
    fetch.mock.calls.flatMap(([url, { method, body } = {}]) =>
      method !== 'GET' && typeof body === 'string' ? [`${method} ${String(url)} ${body}`] : [],
    )
  return { fetch, sent }
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

it('adds a record, whose required values are asked for', async () => {
  const { sent } = open(<Create redirect={false}>{inputs}</Create>)
  fireEvent.change(await screen.findByLabelText(/^Shelf/), { target: { value: 'B2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Enter a value for Title')).toBeDefined()
  await save('Tides')
  await waitFor(() => expect(sent()).toEqual(['POST /api/library/books {"print":{"title":"Tides"},"shelf":"B2"}']))
})
