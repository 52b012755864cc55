import { formatKinds } from '../../language/format.ts'
import type { ResolvedColumn, ResolvedAction } from '../../language/resource.ts'
import { namingColumn } from '../../language/namingColumn.ts'
import { type RowModel } from './rowModel.ts'
import { controlOf, recordActions } from './controlOf.ts'
import type { Row } from './columns.ts'
import { viewColumns } from './pressed.ts'

/** The columns of a row of two lines: name and status above, a few facts below. */
export interface PhoneColumns {
  readonly name: ResolvedColumn | undefined
  readonly status: ResolvedColumn | undefined
  readonly facts: readonly ResolvedColumn[]
}

/** Number of facts that fit when the moment has a time. One more fits when it is a date. */
const MOST_FACTS = 2

/** Identifiers, names of other records and the first moment: they tell rows apart. */
function tellingOf(columns: readonly ResolvedColumn[]): readonly ResolvedColumn[] {
  const moment = columns.find(({ display }) => formatKinds[display] === 'moment')
  const isTelling = ({ display, field, reference }: ResolvedColumn): boolean =>
    display === 'code' || field === 'id' || reference !== undefined
  const telling = columns.filter((column) => column === moment || isTelling(column))
  return telling.slice(0, moment?.display === 'date' ? MOST_FACTS + 1 : MOST_FACTS)
}

/** Other values: the first ones, and preferably one link among them. */
function othersOf(columns: readonly ResolvedColumn[]): readonly ResolvedColumn[] {
  const link = columns.find(({ display }) => display === 'link')
  const texts = columns.filter(({ display }) => display !== 'link')
  return link === undefined ? texts.slice(0, MOST_FACTS) : [...texts.slice(0, MOST_FACTS - 1), link]
}

/**
 * The columns that the definition names, in its order. Without names, the display formats decide: identifiers and a moment, which
 * tell rows apart, and other values only if there are none.
 */
export function phoneColumns({ definition, columns }: RowModel): PhoneColumns {
  const { phoneColumns: brief } = definition.list
  const status = columns.find(({ display }) => display === 'status')
  if (brief.length > 0) {
    const [name, ...facts] = brief.flatMap((id) => columns.filter((column) => column.id === id))
    return { name, status, facts }
  }
  const naming = namingColumn(definition)
  const name = columns.find(({ id }) => id === naming?.id) ?? columns.find(({ number }) => number !== true)
  const rest = columns.filter(
    (column) =>
      column !== name &&
      column !== status &&
      column.field !== undefined &&
      column.toggle === undefined &&
      column.view === undefined,
  )
  const telling = tellingOf(rest)
  return { name, status, facts: telling.length > 0 ? telling : othersOf(rest) }
}

const bare = (column: ResolvedColumn): ResolvedColumn => ({ ...column, actions: [] })

/** The columns without their buttons, for rows whose actions are in a sheet. */
export const withoutButtons = ({ name, status, facts }: PhoneColumns): PhoneColumns => ({
  name: name && bare(name),
  status: status && bare(status),
  facts: facts.map(bare),
})

interface OfferedAction {
  readonly name: string
  readonly action: ResolvedAction
}

/** The record's actions in its sheet: those available for the record and the person, including disabled ones. */
export const offeredActions = (
  { definition, permissions }: Pick<RowModel, 'definition' | 'permissions'>,
  record: Row,
): readonly OfferedAction[] =>
  recordActions(definition).flatMap((name) => {
    const action = definition.actions[name]
    const { state } = controlOf(definition, name, record, permissions)
    return action !== undefined && (state === 'ready' || state === 'disabled') ? [{ name, action }] : []
  })

/** True when a sheet has something to press in addition to its facts. */
export const hasActions = (model: Pick<RowModel, 'definition' | 'permissions'>, record: Row): boolean =>
  viewColumns(model.definition).length > 0 || offeredActions(model, record).length > 0
