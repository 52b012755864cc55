import type { ResolvedColumn } from '../../language/resource.ts'
import type { ReactNode } from 'react'
import { Facts } from '../ui/Facts.tsx'
import { columnValue } from '../table/columns.ts'
import type { Row } from '../table/columns.ts'

interface SwitchFactsProps {
  readonly record: Row
  /** Columns with a switch. */
  readonly columns: readonly ResolvedColumn[]
  /** The record's row has been read. */
  readonly isKnown: boolean
}

function standOf(column: ResolvedColumn, record: Row): ReactNode {
  const value = columnValue(column, record)
  const [on, off] = column.toggle?.words ?? ['On', 'Off']
  if (value === true) return <strong>{on}</strong>
  return value === false ? off : 'not known'
}

/** How the switches of a record stand, in words, on paper alone: paper has no switches. */
export const SwitchFacts = ({ record, columns, isKnown }: SwitchFactsProps) => (
  <Facts kind="inline" className="cs-record-facts cs-on-paper">
    {columns.map((column) => (
      <div key={column.id}>
        <dt>{`${column.label}:`}</dt>
        <dd>{isKnown ? standOf(column, record) : 'not known'}</dd>
      </div>
    ))}
  </Facts>
)
