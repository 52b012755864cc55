import { beforeEach, describe, expect, it } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { defineResource, registry } from '../libraryLanguage.ts'

const text = { type: ['string', 'null'] } as const

/** Notes of a service that gives pages of two, and searches nothing. */
const notes = defineResource({
  name: 'notes',
  label: 'Notes',
  record: { type: 'object', properties: { title: { ...text, title: 'Title' }, body: { ...text, title: 'Body' } } },
  bindings: {
    list: {
      call: 'GET {library}/notes',
      permission: 'all',
      query: { page: { param: 'page' } },
      data: '/items',
      pageCount: '/pages',
    },
  },
  list: { columns: ['title', 'body'], perPage: 2, emptyText: 'Nothing', search: { field: ['title', 'body'] } },
})

const { definitions } = resolveConsole({ registry, screens: [notes], home: '/notes', nested: [] })

const items = [
  { title: 'Dune', body: 'returned' },
  { title: 'Emma', body: null },
  { title: 'Lent', body: 'to the reader of DUNE' },
  { title: 'Persuasion', body: 'lent' },
  { title: 'Dune Messiah', body: '' },
]

let asked: string[]
let pages: number
beforeEach(() => {
  asked = []
  pages = 3
})

const fetch = async (input: RequestInfo | URL) => {
  const page = Number(
    new URL(input instanceof Request ? input.url : input, 'http://console.test').searchParams.get('page'),
  )
  asked.push(String(page))
  return Response.json({ items: items.slice((page - 1) * 2, page * 2), pages })
}

const newProvider = () => createDataProvider({ definitions, validators: compileValidators(definitions), fetch })

const search = (wanted: string, page = 1) => ({
  pagination: { page, perPage: 2 },
  sort: { field: 'id', order: 'ASC' as const },
  filter: {},
  meta: { search: wanted },
})

describe('a list whose service gives pages and searches nothing', () => {
  it('is searched in all its pages, in each of the fields, and keeps their order', async () => {
    const provider = newProvider()
    const first = await provider.getList('notes', search(' dune '))
    expect(first.data.map(({ title }) => title)).toEqual(['Dune', 'Lent'])
    expect(first).toMatchObject({ total: 3, meta: { totalPages: 2, whole: 5 }, pageInfo: { hasNextPage: true } })
    const second = await provider.getList('notes', search('dune', 2))
    expect(second.data.map(({ id, title }) => [id, title])).toEqual([[5, 'Dune Messiah']])
    expect(asked).toEqual(['1', '2', '3'])
  })

  it('is read page by page while nothing is searched', async () => {
    const { data } = await newProvider().getList('notes', search('', 2))
    expect(data.map(({ title }) => title)).toEqual(['Lent', 'Persuasion'])
    expect(asked).toEqual(['2'])
  })

  it('says that it is too long, where it is, and never shows a part as the whole', async () => {
    pages = 51
    await expect(newProvider().getList('notes', search('dune'))).rejects.toMatchObject({
      message: 'Notes has more than 50 pages. That is too many to search.',
    })
    expect(asked).toHaveLength(50)
  })
})
