import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { SlotProps } from '../../src/console/extensions.ts'
import { failureOf } from '../../src/data/failure.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import { useIsOutcomeUnknown } from '../../src/form/useAttempts.ts'
import { Button } from '../../src/ui/Button.tsx'
import { QuietNote } from '../../src/ui/Notice.tsx'
import { useOpenList } from '../../src/values/useOpenList.ts'
import { customerSources, type CustomerLine, type CustomerSource, type Sending, type Way } from './customerSources.ts'
import './customerCard.css'

/** The newest lines; there is a link to the rest. */
const SHOWN = 3

const ANSWERED = 'This was done: only its answer did not reach the form.'

/** How long what was read counts as current, in ms. A change of the account makes it stale at once. */
const STALE_MS = 60_000

interface SourceRead {
  readonly source: CustomerSource
  readonly read: UseQueryResult<readonly CustomerLine[]>
}

/** Leads to a record or to more of them. */
const Leading = ({ way, text }: { readonly way: Way; readonly text: string }) => {
  const openList = useOpenList()
  if ('to' in way) return <Link to={way.to}>{text}</Link>
  return (
    <Button look="link" onClick={() => openList(way.list, { search: way.search })}>
      {text}
    </Button>
  )
}

/** Says of what was done that it is what a form does not know the outcome of. */
const Answered = ({ sending: { resource, idempotencyKey } }: { readonly sending: Sending }) =>
  useIsOutcomeUnknown(resource, idempotencyKey) && <p className="cs-warning">{ANSWERED}</p>

const Source = ({ source, read: { data, isPending, isFetching } }: SourceRead) => {
  const heading = useId()
  const { title, emptyText, more } = source
  return (
    <section aria-labelledby={heading} aria-busy={isFetching}>
      <h3 id={heading} className="cs-meta">
        {title}
      </h3>
      {isPending && <span className="cs-skeleton cs-skeleton--medium" />}
      {data?.length === 0 && <p className="cs-muted">{emptyText}</p>}
      <ul>
        {data?.slice(0, SHOWN).map(({ key, text, note, way, sending }) => (
          <li key={key}>
            {way === undefined ? text : <Leading {...{ way, text }} />}
            {note !== '' && <p className="cs-meta">{note}</p>}
            {sending !== undefined && <Answered sending={sending} />}
          </li>
        ))}
      </ul>
      {more !== undefined && (data?.length ?? 0) > 0 && <Leading way={more.way} text={more.label} />}
    </section>
  )
}

/** What could not be read, and why: one line with one Retry, also where a service that all need has failed. */
const Unread = ({ failed }: { readonly failed: readonly SourceRead[] }) => {
  const failures = failed.map(({ read }) => failureOf(read.error))
  const messages = [...new Set(failures.map(({ message }) => message))].join(' ')
  const again = failed.filter((_, index) => failures[index]?.kind !== 'forbidden')
  const retry = () => {
    for (const { read } of again) void read.refetch()
  }
  return (
    <QuietNote
      text={`Couldn't be read: ${failed.map(({ source }) => source.title).join(', ')}. ${messages}`}
      reason={undefined}
      retry={again.length === 0 ? undefined : retry}
    />
  )
}

/** What the services and the audit trail know about a customer, next to a support form, as far as the person may see it. */
export const CustomerCard = ({ definition, record }: SlotProps) => {
  const { permissions = [] } = usePermissions<readonly string[]>()
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const all = record === undefined ? [] : customerSources(definition, record)
  const sources = all.filter(({ permission }) => permissions.includes(permission))
  const reads = useQueries({
    queries: sources.map(({ title, read }) => ({
      queryKey: [definition.name, 'customer', record?.id, title],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => read({ client, provider }, signal),
      retry: false,
      staleTime: STALE_MS,
    })),
  })
  const known = sources.flatMap((source, index): readonly SourceRead[] => {
    const read = reads[index]
    return read === undefined ? [] : [{ source, read }]
  })
  const failed = known.filter(({ read }) => read.error !== null)
  return (
    <div className="cs-customer-card">
      {known.map(
        ({ source, read }) =>
          (read.error === null || read.data !== undefined) && <Source key={source.title} {...{ source, read }} />,
      )}
      {failed.length > 0 && <Unread failed={failed} />}
    </div>
  )
}
