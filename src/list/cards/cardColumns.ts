import type { ResolvedColumn } from '../../../language/resource.ts'
import { namingColumn } from '../../table/rowModel.ts'
import type { RowModel } from '../../table/rowModel.ts'

/** Which columns a card shows, and where: its heading, the text below it, and the values that have a label. */
export interface CardColumns {
  readonly title: ResolvedColumn | undefined
  readonly message: ResolvedColumn | undefined
  readonly facts: readonly ResolvedColumn[]
}

const isPlain = ({ format, toggle, view, actions }: ResolvedColumn): boolean =>
  format === 'text' && toggle === undefined && view === undefined && actions.length === 0

/** Chosen by what the columns are: the one that names the record, the plain text right after it, and the rest (D-161). */
export function cardColumns({ definition, columns }: RowModel): CardColumns {
  const naming = namingColumn(definition)
  const title = columns.find(({ id }) => id === naming?.id)
  const others = columns.filter((column) => column !== title)
  const [next] = others
  const message = next !== undefined && isPlain(next) ? next : undefined
  return { title, message, facts: others.filter((column) => column !== message) }
}
