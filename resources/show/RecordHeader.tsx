import type { ShowDefinition } from '../../schemas/meta/show.ts'
import { valueAt } from '../../schemas/meta/pointer.ts'
import { formatValue } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import { StatusPill } from '../table/Cell.tsx'

interface RecordHeaderProps {
  readonly header: ShowDefinition['header']
  readonly record: unknown
}

/** The band above a record: who it is, what state it is in, and the facts that tell it from others. */
export const RecordHeader = ({ header, record }: RecordHeaderProps) => {
  const status = header.status === undefined ? undefined : formatValue('text', valueAt(record, header.status.at))
  return (
    <header className="cs-record-header">
      <div className="cs-record-title">
        <h1>{formatValue('text', valueAt(record, header.title))}</h1>
        {status !== undefined && <StatusPill table={header.status?.tones} status={status} />}
      </div>
      <dl className="cs-record-facts">
        {header.facts.map((fact) => {
          const read = readFact(fact, fact.at, record)
          const text = read.isReadable ? read.text : 'unreadable'
          return (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.format === 'code' ? <code>{text}</code> : text}</dd>
            </div>
          )
        })}
      </dl>
    </header>
  )
}

/** The band while the record is on its way, at its final height. */
export const RecordHeaderSkeleton = () => (
  <div className="cs-record-header" aria-busy="true">
    <span className="cs-visually-hidden">Loading</span>
    <div className="cs-record-title">
      <span className="cs-skeleton cs-skeleton--title" />
    </div>
    <span className="cs-skeleton cs-skeleton--facts" />
  </div>
)
