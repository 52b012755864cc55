import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import type { ActionParams } from '../../../dataProvider/types.ts'
import { createLanguage } from '../../../language/authored/createLanguage.ts'
import type { NamesOf, Registry } from '../../../language/registry.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { draftsIn } from '../../../src/data/drafts.ts'
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
        blocked: [{ when: { isFixed: true }, message: '{title} stays in the house' }],
        input: { card: { label: 'Card', schema: { type: 'string', minLength: 1 }, required: 'Which card?' } },
        success: '{title} lent',
        ...bulk,
      },
    },
  })

export const modelWith = (bulk: object) =>
  resolveConsole({ registry, screens: [booksWith(bulk)], home: '/books', nested: [] })

/** Books that are lent in the end. */
export const lent = new Set<number>()

const book = (id: number) => ({
  id,
  title: id === 3 ? '=Book 3' : `Book ${id}`,
  state: id === 5 || lent.has(id) ? 'LENT' : 'AVAILABLE',
  isFixed: id === 6,
})

export const done = async () => ({ data: { id: 1, ok: true, answer: {} } })

/** The list, for as long as the session lasts. */
const Session = () => {
  const drafts = draftsIn(useQueryClient())
  const [isOver, setOver] = useState(false)
  const [definition] = consoleModel().definitions
  const signIn = () => {
    drafts.claim('ada')
    setOver(false)
  }
  const end = () => {
    drafts.hold()
    setOver(true)
  }
  return (
    <>
      <button onClick={signIn}>Sign in</button>
      <button onClick={end}>End the session</button>
      {!isOver && definition?.kind === 'list' && <ListPage definition={definition} />}
    </>
  )
}

interface Asked {
  readonly pagination: { readonly page: number }
  readonly meta: { readonly search?: string }
}

const onlyPage = { hasNextPage: false, hasPreviousPage: false }

export type Act = (resource: string, params: ActionParams) => Promise<unknown>

export function open(act: Act = done, bulk: object = { bulk: 'books' }) {
  const getList = vi.fn(async (_name: string, { pagination: { page }, meta }: Asked) => {
    if (meta.search !== undefined) return { data: [book(4)], total: 1, pageInfo: onlyPage }
    return {
      data: [1, 2, 3, 4, 5, 6].map((id) => book(id + 6 * (page - 1))),
      total: 12,
      pageInfo: { hasNextPage: page === 1, hasPreviousPage: page > 1 },
    }
  })
  const action = vi.fn(act)
  mountConsole({ model: modelWith(bulk), extensions: {}, provider: { getList, action }, page: () => <Session /> })
  return { getList, action }
}

export const box = (title: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select: ${title}` })
export const all = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
export const select = async (...ids: number[]) => {
  for (const id of ids) fireEvent.click(await box(book(id).title))
}
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const ask = async () => {
  press('Lend')
  return within(await screen.findByRole('dialog'))
}
export const confirm = async (count: number) => {
  const asked = await ask()
  fireEvent.change(asked.getByLabelText('Card'), { target: { value: 'M-1' } })
  fireEvent.click(asked.getByRole('button', { name: `Lend ${count} books` }))
}
export const start = async (...ids: number[]) => {
  await select(...ids)
  await confirm(ids.length)
}
export const startOnTwoPages = async () => {
  await select(1, 2, 3, 4)
  press('Next')
  await screen.findByText('Book 7')
  await select(7, 8)
  await confirm(6)
}
export const results = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.closest('[aria-label=Results]') !== null)
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent).join(': '))

/** Calls that wait until a test answers them. */
export function held() {
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
