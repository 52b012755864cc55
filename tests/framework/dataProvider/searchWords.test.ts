import { describe, expect, it } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { defineResource, registry } from '../libraryLanguage.ts'

const text = { type: ['string', 'null'] } as const

/** Readers of a service that finds each by a text that is in the name as it is. */
const readers = defineResource({
  name: 'readers',
  label: 'Readers',
  record: { type: 'object', properties: { name: { ...text, title: 'Name' }, town: { ...text, title: 'Town' } } },
  bindings: {
    list: {
      call: 'GET {library}/readers',
      permission: 'all',
      query: { page: { param: 'page' }, q: { param: 'search' } },
      data: '/items',
      pageCount: '/pages',
    },
  },
  list: { columns: ['name', 'town'], perPage: 3, emptyText: 'Nothing', search: {}, find: { search: ['name'] } },
})

const { definitions } = resolveConsole({ registry, screens: [readers], home: '/readers', nested: [] })

/** What the service finds by one word, on a page of a list with so many. */
function provider(names: readonly string[], pages = 1) {
  const items = names.map((name, index) => ({ id: index + 1, name, town: 'Rocío' }))
  const page = { items, total: items.length, hidden: 0, page: items.length }
  const lines = [JSON.stringify({ page: { items, pages } }), JSON.stringify({ isCut: false })].join('\n')
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const isExport = new Headers(input instanceof Request ? input.headers : init?.headers).has('x-export')
    return isExport ? new Response(`${lines}\n`) : Response.json({ ...page, pages })
  }
  return createDataProvider({ definitions, validators: compileValidators(definitions), fetch })
}

const asked = (words?: string, page = 1) => ({
  pagination: { page, perPage: 3 },
  sort: { field: 'id', order: 'ASC' as const },
  filter: {},
  meta: { search: 'Ibáñez', ...(words !== undefined && { words }) },
})

const namesOf = async (names: readonly string[], words?: string, pages = 1, page = 1) => {
  const { data } = await provider(names, pages).getList('readers', asked(words, page))
  return data.map(({ name }) => name)
}

const joint = 'Rocío & Sólveig Ibáñez'

describe('a list of which one word was searched', () => {
  it.each(['Rocío Ibáñez', 'rocio ibanez', 'IBÁÑEZ SÓLVEIG'])(
    'has only the records with all words of %s, whatever is between them, where it has one page',
    async (words) => {
      expect(await namesOf(['Lucía Ibáñez', joint, 'Óscar Ibáñez'], words)).toEqual([joint])
    },
  )

  it('finds letters with a stroke by those without', async () => {
    expect(await namesOf(['Hạnh Lê', 'Hạnh & Neil Đặng'], 'hanh dang')).toEqual(['Hạnh & Neil Đặng'])
  })

  it('has all of its records where none has all words: other fields than the searched ones do not count', async () => {
    expect(await namesOf(['Lucía Ibáñez', 'Óscar Ibáñez'], 'Rocío Ibáñez')).toEqual(['Lucía Ibáñez', 'Óscar Ibáñez'])
    expect(await namesOf(['Lucía Ibáñez', joint])).toEqual(['Lucía Ibáñez', joint])
  })

  it('has them first on each of its pages, and the others behind them in their order', async () => {
    const names = ['Lucía Ibáñez', joint, 'Óscar Ibáñez']
    const sorted = [joint, 'Lucía Ibáñez', 'Óscar Ibáñez']
    expect(await namesOf(names, 'Rocío Ibáñez', 2)).toEqual(sorted)
    expect(await namesOf(names, 'Rocío Ibáñez', 2, 2)).toEqual(sorted)
  })

  it('comes into a file as it is shown', async () => {
    const { sort, filter, meta } = asked('Rocío Ibáñez')
    const all = provider(['Lucía Ibáñez', joint])
    const { data } = await all.exportList('readers', { sort, filter, meta })
    expect(data.rows.map(({ name }) => name)).toEqual([joint])
    const { data: other } = await all.exportList('readers', { sort, filter, meta: { search: 'Ibáñez' } })
    expect(other.rows).toHaveLength(2)
  })
})
