import type { ResolvedColumn } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'
import { AlertNote } from '../clock/Clock.tsx'
import { MaskedValue } from '../reveal/MaskedValue.tsx'
import { drawCell } from '../table/Cell.tsx'
import { columnText, isNothing } from '../table/columns.ts'
import type { Row } from '../table/columns.ts'
import { drawText } from '../table/drawText.tsx'
import { partRecordName } from './partModel.ts'
import type { PartModel } from './partModel.ts'

interface PartCellProps {
  readonly model: PartModel
  readonly column: ResolvedColumn
  readonly record: Row
  readonly busy: string
}

const Masked = ({ model, column, record, text }: Omit<PartCellProps, 'busy'> & { readonly text: string }) => {
  const { definition: part, parent, page } = model
  return (
    <MaskedValue
      definition={parent}
      id={page.id}
      field={`${part.partOf.at}/*/${column.field ?? ''}${column.at}`}
      item={record.id}
      text={text}
      label={`${column.label} of ${partRecordName(part, record)}`}
    />
  )
}

const Value = ({ model, column, record, busy }: PartCellProps) => {
  const text = columnText(column, record)
  const isDrawnWhole = column.format === 'status' || column.widget !== undefined
  if (isNothing(column, text) || isDrawnWhole) return drawCell({ model, column, record, busy })
  if (column.format === 'masked') return <Masked model={model} column={column} record={record} text={text} />
  return (
    <span className="cs-part-value" data-full={text} title={text}>
      {drawText(column, text)}
    </span>
  )
}

/** One value of a part's record, with its warning below. Cut values have the whole of them at hand. */
export const PartCell = (props: PartCellProps) => {
  const { alert } = props.column
  if (alert === undefined || !holds(alert.when, props.record)) return <Value {...props} />
  return (
    <span className="cs-stack cs-part-alerted">
      <Value {...props} />
      <AlertNote alert={alert} item={props.record} />
    </span>
  )
}
