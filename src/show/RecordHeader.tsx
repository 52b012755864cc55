import { memo } from 'react'
import type { ReactNode } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { Facts } from '../ui/Facts.tsx'
import type { ShowDefinition } from '../../language/show.ts'
import { valueAt } from '../../language/pointer.ts'
import { formatValue, NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import { RecordActions } from '../actions/RecordActions.tsx'
import { StatusPill } from '../table/Cell.tsx'
import { CopyButton } from './CopyButton.tsx'
import { FactValue } from './FactValue.tsx'
import { HeaderSwitches, SwitchesSkeleton } from './HeaderSwitches.tsx'
import type { ListRow } from './useListRow.ts'
import type { PageModel } from './pageModel.ts'

type Header = ShowDefinition['header']

interface RecordHeaderProps {
  readonly model: PageModel
  readonly listRow: ListRow
}

/** A number may be copied; what has been masked is no number. */
const copyOf = (fact: Header['facts'][number], detail: unknown) => {
  const read = fact.format === 'code' ? readFact(fact, fact.at, detail) : undefined
  if (read?.isReadable !== true || read.text === NOTHING) return null
  return <CopyButton text={read.text} label={fact.label} />
}

const HeaderFacts = ({
  header,
  draw,
}: {
  readonly header: Header
  readonly draw: (fact: Header['facts'][number]) => ReactNode
}) => (
  <Facts kind="inline" className="cs-record-facts">
    {header.facts.map((fact) => (
      <div key={fact.label}>
        <dt>{fact.label}</dt>
        <dd>{draw(fact)}</dd>
      </div>
    ))}
  </Facts>
)

const Title = ({ model: { show, detail } }: Pick<RecordHeaderProps, 'model'>) => {
  const { title, status } = show.header
  const state = status === undefined ? NOTHING : formatValue('text', valueAt(detail, status.at))
  return (
    <div className="cs-record-title">
      <h1>{formatValue('text', valueAt(detail, title))}</h1>
      {state !== NOTHING && <StatusPill table={status?.tones} status={state} />}
    </div>
  )
}

/** The band above a record: who it is, what state it is in, what tells it from others, and what can be done to it. */
export const RecordHeader = memo(({ model, listRow }: RecordHeaderProps) => {
  const { definition, record, permissions, flow } = model
  const { header } = model.show
  return (
    <header className="cs-record-header">
      <Title model={model} />
      <RecordActions {...{ definition, record, permissions, flow }} names={header.actions} />
      <HeaderFacts
        header={header}
        draw={(fact) => (
          <>
            <FactValue model={model} fact={fact} place={fact.at} />
            {copyOf(fact, model.detail)}
          </>
        )}
      />
      <HeaderSwitches model={model} listRow={listRow} />
    </header>
  )
})

interface SkeletonProps {
  readonly definition: ListResource
  readonly header: Header
}

/** The band while the record is on its way, at its final height. */
export const RecordHeaderSkeleton = ({ definition, header }: SkeletonProps) => (
  <div className="cs-record-header" aria-busy="true">
    <span className="cs-visually-hidden">Loading</span>
    <div className="cs-record-title">
      <span className="cs-skeleton cs-skeleton--title" />
    </div>
    <div className="cs-row cs-record-actions" />
    <HeaderFacts header={header} draw={() => <span className="cs-skeleton cs-skeleton--fact" />} />
    <SwitchesSkeleton definition={definition} names={header.switches} />
  </div>
)
