import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type AuditLine,
  type AuditPage as AuditPageBody,
  type AuditResult,
  readingLabels,
  readingsNote,
  resultLabels,
} from '../../language/auditView.ts'
import { frameworkPermissions, type Tone } from '../../language/registry.ts'
import { isEqual } from '../../language/pointer.ts'
import { useSession } from '../auth/ShellContext.ts'
import { formatValue } from '../format/formatValue.ts'
import { zoneDay } from '../format/zoneClock.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { AddressNote } from '../ui/AddressNote.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState, Unread } from '../ui/EmptyState.tsx'
import { FailureNotice, Notice, RowsNotice } from '../ui/Notice.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { useLoadedPages } from '../ui/useLoadedPages.ts'
import { Pill } from '../values/drawText.tsx'
import { AuditDrawer, Target } from './AuditDrawer.tsx'
import { AuditAlerts } from './AuditAlerts.tsx'
import { AuditFilters, type AuditTexts, filterOf, noTexts } from './AuditFilters.tsx'
import { timeText } from './timeText.ts'
import { useAuditExport, useAuditSearch, useReport } from './useAudit.ts'
import '../table/table.css'
import './administration.css'

const tones: Readonly<Record<AuditResult, Tone>> = {
  ok: 'done',
  refused: 'neutral',
  failed: 'stopped',
  unknown: 'needsUs',
  open: 'inFlight',
}

/** What a person did and saw on the day of an entry. */
const dayOf = ({ person, at }: Pick<AuditLine, 'person' | 'at'>): AuditTexts => {
  const day = zoneDay(new Date(at))
  return { ...noTexts, person, show: 'all', from: day, to: day }
}

type EntryButtonProps = Pick<AuditLine, 'label' | 'person' | 'at'> & { readonly onClick: () => void }

/** Opens an entry. Many have the same label: its name says which one it is. */
const EntryButton = ({ label, person, at, onClick }: EntryButtonProps) => (
  <Button
    look="link"
    aria-label={[`${label}: ${timeText(new Date(at))}`, person].filter(Boolean).join(', ')}
    onClick={onClick}
  >
    {label}
  </Button>
)

interface LineTools {
  readonly open: (seq: number) => void
  readonly search: (texts: AuditTexts) => void
}

const Reason = ({ children }: { readonly children: string }) => (
  <span className="cs-administration-reason">{children}</span>
)

const columnsOf = ({ open, search }: LineTools): readonly TableColumn<AuditLine>[] => [
  {
    label: 'Action',
    isName: true,
    draw: ({ seq, label, operation, reading, person, at }) => (
      <>
        {reading === undefined ? <EntryButton {...{ label, person, at }} onClick={() => open(seq)} /> : label}
        <span className="cs-administration-under">
          <code>{operation}</code>
        </span>
      </>
    ),
  },
  {
    label: 'Time',
    className: 'cs-time',
    draw: ({ at }) => timeText(new Date(at)),
  },
  {
    label: 'Person',
    draw: ({ person, at, isAutomation, requestedBy }) => (
      <>
        {person !== '' && (
          <Button look="link" title="What they did and saw on this day" onClick={() => search(dayOf({ person, at }))}>
            {person}
          </Button>
        )}
        {isAutomation && <span className="cs-administration-under">by the gateway on their behalf</span>}
        {requestedBy !== undefined && <span className="cs-administration-under">requested by {requestedBy}</span>}
      </>
    ),
  },
  { label: 'Record', draw: ({ target }) => target !== '' && <Target target={target} /> },
  { label: 'Reason', draw: ({ reason }) => reason !== '' && <Reason>{reason}</Reason> },
  {
    label: 'Outcome',
    draw: ({ result, reading, settled }) =>
      reading === undefined ? (
        <>
          <Pill
            tone={tones[result]}
            text={resultLabels[result]}
            isMarked={result === 'unknown' || result === 'failed'}
          />
          {settled !== undefined && (
            <span className="cs-administration-under">was unknown, settled by {settled.by}</span>
          )}
        </>
      ) : (
        <Pill tone="neutral" text={readingLabels[reading]} isMarked={false} />
      ),
  },
]

const countText = (count: number, most: number): string =>
  count > most ? `More than ${formatValue('number', most)}` : `${formatValue('number', count)} in all`

const SETTLE = 'When you know what became of it, open the entry and settle it: it is no longer listed as unknown then.'

const Reconcile = ({ maySettle }: { readonly maySettle: boolean }) => (
  <Notice tone="warning">
    <p>
      Unknown outcomes: the service may or may not have done these. Open the record that each is about and compare it
      with the inputs recorded here. If the change is there, nothing is left to do. If it isn’t, repeat the action: it
      asks you to confirm that you checked. {maySettle && SETTLE}
    </p>
  </Notice>
)

interface Results extends LineTools {
  readonly state: ReturnType<typeof useAuditSearch>
}

const Entries = ({ state: { pages, failure, retry, more, isLoadingMore }, ...tools }: Results) => {
  const maySettle = useSession()?.permissions.includes(frameworkPermissions.settleOutcomes) === true
  const { shown, pager } = useLoadedPages({ pages: pages ?? [], more })
  if (shown === undefined) return <Unread title="Couldn't load the audit trail." failure={failure} retry={retry} />
  const { lines } = shown
  const hasUnknown = lines.some(({ result }) => result === 'unknown' || result === 'open')
  return (
    <>
      {hasUnknown && <Reconcile maySettle={maySettle} />}
      {lines.length === 0 ? (
        <EmptyState kind="empty" title="Nothing on record">
          No entry matches these filters.
        </EmptyState>
      ) : (
        <Table
          label="Audit trail"
          className="cs-grid--stacks cs-grid--wide"
          columns={columnsOf(tools)}
          items={lines}
          keyOf={({ seq, reading }) => `${reading === undefined ? '' : 'reading '}${seq}`}
        />
      )}
      {failure !== undefined && <RowsNotice text="Older entries are missing:" failure={failure} retry={retry} />}
      {pager !== undefined && <Pager {...pager} hasNext={pager.hasNext && !isLoadingMore} />}
    </>
  )
}

const dayIn = (params: URLSearchParams, name: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.exec(params.get(name) ?? '')?.[0] ?? ''

/**
 * The filters that an address asks for: who has seen a record, `?seen=books/7`; what was done on a day, `?day=2026-11-20`;
 * what a person did or requested, `?person=7`, also since a day, `?person=7&from=2026-11-07`; what has an unknown outcome
 * since a day, `?unknown=2026-11-07`.
 */
function textsIn(params: URLSearchParams): AuditTexts {
  const unknownSince = dayIn(params, 'unknown')
  if (unknownSince !== '') return { ...noTexts, result: 'unknown', from: unknownSince }
  const day = dayIn(params, 'day')
  const person = /^\d{1,15}$/.exec(params.get('person') ?? '')?.[0] ?? ''
  const from = day === '' && person !== '' ? dayIn(params, 'from') : day
  if (day !== '' || person !== '') return { ...noTexts, person, from, to: day }
  const [resource = '', id = ''] = params.get('seen')?.split(/\/(.*)/s) ?? []
  return resource === '' || id === '' ? noTexts : { ...noTexts, show: 'reads', resource, id }
}

/** True for a parameter without which an address asks for other filters. */
function isFilter(params: URLSearchParams, name: string): boolean {
  const rest = new URLSearchParams(params)
  rest.delete(name)
  return !isEqual(textsIn(rest), textsIn(params))
}

/** What the file of a search has. */
const exportTexts = {
  done: 'An export has what was done; choose what to show to have the whole trail, or what was seen, too.',
  automatic: 'An export has what the gateway did by itself on someone’s behalf.',
  trail: 'An export has the whole trail; choose what to show to have what was seen, too.',
  reads: 'An export has what was seen; only what is a record of the trail, such as a file, has a proof.',
  all: 'An export has what was done, and then what was seen, which has no proof.',
} as const

interface HeadProps {
  /** The newest page of a search; undefined while there is none. */
  readonly newest: AuditPageBody | undefined
  readonly save: ReturnType<typeof useAuditExport>
  readonly saveTable: ReturnType<typeof useAuditExport>
  /** Absent if the search is not about one record. */
  readonly report: ReturnType<typeof useReport> | undefined
}

const Head = ({ newest, save, saveTable, report }: HeadProps) => {
  const isOff = newest === undefined || newest.lines.length === 0
  return (
    <div className="cs-row cs-row--between">
      <div className="cs-row">
        <h1>Audit</h1>
        <output className="cs-muted">{newest !== undefined && countText(newest.count, newest.most)}</output>
      </div>
      <div className="cs-row">
        {newest !== undefined && report !== undefined && (
          <Button isBusy={report.isBusy} onClick={report.run}>
            Report on this record
          </Button>
        )}
        <Button isOff={isOff} isBusy={saveTable.isBusy} onClick={saveTable.run}>
          Export CSV
        </Button>
        <Button isOff={isOff} isBusy={save.isBusy} onClick={save.run}>
          Export with proof
        </Button>
      </div>
    </div>
  )
}

/** `/audit`: who did what, when and why, with the proof of each record; for people who may read the trail. */
export const AuditPage = () => {
  usePageTitle('Audit')
  const [params] = useSearchParams()
  const [texts, setTexts] = useState(() => textsIn(params))
  const [{ filter, run }, setSearch] = useState({ filter: filterOf(texts), run: 0 })
  const [isRefused, setRefused] = useState(false)
  const search = (next: AuditTexts) => {
    setRefused(false)
    setTexts(next)
    setSearch({ filter: filterOf(next), run: run + 1 })
  }
  const [opened, setOpened] = useState<number>()
  const state = useAuditSearch(filter, run)
  const save = useAuditExport(filter)
  const saveTable = useAuditExport(filter, 'csv')
  const report = useReport(filter)
  const notSaved = save.failure ?? saveTable.failure ?? report.failure
  const { pages, failure } = state
  const errors = pages === undefined ? failure?.fields : undefined
  const newest = isRefused ? undefined : pages?.[0]
  if (pages === undefined && failure?.kind === 'forbidden')
    return <ErrorState title="" failure={failure} retry={state.retry} isPage />
  return (
    <section className="cs-stack" aria-label="Audit">
      <Head
        newest={newest}
        save={save}
        saveTable={saveTable}
        report={filter.record === undefined ? undefined : report}
      />
      <AddressNote isRead={(name) => isFilter(params, name)} />
      <p className="cs-muted">
        Who did what, when and why, newest first. Your searches, the records you open and your exports are recorded,
        too. {exportTexts[filter.show ?? 'trail']}
      </p>
      {(filter.show === 'reads' || filter.show === 'all') && <p className="cs-muted">{readingsNote}</p>}
      <AuditAlerts alerts={newest?.alerts ?? []} onSearch={(alert) => search({ ...dayOf(alert), show: 'reads' })} />
      <AuditFilters
        isBusy={pages === undefined && failure === undefined}
        texts={texts}
        errors={errors}
        onType={setTexts}
        onSearch={search}
        onRefuse={() => setRefused(true)}
      />
      {notSaved !== undefined && <FailureNotice text="No file was saved." failure={notSaved} />}
      {!isRefused && errors === undefined && <Entries key={run} state={state} open={setOpened} search={search} />}
      {opened !== undefined && <AuditDrawer seq={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}
