import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { countText, momentColumn, readQueue } from '../../../src/queue/recordQueue.ts'
import { model } from '../queueLibrary.ts'

const definition = model.definitions.find(({ name }) => name === 'books')
if (definition?.kind !== 'list') throw new Error('no list of books')

it('a queue through a list that goes on has the number of the list, also where the list leaves records out', async () => {
  let id = 0
  const page = () => Array.from({ length: 49 }, () => ({ id: (id += 1) }))
  const pageInfo = { hasNextPage: true, hasPreviousPage: false }
  const params = {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
    meta: { search: '' },
  } as const
  const provider = { getList: async () => ({ data: page() as never, pageInfo }) }
  const queue = await readQueue({ definition, params, client: new QueryClient(), provider })
  expect(queue.ids).toHaveLength(147)
  expect(countText(queue.count, queue.hasMore)).toBe('150+')
})

it.each(['dateTime', 'date', 'localDateTime'])('a list has an age by a column of the format %s', (display) => {
  const columns = definition.list.columns.map((column) => (column.id === 'lost_at' ? { ...column, display } : column))
  expect(momentColumn({ ...definition, list: { ...definition.list, columns } })?.id).toBe('lost_at')
})
