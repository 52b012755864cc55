import type { BlockProps } from '../../src/console/extensions.ts'
import { PartBlock } from '../../src/nested/PartBlock.tsx'
import type { PartRowsProps } from '../../src/nested/PartTable.tsx'
import { useRowKeys } from '../../src/table/RecordTable.tsx'
import { RequestBlock } from './RequestBlock.tsx'
import './requests.css'

/** Requests, each as a block of its own. */
export const RequestRows = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  return (
    <ul className="cs-requests" aria-label={model.definition.label}>
      {rows.map((record) => (
        <RequestBlock key={keyOf(record)} model={model} record={record} busy={busy} />
      ))}
    </ul>
  )
}

/** What customers asked for, the newest first: transfers with their states and clocks, and closings. */
export const CustomerRequests = ({ model, part }: BlockProps) => {
  const { definition, detail, record, permissions } = model
  return <PartBlock parent={definition} {...{ part, detail, record, permissions }} rows={RequestRows} />
}
