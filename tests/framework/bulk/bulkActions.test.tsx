import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import {
  type Act,
  ask,
  confirm,
  done,
  held,
  lent,
  modelWith,
  open,
  press,
  results,
  select,
  start,
  startOnTwoPages,
} from './booksInBulk.tsx'

const isSelected = (id: number) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select: =?Book ${id}$`) }).checked

const failing =
  (by: Readonly<Record<number, HttpError>>): Act =>
  async (_name, { record }) => {
    const error = by[Number(record?.id)]
    if (error !== undefined) throw error
    return done()
  }

const refused = new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'Locked by the desk' })
const unknown = new HttpError(504, { code: 'OUTCOME_UNKNOWN', message: 'No answer' })
const broken = new HttpError(502, { code: 'UPSTREAM_FAILED', message: 'The service failed.' })
const lost = new HttpError(0, { code: 'NETWORK', message: 'The connection broke' })

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  lent.clear()
  vi.restoreAllMocks()
})

describe('an action on several records', () => {
  it('asks once, and says what will run and what is not possible and why', async () => {
    const { action } = open()
    await select(1, 3, 5, 6)
    const asked = await ask()
    expect(asked.getByRole('heading').textContent).toBe('Lend 2 books?')
    const texts = (label: string) => [...asked.getByLabelText(label).children].map((item) => item.textContent)
    expect(texts('Will run')).toEqual(['Book 1', '=Book 3'])
    expect(texts('Not possible')).toEqual(['Book 5 · State: LENT', 'Book 6 · Book 6 stays in the house'])
    fireEvent.click(asked.getByRole('button', { name: 'Lend 2 books' }))
    expect(await asked.findByText('Which card?')).toBeDefined()
    expect(action).not.toHaveBeenCalled()
    fireEvent.change(asked.getByLabelText('Card'), { target: { value: 'M-1' } })
    fireEvent.click(asked.getByRole('button', { name: 'Lend 2 books' }))
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2))
    const [one, other] = action.mock.calls.map(([, params]) => params)
    expect(one).toMatchObject({ name: 'lend', record: { id: 1 }, input: { card: 'M-1' } })
    expect(other).toMatchObject({ record: { id: 3 }, input: { card: 'M-1' } })
    expect(one?.idempotencyKey).not.toBe(other?.idempotencyKey)
  })

  it('is off, and says why, while it runs on none of the selected records', async () => {
    open()
    const lend = () => screen.getByRole('button', { name: 'Lend' })
    await select(5)
    expect([lend().getAttribute('aria-disabled'), lend().title]).toEqual(['true', 'State: LENT (Book 5)'])
    fireEvent.click(lend())
    expect(screen.queryByRole('dialog')).toBeNull()
    await select(6)
    expect(lend().title).toBe('State: LENT (Book 5); Book 6 stays in the house (Book 6)')
    await select(1)
    expect([lend().getAttribute('aria-disabled'), lend().title]).toEqual(['false', ''])
  })

  it('leaves selected what was not done, from the moment that it has ended', async () => {
    const { action } = open(failing({ 1: refused, 2: unknown }))
    await start(1, 2, 3, 4)
    await screen.findByText('2 done, 1 failed, 1 with unknown outcome')
    expect(screen.getByText('2 selected')).toBeDefined()
    expect([1, 2, 3, 4].map((id) => isSelected(id))).toEqual([true, true, false, false])
    action.mockImplementation(done)
    press('Try failed ones again')
    await screen.findByText('1 selected')
  })

  it('leaves selected of its own records alone: what it does not run on no longer is', async () => {
    open(failing({ 1: refused }))
    await select(1, 2, 5, 6)
    await confirm(2)
    await screen.findByText('1 done, 1 failed')
    expect([1, 2, 5, 6].map((id) => isSelected(id))).toEqual([true, false, false, false])
  })

  it.each([
    ['Close', () => press('Close')],
    ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ])('has the focus in the list after %s where nothing is left selected', async (_way, leave) => {
    open()
    await select(1, 2)
    screen.getByRole('button', { name: 'Lend' }).focus()
    await confirm(2)
    await screen.findByText('2 done')
    leave()
    expect(screen.queryByRole('dialog')).toBeNull()
    const focused = document.activeElement
    expect(focused?.closest('[role="grid"]')).not.toBeNull()
    expect(focused?.getAttribute('tabindex')).toBe('0')
  })

  it('neither leaves selected nor tries again what is gone', async () => {
    open(failing({ 1: new HttpError(409, { code: 'CONFLICT', message: 'This is no longer there.' }) }))
    await start(1, 2)
    await screen.findByText('1 done, 1 failed')
    expect(screen.queryByRole('button', { name: 'Try failed ones again' })).toBeNull()
    expect([1, 2].map((id) => isSelected(id))).toEqual([false, false])
  })

  it('has at most four calls at once, and reads the list once at the end; its dialog says how it ended, and no notice', async () => {
    const { act, release } = held()
    const { action, getList } = open(act)
    await startOnTwoPages()
    await waitFor(() => expect(action).toHaveBeenCalledTimes(4))
    const before = getList.mock.calls.length
    expect(screen.getByText('0 of 6')).toBeDefined()
    release()
    await waitFor(() => expect(action).toHaveBeenCalledTimes(6))
    expect(screen.getByText('4 of 6')).toBeDefined()
    release()
    await screen.findByText('6 done')
    await waitFor(() => expect(getList.mock.calls.length).toBe(before + 1))
    press('Close')
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
    expect(screen.queryByText(/^Lend: /)).toBeNull()
  })

  it('sends nothing more once cancelled, and what has been sent ends', async () => {
    const { act, release } = held()
    const { action } = open(act)
    await startOnTwoPages()
    await waitFor(() => expect(action).toHaveBeenCalledTimes(4))
    press('Cancel')
    release()
    await screen.findByText('4 done, 2 not sent')
    expect(action).toHaveBeenCalledTimes(4)
    expect(results().slice(0, 3)).toEqual([
      'Book 7: Not sentYou cancelled before this was sent.',
      'Book 8: Not sentYou cancelled before this was sent.',
      'Book 1: Done',
    ])
    press('Close')
    expect(screen.getByText('2 selected')).toBeDefined()
  })

  it('looks again what became of an unknown outcome, and says it of each record', async () => {
    const { action } = open(failing({ 2: unknown, 4: unknown }))
    await start(1, 2, 4)
    await screen.findByText('1 done, 2 with unknown outcome')
    lent.add(2)
    press('Look again')
    await screen.findByText('1 done, 1 found changed, 1 found unchanged. Each result below says what was found.')
    expect(results()).toEqual([
      'Book 4: Found unchangedLooked: It is as it was before, so this does not seem to have been done.',
      'Book 2: Found changedLooked: State: AVAILABLE → LENT',
      'Book 1: Done',
    ])
    // What has changed is looked at, and not sent again unread.
    expect([2, 4].map((id) => isSelected(id))).toEqual([false, true])
    // What is made late is found by another look.
    lent.add(4)
    screen.getByRole('button', { name: 'Look again' }).focus()
    press('Look again')
    await screen.findByText('1 done, 2 found changed. Each result below says what was found.')
    expect(screen.queryByRole('button', { name: 'Look again' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Close')
    expect(action).toHaveBeenCalledTimes(3)
  })

  it("says of each record the service's own words, or else the action's", async () => {
    const failure = { title: 'Not lent.', body: 'Ask at the desk.' }
    const silent = new HttpError(422, { ...refused.body, message: 'Refused.', isDefaultMessage: true })
    open(failing({ 1: refused, 2: silent }), { bulk: 'books', failure })
    await start(1, 2)
    await screen.findByText('2 failed')
    expect(results()).toEqual([
      'Book 1: FailedNot lent. Locked by the desk',
      'Book 2: FailedNot lent. Ask at the desk.',
    ])
  })

  it('tries again what failed, under a new key, and never what has an unknown outcome', async () => {
    const errors: Record<number, HttpError> = { 1: refused, 2: unknown, 4: broken }
    const { action } = open(failing(errors))
    await start(1, 2, 3, 4)
    await screen.findByText('1 done, 1 failed, 2 with unknown outcome')
    expect(results()).toEqual([
      'Book 2: Outcome unknownLook before you send it again.',
      'Book 4: Outcome unknownLook before you send it again.',
      'Book 1: FailedLocked by the desk',
      '=Book 3: Done',
    ])
    delete errors[1]
    press('Try failed ones again')
    await screen.findByText('2 done, 2 with unknown outcome')
    expect(screen.queryByRole('button', { name: 'Try failed ones again' })).toBeNull()
    const keys = action.mock.calls
      .filter(([, { record }]) => record?.id === 1)
      .map(([, params]) => params.idempotencyKey)
    expect(action).toHaveBeenCalledTimes(5)
    expect(new Set(keys).size).toBe(2)
  })

  it('stops when the connection breaks, says why, and can send the rest alone', async () => {
    const { action } = open(async () => {
      throw lost
    })
    await startOnTwoPages()
    await screen.findByText('4 with unknown outcome, 2 not sent')
    expect(action).toHaveBeenCalledTimes(4)
    const why = 'No answer came to the ones before, so nothing more was sent.'
    expect(results().slice(-2)).toEqual([`Book 7: Not sent${why}`, `Book 8: Not sent${why}`])
    action.mockImplementation(done)
    press('Send the rest')
    await screen.findByText('2 done, 4 with unknown outcome')
    expect(action.mock.calls.slice(4).map(([, { record }]) => record?.id)).toEqual([7, 8])
    expect(screen.queryByRole('button', { name: 'Send the rest' })).toBeNull()
    expect(document.activeElement?.textContent).toBe('Close')
  })

  it('stops when the session ends, and has its results when the same person is back', async () => {
    const { act, release } = held()
    const { action } = open((name, params) =>
      Number(params.record?.id) === 2 ? Promise.resolve({ data: {} }) : act(name, params),
    )
    press('Sign in')
    await startOnTwoPages()
    await waitFor(() => expect(action).toHaveBeenCalledTimes(4))
    press('End the session')
    expect(screen.queryByRole('dialog')).toBeNull()
    release()
    press('Sign in')
    await screen.findByText('3 done, 3 not sent')
    expect(results().slice(0, 2)).toEqual([
      'Book 2: Not sentYour session has ended.',
      'Book 7: Not sentYour session has ended.',
    ])
    expect(action).toHaveBeenCalledTimes(4)
    press('Close')
    press('End the session')
    press('Sign in')
    await screen.findByText('Book 7')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is stopped by leaving the page', async () => {
    const { act, release } = held()
    const { action } = open(act)
    await startOnTwoPages()
    await waitFor(() => expect(action).toHaveBeenCalledTimes(4))
    cleanup()
    release()
    await waitFor(() => expect(action).toHaveResolvedTimes(4))
    // Another call would be made before the next task.
    await new Promise((resolve) => setTimeout(resolve))
    expect(action).toHaveBeenCalledTimes(4)
  })

  it('waits while calls come too soon, and sends them again under their key', async () => {
    let isEarly = true
    const { action } = open(async () => {
      if (!isEarly) return done()
      isEarly = false
      throw new HttpError(429, { code: 'RATE_LIMITED', message: 'Too many requests' })
    })
    await start(1, 2)
    await screen.findByText('2 done', {}, { timeout: 3000 })
    const keys = action.mock.calls
      .filter(([, { record }]) => record?.id === 1)
      .map(([, params]) => params.idempotencyKey)
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  it('gives its result as a table that no spreadsheet runs', async () => {
    const files: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob)
      return 'blob:result'
    })
    open(failing({ 1: refused }))
    await start(1, 3)
    await screen.findByText('1 done, 1 failed')
    press('Download result')
    expect(await files[0]?.text()).toBe(
      [
        '\uFEFF"Title","State","Action","Result","Message"',
        `"Book 1","AVAILABLE","Lend","Failed","Locked by the desk"`,
        `"'=Book 3","AVAILABLE","Lend","Done",""`,
        '',
      ].join('\r\n'),
    )
  })

  it('is refused by the check where it decides or destroys', () => {
    const codes = (bulk: object) => checkModel(modelWith(bulk)).map(({ code, message }) => `${code}: ${message}`)
    expect(codes({ bulk: 'books' })).toEqual([])
    const typed = { confirm: { title: 'Lend', typed: { label: 'Title', field: 'title' } } }
    expect(codes({ bulk: 'books', tone: 'danger', ...typed })).toEqual([
      "invalid-bulk: can't run on several records: it asks for a typed confirmation of each record",
      "invalid-bulk: can't run on several records: it is marked as dangerous",
    ])
  })
})
