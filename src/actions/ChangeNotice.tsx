import type { ResolvedAction, Resource } from '../../language/resource.ts'
import { Notice } from '../ui/Notice.tsx'
import type { SentInputs } from './inputs.ts'
import { differenceText, type RecordChange, wordsOf } from './recordChange.ts'
import type { OpenQuestion } from './useQuestion.ts'

const headings = {
  gone: 'This record is no longer there.',
  impossible: 'This is no longer possible: the record has changed.',
  possible: 'The record has changed since you saw it.',
  arrived: 'Your decision has arrived.',
} as const

function headingOf({ isLookedAt }: OpenQuestion, { state, isArrived }: RecordChange): string {
  if (isArrived === true) return headings.arrived
  return isLookedAt === true && state !== 'gone' ? headings.possible : headings[state]
}

/** What is shown when the record has what was sent. */
export const ARRIVED = 'The record now has what you entered, so there is nothing left to send.'

/** What became of what was sent, and what is left to do about it. */
function outcomeText({ isLookedAt, action, change }: OpenQuestion, isThere: boolean): string | undefined {
  if (isThere) return ARRIVED
  if (isLookedAt === true && change?.by !== undefined) return undefined
  if (isLookedAt === true) return 'What you sent may have been done, or another person may have changed it.'
  return action.isForm === true ? 'Nothing was saved, and what you entered is still here.' : 'Nothing was changed.'
}

interface ChangeNoticeProps {
  readonly question: OpenQuestion
  /** True if the record has the values that are typed in, so that there is nothing to send. */
  readonly isThere: boolean
}

/** Shows how the record has changed since the person saw it, field by field, and what became of what was sent. */
export const ChangeNotice = ({ question, isThere }: ChangeNoticeProps) => {
  const { change } = question
  if (change === undefined) return null
  const outcome = outcomeText(question, isThere && change.state === 'possible')
  return (
    <Notice tone={change.isArrived === true ? 'success' : 'warning'} role="alert">
      <p className="cs-strong">{headingOf(question, change)}</p>
      {change.differences.length > 0 && (
        <ul className="cs-changes">
          {change.differences.map((difference) => (
            <li key={difference.title}>{differenceText(difference)}</li>
          ))}
        </ul>
      )}
      {change.reason !== undefined && <p>{change.reason}</p>}
      {change.by !== undefined && <p>{change.by}</p>}
      {outcome !== undefined && <p>{outcome}</p>}
    </Notice>
  )
}

/** What sending the typed values overwrites of another person's change: 'Overwrite AUDX with AUDY'. */
export const overwritesOf = (
  definition: Resource,
  { input }: ResolvedAction,
  { differences }: RecordChange,
  values: SentInputs,
): readonly string[] =>
  Object.entries(input).flatMap(([name, { field }]) => {
    const change = differences.find((difference) => field !== undefined && difference.field === field)
    if (field === undefined || change?.after === undefined || !Object.hasOwn(values, name)) return []
    const own = wordsOf(definition, field, values[name])
    return own === change.after ? [] : [`Overwrite ${change.after} with ${own}`]
  })
