import type { ListResource, NestedResource } from '../../language/resource.ts'
import type { ResolvedShow } from '../../language/show.ts'
import { valueAt } from '../../language/pointer.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import type { Failure } from '../data/failure.ts'
import { ErrorState, EmptyState } from '../ui/EmptyState.tsx'
import { BlocksSkeleton } from './BlocksSkeleton.tsx'
import { RecordHeaderSkeleton } from './RecordHeader.tsx'
import { TabsArea } from './TabsArea.tsx'

/** The view state of a record page. `empty`: the service answered without the record. */
export type ShowViewState = 'loading' | 'record' | 'empty' | 'notFound' | 'malformed' | 'forbidden' | 'failed'

const exists = (definition: ListResource, record: unknown): boolean => {
  const { exists: place = '' } = definition.show ?? {}
  return (valueAt(record, place) ?? unreadableAt(record, place) ?? null) !== null
}

/**
 * Chooses the view state. After an ended session react-admin resolves with a record without an id. That is no record,
 * and the shell is about to leave the page.
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
  readonly id: string
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** What the page shows instead of a record that does not exist, has no details, is forbidden, or could not be read. */
export const ShowFailure = ({ viewState, id, failure, retry }: ShowFailureProps) => {
  if (viewState === 'malformed') {
    return (
      <EmptyState kind="lost" title="This address names no record" isPage>
        <span>
          <code>{id}</code> can’t be the number of a record. Check the address, or find the record in its list.
        </span>
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

/** Placeholder for the whole page while its record loads. Everything known from the definition already shows. */
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
