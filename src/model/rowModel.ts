import type { RefObject } from 'react'
import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import { namingColumn } from '../../language/namingColumn.ts'
import { mayDoAny, rowActions, type Permissions } from './controlOf.ts'
import { areExclusive } from '../../language/predicate.ts'
import { searchedFields } from '../../language/searchWords.ts'
import { columnText, type Row } from './columns.ts'

/** Everything a row needs to draw itself. It is computed once per page. */
export interface RowModel<Kind extends TableResource = TableResource> {
  readonly definition: Kind
  readonly columns: readonly ResolvedColumn[]
  /** Ids of all columns in the order of the table, where the person has hidden some of them. */
  readonly allColumns?: readonly string[] | undefined
  /**
   * Places of the last column, each with the actions that share it because no record has two of them. Empty when there is
   * no such column, for example when the person may do none of the actions.
   */
  readonly actions: readonly (readonly string[])[]
  /** True when rows can be selected, for an action on several of them. Only a resource's own list has that. */
  readonly isSelectable: boolean
  /**
   * Id of the column that names the row. It is the row header for assistive technology, it stays visible when the table
   * scrolls sideways, and it cannot be hidden.
   */
  readonly naming?: string | undefined
  /** Id of a later column with a number that records are found by. It stays visible with the naming column. */
  readonly pinned?: string | undefined
  /** Ids of the columns that the list's search looks at: those with a value, where the definition does not name them. */
  readonly searched: readonly string[]
  readonly permissions: Permissions
  /** Why nothing that the rows offer can be started now. */
  readonly offReason?: string
  /** The list's place now, for the records' links. It is no part of the drawing: rows stay when it changes. */
  readonly place?: RefObject<RowsPlace> | undefined
}

export interface RowsPlace {
  /** The list's own query, for the link back. It carries no searched text. */
  readonly query: string
  /** The list's entry in the history. Its records can be stepped through. */
  readonly entry?: string
  /** The searched text, if the list has a search. */
  readonly search?: string
}

/**
 * What the history keeps of a list's place with a record that is opened from it. It can be restored unless a search or a
 * personal filter is part of it: these are in memory only.
 */
export const openedFrom = ({ query, entry, search }: Partial<RowsPlace>) => ({
  list: query,
  from: entry,
  isRestorable: search === '' && !new URLSearchParams(query).has('private'),
})

/** Who works on which record, by its id. */
export type Holders = Readonly<Record<string, string>>

/** The input of every cell. `busy` holds the names of the row's running actions. */
export interface CellProps {
  readonly model: RowModel
  readonly column: ResolvedColumn
  readonly record: Row
  readonly busy: string
  /** The row's running number across the pages, if a column shows it. */
  readonly number?: number | undefined
  /** Who works on the record. */
  readonly holder?: string | undefined
}

/** The places of buttons: an action has the place of those before it that no record has together with it. */
function placesOf({ actions }: TableResource, names: readonly string[]): RowModel['actions'] {
  const places: (readonly string[])[] = []
  for (const name of names) {
    const last = places.at(-1) ?? []
    const isShared =
      last.length > 0 && last.every((other) => areExclusive(actions[other]?.when ?? {}, actions[name]?.when ?? {}))
    places.splice(isShared ? -1 : places.length, 1, isShared ? [...last, name] : [name])
  }
  return places
}

function searchedColumns({ list }: TableResource): readonly string[] {
  if (list.search === undefined) return []
  const fields = searchedFields(list)
  const isSearched = ({ field }: ResolvedColumn) =>
    field !== undefined && (fields.length === 0 || fields.includes(field))
  return list.columns.filter(isSearched).map(({ id }) => id)
}

/** The model of a page's rows. `hidden` lists the columns the person has hidden; the naming column always shows. */
export function rowModelOf<Kind extends TableResource>(
  definition: Kind,
  permissions: Permissions,
  hidden: readonly string[],
  place?: RowModel['place'],
): RowModel<Kind> {
  const naming = namingColumn(definition)?.id
  const columns = definition.list.columns.filter(({ id }) => id === naming || !hidden.includes(id))
  const actions = rowActions(definition)
  const own = mayDoAny(definition, actions, permissions) ? placesOf(definition, actions) : []
  const found = Object.values(definition.list.find).flat()
  const isFoundBy = ({ field, display }: ResolvedColumn) => display === 'code' && found.includes(field ?? '')
  const pinned = columns.slice(columns.findIndex(({ id }) => id === naming) + 1).find(isFoundBy)?.id
  const searched = searchedColumns(definition)
  return { definition, columns, actions: own, isSelectable: false, naming, pinned, searched, permissions, place }
}

/** Marks the place of a value as searched, so that what a search has found is highlighted in it. */
export const searchedMark = ({ searched }: RowModel, column: ResolvedColumn | undefined) =>
  column !== undefined && searched.includes(column.id) ? { 'data-searched': '' } : {}

/** The number of columns with the hidden ones; `undefined` where none are hidden. */
export const columnCount = ({ allColumns, isSelectable, actions }: RowModel): number | undefined =>
  allColumns && allColumns.length + (isSelectable ? 1 : 0) + (actions.length > 0 ? 1 : 0)

/** The place of a column among all of a table, from 1; `undefined` where none are hidden. */
export const columnIndex = ({ allColumns, isSelectable }: RowModel, { id }: ResolvedColumn): number | undefined =>
  allColumns && allColumns.indexOf(id) + (isSelectable ? 2 : 1)

/** The name of a record in labels: 'Restrict User: Mara Quill'. */
export function recordName(definition: TableResource, record: Row): string {
  const column = namingColumn(definition)
  return column === undefined ? String(record.id) : columnText(column, record)
}
