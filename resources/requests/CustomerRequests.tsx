import type { PartRowsProps } from '../../src/nested/PartTable.tsx'
import { useRowKeys } from '../../src/table/useRowKeys.ts'
import { RequestBlock } from './RequestBlock.tsx'
import './requests.css'

/** What customers asked for, the newest first: transfers with their states and clocks, and closings. */
export const CustomerRequests = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  return (
    <ul className="cs-requests" aria-label={model.definition.label}>
      {rows.map((record) => (
        <RequestBlock key={keyOf(record)} model={model} record={record} busy={busy} />
      ))}
    </ul>
  )
}
