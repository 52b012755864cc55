import { useGetOne } from 'ra-core'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { failureOf } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { FailedSight, Sight } from '../parts/Sight.tsx'
import type { Row } from '../table/columns.ts'
import { BackLink } from './BackLink.tsx'
import { detailMeta } from './detailQuery.ts'
import { RecordHeader, RecordHeaderSkeleton } from './RecordHeader.tsx'
import { showSight } from './showSight.ts'
import '../parts/parts.css'
import '../table/table.css'
import './show.css'

interface ShowPageProps {
  readonly definition: AnyDefinition
  /** The id as the address has it. */
  readonly id: string
}

interface ShowFailureProps {
  readonly sight: 'notFound' | 'malformed' | 'forbidden' | 'failed'
  readonly failure: Failure | undefined
  readonly retry: () => void
}

const ShowFailure = ({ sight, failure, retry }: ShowFailureProps) => {
  if (sight === 'malformed') {
    return (
      <Sight kind="lost" title="This address names no record" isPage>
        {failure?.message}
      </Sight>
    )
  }
  if (failure !== undefined && sight !== 'notFound') {
    return <FailedSight isPage title="This record could not be read." failure={failure} retry={retry} />
  }
  return (
    <Sight kind="lost" title="There is no such record" isPage>
      It may have been removed, or the address may be wrong.
    </Sight>
  )
}

/** The page of one record, drawn from the definition's `show`: for now its header, read by the detail call. */
export const ShowPage = ({ definition, id }: ShowPageProps) => {
  const { data, error, isFetching, refetch } = useGetOne<Row>(
    definition.name,
    { id, meta: detailMeta },
    { retry: false },
  )
  const failure = error === null || (isFetching && data === undefined) ? undefined : failureOf(error)
  const sight = showSight(definition, data, data === undefined ? failure : undefined)
  return (
    <section className="cs-show" aria-label={definition.label}>
      <BackLink definition={definition} />
      {sight === 'loading' && <RecordHeaderSkeleton />}
      {sight === 'record' && definition.show !== undefined && (
        <RecordHeader header={definition.show.header} record={data} />
      )}
      {sight !== 'loading' && sight !== 'record' && (
        <ShowFailure sight={sight} failure={failure} retry={() => void refetch()} />
      )}
    </section>
  )
}
