import { useMemo } from 'react'
import { availabilityOf } from '../../language/availability.ts'
import type { Resource } from '../../language/resource.ts'
import type { Row } from '../model/columns.ts'
import { isOutcomeUnknown } from './outcomeNotice.ts'
import { changeOf } from './recordChange.ts'
import type { OpenQuestion } from './useQuestion.ts'

/** A record as the page has it now. */
interface CurrentRecord {
  readonly record: Row
  /** Who changed it, in a sentence, if the page knows. */
  readonly by?: string | undefined
  /** The operation by which this person themselves gave it its state. */
  readonly ownOperation?: string | undefined
}

/** Finds the record of a question as the page has it now; `undefined` if the page does not have it. */
export type CurrentOf = (seen: Row) => CurrentRecord | undefined

/**
 * The open question. Once the page has read that its action is no longer possible, as after a colleague's decision, it
 * says so; after an attempt with an unknown outcome only if it is known who has changed the record, as trying again may tell
 * more. A question whose answer is being sent stays as it is.
 */
export function useOvertaken(
  definition: Resource,
  question: OpenQuestion,
  currentOf: CurrentOf | undefined,
): OpenQuestion {
  return useMemo(() => {
    if (question.isBusy) return question
    const { action, intent, failure, change } = question
    const isUnknown = failure !== undefined && isOutcomeUnknown(definition, action, failure)
    const isOver = change !== undefined && change.state !== 'possible'
    const now = intent.record === undefined || isOver ? undefined : currentOf?.(intent.record)
    if (intent.record === undefined || now === undefined) return question
    if (availabilityOf(action, now.record).state === 'ready' || (isUnknown && now.by === undefined)) return question
    const found = changeOf(definition, action, intent.record, now.record)
    const looked = isUnknown && { isLookedAt: true, intent: { ...intent, record: now.record } }
    const isArrived = isUnknown && now.ownOperation === `${definition.name}.${intent.name}`
    const said = found && { ...found, by: now.by, isArrived }
    return { ...question, ...looked, isOvertaken: true, failure: undefined, change: said }
  }, [definition, question, currentOf])
}
