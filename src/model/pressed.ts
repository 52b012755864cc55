import type { ResolvedColumn, TableResource } from '../../language/resource.ts'
import type { Row } from './columns.ts'

/** The action and the record behind a pressed control. */
interface PressedAction {
  readonly name: string
  readonly id: string
}

/** The pressed action, for one listener on many controls. `undefined` when the control is off or is no action. */
export const pressedActionOf = (target: Element): PressedAction | undefined => {
  const control = target.closest<HTMLElement>('[data-action]')
  const { action, id } = control?.dataset ?? {}
  if (control?.getAttribute('aria-disabled') === 'true' || action === undefined || id === undefined) return undefined
  return { name: action, id }
}

type View = NonNullable<ResolvedColumn['view']>

/** A column whose cells open more about their record. */
export type ViewColumn = ResolvedColumn & { readonly view: View }

/** The opened view and its record. */
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
