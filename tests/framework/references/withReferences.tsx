import { vi } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { model as cookbook } from '../../../examples/cookbook/index.ts'
import { model as library } from '../../../examples/library/schemas/index.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { listResource } from '../../../src/model/consoleModel.ts'
import { ShowPage } from '../../../src/show/ShowPage.tsx'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

/** How the gateway answers, by the operation of the call. */
export type Answers = Readonly<Record<string, (url: URL, text: string) => Response | Promise<Response>>>

const extensions = {
  formats: { dueDate: { write: String } },
  cells: { borrower: async () => () => null },
  blocks: {},
  pages: {},
  facts: {},
  recordPages: [],
  routes: [],
} as never

interface Shown {
  readonly model: ConsoleModel
  readonly resource: string
  readonly answers: Answers
  /** The page of this record in place of the list. */
  readonly id?: string
  readonly address?: string
  readonly permissions?: readonly string[]
}

/** Draws a list or a record over a gateway that answers so. `called` has the calls that it was sent. */
function show({ model, resource, answers, id, address, permissions }: Shown) {
  const called: { readonly operation: string; readonly url: URL; readonly text: string }[] = []
  const fetch = vi.fn(async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, 'http://console.test')
    const operation = new Headers(init.headers).get('X-Operation') ?? ''
    const text = typeof init.body === 'string' ? init.body : ''
    called.push({ operation, url, text })
    return (
      answers[operation]?.(url, text) ?? Response.json({ message: `nothing answers ${operation}` }, { status: 500 })
    )
  })
  const { definitions } = model
  const provider = createDataProvider({ definitions, validators: compileValidators(definitions), fetch })
  const page = () => {
    const definition = listResource(resource)
    if (definition === undefined) throw new Error(`There is no ${resource}`)
    return id === undefined ? <ListPage definition={definition} /> : <ShowPage definition={definition} id={id} />
  }
  const more = { ...(permissions && { permissions }), ...(address !== undefined && { address }) }
  const { router } = mountConsole({ model, extensions, provider, page, ...more })
  return { called, router, callsOf: (operation: string) => called.filter((call) => call.operation === operation) }
}

const members = [
  { id: 1, name: 'Nora Field', card: 'M-0001' },
  { id: 2, name: 'Otto Lind', card: 'M-0002' },
]

const loan = (id: number, member: number) => ({ id, title: `Book ${id}`, member, card: `M-000${member}`, due: null })

/** The answer of the loans: by their range, of a member where one is asked for. */
function loans(url: URL): Response {
  const { member } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { readonly member?: number }
  const [first, last] = JSON.parse(url.searchParams.get('range') ?? '[0,19]') as [number, number]
  const all = Array.from({ length: 30 }, (_, index) => loan(index + 1, member ?? (index % 2) + 1))
  const range = `loans ${first}-${last}/${all.length}`
  return Response.json(all.slice(first, last + 1), { headers: { 'Content-Range': range } })
}

/** The lending library over a service that has thirty loans and two members. */
export const showLibrary = (answers: Answers, more: Omit<Shown, 'model' | 'answers'>) =>
  show({
    model: library,
    answers: {
      'loans.list': loans,
      'members.list': () => Response.json(members),
      'members.getOne': () => Response.json({ member: { ...members[1], born: '1969-**-**' } }),
      ...answers,
    },
    ...more,
  })

/** The recipes: cases refer to advisors, which the service searches. */
export const showCases = (answers: Answers) => show({ model: cookbook, answers, resource: 'cases' })
