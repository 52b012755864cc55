import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { SlotProps } from '../../src/console/extensions.ts'
import { failureOf } from '../../src/data/failure.ts'
import { useConsoleProvider } from '../../src/data/useConsoleProvider.ts'
import type { Row } from '../../src/model/columns.ts'
import { Button } from '../../src/ui/Button.tsx'
import { QuietNote } from '../../src/ui/Notice.tsx'
import { useOpenList } from '../../src/values/useOpenList.ts'
import { customerSources, type CustomerSource } from './customerSources.ts'
import './customerCard.css'

/** The newest lines; there is a link to the rest. */
const SHOWN = 3

/** How long what was read counts as current, in ms. A change of the account makes it stale at once. */
const STALE_MS = 60_000

interface SourceProps {
  readonly source: CustomerSource
  readonly resource: string
  readonly id: Row['id']
}

/** Leads to the rest. What is searched for there is about a person, so no address has it. */
const More = ({ more }: { readonly more: NonNullable<CustomerSource['more']> }) => {
  const openList = useOpenList()
  if ('to' in more) return <Link to={more.to}>{more.label}</Link>
  const { label, search } = more
  return (
    <Button look="link" onClick={() => openList(search.list, { search: search.text })}>
      {label}
    </Button>
  )
}

const Source = ({ source, resource, id }: SourceProps) => {
  const heading = useId()
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const { title, emptyText, more } = source
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [resource, 'customer', id, title],
    queryFn: ({ signal }) => source.read({ client, provider }, signal),
    retry: false,
    staleTime: STALE_MS,
  })
  return (
    <section aria-labelledby={heading} aria-busy={isPending}>
      <h3 id={heading} className="cs-meta">
        {title}
      </h3>
      {isPending && <span className="cs-skeleton cs-skeleton--medium" />}
      {error !== null && (
        <QuietNote
          text={`Couldn't be read. ${failureOf(error).message}`}
          reason={undefined}
          retry={failureOf(error).kind === 'forbidden' ? undefined : () => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="cs-muted">{emptyText}</p>}
      <ul>
        {data?.slice(0, SHOWN).map(({ key, text, note }) => (
          <li key={key}>
            {text}
            {note !== '' && <p className="cs-meta">{note}</p>}
          </li>
        ))}
      </ul>
      {more !== undefined && (data?.length ?? 0) > 0 && <More more={more} />}
    </section>
  )
}

/** What the services and the audit trail know about a customer, next to a support form, as far as the person may see it. */
export const CustomerCard = ({ definition, record }: SlotProps) => {
  const { permissions = [] } = usePermissions<readonly string[]>()
  if (record === undefined) return null
  const sources = customerSources(definition, record).filter(({ permission }) => permissions.includes(permission))
  return (
    <div className="cs-customer-card">
      {sources.map((source) => (
        <Source key={source.title} source={source} resource={definition.name} id={record.id} />
      ))}
    </div>
  )
}
