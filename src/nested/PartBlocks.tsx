import type { ResolvedColumn } from '../../language/resource.ts'
import { Facts } from '../ui/Facts.tsx'
import { phoneColumns } from '../phone/phoneColumns.ts'
import { busyNames } from '../table/RecordTable.tsx'
import { columnText, isNothing } from '../table/columns.ts'
import type { Row } from '../table/columns.ts'
import { useRowKeys } from '../table/useRowKeys.ts'
import { PartCell } from './PartCell.tsx'
import { PartActions } from './PartTable.tsx'
import type { PartRowsProps } from './PartTable.tsx'

const hasText = (column: ResolvedColumn, record: Row): boolean => !isNothing(column, columnText(column, record))

/** The records of a part where it is narrow: name and status, then everything else, then what can be done. */
export const PartBlocks = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  const { name, status } = phoneColumns(model)
  const rest = model.columns.filter((column) => column !== name && column !== status)
  return (
    <ul className="cs-part-blocks" aria-label={model.definition.label}>
      {rows.map((record) => {
        const cell = { model, record, busy: busyNames(busy, record) }
        return (
          <li key={keyOf(record)}>
            <div className="cs-row cs-row--between cs-part-line">
              <strong>{name !== undefined && <PartCell {...cell} column={name} />}</strong>
              {status !== undefined && <PartCell {...cell} column={status} />}
            </div>
            <Facts kind="inline">
              {rest
                .filter((column) => hasText(column, record))
                .map((column) => (
                  <div key={column.id}>
                    <dt>{column.label}</dt>
                    <dd>
                      <PartCell {...cell} column={column} />
                    </dd>
                  </div>
                ))}
            </Facts>
            <div className="cs-part-actions">
              <PartActions model={model} record={record} busy={busy} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
