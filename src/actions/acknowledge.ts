import { acknowledgeablesIn, type Acknowledgeable } from '../../language/evidence.ts'
import type { ResolvedAction } from '../../language/resource.ts'
import type { InputValues } from './inputValues.ts'

/** Name under which the ticks stand among the dialog's fields. */
export const ACKNOWLEDGING = ':acknowledge'

/** How an action's question stands towards what must be acknowledged (obligation R4). */
export interface Acknowledgement {
  readonly items: readonly Acknowledgeable[]
  readonly isKnown: boolean
  readonly isComplete: boolean
  /** The texts of what has been acknowledged. */
  readonly acknowledged: readonly string[]
}

/** Compares what must be acknowledged with what has been. */
export function acknowledgementOf(
  { acknowledge }: ResolvedAction,
  record: Readonly<Record<string, unknown>>,
  typed: InputValues,
): Acknowledgement {
  const items = acknowledge === undefined ? [] : acknowledgeablesIn(acknowledge, record)
  const ticked = typed[ACKNOWLEDGING] ?? []
  const isTicked = ({ key }: Acknowledgeable): boolean => ticked.includes(key)
  return {
    items: items ?? [],
    isKnown: items !== undefined,
    isComplete: items?.every(isTicked) === true,
    acknowledged: (items ?? []).filter(isTicked).map(({ text }) => text),
  }
}
