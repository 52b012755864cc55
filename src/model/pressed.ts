import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import type { Row } from './columns.ts'

/** Runs the pressed action of a record, for one listener on many controls. A control that is off runs nothing. */
export function runPressed(target: Element, records: readonly Row[], run: (name: string, record: Row) => void): void {
  const control = target.closest<HTMLElement>('[data-action]')
  const { action, id } = control?.dataset ?? {}
  const record = records.find((each) => String(each.id) === id)
  if (action === undefined || record === undefined || control?.getAttribute('aria-disabled') === 'true') return
  run(action, record)
}

type View = NonNullable<ResolvedColumn['view']>

/** A column whose cells open more about their record. */
type ViewColumn = ResolvedColumn & { readonly view: View }

export interface Viewed {
  readonly view: View
  readonly record: Row
}

const isView = (column: ResolvedColumn): column is ViewColumn => column.view !== undefined

/** The columns of a definition that open more about a record. */
export const viewColumns = (definition: TableResource): readonly ViewColumn[] => definition.list.columns.filter(isView)

/** The view that a press in a list opens, for one listener on all rows. `undefined` when it opens nothing. */
export function viewOf(target: Element, definition: TableResource, rows: readonly Row[]): Viewed | undefined {
  const { view: name, id } = target.closest<HTMLElement>('[data-view]')?.dataset ?? {}
  const column = viewColumns(definition).find((each) => each.id === name)
  const record = rows.find((row) => String(row.id) === id)
  return column === undefined || record === undefined ? undefined : { view: column.view, record }
}
