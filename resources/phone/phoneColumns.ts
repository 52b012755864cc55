import type { ResolvedColumn } from '../table/columns.ts'
import { namingColumn } from '../table/rowModel.ts'
import type { RowModel } from '../table/rowModel.ts'

/** Which columns a row of two lines shows: its name and status above, at most two facts below. */
export interface PhoneColumns {
  readonly name: ResolvedColumn | undefined
  readonly status: ResolvedColumn | undefined
  readonly facts: readonly ResolvedColumn[]
}

const MOST_FACTS = 2

/** Chosen by what the columns are: identifiers and dates tell rows apart, other values only where there are none. */
export function phoneColumns({ definition, columns }: RowModel): PhoneColumns {
  const naming = namingColumn(definition)
  const name = columns.find(({ id }) => id === naming?.id) ?? columns[0]
  const status = columns.find(({ format }) => format === 'status')
  const rest = columns.filter(
    (column) => column !== name && column !== status && column.toggle === undefined && column.view === undefined,
  )
  const telling = rest.filter(
    ({ format, field }) => format === 'code' || format === 'dateTime' || format === 'date' || field === 'id',
  )
  return { name, status, facts: (telling.length > 0 ? telling : rest).slice(0, MOST_FACTS) }
}
