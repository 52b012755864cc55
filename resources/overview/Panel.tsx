import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useSession } from '../../src/auth/ShellContext.ts'
import { useConsoleCall } from '../../src/auth/useConsoleCall.ts'
import { failureIn } from '../../src/data/failure.ts'
import { formatMoment } from '../../src/format/formatMoment.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { References } from '../../src/values/References.tsx'
import { Disclosure } from '../../src/ui/Disclosure.tsx'
import { Drawer } from '../../src/ui/Drawer.tsx'
import { EmptyState, RequestId } from '../../src/ui/EmptyState.tsx'
import { lazyComponent } from '../../src/ui/lazyComponent.tsx'
import { Notice } from '../../src/ui/Notice.tsx'
import { Table, type TableColumn } from '../../src/ui/Table.tsx'
import { Button } from '../../src/ui/Button.tsx'
import { type Counted, type CountedRow, sumOf, type Tools } from './counted.ts'

/** The keys of everything that panels have read begin with this. */
export const OVERVIEW = 'overview'

const CURRENT_MS = 60_000

const Bars = lazyComponent(async () => (await import('./Bars.tsx')).Bars, <div className="cs-overview-bars" />)

export interface PanelProps {
  readonly title: string
  readonly about: string
  readonly emptyText: string
  readonly count: (tools: Tools) => Promise<Counted>
  /** Bars next to each other, with the table closed at first: there are many. */
  readonly isUpright?: boolean
}

/** '56', or 'at least 56' where there are more than were counted. */
const countOf = (count: number, { isCut }: CountedRow): string =>
  `${isCut === true ? 'at least ' : ''}${formatValue('number', count)}`

const nameOf = ({ label, to, toTitle }: CountedRow) =>
  to === undefined ? (
    label
  ) : (
    <Link to={to} title={toTitle}>
      {label}
    </Link>
  )

const columnsOf = (
  { rowLabel, series, rows, totalLabel = 'Total' }: Counted,
  open: (row: CountedRow) => void,
): readonly TableColumn<CountedRow>[] => [
  {
    label: rowLabel,
    isName: true,
    draw: (row) =>
      row.records === undefined ? (
        nameOf(row)
      ) : (
        <Button look="link" aria-haspopup="dialog" onClick={() => open(row)}>
          {row.label}
        </Button>
      ),
  },
  ...(rows.every(({ accounts }) => accounts === undefined)
    ? []
    : [
        {
          label: 'Accounts',
          className: 'cs-number',
          draw: (row: CountedRow) => countOf(row.accounts ?? 0, row),
        },
      ]),
  ...(series.length === 1
    ? []
    : series.map(({ label }, place): TableColumn<CountedRow> => ({
        label,
        className: 'cs-number',
        draw: ({ values }) => formatValue('number', values[place] ?? 0),
      }))),
  {
    label: series.length === 1 ? (series[0]?.label ?? '') : totalLabel,
    className: 'cs-number',
    draw: (row) => countOf(sumOf(row), row),
  },
]

/** The accounts of a bar, those first that need attention most, each with a link to the place on its page. */
const Records = ({ row, onClose }: { readonly row: CountedRow; readonly onClose: () => void }) => (
  <Drawer title={row.label} onClose={onClose}>
    <ul className="cs-divided">
      {(row.records ?? []).map(({ id, name, tab, about }, index) => (
        <li key={`${id} ${index}`} className="cs-row cs-row--between">
          <Link to={`/account/${encodeURIComponent(id)}?tab=${tab}`}>
            {name ?? <References resource="accounts" value={id} isPlain />}
          </Link>
          <span className="cs-meta">{about}</span>
        </li>
      ))}
    </ul>
  </Drawer>
)

/** Counts, in bars and as a table. */
const Shown = ({ title, counted, isUpright = false }: { readonly counted: Counted } & Omit<PanelProps, 'count'>) => {
  const navigate = useNavigate()
  const [opened, open] = useState<CountedRow>()
  const follow = (row: CountedRow) => {
    if (row.records !== undefined) open(row)
    else if (row.to !== undefined) void navigate(row.to)
  }
  const table = (
    <Table
      label={title}
      className="cs-overview-table"
      columns={columnsOf(counted, open)}
      items={counted.rows}
      keyOf={({ key }) => key}
    />
  )
  return (
    <>
      <Bars counted={counted} isUpright={isUpright} onOpen={follow} />
      {isUpright ? <Disclosure title="As a table">{table}</Disclosure> : table}
      {opened !== undefined && <Records row={opened} onClose={() => open(undefined)} />}
    </>
  )
}

const Waiting = () => (
  <div className="cs-overview-waiting" aria-busy="true">
    <span className="cs-skeleton cs-skeleton--long" />
    <span className="cs-skeleton cs-skeleton--long" />
    <span className="cs-skeleton" />
  </div>
)

const Uncounted = ({ text, to }: NonNullable<Counted['uncounted']>) =>
  to === undefined ? text : <Link to={to}>{text}</Link>

/** One part of the overview. It loads and fails on its own. */
export const Panel = ({ count, ...panel }: PanelProps) => {
  const { title, about, emptyText, isUpright = false } = panel
  const id = useId()
  const client = useQueryClient()
  const provider = useDataProvider()
  const call = useConsoleCall()
  const mayReadAudit = useSession()?.mayReadAudit === true
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [OVERVIEW, title],
    queryFn: ({ signal }) => count({ client, provider, call, mayReadAudit, signal }),
    staleTime: CURRENT_MS,
    refetchOnWindowFocus: false,
    retry: false,
  })
  const failure = failureIn(error)
  return (
    <section
      className={`cs-stack cs-overview-panel ${isUpright ? 'cs-overview-panel--wide' : ''}`}
      aria-labelledby={id}
    >
      <div className="cs-row cs-row--between">
        <h2 id={id}>{title}</h2>
        <span className="cs-meta" aria-busy={isFetching}>
          {data !== undefined && `As of ${formatMoment(data.asOf)}`}
        </span>
      </div>
      <p className="cs-note">{about}</p>
      {failure !== undefined && (
        <Notice tone="warning" isRow role="alert">
          <span>
            {data === undefined ? 'Couldn’t load this part.' : 'These numbers may be out of date.'} {failure.message}
          </span>
          <RequestId failure={failure} />
          <Button look="plain" onClick={() => void refetch()}>
            Retry
          </Button>
        </Notice>
      )}
      {data?.uncounted !== undefined && (
        <Notice tone="warning">
          <Uncounted {...data.uncounted} />
        </Notice>
      )}
      {data === undefined && failure === undefined && <Waiting />}
      {data !== undefined && data.rows.length === 0 && <EmptyState kind="empty" title={emptyText} />}
      {data !== undefined && data.rows.length > 0 && <Shown {...panel} counted={data} />}
      {data !== undefined && <p className="cs-meta">{data.scope}</p>}
    </section>
  )
}
