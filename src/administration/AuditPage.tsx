import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { AuditFilterBody, AuditLine, AuditResult } from '../../language/auditView.ts'
import type { Tone } from '../../language/registry.ts'
import { formatValue } from '../format/formatValue.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, ErrorState } from '../ui/EmptyState.tsx'
import { FailureNotice, Notice, RowsNotice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { Pill } from '../values/drawText.tsx'
import { AuditDrawer } from './AuditDrawer.tsx'
import { AuditFilters, resultLabels } from './AuditFilters.tsx'
import { useAuditExport, useAuditSearch } from './useAudit.ts'
import '../table/table.css'
import './administration.css'

const tones: Readonly<Record<AuditResult, Tone>> = {
  ok: 'done',
  refused: 'neutral',
  failed: 'stopped',
  unknown: 'needsUs',
  open: 'inFlight',
}

/** The record that an entry is about, as a link to its page if it has one: to its history if the page shows that. */
const Target = ({ target }: Pick<AuditLine, 'target'>) => {
  const [, resource = '', id = ''] = /^([^/]+)\/(.+)$/.exec(target) ?? []
  const definition = listResource(resource)
  const path = definition === undefined ? undefined : recordPathOf(definition, id)
  if (target === '') return '-'
  if (definition === undefined || path === undefined) return <code>{target}</code>
  const tab = definition.show?.tabs.find(({ blocks }) => blocks.some(({ kind }) => kind === 'history'))
  return (
    <Link to={{ pathname: path, search: tab === undefined ? '' : `?tab=${tab.name}` }}>
      <code>{target}</code>
    </Link>
  )
}

const columnsOf = (open: (seq: number) => void): readonly TableColumn<AuditLine>[] => [
  {
    label: 'Action',
    isName: true,
    draw: ({ seq, label, operation }) => (
      <>
        <Button look="link" onClick={() => open(seq)}>
          {label}
        </Button>
        <span className="cs-administration-under">
          <code>{operation}</code>
        </span>
      </>
    ),
  },
  {
    label: 'Time',
    className: 'cs-administration-time',
    draw: ({ at }) => formatValue('dateTime', new Date(at).toISOString()),
  },
  {
    label: 'Person',
    draw: ({ person, isAutomation }) => (
      <>
        {person === '' ? '-' : person}
        {isAutomation && <span className="cs-administration-under">by the gateway on their behalf</span>}
      </>
    ),
  },
  { label: 'Record', draw: ({ target }) => <Target target={target} /> },
  { label: 'Reason', draw: ({ reason }) => (reason === '' ? '-' : reason) },
  {
    label: 'Outcome',
    draw: ({ result }) => (
      <Pill tone={tones[result]} text={resultLabels[result]} isMarked={result === 'unknown' || result === 'failed'} />
    ),
  },
]

const countText = (count: number, most: number): string =>
  count > most ? `More than ${formatValue('number', most)}` : formatValue('number', count)

const Reconcile = () => (
  <Notice tone="warning">
    <p>
      Unknown outcomes: the service may or may not have done these. Open the record that each is about and compare it
      with the inputs recorded here. If the change is there, nothing is left to do. If it isn’t, repeat the action: it
      asks you to confirm that you checked.
    </p>
  </Notice>
)

interface Results {
  readonly state: ReturnType<typeof useAuditSearch>
  readonly open: (seq: number) => void
}

const Entries = ({ state: { pages, failure, retry, more, isLoadingMore }, open }: Results) => {
  if (pages === undefined)
    return failure === undefined ? (
      <Skeleton room="cs-administration-room">
        <span className="cs-skeleton cs-skeleton--long" />
      </Skeleton>
    ) : (
      <ErrorState title="Couldn't load the audit trail." failure={failure} retry={retry} />
    )
  const lines = pages.flatMap((page) => page.lines)
  return (
    <>
      {lines.some(({ result }) => result === 'unknown' || result === 'open') && <Reconcile />}
      {lines.length === 0 ? (
        <EmptyState kind="empty" title="Nothing on record">
          No entry matches these filters.
        </EmptyState>
      ) : (
        <Table
          label="Audit trail"
          className="cs-grid--stacks cs-administration"
          columns={columnsOf(open)}
          items={lines}
          keyOf={({ seq }) => seq}
        />
      )}
      {failure !== undefined && <RowsNotice text="Older entries are missing:" failure={failure} retry={retry} />}
      {more !== undefined && failure === undefined && (
        <div className="cs-row">
          <Button isBusy={isLoadingMore} onClick={more}>
            Show older
          </Button>
        </div>
      )}
    </>
  )
}

/** `/audit`: who did what, when and why, with the proof of each record; for people who may read the trail. */
export const AuditPage = () => {
  usePageTitle('Audit')
  const [search, setSearch] = useState<{ readonly filter: AuditFilterBody; readonly run: number }>({
    filter: {},
    run: 0,
  })
  const [opened, setOpened] = useState<number>()
  const { filter, run } = search
  const state = useAuditSearch(filter, run)
  const save = useAuditExport(filter)
  const { pages, failure } = state
  const newest = pages?.[0]
  if (pages === undefined && failure?.kind === 'forbidden')
    return <ErrorState title="" failure={failure} retry={state.retry} isPage />
  return (
    <section className="cs-stack" aria-label="Audit">
      <div className="cs-row cs-row--between">
        <div className="cs-row">
          <h1>Audit</h1>
          <output className="cs-muted">{newest !== undefined && countText(newest.count, newest.most)}</output>
        </div>
        {newest !== undefined && newest.lines.length > 0 && (
          <Button isBusy={save.isBusy} onClick={save.run}>
            Export with proof
          </Button>
        )}
      </div>
      <p className="cs-muted">
        Who did what, when and why, newest first. Your searches, the records you open and your exports are recorded,
        too.
      </p>
      <AuditFilters
        isBusy={pages === undefined && failure === undefined}
        onSearch={(next) => setSearch({ filter: next, run: run + 1 })}
      />
      {save.failure !== undefined && <FailureNotice text="No file was saved." failure={save.failure} />}
      <Entries state={state} open={setOpened} />
      {opened !== undefined && <AuditDrawer seq={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />}
    </section>
  )
}
