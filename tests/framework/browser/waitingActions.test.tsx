import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ShellContext } from '../../../src/auth/ShellContext.ts'
import { approvalsMark } from '../../../src/data/permissions.ts'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { book, model } from '../waitingLibrary.ts'
import { row } from './approvalPage.tsx'
import { consoleConfig, fakeChannels, fakeGateway, json, openTab } from './support.ts'

const none = { formats: {}, cells: {}, blocks: {}, pages: {}, facts: {}, recordPages: [], routes: [] }
const rows = [book, { ...book, id: 8, title: 'Persuasion' }]
const about = '/console/approvals/about?resource=books'

const waiting = { ...row, title: 'Discard Emma' }

/** The list of books of a librarian. `open` are the approvals that wait, as the gateway has them. */
function mount(open: () => readonly unknown[], marks = [approvalsMark(24)]) {
  const gateway = fakeGateway({ [about]: () => json(200, { rows: open(), next: null }) })
  vi.spyOn(window, 'fetch').mockImplementation(gateway.fetcher)
  const { sessionManager, authProvider } = openTab(gateway.fetcher, fakeChannels().open())
  const config = consoleConfig()
  const list = () => {
    const found = consoleModel().definitions[0]
    return found?.kind === 'list' ? (
      <ShellContext value={{ config, sessionManager, authProvider }}>
        <ListPage definition={found} />
      </ShellContext>
    ) : null
  }
  const getList = async () => ({ data: rows, total: 2, pageInfo: { hasNextPage: false, hasPreviousPage: false } })
  const action = vi.fn(async () => ({ data: { id: 8, ok: true, answer: {}, waitsUntil: '2026-11-23T15:00:00.000Z' } }))
  const getOne = async () => ({ data: rows[1] })
  const permissions = ['read', 'discard', ...marks]
  mountConsole({ model, extensions: none, provider: { getList, getOne, action }, page: list, permissions })
  return { ...gateway, action }
}

const button = async (title: string, label = 'Discard') => {
  const row = (await screen.findByText(title)).closest('tr')!
  return within(row).findByRole('button', { name: `${label}: ${title}` })
}

const off = (one: HTMLElement) => [one.getAttribute('aria-disabled'), one.title]

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an action that waits for a record is off on it alone, and says why', async () => {
  mount(() => [waiting])
  await waitFor(async () =>
    expect(off(await button('Emma'))).toEqual(['true', 'Waiting for approval by another person']),
  )
  expect(off(await button('Persuasion'))[0]).not.toBe('true')
  fireEvent.click(await button('Emma'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an action whose request can’t be approved any more is off, and says what to do first', async () => {
  mount(() => [{ ...waiting, problem: 'It was lent, so it can’t be approved.' }])
  const reason = 'Requested, but not possible: the request has to be withdrawn or rejected first'
  await waitFor(async () => expect(off(await button('Emma'))).toEqual(['true', reason]))
})

test('the question says that another person has to approve it, and for how long it waits', async () => {
  mount(() => [], [approvalsMark(24)])
  fireEvent.click(await button('Persuasion'))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard Persuasion?' }))
  expect(asked.getByRole('note').textContent).toBe(
    'Another person has to approve this before it is sent. It waits for that for up to 24 hours.',
  )
})

test('where no one has to approve, nothing is asked of the gateway or said', async () => {
  const gateway = mount(() => [waiting], [])
  fireEvent.click(await button('Emma'))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard Emma?' }))
  expect(asked.queryByRole('note')).toBeNull()
  expect(gateway.seen).toEqual([])
  fireEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await button('Emma', 'Sell'))
  const selling = within(await screen.findByRole('dialog', { name: 'Sell Emma?' }))
  expect(selling.queryByLabelText('Reason')).toBeNull()
  expect(selling.getByRole('button', { name: 'Sell' })).toBeTruthy()
})

test('a request for approval asks why, once, and the reason goes with it', async () => {
  const { action } = mount(() => [])
  fireEvent.click(await button('Persuasion'))
  const discarding = within(await screen.findByRole('dialog', { name: 'Discard Persuasion?' }))
  expect(discarding.getAllByLabelText('Reason')).toHaveLength(1)
  fireEvent.click(discarding.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await button('Persuasion', 'Sell'))
  const selling = within(await screen.findByRole('dialog', { name: 'Sell Persuasion?' }))
  fireEvent.click(selling.getByRole('button', { name: 'Send for approval' }))
  expect(await selling.findByText('Please enter reason!')).toBeTruthy()
  expect(action).not.toHaveBeenCalled()
  fireEvent.change(selling.getByLabelText('Reason'), { target: { value: ' Two copies ' } })
  fireEvent.click(selling.getByRole('button', { name: 'Send for approval' }))
  await waitFor(() =>
    expect(action).toHaveBeenCalledWith(
      'books',
      expect.objectContaining({ name: 'sell', input: {}, approvalReason: 'Two copies' }),
    ),
  )
})

test('once it is requested, the action is off at once', async () => {
  const open: unknown[] = []
  mount(() => open)
  fireEvent.click(await button('Persuasion'))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard Persuasion?' }))
  fireEvent.change(asked.getByLabelText('Reason'), { target: { value: 'Torn' } })
  open.push({ ...waiting, recordId: '8', subject: { resource: 'books', id: '8' } })
  fireEvent.click(asked.getByRole('button', { name: 'Send for approval' }))
  await waitFor(async () => expect(off(await button('Persuasion'))[0]).toBe('true'))
})

test('what someone else has requested meanwhile is off at once, and its dialog only closes', async () => {
  const open: unknown[] = []
  const { action } = mount(() => open)
  fireEvent.click(await button('Persuasion'))
  const asked = within(await screen.findByRole('dialog', { name: 'Discard Persuasion?' }))
  fireEvent.change(asked.getByLabelText('Reason'), { target: { value: 'Torn' } })
  const body = { code: 'APPROVAL_WAITING', message: 'The same is already waiting.' } as const
  action.mockRejectedValue(new HttpError(409, body))
  open.push({ ...waiting, recordId: '8' })
  fireEvent.click(asked.getByRole('button', { name: 'Send for approval' }))
  await asked.findByText('The same is already waiting.')
  expect(asked.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
  fireEvent.click(asked.getByRole('button', { name: 'Close' }))
  await waitFor(async () => expect(off(await button('Persuasion'))[0]).toBe('true'))
})
