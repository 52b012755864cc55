import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { formatValue } from '../../format/formatValue.ts'
import { frameworkPermissions } from '../../../language/registry.ts'
import type { PageModel } from '../../console/extensions.ts'
import { anchorOf } from '../../nested/HistoryLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Notice, RowsNotice } from '../../ui/Notice.tsx'
import { HistoryFilters, isMatch, noFilter, type HistoryFilter } from './HistoryFilters.tsx'
import { HistoryLines } from './HistoryLines.tsx'
import { isDated, repeatedViews, unknownOutcomes, type HistoryLine } from './historyLines.ts'
import { UnknownOutcomes } from './UnknownOutcomes.tsx'
import { useHistory, type SourceState } from './useHistory.ts'
import './history.css'

/** The record of the trail with its proof, for people who may read the trail. */
const AuditDrawer = lazyComponent(async () => (await import('../../administration/entry.ts')).AuditDrawer, null)

/** Lines drawn at first, and with each further step. */
const STEP = 50

const Sources = ({ sources }: { readonly sources: readonly SourceState[] }) =>
  sources.map(({ label, isLoading, failure, retry }) => {
    if (failure !== undefined)
      return <RowsNotice key={label} text={`${label}: couldn’t load the history.`} {...{ failure, retry }} />
    return isLoading ? (
      <output key={label} className="cs-meta" aria-busy="true">
        {`${label}: loading…`}
      </output>
    ) : null
  })

/** The newest line that the address names, once every source has answered or failed. */
function useNamedLine(lines: readonly HistoryLine[], isSettled: boolean) {
  const { hash, key } = useLocation()
  const named = hash.slice(1)
  const isNamed = ({ about, key: own }: HistoryLine) =>
    named === own || (about !== undefined && named === anchorOf(about))
  const line = named === '' ? undefined : lines.find(isNamed)
  const focused = useRef('')
  useEffect(() => {
    if (!isSettled || line === undefined || focused.current === key) return
    focused.current = key
    const element = document.getElementById(`history-${line.key}`)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }, [isSettled, line, key])
  return { line, isMissing: named !== '' && isSettled && line === undefined }
}

interface ListProps {
  readonly lines: readonly HistoryLine[]
  readonly named: HistoryLine | undefined
  readonly onProof: ((seq: number) => void) | undefined
}

const List = ({ lines: all, named, onProof }: ListProps) => {
  const [shown, setShown] = useState(STEP)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const repeats = useMemo(() => repeatedViews(all), [all])
  const isFolded = (newest: HistoryLine, others: readonly HistoryLine[]) =>
    !unfolded.has(newest.key) && !others.some((line) => line === named)
  const folded = new Map([...repeats].filter(([newest, others]) => isFolded(newest, others)))
  const hidden = new Set([...folded.values()].flat())
  const lines = all.filter((line) => !hidden.has(line))
  const drawing = {
    named,
    onProof,
    repeats: folded,
    onUnfold: (key: string) => setUnfolded(new Set([...unfolded, key])),
  }
  const count = Math.max(shown, named === undefined ? 0 : lines.indexOf(named) + 1)
  const drawn = lines.slice(0, count)
  const undated = drawn.filter((line) => !isDated(line))
  const rest = lines.length - drawn.length
  return (
    <>
      <HistoryLines label="History" lines={drawn.filter(isDated)} {...drawing} />
      {undated.length > 0 && (
        <>
          <h3>Time not recorded</h3>
          <HistoryLines label="Time not recorded" lines={undated} {...drawing} />
        </>
      )}
      {rest > 0 && (
        <div className="cs-row">
          <Button onClick={() => setShown(count + STEP)}>{`Show ${Math.min(rest, STEP)} more`}</Button>
          <span className="cs-meta">{`${formatValue('number', rest)} not shown yet`}</span>
        </div>
      )}
    </>
  )
}

const countText = (shown: number, all: number): string => {
  const total = `${formatValue('number', all)} ${all === 1 ? 'entry' : 'entries'}`
  return shown === all ? total : `${formatValue('number', shown)} of ${total}`
}

/** What happened to a record, newest first: who, when, what and why, from every source that has something on record. */
export const HistoryBlock = ({ model }: { readonly model: PageModel }) => {
  const { lines, sources } = useHistory(model)
  const [filter, setFilter] = useState<HistoryFilter>(noFilter)
  const [proof, setProof] = useState<number>()
  const isSettled = sources.every(({ isLoading }) => !isLoading)
  const { line: named, isMissing } = useNamedLine(lines, isSettled)
  const found = lines.filter((line) => line === named || isMatch(line, filter))
  const mayProve = model.permissions?.includes(frameworkPermissions.readAudit) === true
  const id = useId()
  const isEmpty = isSettled && lines.length === 0 && sources.every(({ failure }) => failure === undefined)
  return (
    <section className="cs-block cs-stack" aria-labelledby={id}>
      <h2 id={id}>History</h2>
      {mayProve && (
        <p className="cs-meta">
          <Link to={`/audit?seen=${model.definition.name}/${encodeURIComponent(String(model.detail.id))}`}>
            Who has seen this record
          </Link>
          . Proof shows an entry as the audit trail has it, and whether it was changed since.
        </p>
      )}
      <UnknownOutcomes model={model} lines={unknownOutcomes(lines)} />
      {lines.length > 0 && (
        <HistoryFilters
          lines={lines}
          filter={filter}
          count={countText(found.length, lines.length)}
          onChange={setFilter}
        />
      )}
      <Sources sources={sources} />
      {isMissing && (
        <Notice tone="neutral" role="note">
          <output>
            Nothing is on record about that state: it was set elsewhere, and no source says when or by whom.
          </output>
        </Notice>
      )}
      {isEmpty && (
        <EmptyState kind="empty" title="Nothing on record yet">
          What is done to this record, and why, will be listed here.
        </EmptyState>
      )}
      {lines.length > 0 && found.length === 0 && <p className="cs-muted">No entry matches these filters.</p>}
      <List lines={found} named={named} onProof={mayProve ? setProof : undefined} />
      {proof !== undefined && <AuditDrawer seq={proof} onOpen={setProof} onClose={() => setProof(undefined)} />}
    </section>
  )
}
