import type { AnyAction } from '../../language/defineResource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { InputValues } from './inputValues.ts'

type Values = Readonly<Record<string, unknown>>

/** Name under which the ticks stand among the dialog's fields. */
export const ACKNOWLEDGING = ':acknowledge'

/** One thing to acknowledge. */
export interface Acknowledgeable {
  /** Tells it from others of the same text. */
  readonly key: string
  readonly text: string
}

const textOf = (item: unknown): string => {
  const text = valueAt(item, '/text')
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : ''
}

/**
 * What a field of the record lists to be acknowledged. One without words has to be acknowledged all the same. A record
 * that has no such list says nothing about what is to be acknowledged: that is `undefined`, and never 'nothing'.
 */
export function acknowledgeablesIn(field: string, record: Values): readonly Acknowledgeable[] | undefined {
  const listed = record[field]
  if (!Array.isArray(listed)) return undefined
  const seen = new Map<string, number>()
  return listed.map((item: unknown) => {
    const text = textOf(item) || 'A match without a description'
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    return { key: `${count} ${text}`, text }
  })
}

/** How an action's question stands towards what must be acknowledged (obligation R4). */
export interface Acknowledgement {
  readonly items: readonly Acknowledgeable[]
  readonly isKnown: boolean
  readonly isComplete: boolean
  /** The line that goes with the reason once all of it is acknowledged; empty where there is nothing. */
  readonly line: string
}

/** Compares what must be acknowledged with what has been. */
export function acknowledgementOf({ acknowledge }: AnyAction, record: Values, typed: InputValues): Acknowledgement {
  const items = acknowledge === undefined ? [] : acknowledgeablesIn(acknowledge, record)
  const ticked = typed[ACKNOWLEDGING] ?? []
  const isComplete = items?.every(({ key }) => ticked.includes(key)) === true
  return {
    items: items ?? [],
    isKnown: items !== undefined,
    isComplete,
    line: items === undefined || items.length === 0 ? '' : `Acknowledged: ${items.map(({ text }) => text).join('; ')}`,
  }
}
