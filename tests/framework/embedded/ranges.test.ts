import { expect, it } from 'vitest'
import { purchases } from '../../../examples/cookbook/purchases.ts'
import { resolve } from '../../../language/resolve.ts'
import { operationTable } from '../../../language/operations.ts'
import { listAnswer } from '../../../server/embedded/collections/listRows.ts'

const definition = resolve(purchases)
const operation = operationTable([definition]).get('purchases.list')!
const days = ['2026-03-01', '2026-03-02', '2026-03-03', null]
const records = days.map((from, index) => ({ id: index + 1, from, until: '2026-03-09' }))

const found = (query: object) =>
  listAnswer({ operation, path: {}, query: { ...query }, body: {} }, records, {} as never) as readonly { id: number }[]
const ids = (query: object) => found(query).map(({ id }) => id)

it.each([
  [{}, [1, 2, 3, 4]],
  [{ since: '2026-03-02' }, [2, 3]],
  [{ to: '2026-03-02' }, [1, 2]],
  [{ since: '2026-03-02', to: '2026-03-02' }, [2]],
])('generated records are filtered by %j, by the field that the two filters are named after', (query, expected) => {
  expect(ids(query)).toEqual(expected)
})
