import { RecordContextProvider, useDataProvider } from 'ra-core'
import { memo, useRef, useState, useCallback, useMemo } from 'react'
import type { ListResource, NestedResource } from '../../language/resource.ts'
import type { Block, ResolvedShow } from '../../language/show.ts'
import { FlowDialogs } from '../actions/FlowDialogs.tsx'
import { type EndClaim, PageWarning, type RecordWarning } from '../data/pageWarning.ts'
import { useActionFlow, type ActionFlow } from '../actions/useActionFlow.ts'
import { approvalHoursIn } from '../data/permissions.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { FocusTooltip } from '../ui/FocusTooltip.tsx'
import { useFocusRecovery } from './useFocusRecovery.ts'
import type { Row } from '../model/columns.ts'
import { BackLink, RecordHeader } from './RecordHeader.tsx'
import { ShowAddressNote } from './ShowAddressNote.tsx'
import { Banners } from './Banners.tsx'
import { LeftNotice, QueueBar } from '../queue/QueueBar.tsx'
import { QueueContext, useQueue, useQueuePlace } from '../queue/useRecordQueue.ts'
import { WithAside } from '../console/Slot.tsx'
import { BlockView } from './BlockView.tsx'
import type { PageModel } from '../console/extensions.ts'
import { ShowFailure, ShowSkeleton } from './ShowStates.tsx'
import { NotRefreshed } from '../ui/Notice.tsx'
import { useHistoryKey } from './TabLink.tsx'
import { TabsArea } from './TabsArea.tsx'
import { useDetail } from './useDetail.ts'
import { useLeave } from './useBack.ts'
import { useSayGone } from './useSayGone.ts'
import { useListRow, type ListRow } from './useListRow.ts'
import '../ui/parts.css'
import '../table/table.css'
import './show.css'
import './tabs.css'
import './blocks.css'
import { useQueryClient } from '@tanstack/react-query'
import { readRecord, withRow } from '../../language/readRecord.ts'
import { useGrants } from '../data/useGrants.ts'
import { fetchDetail } from '../query/detailQuery.ts'

const recordOf = (definition: ListResource, detail: Row, row: Row | undefined): Row =>
  withRow(readRecord(definition, detail, detail.id), definition.show?.header.switches ?? [], row)

/**
 * Reads the record again before or after an action: its detail and its row of the list. If the row cannot be read, its
 * fields are left out.
 */
function useRefetchRecord(definition: ListResource, id: string, readRow: ListRow['refetchRecord']) {
  const client = useQueryClient()
  const provider = useDataProvider()
  return useCallback(async (): Promise<Row> => {
    const [detail, row] = await Promise.all([fetchDetail(definition, id, { client, provider }), readRow()])
    return recordOf(definition, detail, row)
  }, [client, provider, definition, id, readRow])
}

interface PageInput {
  readonly definition: ListResource
  readonly show: ResolvedShow
  readonly parts: readonly NestedResource[]
  readonly detail: Row
  readonly row: Row | undefined
  readonly flow: ActionFlow
}

/** The page's model. It keeps its identity until something in it changes. */
function usePageModel({ definition, show, parts, detail, row, flow }: PageInput): PageModel {
  const { permissions } = useGrants(definition.name, String(detail.id))
  const record = useMemo(() => recordOf(definition, detail, row), [definition, detail, row])
  return useMemo(
    () => ({ definition, show, parts, detail, record, permissions, flow }),
    [definition, show, parts, detail, record, permissions, flow],
  )
}

/** What waits for a second person, where the gateway asks for one. */
const WaitingNotice = lazyComponent(async () => (await import('../approvals/entry.ts')).WaitingNotice, null)

/** Who works on the record, where people take turns. */
const ClaimBar = lazyComponent(async () => (await import('../claims/entry.ts')).ClaimBar, null)

interface ShowPageProps {
  readonly definition: ListResource
  readonly id: string
  readonly parts?: readonly NestedResource[]
}

interface BlocksProps {
  readonly blocks: readonly Block[]
  readonly className: string
  readonly model: PageModel
}

const Blocks = memo(({ blocks, className, model }: BlocksProps) =>
  blocks.length === 0 ? null : (
    <div className={className}>
      {blocks.map((block, index) => (
        <BlockView key={index} model={model} block={block} />
      ))}
    </div>
  ),
)

interface RecordProps extends Required<ShowPageProps> {
  readonly show: ResolvedShow
  readonly detail: Row
}

const Record = ({ definition, show, parts, id, detail }: RecordProps) => {
  const listRow = useListRow(definition, detail)
  const refetchRecord = useRefetchRecord(definition, id, listRow.refetchRecord)
  const leave = useLeave(definition, id)
  const sayGone = useSayGone(definition, leave)
  const flow = useActionFlow(definition, { refetchRecord, onRemoved: leave, sayGone })
  useHistoryKey(definition)
  const model = usePageModel({ definition, show, parts, detail, row: listRow.row, flow })
  const queue = useQueue()
  return (
    <RecordContextProvider value={model.record}>
      <RecordHeader model={model} listRow={listRow} />
      {approvalHoursIn(model.permissions) !== undefined && (
        <WaitingNotice resource={definition.name} id={id} record={detail} />
      )}
      {queue?.hasLeft === true && <LeftNotice queue={queue} />}
      <Banners model={model} />
      <Blocks blocks={show.summary} className="cs-summary" model={model} />
      <WithAside page="show" definition={definition} record={model.record}>
        <div className="cs-record-body">
          {show.tabs.length > 0 && <TabsArea label={definition.label} tabs={show.tabs} parts={parts} model={model} />}
          <Blocks blocks={show.below} className="cs-below" model={model} />
        </div>
      </WithAside>
      <FlowDialogs flow={flow} />
    </RecordContextProvider>
  )
}

const noParts: readonly NestedResource[] = []

const Page = ({ definition, id, parts = noParts }: ShowPageProps) => {
  const { viewState, detail, failure, retry } = useDetail(definition, id)
  const section = useRef<HTMLElement>(null)
  const { show } = definition
  const queue = useQueuePlace(definition, id, viewState !== 'loading')
  const [warning, setWarning] = useState<RecordWarning>()
  const saidBy = useRef(0)
  const [endClaim, setEndClaim] = useState<EndClaim>()
  const question = useMemo(() => ({ warning, saidBy, endClaim }), [warning, endClaim])
  useFocusRecovery(section)
  return (
    <section className="cs-show" ref={section}>
      <div className="cs-row cs-row--between">
        <BackLink definition={definition} />
        {show?.workTab !== undefined && viewState === 'record' && detail !== undefined && (
          <ClaimBar {...{ definition, id, detail, queue, saidBy, setEndClaim }} onWarning={setWarning} />
        )}
        {queue !== undefined && <QueueBar queue={queue} />}
        {viewState === 'record' && failure !== undefined && failure.kind !== 'sessionOver' && (
          <NotRefreshed failure={failure} retry={retry} />
        )}
      </div>
      {show !== null && <ShowAddressNote {...{ definition, show, parts, id, detail }} />}
      {viewState === 'loading' && show !== null && <ShowSkeleton definition={definition} show={show} parts={parts} />}
      {viewState === 'record' && show !== null && detail !== undefined && (
        <QueueContext value={queue}>
          <PageWarning value={question}>
            <Record {...{ definition, show, parts, id, detail }} />
          </PageWarning>
        </QueueContext>
      )}
      {viewState !== 'loading' && viewState !== 'record' && <ShowFailure {...{ viewState, id, failure, retry }} />}
      <FocusTooltip within={section} />
    </section>
  )
}

/**
 * The page of one record, drawn from the definition's `show`: its header with its actions, banners, tabs and blocks.
 * Another record is a new page and keeps no state.
 */
export const ShowPage = (props: ShowPageProps) => <Page key={`${props.definition.name} ${props.id}`} {...props} />
