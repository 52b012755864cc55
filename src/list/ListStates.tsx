import type { ListResource } from '../../language/resource.ts'
import type { Failure } from '../data/failure.ts'
import { recordsWord } from '../model/consoleModel.ts'
import { RowsNotice } from '../ui/Notice.tsx'
import { ErrorState, RequestId, EmptyState } from '../ui/EmptyState.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import type { ListViewState } from './viewStateOf.ts'
import type { ListState } from './useListState.ts'
import type { Records } from './useRecords.ts'

interface ListStatesProps {
  readonly definition: ListResource
  readonly viewState: Exclude<ListViewState, 'loading' | 'rows'>
  readonly state: ListState
  readonly records: Pick<Records, 'failure' | 'facts' | 'retry'>
}

/** The title of a failed read: 'Couldn't load books.' */
export const couldNotBeRead = (definition: ListResource): string => `Couldn't load ${recordsWord(definition)}.`

/** A failed list that shows the same text as an empty one. What is around the text tells the two apart (D-165). */
const EmptyOrFailed = ({ definition, failure, retry }: FailedProps) => (
  <>
    <RowsNotice text={couldNotBeRead(definition)} failure={failure} retry={retry} />
    <EmptyState kind="empty" title={definition.list.emptyText}>
      {`There may be ${recordsWord(definition)} that couldn't be loaded.`}
    </EmptyState>
  </>
)

interface FailedProps {
  readonly definition: ListResource
  readonly failure: Failure
  readonly retry: () => void
}

const Failed = ({ definition, viewState, records }: Pick<ListStatesProps, 'definition' | 'viewState' | 'records'>) => {
  const { failure, retry } = records
  const { failed } = definition.list
  if (failure === undefined) return null
  if (viewState === 'refused' && typeof failed === 'object') {
    const title = failure.kind === 'notFound' ? failed.notice : failure.message
    return (
      <EmptyState kind="lost" title={title}>
        {failure.message !== title && <span>{failure.message}</span>}
        <RequestId failure={failure} />
      </EmptyState>
    )
  }
  if (viewState === 'failed' && failed === 'empty') return <EmptyOrFailed {...{ definition, failure, retry }} />
  return <ErrorState title={couldNotBeRead(definition)} failure={failure} retry={retry} />
}

/** A separate chunk: most lists have rows. What says that a read failed is not in it, as nothing may load then. */
const EmptyStates = lazyComponent(async () => (await import('./EmptyStates.tsx')).EmptyStates, null)

/** What the page shows instead of rows. Each reason has a view state of its own. */
export const ListStates = ({ definition, viewState, state, records }: ListStatesProps) => {
  const isFailed = viewState === 'failed' || viewState === 'forbidden' || viewState === 'refused'
  return isFailed ? (
    <Failed definition={definition} viewState={viewState} records={records} />
  ) : (
    <EmptyStates {...{ definition, viewState, state, records }} />
  )
}
