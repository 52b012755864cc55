import type { ResolvedColumn, TableResource, ListResource, NestedResource } from '../../language/resource.ts'
import { mayDoAny, rowActions } from './controlOf.ts'
import type { Permissions } from './controlOf.ts'
import { columnText } from './columns.ts'
import type { Row } from './columns.ts'

/** Everything a row needs to draw itself, worked out once for the page so that rows have nothing to ask. */
export interface RowModel<Kind extends TableResource = TableResource> {
  readonly definition: Kind
  readonly columns: readonly ResolvedColumn[]
  /** Actions of the last column; none where there is no such column, as where the person may do none of them. */
  readonly actions: readonly string[]
  /**
   * The column that names the row, by its id: its header for assistive technology, what stays in sight where the table
   * is scrolled sideways, and what nobody can hide.
   */
  readonly naming?: string | undefined
  readonly permissions: Permissions
  /** The list's own query, handed to the record's page for its way back. It carries no searched text. */
  readonly query: string
}

/** What every cell is drawn from. `busy` holds the names of the row's actions at work. */
export interface CellProps {
  readonly model: RowModel
  readonly column: ResolvedColumn
  readonly record: Row
  readonly busy: string
  /** The row's running number across the pages, where a column shows it. */
  readonly number?: number | undefined
}

/** The model of a page's rows. `hidden` names the columns the person does not want to see; the naming one is shown. */
export function rowModelOf<Kind extends TableResource>(
  definition: Kind,
  permissions: Permissions,
  query: string,
  hidden: readonly string[],
): RowModel<Kind> {
  const naming = namingColumn(definition)?.id
  const columns = definition.list.columns.filter(({ id }) => id === naming || !hidden.includes(id))
  const actions = rowActions(definition)
  const own = mayDoAny(definition, actions, permissions) ? actions : []
  return { definition, columns, actions: own, naming, permissions, query }
}

const isName = ({ field, display }: ResolvedColumn): boolean =>
  field !== undefined && field !== 'id' && display !== 'date' && display !== 'dateTime' && display !== 'localDateTime'

/**
 * The column that names a record: the first of the definition's brief, else the one that links to it, else the first
 * that is neither its id nor a moment.
 */
export const namingColumn = (definition: TableResource): ResolvedColumn | undefined => {
  const columns = definition.list.columns
  const brief = columns.find(({ id }) => id === definition.list.phoneColumns[0])
  return brief ?? columns.find(({ link }) => link === 'record') ?? columns.find(isName) ?? columns[0]
}

/** What a record is called in labels: 'Restrict User: Mara Quill'. */
export function recordName(definition: TableResource, record: Row): string {
  const column = namingColumn(definition)
  return column === undefined ? String(record.id) : columnText(column, record)
}

/** What the rows of a part are drawn from. */
export interface PartModel extends RowModel<NestedResource> {
  /** The definition and the record of the page that the part stands on. */
  readonly parent: ListResource
  readonly page: Row
}

/** The model of a part's rows. */
export const partModelOf = (
  part: NestedResource,
  permissions: Permissions,
  { parent, page }: Pick<PartModel, 'parent' | 'page'>,
): PartModel => ({ ...rowModelOf(part, permissions, '', []), parent, page })

/** What a part's record is called in labels: several may have the same name, so its id comes along. */
export const partRecordName = (part: NestedResource, record: Row): string =>
  `${recordName(part, record)} (${record.id})`

/** Which columns a card shows, and where: its heading, the text below it, and the values that have a label. */
export interface CardColumns {
  readonly title: ResolvedColumn | undefined
  readonly message: ResolvedColumn | undefined
  readonly facts: readonly ResolvedColumn[]
}

const isPlain = ({ display, toggle, view, actions }: ResolvedColumn): boolean =>
  display === 'text' && toggle === undefined && view === undefined && actions.length === 0

/** Chosen by what the columns are: the one that names the record, the plain text right after it, and the rest (D-161). */
export function cardColumns({ definition, columns }: RowModel): CardColumns {
  const naming = namingColumn(definition)
  const title = columns.find(({ id }) => id === naming?.id)
  const others = columns.filter((column) => column !== title)
  const [next] = others
  const message = next !== undefined && isPlain(next) ? next : undefined
  return { title, message, facts: others.filter((column) => column !== message) }
}
