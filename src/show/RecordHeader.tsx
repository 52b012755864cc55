import { type MouseEvent, type ReactNode, memo, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { ListResource } from '../../language/resource.ts'
import { isValues } from '../../language/pointer.ts'
import { useRecentRecord } from '../data/recentRecords.ts'
import { recordPathOf } from '../model/consoleModel.ts'
import { openedFrom } from '../model/rowModel.ts'
import { Icon } from '../ui/Icon.tsx'
import { Slot } from '../console/Slot.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import type { ResolvedShow } from '../../language/show.ts'
import { NOTHING } from '../format/formatValue.ts'
import { readFact } from '../format/readFact.ts'
import { RecordActions } from '../actions/RecordActions.tsx'
import { CopyButton } from '../values/CopyButton.tsx'
import { FactValue } from '../values/FactValue.tsx'
import { RecordIdentity, RecordStatus, titleText } from './RecordIdentity.tsx'
import { HeaderSwitches, SwitchesSkeleton } from './HeaderSwitches.tsx'
import { useBack } from './useBack.ts'
import type { ListRow } from './useListRow.ts'
import type { PageModel } from '../console/extensions.ts'

/** The link back to the list. A tab that a click on the list opened keeps the list's place as its record's. */
export const BackLink = ({ definition }: { readonly definition: ListResource }) => {
  const location = useLocation()
  const { pathname, search } = location
  const state: unknown = location.state
  const navigate = useNavigate()
  const { to, opener, goBack } = useBack(definition)
  useEffect(() => {
    if (opener === undefined) return
    const from = openedFrom({ query: opener, search: '' })
    void navigate({ search }, { replace: true, state: { ...(isValues(state) && state), ...from } })
  }, [opener, navigate, search, state])
  const back = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (goBack()) event.preventDefault()
  }
  return (
    <Link className="cs-back cs-screen" to={to} state={{ left: pathname }} onClick={back}>
      <Icon name="back" />
      Back
    </Link>
  )
}

type Header = ResolvedShow['header']

interface RecordHeaderProps {
  readonly model: PageModel
  readonly listRow: ListRow
}

/** The copy button of an identifier (`code`). A masked value has another display, so it has no copy button. */
const copyOf = (fact: Header['facts'][number], detail: unknown) => {
  const read = fact.display === 'code' ? readFact(fact, fact.path, detail) : undefined
  if (read?.isReadable !== true || read.text === NOTHING) return null
  return <CopyButton text={read.text} label={fact.label} />
}

const HeaderFacts = ({
  definition,
  header,
  draw,
}: {
  readonly definition: ListResource
  readonly header: Header
  readonly draw: (fact: Header['facts'][number]) => ReactNode
}) => (
  <Facts kind="inline" className="cs-record-facts" data-explain={`${definition.name}.show`}>
    {header.facts.map((fact) => (
      <FactLine key={fact.label} label={fact.label}>
        {draw(fact)}
      </FactLine>
    ))}
  </Facts>
)

const Title = ({ model: { definition, record, show, detail } }: Pick<RecordHeaderProps, 'model'>) => {
  const name = titleText(show, detail)
  useRecentRecord(name, recordPathOf(definition, record.id) ?? '')
  return (
    <div className="cs-row cs-record-title">
      <h1>{name}</h1>
      <RecordStatus show={show} detail={detail} />
    </div>
  )
}

/** The band above a record: its name, its state, its identifying facts, and its actions. */
export const RecordHeader = memo(({ model, listRow }: RecordHeaderProps) => {
  const { definition, record, permissions, flow } = model
  const { header } = model.show
  return (
    <header className="cs-record-header">
      <Title model={model} />
      <RecordActions {...{ definition, record, permissions, flow }} names={header.actions}>
        <Slot page="show" place="actions" definition={definition} record={record} />
      </RecordActions>
      <HeaderFacts
        definition={definition}
        header={header}
        draw={(fact) => (
          <>
            <FactValue model={model} fact={fact} place={fact.path} />
            {copyOf(fact, model.detail)}
          </>
        )}
      />
      <HeaderSwitches model={model} listRow={listRow} />
      <RecordIdentity show={model.show} detail={model.detail} />
    </header>
  )
})

interface SkeletonProps {
  readonly definition: ListResource
  readonly header: Header
}

/** Placeholder for the band while the record loads, at its final height. */
export const RecordHeaderSkeleton = ({ definition, header }: SkeletonProps) => (
  <div className="cs-record-header" aria-busy="true">
    <span className="cs-visually-hidden">Loading</span>
    <div className="cs-row cs-record-title">
      <span className="cs-skeleton cs-skeleton--long" />
    </div>
    <div className="cs-row cs-record-actions" />
    <HeaderFacts
      definition={definition}
      header={header}
      draw={() => <span className="cs-skeleton cs-skeleton--medium" />}
    />
    <SwitchesSkeleton definition={definition} names={header.switches} />
  </div>
)
