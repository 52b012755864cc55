import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { FormPage as Page } from '../../../language/resource.ts'
import { FormPage } from '../../../src/form/FormPage.tsx'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { authored, model } from './steps.ts'

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] } as never
const record = { id: 7, title: 'Knots', kind: 'PRINT', shelf: 'B2', from: null, until: null }
const done = async () => ({ data: { id: 7, ok: true, answer: {} } })
const refusing = (fields: object) => () =>
  Promise.reject(new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'Refused.', fields } as never))

type Call = (...params: readonly unknown[]) => Promise<unknown>
type Asked = Pick<typeof screen, 'getByLabelText' | 'queryByLabelText' | 'getByRole' | 'queryByRole' | 'findByText'>

function openList(call: Call = done) {
  const action = vi.fn(call)
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = async () => ({ data: [record], total: 1, pageInfo })
  const page = () => {
    const [found] = consoleModel().definitions
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions: none, provider: { getList, action }, page })
  return action
}

function openForm(call: Call = done) {
  const action = vi.fn(call)
  const page = () => {
    const found = model.screens.find((one): one is Page => 'groups' in one)
    return found === undefined ? null : <FormPage page={found} permissions={['all']} />
  }
  mountConsole({ model, extensions: none, provider: { action }, page, address: '/arrivals' })
  return action
}

async function dialog(name: RegExp) {
  const row = (await screen.findByText('Knots')).closest('tr')!
  fireEvent.click(within(row).getByRole('button', { name }))
  return within(await screen.findByRole('dialog'))
}

const fill = (asked: Asked, label: string | RegExp, value: string) =>
  fireEvent.change(asked.getByLabelText(label), { target: { value } })
const press = (asked: Asked, name: string) => fireEvent.click(asked.getByRole('button', { name }))
const step = (asked: Asked, name: string) => asked.getByRole('group', { name })
const input = (action: ReturnType<typeof openList>) => action.mock.calls[0]?.[1]

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('is nothing that the check refuses', () => expect(checkModel(model)).toEqual([]))

describe('the dialog of a form in steps', () => {
  it('checks a step before the next one, and sends the changes of all', async () => {
    const action = openList()
    const asked = await dialog(/Edit/)
    step(asked, 'Step 1 of 3 Book')
    expect(asked.queryByLabelText('Shelf')).toBeNull()
    expect(asked.queryByRole('button', { name: 'Back' })).toBeNull()
    fill(asked, 'Title', '')
    press(asked, 'Next')
    expect(await asked.findByText('Enter a value for Title')).toBeDefined()
    expect(document.activeElement).toBe(asked.getByLabelText('Title'))
    fill(asked, 'Title', 'Ropes')
    press(asked, 'Next')
    step(asked, 'Step 2 of 3 Place')
    expect(document.activeElement).toBe(asked.getByLabelText('Shelf'))
    fill(asked, 'Shelf', 'C1')
    press(asked, 'Next')
    step(asked, 'Step 3 of 3 Time')
    press(asked, 'Back')
    expect(asked.getByLabelText('Shelf')).toHaveProperty('value', 'C1')
    press(asked, 'Next')
    press(asked, 'Save')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(input(action)).toMatchObject({ input: { title: 'Ropes', shelf: 'C1' } })
  })

  it('leaves out a step whose fields are hidden', async () => {
    openList()
    const asked = await dialog(/Edit/)
    fill(asked, 'Kind', 'SOUND')
    step(asked, 'Step 1 of 2 Book')
    press(asked, 'Next')
    step(asked, 'Step 2 of 2 Time')
  })

  it('leads back to the step whose field the service refuses', async () => {
    openList(refusing({ shelf: 'No such shelf' }))
    const asked = await dialog(/Edit/)
    fill(asked, 'Title', 'Ropes')
    press(asked, 'Next')
    press(asked, 'Next')
    press(asked, 'Save')
    expect(await asked.findByText('No such shelf')).toBeDefined()
    step(asked, 'Step 2 of 3 Place')
    expect(document.activeElement).toBe(asked.getByLabelText('Shelf'))
    press(asked, 'Next')
    expect(asked.getByRole('button', { name: 'Save' })).toBeDefined()
  })

  it('asks before it is closed in any step', async () => {
    openList()
    const asked = await dialog(/Edit/)
    fill(asked, 'Title', 'Ropes')
    press(asked, 'Next')
    press(asked, 'Cancel')
    expect(await screen.findByText('Close without saving?')).toBeDefined()
  })
})

it('asks for the file and the confirmation in the last step', async () => {
  openList()
  const asked = await dialog(/Lend/)
  expect(asked.queryByLabelText('Type the title')).toBeNull()
  fill(asked, 'Reader', 'Nora')
  press(asked, 'Next')
  await waitFor(() => step(asked, 'Step 2 of 2 Note'))
  expect(asked.getByLabelText('Type the title')).toBeDefined()
  expect(asked.getByRole('button', { name: 'Lend' }).getAttribute('aria-disabled')).toBe('true')
  fill(asked, 'Type the title', 'knots')
  press(asked, 'Lend')
  expect(await asked.findByText('Choose a file')).toBeDefined()
})

describe('a form of its own in steps', () => {
  async function toTheEnd() {
    fill(screen, /^Title/, 'Ropes')
    press(screen, 'Next')
    await waitFor(() => step(screen, 'Step 2 of 2 Money'))
  }

  it('shows no error in a step before one tries to leave it', async () => {
    openForm()
    await screen.findByLabelText(/^Title/)
    press(screen, 'Next')
    expect(await screen.findByText('Enter the title')).toBeDefined()
    await toTheEnd()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Price/))
    expect(screen.queryByText('Enter the price')).toBeNull()
    press(screen, 'Book in')
    expect(await screen.findByText('Enter the price')).toBeDefined()
  })

  it('does not go on while Enter is held down', async () => {
    openForm()
    expect(fireEvent.keyDown(await screen.findByLabelText(/^Title/), { key: 'Enter', repeat: true })).toBe(false)
  })

  it('sends the fields of all steps, and starts again after that', async () => {
    const action = openForm()
    await screen.findByLabelText(/^Title/)
    await toTheEnd()
    fill(screen, /^Price/, '12')
    press(screen, 'Book in')
    press(within(await screen.findByRole('dialog')), 'Book in')
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(input(action)).toHaveProperty('record', { title: 'Ropes', price: 12, id: 'arrival' })
    await waitFor(() => step(screen, 'Step 1 of 2 Book'))
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Title/))
    expect(screen.queryByText('Enter the title')).toBeNull()
  })

  it('leads back to the step whose field the service refuses', async () => {
    openForm(refusing({ title: 'We have it' }))
    await screen.findByLabelText(/^Title/)
    await toTheEnd()
    fill(screen, /^Price/, '12')
    press(screen, 'Book in')
    press(within(await screen.findByRole('dialog')), 'Book in')
    await waitFor(() => step(screen, 'Step 1 of 2 Book'))
    expect(screen.getByText('We have it')).toBeDefined()
  })
})

it('is checked: every field is in one step, and a range in one', () => {
  const [books, arrivals] = authored.screens
  const form = { label: 'book', steps: { Book: ['title', 'kind', 'from'], Time: ['until', 'title'], Rest: [] } }
  const [arrival] = arrivals.forms.All
  const wrong = { ...arrival, steps: { Book: ['titel'], Money: ['price'] } }
  const screens = [
    { ...books, form },
    { ...arrivals, forms: { All: [wrong] } },
  ] as never
  const found = checkModel(resolveConsole({ ...authored, screens }))
  expect(found.map(({ where, message }) => `${where} ${message}`)).toEqual([
    "books.form.steps has 'title' twice: leave it in one of the steps",
    "books.form.steps has 'Rest' without fields: remove the step",
    "books.form.steps has 'until' in another step than 'from': the two are drawn as one range",
    "arrival.steps has 'titel', which is not asked; asked are: title, author, price; did you mean 'title'?",
    "arrival.steps lacks 'author': add it to one of the steps",
  ])
})
