import { formatValue } from '../../format/formatValue.ts'
import type { HistoryEvent } from '../../../language/history.ts'
import { Button } from '../../ui/Button.tsx'
import { Pill } from '../../values/drawText.tsx'
import type { HistoryLine, Repeats } from './historyLines.ts'

/** What people call the outcomes of actions that were not simply done. */
const outcomes = {
  refused: { text: 'Refused', tone: 'neutral' },
  failed: { text: 'Failed', tone: 'stopped' },
  unknown: { text: 'Unknown outcome', tone: 'needsUs' },
} as const satisfies Partial<Record<HistoryEvent['outcome'], unknown>>

const State = ({ line: { outcome, state } }: { readonly line: HistoryLine }) => {
  if (outcome !== undefined && outcome !== 'done')
    return <Pill tone={outcomes[outcome].tone} text={outcomes[outcome].text} isMarked />
  if (state !== undefined) return <Pill tone={state.tone} text={state.text} isMarked />
  return <span className="cs-muted">{outcome === 'done' ? 'Done' : ''}</span>
}

/** What became of an approved request that was not done. */
const ends: Readonly<Partial<Record<HistoryEvent['outcome'], string>>> = {
  refused: ' · then refused',
  failed: ' · then failed',
}

/** Who made a request, who decided about it and what they said, and what became of it. */
export function decidedBy(
  { who, outcome = 'done', isRejection }: Pick<HistoryLine, 'who' | 'outcome' | 'isRejection'>,
  { requester, comment }: NonNullable<HistoryLine['approval']>,
): string {
  const request = `Requested by ${requester}`
  if (who === '') return request
  if (isRejection) return `${request}, rejected by ${who}`
  return `${request}, approved by ${who}${comment === '' ? '' : `: ${comment}`}${ends[outcome] ?? ''}`
}

/** Who did it, and who has it on record in addition to this console. */
function whoOf(line: HistoryLine): string {
  const { who, isAutomatic, approval, source, seq } = line
  if (who === '' && approval === undefined) return 'By whom is not recorded'
  const by = approval !== undefined ? decidedBy(line, approval) : isAutomatic ? `Automatically for ${who}` : who
  if (source === '') return by
  return seq === undefined ? `${by} · ${source}` : `${by} · also on record: ${source}`
}

interface HistoryLinesProps {
  readonly label: string
  readonly lines: readonly HistoryLine[]
  /** The line that the address names. */
  readonly named: HistoryLine | undefined
  /** Opens the proof of a line; missing for people who may not read the trail. */
  readonly onProof: ((seq: number) => void) | undefined
  /** The lines of which others are left out, until they are shown, too. */
  readonly repeats: Repeats
  readonly onUnfold: (key: string) => void
}

interface RepeatedProps extends Pick<HistoryLinesProps, 'onUnfold'> {
  readonly line: HistoryLine
  readonly others: readonly HistoryLine[]
}

const Repeated = ({ line, others, onUnfold }: RepeatedProps) => (
  <p className="cs-row cs-meta">
    {`${others.length + 1} times, first ${formatValue('dateTime', others.at(-1)?.at)}`}
    <Button
      look="link"
      size="small"
      className="cs-screen"
      aria-label={`Show each: ${line.what}`}
      onClick={({ currentTarget }) => {
        // The button goes: the focus stays on its line.
        currentTarget.closest('li')?.focus()
        onUnfold(line.key)
      }}
    >
      Show each
    </Button>
  </p>
)

/** Lines of a history: when, in which state, what, who and why. */
export const HistoryLines = ({ label, lines, named, onProof, repeats, onUnfold }: HistoryLinesProps) =>
  lines.length === 0 ? null : (
    <ol className="cs-divided cs-history-lines" aria-label={label}>
      {lines.map((line) => (
        <li key={line.key} id={`history-${line.key}`} tabIndex={-1} aria-current={line === named ? 'true' : undefined}>
          <time className="cs-muted cs-digits" dateTime={line.at}>
            {line.at === '' ? '' : formatValue('dateTime', line.at)}
          </time>
          <State line={line} />
          <div className="cs-history-what">
            <p>
              <span className="cs-strong">{line.what}</span> <span className="cs-meta">{line.kind}</span>
            </p>
            {line.why !== '' && <p className="cs-history-why">{line.why}</p>}
            {line.changes.length > 0 && <p className="cs-history-why">{line.changes.join(' · ')}</p>}
            {line.failure !== '' && <p className="cs-history-why">{line.failure}</p>}
            {line.settled !== undefined && (
              <p className="cs-history-why">{`Its outcome was unknown. Settled by ${line.settled.by}: ${line.settled.reason}`}</p>
            )}
            <p className="cs-meta">{whoOf(line)}</p>
            {repeats.has(line) && <Repeated {...{ line, onUnfold }} others={repeats.get(line) ?? []} />}
          </div>
          {onProof !== undefined && line.seq !== undefined && (
            <Button
              look="link"
              size="small"
              className="cs-screen"
              aria-label={`Proof of No. ${line.seq}: ${line.what}`}
              onClick={() => line.seq !== undefined && onProof(line.seq)}
            >
              Proof
            </Button>
          )}
        </li>
      ))}
    </ol>
  )
