import type { ListResource, NestedResource, ResolvedShow } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Failure } from '../data/failure.ts'
import { ErrorState, EmptyState } from '../ui/EmptyState.tsx'
import { BlocksSkeleton } from './BlocksSkeleton.tsx'
import { RecordHeaderSkeleton } from './RecordHeader.tsx'
import { TabsArea } from './TabsArea.tsx'

/** Which of a record page's sights is shown. `empty`: the service has answered, and without the record. */
export type ShowViewState = 'loading' | 'record' | 'empty' | 'notFound' | 'malformed' | 'forbidden' | 'failed'

const exists = (definition: ListResource, record: unknown): boolean => {
  const found = definition.show === null ? record : valueAt(record, definition.show.exists)
  return found !== undefined && found !== null
}

/**
 * Chooses the sight. After an ended session react-admin resolves with a record without an id: that is no record, and
 * the shell is about to leave.
 */
export function showViewStateOf(
  definition: ListResource,
  record: unknown,
  failure: Failure | undefined,
): ShowViewState {
  if (failure !== undefined) {
    if (failure.kind === 'sessionOver') return 'loading'
    if (failure.kind === 'notFound' || failure.kind === 'malformed' || failure.kind === 'forbidden') return failure.kind
    return 'failed'
  }
  if (valueAt(record, '/id') === undefined) return 'loading'
  return exists(definition, record) ? 'record' : 'empty'
}

interface ShowFailureProps {
  readonly viewState: Exclude<ShowViewState, 'loading' | 'record'>
  /** The id as the address has it. */
  readonly id: string
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** What stands where the record would: it does not exist, has no details, may not be seen, or could not be read. */
export const ShowFailure = ({ viewState, id, failure, retry }: ShowFailureProps) => {
  if (viewState === 'malformed') {
    return (
      <EmptyState kind="lost" title="This address names no record" isPage>
        {failure?.message}
      </EmptyState>
    )
  }
  if (viewState === 'empty') {
    const title = 'The service has no details for this record.'
    return (
      <EmptyState kind="lost" title={title} isPage action={{ label: 'Retry', run: retry }}>
        <span>
          Its number is <code>{id}</code>
        </span>
      </EmptyState>
    )
  }
  if (failure !== undefined && viewState !== 'notFound') {
    return <ErrorState isPage title="Couldn't load this record." failure={failure} retry={retry} />
  }
  return (
    <EmptyState kind="lost" title="There is no such record" isPage>
      It may have been removed, or the address may be wrong.
    </EmptyState>
  )
}

interface ShowSkeletonProps {
  readonly definition: ListResource
  readonly show: ResolvedShow
  readonly parts: readonly NestedResource[]
}

/** The whole page while its record is on its way: what the definition says stands already. */
export const ShowSkeleton = ({ definition, show, parts }: ShowSkeletonProps) => (
  <>
    <RecordHeaderSkeleton definition={definition} header={show.header} />
    {show.summary.length > 0 && (
      <div className="cs-summary">
        <BlocksSkeleton blocks={show.summary} parts={parts} />
      </div>
    )}
    <div className="cs-record-body">
      {show.tabs.length > 0 && <TabsArea label={definition.label} tabs={show.tabs} parts={parts} model={undefined} />}
      {show.below.length > 0 && (
        <div className="cs-below">
          <BlocksSkeleton blocks={show.below} parts={parts} />
        </div>
      )}
    </div>
  </>
)
