import { useState } from 'react'
import { isEqual } from '../../language/pointer.ts'
import type { Failure } from '../data/failure.ts'
import type { FieldErrors } from './fieldErrors.ts'
import { groupIn, rowsIn, type InputValue, type InputValues } from './inputValue.ts'

/** True if a value inside a field is as it was sent. A row is another one once the number of rows has changed. */
function isAsSent(
  typed: InputValue | undefined,
  sent: InputValue | undefined,
  [step, ...rest]: readonly string[],
): boolean {
  if (step === undefined) return isEqual(typed, sent)
  const inner = (value: InputValue | undefined) => groupIn(value)[step] ?? rowsIn(value)[Number(step)]
  return rowsIn(typed).length === rowsIn(sent).length && isAsSent(inner(typed), inner(sent), rest)
}

/**
 * The service's messages about single values, by path, each until its value is changed.
 *
 * @param subject the field that says what the values are about: none is refused for anything else
 */
export function useRefused(
  failure: Pick<Failure, 'fields'> | undefined,
  typed: InputValues,
  subject?: string,
): FieldErrors {
  const [sent, setSent] = useState({ failure, typed })
  if (sent.failure !== failure) setSent({ failure, typed })
  if (subject !== undefined && !isEqual(typed[subject], sent.typed[subject])) return {}
  const entries = Object.entries(failure?.fields ?? {})
  return Object.fromEntries(entries.filter(([name]) => isAsSent(typed, sent.typed, name.split('/'))))
}
