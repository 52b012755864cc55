import type { AnyColumn, AnyDefinition } from '../../language/defineResource.ts'
import { resolveColumns } from './columns.ts'
import type { ResolvedColumn, Row } from './columns.ts'

type View = NonNullable<AnyColumn['view']>

/** A column whose cells open more about their record. */
export type ViewColumn = ResolvedColumn & { readonly view: View }

/** What has been opened: which view, of which record. */
export interface Viewed {
  readonly view: View
  readonly record: Row
}

const isView = (column: ResolvedColumn): column is ViewColumn => column.view !== undefined

/** The columns of a definition that open more about a record. */
export const viewColumns = (definition: AnyDefinition): readonly ViewColumn[] =>
  resolveColumns(definition).filter(isView)

/** What a press inside a list opens, for whoever listens to all of its rows at once; nothing where it opens nothing. */
export function viewOf(target: Element, definition: AnyDefinition, rows: readonly Row[]): Viewed | undefined {
  const { view: name, id } = target.closest<HTMLElement>('[data-view]')?.dataset ?? {}
  const column = viewColumns(definition).find((each) => each.id === name)
  const record = rows.find((row) => String(row.id) === id)
  return column === undefined || record === undefined ? undefined : { view: column.view, record }
}
