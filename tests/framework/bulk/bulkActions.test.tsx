import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import type { ActionParams } from '../../../dataProvider/types.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const registry = {
  services: { library: 'token' },
  permissions: ['books.read', 'books.lend'],
  roles: { '*': ['books.read', 'books.lend'] },
  tones: {},
  components: {},
} as const satisfies Registry

const { defineResource } = createLanguage<NamesOf<typeof registry>>()

const booksWith = (bulk: object) =>
  defineResource({
    name: 'books',
    label: 'Books',
    record: {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: 'integer' },
        title: { type: 'string', title: 'Title' },
        state: { type: 'string', title: 'State' },
        isFixed: { type: 'boolean' },
      },
    },
    bindings: {
      list: {
        call: 'GET {library}/books',
        permission: 'books.read',
        query: { page: { param: 'page' }, q: { param: 'search' } },
        data: '/items',
        total: '/total',
      },
      lend: { call: 'POST {library}/books/{id}/lend', permission: 'books.lend', body: { card: { input: 'card' } } },
    },
    list: {
      columns: ['title', 'state'],
      perPage: 6,
      search: { placeholder: 'Search' },
      find: { search: ['id'] },
      emptyText: 'No books',
    },
    actions: {
      lend: {
        label: 'Lend',
        binding: 'lend',
        when: { state: 'AVAILABLE' },
        blocked: [{ when: { isFixed: true }, text: '{title} stays in the house' }],
        input: { card: { label: 'Card', schema: { type: 'string', minLength: 1 }, required: 'Which card?' } },
        success: '{title} lent',
        ...bulk,
      },
    },
  })

const modelWith = (bulk: object) => resolveConsole({ registry, screens: [booksWith(bulk)], home: '/books', nested: [] })

const book = (id: number) => ({
  id,
  title: id === 3 ? '=Book 3' : `Book ${id}`,
  state: id === 5 ? 'LENT' : 'AVAILABLE',
  isFixed: id === 6,
})

const done = async () => ({ data: { id: 1, ok: true, answer: {} } })

type Act = (resource: string, params: ActionParams) => Promise<unknown>

function open(act: Act = done, bulk: object = { bulk: 'books' }) {
  const getList = vi.fn(async (_name: string, { pagination: { page } }: { pagination: { page: number } }) => ({
    data: [1, 2, 3, 4, 5, 6].map((id) => book(id + 6 * (page - 1))),
    total: 12,
    pageInfo: { hasNextPage: page === 1, hasPreviousPage: page > 1 },
  }))
  const action = vi.fn(act)
  const page = () => {
    const [found] = consoleModel().definitions
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model: modelWith(bulk), extensions: {}, provider: { getList, action }, page })
  return { getList, action }
}

const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select: ${title}` })
const all = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
const select = async (...ids: number[]) => {
  for (const id of ids) fireEvent.click(await box(book(id).title))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const ask = async () => {
  press('Lend')
  return within(await screen.findByRole('dialog'))
}
const confirm = async (count: number) => {
  const asked = await ask()
  fireEvent.change(asked.getByLabelText('Card'), { target: { value: 'M-1' } })
  fireEvent.click(asked.getByRole('button', { name: `Lend ${count} books` }))
}
const start = async (...ids: number[]) => {
  await select(...ids)
  await confirm(ids.length)
}
const startOnTwoPages = async () => {
  await select(1, 2, 3, 4)
  press('Next')
  await screen.findByText('Book 7')
  await select(7, 8)
  await confirm(6)
}
const results = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.closest('[aria-label=Results]') !== null)
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(': '))

/** Calls that wait until a test answers them. */
function held() {
  const waiting: (() => void)[] = []
  const act: Act = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return done()
  }
  const release = () => {
    for (const answer of waiting.splice(0)) answer()
  }
  return { act, release }
}

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
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the selection', () => {
  it('exists only where an action runs on several records', async () => {
    open(done, {})
    await screen.findByText('Book 1')
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('is made one by one, by ranges and by pages, survives paging and can be cleared', async () => {
    open()
    await select(2)
    expect((await all()).indeterminate).toBe(true)
    fireEvent.click(await box('Book 4'), { shiftKey: true })
    expect(screen.getByText('3 selected')).toBeDefined()
    fireEvent.click(await all())
    expect(screen.getByText('6 selected')).toBeDefined()
    press('Next')
    await screen.findByText('Book 7')
    expect((await all()).checked).toBe(false)
    await select(8)
    expect(screen.getByText('7 selected')).toBeDefined()
    press('Clear')
    expect(screen.queryByText(/selected$/)).toBeNull()
  })

  it('ends with a notice when the list is searched', async () => {
    open()
    await select(2, 4)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'sea' } })
    expect(await screen.findByText(/^The selection was cleared/)).toBeDefined()
    expect(screen.queryByText(/selected$/)).toBeNull()
  })
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

  it('has at most four calls at once, and reads the list once at the end, with one notice', async () => {
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
    expect((await screen.findAllByText('Lend: 6 done')).length).toBe(1)
    expect(getList.mock.calls.length).toBe(before + 1)
    press('Close')
    expect(screen.queryByText(/selected$/)).toBeNull()
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
    expect(results().slice(0, 3)).toEqual(['Book 7: Not sent', 'Book 8: Not sent', 'Book 1: Done'])
    press('Close')
    expect(screen.getByText('2 selected')).toBeDefined()
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

  it('stops when the connection breaks', async () => {
    const { action } = open(async () => {
      throw lost
    })
    await startOnTwoPages()
    await screen.findByText('4 with unknown outcome, 2 not sent')
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
        '\uFEFF"Title","State","Result","Message"',
        `"Book 1","AVAILABLE","Failed","Locked by the desk"`,
        `"'=Book 3","AVAILABLE","Done",""`,
        '',
      ].join('\r\n'),
    )
  })

  it('is refused by the check where it decides or destroys', () => {
    const codes = (bulk: object) => checkModel(modelWith(bulk)).map(({ code, message }) => `${code}: ${message}`)
    expect(codes({ bulk: 'books' })).toEqual([])
    const typed = { confirm: { title: 'Lend', typed: { label: 'Title', text: '{title}' } } }
    expect(codes({ bulk: 'books', tone: 'danger', ...typed })).toEqual([
      "invalid-bulk: can't run on several records: it asks for a typed confirmation of each record",
      "invalid-bulk: can't run on several records: it is marked as dangerous",
    ])
  })
})
