import type { HistoryEvent } from '../../../language/history.ts'
import { formatValue } from '../../format/formatValue.ts'
import { targetValue } from './historyLines.ts'
import './history.css'

/** One action on a nested record in this console. */
export interface RecordStep {
  readonly operation: string
  readonly at: string
  readonly verb: string
  readonly by: string
  readonly isAutomatic: boolean
  readonly reason: string
  readonly isUnconfirmed: boolean
}

/** True when the event names this value of this field. */
export const names = (event: HistoryEvent, field: string, value: string): boolean =>
  value !== '' && targetValue(event, field) === value

/** A refused or failed action had no effect. An unknown outcome must be shown. */
export const hasEffect = ({ outcome }: HistoryEvent): boolean => outcome === 'done' || outcome === 'unknown'

/**
 * The actions on a nested record, oldest first.
 *
 * @param verbs what each operation did to the record: 'Approved'
 * @param isAbout true for an event about the record; all are by default
 */
export const recordSteps = (
  events: readonly HistoryEvent[],
  verbs: Readonly<Record<string, string>>,
  isAbout: (event: HistoryEvent) => boolean = () => true,
): readonly RecordStep[] =>
  events
    .flatMap((event): readonly RecordStep[] => {
      const { operation, at, actor, actorType, reason, outcome, approval } = event
      const by = approval === undefined ? actor : `${actor}, requested by ${approval.requester}`
      const verb = Object.hasOwn(verbs, operation) ? verbs[operation] : undefined
      if (verb === undefined || !hasEffect(event) || !isAbout(event)) return []
      return [
        {
          operation,
          at,
          verb,
          by,
          isAutomatic: actorType === 'automation',
          reason,
          isUnconfirmed: outcome === 'unknown',
        },
      ]
    })
    .toReversed()

/** A step in words: 'Approved 03/06/2026, 10:00 AM by ada@library.test', and why. */
export const StepLine = ({ step }: { readonly step: RecordStep }) => {
  const { verb, at, by, isAutomatic, reason, isUnconfirmed } = step
  return (
    <span>
      <time className="cs-meta" dateTime={at}>
        {`${verb} ${formatValue('dateTime', at)} by ${formatValue('text', by)}`}
        {isAutomatic && ', automatically'}
        {isUnconfirmed && ', not confirmed'}
      </time>
      {reason !== '' && <span className="cs-step-reason">{reason}</span>}
    </span>
  )
}
