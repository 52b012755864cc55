import type { ResolvedAction } from '../../language/resource.ts'
import { controlOf, recordActions } from '../actions/controlOf.ts'
import type { Row } from '../table/columns.ts'
import type { RowModel } from '../table/rowModel.ts'
import { viewColumns } from '../table/viewOf.ts'

interface OfferedAction {
  readonly name: string
  readonly action: ResolvedAction
}

/** The actions on a record that its sheet offers: those there are for it and for the person, also where they are off. */
export const offeredActions = (
  { definition, permissions }: Pick<RowModel, 'definition' | 'permissions'>,
  record: Row,
): readonly OfferedAction[] =>
  recordActions(definition).flatMap((name) => {
    const action = definition.actions[name]
    const { state } = controlOf(definition, name, record, permissions)
    return action !== undefined && (state === 'ready' || state === 'disabled') ? [{ name, action }] : []
  })

/** Whether a sheet has anything to press beside what it tells. */
export const hasActions = (model: Pick<RowModel, 'definition' | 'permissions'>, record: Row): boolean =>
  viewColumns(model.definition).length > 0 || offeredActions(model, record).length > 0
